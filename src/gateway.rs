//! What a gateway links: whether its database is the one it was built for, whether it can be written to, and how an act
//! that fails is told of.
//!
//! Everything here acts as the runtime. Invariant: whatever could not be seen, read or finished in time is not ready, and no
//! answer is older than it says; what writes is below [`mod@write`] alone, and takes a proof that only asking gives.

mod access;
mod failure;
mod health;
mod prober;
mod question;
mod readiness;
mod unready;

pub mod lease;
pub mod pool;
pub mod proposal;
pub mod write;

pub(crate) use access::importer_question as importer_access_question;
pub use access::{Excess, Finding};
pub use failure::{Carrier, Failure, IdempotencyKey, Outcome, Retry, Stale, TransportFault, Unreadable};
pub use health::{Contradiction, Health, PolicyRevision, State};
pub use prober::{Basis, Prober, Proof, Standing};
pub use readiness::{ANSWERS_FOR, Readiness, Report};
pub use unready::Unready;
