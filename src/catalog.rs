//! The shape of a database as data: read in one round trip, compared field by field, named by one fingerprint.
//!
//! Every class of object is one question in `catalog/questions`, and every column of its answer is a field, but for the
//! few of which the snapshot makes names and privileges: a new fact about a class is a new column there and nothing else.
//! Invariant: equal schemas give equal snapshots, whichever supported server prints them, whoever asks, and whatever the
//! database's own settings are.

mod delta;
mod diff;
mod leeway;
mod privileges;
mod question;
mod snapshot;

pub use delta::{Delta, Effect};
pub use diff::{Change, Difference, diff};
pub use leeway::Leeway;
pub use question::{Class, SETTINGS, field_of, questions};
pub use snapshot::{Fields, Snapshot, SnapshotError};
