//! Ordered steps towards a state, and which of them documents prove done. Pure: files are read and times are told by
//! others, and nothing is done for the operator.
//!
//! The documents are what this program printed or wrote. They are taken at their word, as a checklist takes them: what is
//! signed is proved by the command that verifies it, and no gateway rests on a plan.
//!
//! Invariant: a step is done only by a document that says so of this very database, is young enough, and is not older than
//! what undoes it.

mod activate;
mod cut_over;
mod document;
mod plan;
mod rotation;

pub use activate::{ROLLBACK, activate};
pub use cut_over::cut_over;
pub use document::{Document, read};
pub use plan::{Plan, PlanError, Standing, Terms};
pub use rotation::rotate_authority;

#[cfg(test)]
mod tests;
