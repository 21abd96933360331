//! What a coordinator may decide by itself: which tasks are eligible, who is proposed for them, and what becomes of an
//! attempt that ended without a result.
//!
//! Everything is a function of one complete [`Snapshot`]: no clock, no SQL, no randomness, no ids to be looked up later.
//! A snapshot that contradicts itself is refused, never interpreted. Invariant: nothing here completes, certifies or
//! merges a task, and no change proposal is an input, so that a pending one can have no effect.
//!
//! Times are whole seconds. Who takes a snapshot cuts `now` down and rounds ends up, so that nothing ends early.

mod decide;
mod id;
mod refusal;
mod rejection;
mod retry;
mod snapshot;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use decide::{Decision, Deferral, Deferred, Eligibility, Lost, Obstacle, Proposal, decide};
pub use id::{AgentId, AssignmentId, LeaseId, SessionId, TaskId, TeamId, UserId, WorkspaceId};
pub use refusal::{Record, Refusal};
pub use rejection::{Acquisition, Claim, Rejection, StaleApproval, StaleFence, StaleSession};
pub use retry::{Failure, NotARetryPolicy, Outcome, Retry, RetryPolicy, after};
pub use snapshot::{
    Agent, Assignment, Availability, Dependency, Execution, Lease, Parts, Policy, Principal, Session,
    Snapshot, Standing, Task,
};
pub use vocabulary::{AssignmentState, DependencyType, Priority, SpecialistRole, TaskStatus};
