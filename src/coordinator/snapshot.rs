//! Everything a decision depends on, read in one transaction.

use super::id::{AgentId, AssignmentId, LeaseId, SessionId, TaskId, TeamId, UserId, WorkspaceId};
use super::refusal::{Refusal, check};
use super::retry::RetryPolicy;
use super::vocabulary::{AssignmentState, DependencyType, Priority, SpecialistRole, TaskStatus};
use crate::attest::Instant;
use crate::fence::Fence;
use crate::gateway::PolicyRevision;
use serde::Serialize;
use std::collections::BTreeSet;

/// What was read, not yet checked. The order of the rows means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The tenant. Every row must be of it.
    pub workspace: WorkspaceId,
    /// The time of the reading.
    pub now: Instant,
    /// The policy in force.
    pub policy: Policy,
    /// The tasks, and all that they have dependencies on.
    pub tasks: Vec<Task>,
    /// What tasks are to each other.
    pub dependencies: Vec<Dependency>,
    /// The assignments of these tasks.
    pub assignments: Vec<Assignment>,
    /// What became of earlier attempts. A task without one was never attempted.
    pub executions: Vec<Execution>,
    /// The leases of these tasks.
    pub leases: Vec<Lease>,
    /// Who could be proposed.
    pub agents: Vec<Agent>,
    /// Where they run.
    pub sessions: Vec<Session>,
}

/// Rules that are the same for every task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Its revision, which every proposal names.
    pub revision: PolicyRevision,
    /// For how long a proposal stands, in seconds.
    pub proposal_seconds: u64,
    /// Roles whose proposals need nobody's approval.
    pub pre_authorized: BTreeSet<SpecialistRole>,
    /// For tasks without a policy of their own.
    pub retry: RetryPolicy,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// Its id.
    pub id: TaskId,
    /// Its version.
    pub version: i64,
    /// Where it is.
    pub status: TaskStatus,
    /// Its place among the others; the lowest comes first. The database's ranks are numbers of any precision: whoever
    /// reads them counts them out, those without a rank last.
    pub rank: i64,
    /// How urgent it is.
    pub priority: Priority,
    /// When it is due.
    pub due_at: Option<Instant>,
    /// Before then nobody may begin.
    pub not_before: Option<Instant>,
    /// When it was put away.
    pub archived_at: Option<Instant>,
    /// What kind of work it is.
    pub role: Option<SpecialistRole>,
    /// Its own policy for attempts that fail.
    pub retry: Option<RetryPolicy>,
    /// The fence given out last.
    pub fence: Fence,
}

/// What one task is to another. Two tasks have at most one dependency in each direction, whatever its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// The task that comes first.
    pub predecessor: TaskId,
    /// The task that follows.
    pub successor: TaskId,
    /// Whether it waits.
    pub kind: DependencyType,
}

/// Who a task is assigned to: exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Principal {
    /// A person.
    User(UserId),
    /// A team.
    Team(TeamId),
    /// An agent, in one session of it.
    Agent(AgentId, SessionId),
}

/// An assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// Its id.
    pub id: AssignmentId,
    /// The task.
    pub task: TaskId,
    /// The version of the task that was judged.
    pub task_version: i64,
    /// Who.
    pub principal: Principal,
    /// As what.
    pub role: SpecialistRole,
    /// Where it is.
    pub state: AssignmentState,
    /// Until when it must have been leased.
    pub expires_at: Instant,
    /// The policy under which it was proposed.
    pub policy_revision: PolicyRevision,
}

/// What became of earlier attempts at a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// The task.
    pub task: TaskId,
    /// How many attempts failed.
    pub attempts: u32,
    /// How long the last wait was, in seconds; zero before the first, and where nobody knows.
    pub delay_seconds: u64,
    /// Whether there may be another.
    pub standing: Standing,
}

/// Whether there may be another attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Now.
    Open,
    /// Not before this time.
    Waiting(Instant),
    /// Not before somebody has looked at it.
    Quarantined,
    /// None are left.
    Exhausted,
}

/// A lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// Its id.
    pub id: LeaseId,
    /// The task.
    pub task: TaskId,
    /// The assignment it was taken under.
    pub assignment: AssignmentId,
    /// Who holds it.
    pub session: SessionId,
    /// The fence it was given.
    pub fence: Fence,
    /// When it ends by itself.
    pub expires_at: Instant,
    /// When it was ended.
    pub released_at: Option<Instant>,
}

/// Whether an agent takes work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It does.
    Open,
    /// It finishes what it has.
    Closed,
}

/// An agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// Its id.
    pub id: AgentId,
    /// Whether it takes work.
    pub availability: Availability,
    /// What it can do.
    pub roles: BTreeSet<SpecialistRole>,
    /// How many assignments it can have.
    pub capacity: u32,
}

/// A session of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its tenant.
    pub workspace: WorkspaceId,
    /// Its id.
    pub id: SessionId,
    /// Whose.
    pub agent: AgentId,
    /// Until when it is taken for alive.
    pub alive_until: Instant,
    /// How many assignments it can have.
    pub capacity: u32,
}

/// A complete snapshot without contradictions.
#[derive(Clone, Debug)]
pub struct Snapshot(Parts);

impl Snapshot {
    /// Checks what was read.
    ///
    /// # Errors
    /// [`Refusal`]: what is missing or contradicts itself.
    pub fn new(parts: Parts) -> Result<Self, Refusal> {
        check(&parts)?;
        Ok(Self(parts))
    }

    /// What was read.
    #[must_use]
    pub const fn parts(&self) -> &Parts {
        &self.0
    }
}

impl Session {
    /// Whether it is taken for alive.
    #[must_use]
    pub fn is_alive(&self, now: Instant) -> bool {
        now < self.alive_until
    }
}

impl Lease {
    /// Whether it was neither ended nor has run out.
    #[must_use]
    pub fn is_held(&self, now: Instant) -> bool {
        self.released_at.is_none() && now < self.expires_at
    }
}
