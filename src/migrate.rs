//! The only DDL control plane: one session, one lock, from preflight to release.
//!
//! Each stage is a value that only the stage before can produce, so an order that must hold cannot be broken by a
//! call: [`Proved`](open::Proved) → [`Locked`](lock::Locked) → [`Surveyed`](preflight::Surveyed) →
//! [`Cleared`](preflight::Cleared) → applied → verified. The survey is read after the lock. A lost connection is a
//! lost lock: nothing reconnects in the middle.

mod commit;
mod connection;
mod error;
mod event;
mod evidence;
mod frame;
mod interrupt;
mod lock;
mod measure;
mod occupy;
mod open;
mod preflight;
mod prepared;
mod proof;
mod receipt;
mod rehearse;
mod retry;
mod run;
mod single;
mod stepwise;
mod watch;

pub(crate) use commit::{DURABLE, resolve as fate};
pub(crate) use error::MigrateError;
pub(crate) use event::{Committed, Event};
pub(crate) use interrupt::Interrupt;
pub(crate) use lock::KEYS as LOCK_KEYS;
pub(crate) use measure::{MeasureError, measure};
pub(crate) use occupy::{Occupied, occupy};
pub(crate) use receipt::{Chain, Circumstances, ReceiptError, Written, head};
pub(crate) use rehearse::{Rehearsal, Rehearsed, State, rehearse};
pub(crate) use run::{Limits, Report, Request, Unmet, run};
