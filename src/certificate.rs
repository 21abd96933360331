//! Certificates: what was seen of one database, put down so that it can be signed, kept and merged.
//!
//! Everything here is data and pure decisions. Who attempts, signs and writes is the binary.

mod evidence;

pub use evidence::{
    Database, EVIDENCE_SCHEMA, Evidence, Insufficient, Login, Observation, Outcome, Relation, Remark, Tls,
    Verified, printable,
};
