//! Changes that somebody proposed while they could not be made: notes of an outage, which a member of the workspace
//! accepts or rejects.
//!
//! Everything happens in a transaction that the caller began and commits, as the runtime. Invariant: a proposal that is
//! pending or rejected has no effect; one that is accepted has that of the normal command alone, whose event is checked
//! and recorded with it. What fails changes nothing, even if the caller commits: each act is undone to where it began.
//! An act whose future was dropped before its end is not; such a transaction is to be rolled back.

mod accept;
mod error;
mod evidence;
mod model;
mod read;
mod reject;
mod row;
mod savepoint;
mod submit;

pub use accept::{Accepted, Done, accept};
pub use error::{AcceptError, ProposalError};
pub use evidence::EventFault;
pub use model::{
    Actor, Command, CommandType, Decision, EventId, NotAReason, Payload, Proposal, ProposalId, ProposalState,
    Reason, Submission, Target, TargetType, Verdict, Version,
};
pub use read::{Cursor, Filter, Limit, NotACursor, NotALimit, Page, get, list};
pub use reject::{Rejected, reject};
pub use submit::{Submitted, submit};
