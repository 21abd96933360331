//! What bootstrap promises, compared with what a superuser sees: every role, membership, privilege, owner, setting,
//! extension and control object, read in one `READ ONLY` transaction and judged as data.
//!
//! Nearly every check is a comparison of sets of facts, one line of text each: [`rules`] lists the question that the
//! server answers and the facts that must come back. Invariant: a subject that is asked about gives a check also where
//! the server knows nothing of it, and a question without an answer makes its checks fail.

mod access;
pub(super) mod facts;
mod guard;
mod hba;
mod inspect;
pub(super) mod judge;
mod privileges;
pub(super) mod rules;
mod scope;
mod strangers;

pub use facts::{Facts, questions};
pub use inspect::{InspectError, Place, inspect, inspect_and_locate, inspect_on};
pub use judge::{Passwords, evaluate};
pub use scope::Scope;

#[cfg(test)]
mod tests;
