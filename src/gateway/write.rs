//! The one place of the library from which rows are written: as the runtime, with the rights that the runtime has, in a
//! transaction on a connection that the service opened.
//!
//! Invariant: whoever writes has asked the very transaction that writes, and has asked it again just before. A
//! [`WriteHealthProof`] borrows its [`Transaction`], so that it can neither outlive it nor be used in another; a [`Permit`]
//! is used up by one statement.

mod probe;
mod proof;

pub use crate::postgres::transaction::{CommitError, Transaction};
pub use probe::observe;
pub use proof::{Permit, Unproven, VALID_FOR, WriteHealthProof};
