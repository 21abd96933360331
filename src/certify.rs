//! Denial, proved by attempting: what a deployed login must not be able to do is tried as that login.
//!
//! Invariant: nothing that is attempted stays. Each attempt is a transaction of its own that is rolled back whatever came
//! of it, or a statement that nobody could carry out. What could not be attempted is not denied.

mod error;
mod probe;
mod publication;
mod run;
mod session;
mod table;
mod targets;

pub(crate) use error::CertifyError;
pub(crate) use publication::{Found, Published, publish, read};
pub(crate) use run::{Circumstances, Request, probe};
