//! Why an act under an assignment or a lease is refused. None of it was applied, and asking again changes nothing.

use super::id::{LeaseId, SessionId, TaskId};
use super::snapshot::{Assignment, Lease, Principal, Session, Task};
use super::vocabulary::AssignmentState;
use crate::attest::Instant;
use crate::error::Code;
use crate::fence::Fence;
use crate::gateway::PolicyRevision;
use serde::Serialize;

/// Authority that was, and is no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The fence, or the lease that it belongs to.
    #[error("stale fence: {0}")]
    StaleFence(StaleFence),
    /// The session.
    #[error("stale session: {0}")]
    StaleSession(StaleSession),
    /// The approval of the assignment.
    #[error("stale approval: {0}")]
    StaleApproval(StaleApproval),
}

/// In which way a fence is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum StaleFence {
    /// Another lease is meant.
    #[error("the lease is {0}")]
    OtherLease(LeaseId),
    /// It is not the fence given out last.
    #[error("the task's fence is {0}")]
    Superseded(Fence),
    /// The lease was ended.
    #[error("the lease was ended at {0}")]
    Released(Instant),
    /// The lease has run out.
    #[error("the lease ran out at {0}")]
    Expired(Instant),
}

/// In which way a session is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum StaleSession {
    /// Another session has the authority.
    #[error("session {0} acts where it holds nothing")]
    NotHolder(SessionId),
    /// It is not taken for alive any more.
    #[error("the session was alive until {0}")]
    Ended(Instant),
}

/// In which way an approval is stale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum StaleApproval {
    /// The assignment is not approved, or not any more.
    #[error("the assignment is {0}")]
    State(AssignmentState),
    /// It was not acted on in time.
    #[error("the assignment stood until {0}")]
    Expired(Instant),
    /// Another task was assigned.
    #[error("the assignment is of task {0}")]
    Task(TaskId),
    /// Another version of the task was judged.
    #[error("the task is at version {0}")]
    Version(i64),
    /// Another policy is in force.
    #[error("the policy in force is {}", .0.as_str())]
    Policy(PolicyRevision),
}

/// What whoever acts under a lease presents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The lease.
    pub lease: LeaseId,
    /// The session that acts.
    pub session: SessionId,
    /// The fence it was given.
    pub fence: Fence,
}

/// What must agree before an assignment becomes a lease: rows that are locked.
#[derive(Clone, Copy, Debug)]
pub struct Acquisition<'a> {
    /// The task.
    pub task: &'a Task,
    /// The assignment.
    pub assignment: &'a Assignment,
    /// The session that asks.
    pub session: &'a Session,
    /// The revision of the policy in force.
    pub policy_revision: &'a PolicyRevision,
    /// The time.
    pub now: Instant,
}

impl Rejection {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::StaleFence(_) => Code::CoordinatorStaleFence,
            Self::StaleSession(_) => Code::CoordinatorStaleSession,
            Self::StaleApproval(_) => Code::CoordinatorStaleApproval,
        }
    }
}

impl Claim {
    /// Whether it is good for the task now, given its lease and the session that holds it, all locked.
    ///
    /// # Errors
    /// [`Rejection`]: the fence before the session.
    pub fn check(
        &self,
        task: &Task,
        lease: &Lease,
        session: &Session,
        now: Instant,
    ) -> Result<(), Rejection> {
        let stale = |fence| Err(Rejection::StaleFence(fence));
        if self.lease != lease.id || lease.task != task.id {
            return stale(StaleFence::OtherLease(lease.id));
        }
        if self.fence != task.fence || lease.fence != task.fence {
            return stale(StaleFence::Superseded(task.fence));
        }
        if let Some(at) = lease.released_at {
            return stale(StaleFence::Released(at));
        }
        if !lease.is_held(now) {
            return stale(StaleFence::Expired(lease.expires_at));
        }
        if self.session != lease.session || session.id != lease.session {
            return Err(Rejection::StaleSession(StaleSession::NotHolder(self.session)));
        }
        alive(session, now)
    }
}

impl Acquisition<'_> {
    /// Whether the assignment may become a lease.
    ///
    /// # Errors
    /// [`Rejection`]: the session before the approval.
    pub fn check(&self) -> Result<(), Rejection> {
        let Self { task, assignment, session, policy_revision, now } = *self;
        if assignment.principal != Principal::Agent(session.agent, session.id) {
            return Err(Rejection::StaleSession(StaleSession::NotHolder(session.id)));
        }
        alive(session, now)?;
        let stale = |approval| Err(Rejection::StaleApproval(approval));
        match assignment.state {
            AssignmentState::Approved | AssignmentState::PolicyPreAuthorized => {}
            state => return stale(StaleApproval::State(state)),
        }
        if assignment.expires_at <= now {
            return stale(StaleApproval::Expired(assignment.expires_at));
        }
        if assignment.task != task.id {
            return stale(StaleApproval::Task(assignment.task));
        }
        if assignment.task_version != task.version {
            return stale(StaleApproval::Version(task.version));
        }
        if assignment.policy_revision != *policy_revision {
            return stale(StaleApproval::Policy(policy_revision.clone()));
        }
        Ok(())
    }
}

fn alive(session: &Session, now: Instant) -> Result<(), Rejection> {
    if session.is_alive(now) {
        Ok(())
    } else {
        Err(Rejection::StaleSession(StaleSession::Ended(session.alive_until)))
    }
}
