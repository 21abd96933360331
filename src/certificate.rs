//! Certificates: what was seen of one database and who vouches for the rest, signed piece by piece and merged.
//!
//! Everything here is data and pure decisions. Who attempts, signs and writes is the binary.

mod assemble;
mod document;
mod evidence;
mod reason;
mod slot;

pub use assemble::{CERTIFICATE_SCHEMA, Certificate, Kind, PART_MAX_AGE, SLOT_MAX_AGE, assemble};
pub use document::{Document, Signed};
pub use evidence::{
    Database, EVIDENCE_SCHEMA, Evidence, Insufficient, Login, Observation, Outcome, Relation, Remark, Tls,
    Verified, printable,
};
pub use reason::{NotCertified, Reason};
pub use slot::{NotAPerson, Person, SLOT_SCHEMA, Slot, SlotKind};
