//! What the Mosaic database control plane can *prove*.
//!
//! **The library can prove; only the binary can change.** Everything here is pure or reads: bundles, ledgers,
//! DSNs, verified sessions that only ever open `READ ONLY` transactions. Whatever takes the migration lock, runs
//! DDL, writes files or reads the process environment is declared in `src/main.rs` and cannot be reached from a
//! program that links this library. Rows alone are written, by [`gateway::write`] and what uses it: as the runtime, on a
//! connection that the service lends, and not without a proof of the transaction that writes.
#![forbid(unsafe_code)]

pub mod allowance;
pub mod assess;
pub mod attest;
pub mod blockers;
pub mod bundle;
mod calendar;
pub mod catalog;
pub mod certificate;
pub mod checks;
pub mod coordinator;
pub mod deploy;
pub mod digest;
pub mod dsn;
pub mod error;
pub mod fence;
pub mod gateway;
pub mod handoff;
pub mod identifier;
pub mod inspect;
mod jcs;
pub mod ledger;
pub mod postgres;
pub mod precondition;
pub mod recovery;
pub mod roles;
pub mod routes;
pub mod scram;
pub mod secret;
mod spelling;
pub mod survey;
pub mod uuid;
mod vocabulary;
