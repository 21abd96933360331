//! The credentials of an environment: read from their provider, checked together, and given to each consumer in copies of
//! its own.
//!
//! ```text
//! vault ─► Record (one answer: values and version) ─► Material (fits together) ─► layout ─► a generation ─► pointer
//!                                                                    history ─┘
//! ```
//!
//! Invariants:
//!
//! - **One generation.** URLs, versions, authorities, server certificate and trust store are from one reading, and appear
//!   together or not at all. A consumer's directory never changes; the next generation is another directory.
//! - **Never back.** A version that was rendered is never followed by a lower one, nor by other bytes ([`history`]).
//! - **Nothing for nothing.** What is there already is compared, and not written again.
//! - **No secret is described.** What describes a generation can be shown to anybody ([`descriptor`]).

pub mod attestation;
pub mod consumer;
pub mod descriptor;
mod environment;
#[cfg(test)]
mod fixture;
pub mod history;
mod layout;
pub mod material;
pub mod mounts;
pub mod record;
pub mod render;
mod server_certificate;
pub mod status;
mod swarm;
pub mod vault;

pub use environment::{Environment, NotAnEnvironment};
