//! What a migration ledger says about a bundle: which entries ran, which are pending, and whether it can be believed.
//!
//! The ledger is Drizzle's `__drizzle_migrations`, written by Drizzle itself or by this program. Nothing here talks
//! to a server: a reader makes [`Observed`] from it, [`reconcile()`] compares that with the bundle's entries, and
//! [`plan()`] is the only way to a [`Plan`].
//!
//! Invariants: the SHA-256 of an entry's bytes decides, never `created_at`, the order of rows or their number; one
//! row stands for one entry; where the rows allow two readings the answer is a refusal, never a guess; and a row is
//! only ever read.

mod compare;
mod fingerprint;
mod known;
mod note;
mod observed;
mod pairing;
mod plan;
mod reconcile;
mod refusal;

pub use fingerprint::fingerprint;
pub use known::Known;
pub use note::Note;
pub use observed::{Column, Observed, Row, RowFault, Shape, ShapeFault};
pub use plan::{EntriesPending, Plan, Step, plan};
pub use reconcile::{EntryState, Reconciliation, Turn, reconcile};
pub use refusal::{Refusal, Refused};

#[cfg(test)]
mod tests;
