//! What a gateway links to know whether its database is the one it was built for.
//!
//! Everything here acts as the runtime and reads. Invariant: whatever could not be seen, read or finished in time is
//! not ready, and no answer is older than it says.

mod access;
mod prober;
mod question;
mod readiness;
mod unready;

pub mod pool;

pub(crate) use access::importer_question as importer_access_question;
pub use access::{Excess, Finding};
pub use prober::{Basis, Prober, Proof, Standing};
pub use readiness::{ANSWERS_FOR, Readiness, Report};
pub use unready::Unready;
