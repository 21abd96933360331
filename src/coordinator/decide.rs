//! One decision about one snapshot.
//!
//! Tasks are taken in the order of rank (lowest first), priority (most urgent first), due time (earliest first, none
//! last) and id. Each eligible one is proposed to the session with the most room among those that can take it; of
//! several, to the one whose agent's id, and then whose own id, is lowest.

use super::id::{AgentId, AssignmentId, LeaseId, SessionId, TaskId};
use super::retry::{self, Failure, Retry, RetryPolicy};
use super::snapshot::{
    Assignment, Availability, Execution, Lease, Parts, Principal, Session, Snapshot, Standing, Task,
};
use super::vocabulary::{AssignmentState, DependencyType, SpecialistRole, TaskStatus};
use crate::attest::Instant;
use crate::gateway::PolicyRevision;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What follows from a snapshot. Nothing of it is in force before it was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Every task, in the order in which they are taken.
    pub eligibility: Vec<Eligibility>,
    /// Who is proposed for which eligible task, in the same order.
    pub proposals: Vec<Proposal>,
    /// The eligible tasks that nobody is proposed for, in the same order.
    pub deferred: Vec<Deferred>,
    /// Assignments that nobody took a lease under in time, by id: to be recorded as expired.
    pub lapsed: Vec<AssignmentId>,
    /// Leases that ran out, by id, and what becomes of their tasks.
    pub lost: Vec<Lost>,
}

/// Whether somebody may be proposed for a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Eligibility {
    /// The task.
    pub task: TaskId,
    /// Everything that is in the way; nothing, if it is eligible.
    pub obstacles: Vec<Obstacle>,
}

/// What keeps a task from being eligible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// It was put away.
    Archived(Instant),
    /// It is not ready.
    Status(TaskStatus),
    /// It may not begin yet.
    NotBefore(Instant),
    /// Nobody said what kind of work it is.
    NoRole,
    /// What must be done before it is not done.
    Predecessor {
        /// The task that comes first.
        task: TaskId,
        /// Where that is.
        status: TaskStatus,
    },
    /// It is assigned, as whatever kind of work.
    Assigned {
        /// The assignment.
        assignment: AssignmentId,
        /// Where that is.
        state: AssignmentState,
    },
    /// The last attempt failed a short time ago.
    Waiting(Instant),
    /// Somebody has to look at what became of the last attempt.
    Quarantined,
    /// No attempts are left; so many failed.
    Exhausted(u32),
}

/// One proposed assignment. It has no id yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proposal {
    /// The task.
    pub task: TaskId,
    /// The version of it that was judged.
    pub task_version: i64,
    /// As what.
    pub role: SpecialistRole,
    /// Who.
    pub agent: AgentId,
    /// Where.
    pub session: SessionId,
    /// Whether somebody has to approve it.
    pub state: AssignmentState,
    /// Until when it stands.
    pub expires_at: Instant,
    /// The policy it was made under.
    pub policy_revision: PolicyRevision,
}

/// An eligible task that nobody is proposed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Deferred {
    /// The task.
    pub task: TaskId,
    /// Why.
    pub deferral: Deferral,
}

/// Why nobody is proposed for an eligible task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deferral {
    /// No session that can do it has room.
    NoCapacity,
    /// So many proposals as were asked for were made.
    Limit,
}

/// A lease that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The lease.
    pub lease: LeaseId,
    /// The task.
    pub task: TaskId,
    /// What becomes of the task.
    pub retry: Retry,
}

/// Decides, with no more than `limit` proposals. Equal snapshots give equal decisions, whatever the order of their rows.
#[must_use]
pub fn decide(snapshot: &Snapshot, limit: usize) -> Decision {
    let parts = snapshot.parts();
    let index = Index::of(parts);
    let mut room = Room::of(parts);
    let mut decision = Decision {
        eligibility: Vec::with_capacity(parts.tasks.len()),
        proposals: Vec::new(),
        deferred: Vec::new(),
        lapsed: lapsed(parts),
        lost: lost(parts, &index),
    };
    let mut tasks: Vec<&Task> = parts.tasks.iter().collect();
    tasks.sort_by_key(|task| (task.rank, task.priority, task.due_at.is_none(), task.due_at, task.id));
    for task in tasks {
        let obstacles = index.obstacles(task);
        let eligible = task.role.filter(|_| obstacles.is_empty());
        decision.eligibility.push(Eligibility { task: task.id, obstacles });
        let Some(role) = eligible else { continue };
        let deferral = if decision.proposals.len() >= limit {
            Deferral::Limit
        } else if let Some(session) = room.take(role) {
            decision.proposals.push(propose(parts, task, role, session));
            continue;
        } else {
            Deferral::NoCapacity
        };
        decision.deferred.push(Deferred { task: task.id, deferral });
    }
    decision
}

fn propose(parts: &Parts, task: &Task, role: SpecialistRole, session: &Session) -> Proposal {
    let policy = &parts.policy;
    Proposal {
        task: task.id,
        task_version: task.version,
        role,
        agent: session.agent,
        session: session.id,
        state: if policy.pre_authorized.contains(&role) {
            AssignmentState::PolicyPreAuthorized
        } else {
            AssignmentState::AwaitingApproval
        },
        expires_at: parts.now.plus(policy.proposal_seconds),
        policy_revision: policy.revision.clone(),
    }
}

/// A leased assignment ends with its lease, not by itself.
fn lapsed(parts: &Parts) -> Vec<AssignmentId> {
    let open =
        parts.assignments.iter().filter(|row| row.state.is_live() && row.state != AssignmentState::Leased);
    let mut lapsed: Vec<_> = open.filter(|row| row.expires_at <= parts.now).map(|row| row.id).collect();
    lapsed.sort_unstable();
    lapsed
}

fn lost(parts: &Parts, index: &Index) -> Vec<Lost> {
    let over = |lease: &&Lease| lease.released_at.is_none() && !lease.is_held(parts.now);
    let mut lost: Vec<Lost> = parts
        .leases
        .iter()
        .filter(over)
        .map(|lease| Lost {
            lease: lease.id,
            task: lease.task,
            retry: retry::after(
                Failure::Lost,
                &index.execution(lease.task),
                index.policy(lease.task),
                parts.now,
            ),
        })
        .collect();
    lost.sort_unstable_by_key(|lost| lost.lease);
    lost
}

/// The rows of a snapshot by what they are looked up by.
struct Index<'a> {
    parts: &'a Parts,
    tasks: BTreeMap<TaskId, &'a Task>,
    predecessors: BTreeMap<TaskId, Vec<TaskId>>,
    assigned: BTreeMap<TaskId, Vec<&'a Assignment>>,
    executions: BTreeMap<TaskId, &'a Execution>,
}

impl<'a> Index<'a> {
    fn of(parts: &'a Parts) -> Self {
        let mut predecessors: BTreeMap<TaskId, Vec<TaskId>> = BTreeMap::new();
        for row in parts.dependencies.iter().filter(|row| row.kind == DependencyType::Blocks) {
            predecessors.entry(row.successor).or_default().push(row.predecessor);
        }
        let mut assigned: BTreeMap<TaskId, Vec<&Assignment>> = BTreeMap::new();
        for row in parts.assignments.iter().filter(|row| row.state.is_live()) {
            assigned.entry(row.task).or_default().push(row);
        }
        Self {
            parts,
            tasks: parts.tasks.iter().map(|row| (row.id, row)).collect(),
            predecessors,
            assigned,
            executions: parts.executions.iter().map(|row| (row.task, row)).collect(),
        }
    }

    /// The task's own policy, or the general one.
    fn policy(&self, task: TaskId) -> &RetryPolicy {
        self.tasks.get(&task).and_then(|task| task.retry.as_ref()).unwrap_or(&self.parts.policy.retry)
    }

    fn execution(&self, task: TaskId) -> Execution {
        let workspace = self.parts.workspace;
        let untried = Execution { workspace, task, attempts: 0, delay_seconds: 0, standing: Standing::Open };
        self.executions.get(&task).map_or(untried, |execution| **execution)
    }

    /// Everything in the way, in the order of [`Obstacle`].
    fn obstacles(&self, task: &Task) -> Vec<Obstacle> {
        let now = self.parts.now;
        let mut found: Vec<Obstacle> = Vec::new();
        found.extend(task.archived_at.map(Obstacle::Archived));
        found.extend((task.status != TaskStatus::Ready).then_some(Obstacle::Status(task.status)));
        found.extend(task.not_before.filter(|time| now < *time).map(Obstacle::NotBefore));
        found.extend(task.role.is_none().then_some(Obstacle::NoRole));
        let predecessors = self.predecessors.get(&task.id).into_iter().flatten();
        let open =
            predecessors.filter_map(|id| self.tasks.get(id)).filter(|task| task.status != TaskStatus::Done);
        found.extend(open.map(|task| Obstacle::Predecessor { task: task.id, status: task.status }));
        let assigned = self.assigned.get(&task.id).into_iter().flatten();
        found.extend(assigned.map(|row| Obstacle::Assigned { assignment: row.id, state: row.state }));
        let execution = self.execution(task.id);
        let used_up = execution.attempts >= self.policy(task.id).attempts();
        match execution.standing {
            Standing::Quarantined => found.push(Obstacle::Quarantined),
            Standing::Exhausted => found.push(Obstacle::Exhausted(execution.attempts)),
            Standing::Open | Standing::Waiting(_) if used_up => {
                found.push(Obstacle::Exhausted(execution.attempts));
            }
            Standing::Waiting(until) if now < until => found.push(Obstacle::Waiting(until)),
            Standing::Open | Standing::Waiting(_) => {}
        }
        found.sort_unstable();
        found
    }
}

/// Who still has room. A live assignment takes one place of its session and one of its agent.
struct Room<'a> {
    agents: BTreeMap<AgentId, (u32, &'a BTreeSet<SpecialistRole>)>,
    sessions: Vec<(u32, &'a Session)>,
}

impl<'a> Room<'a> {
    fn of(parts: &'a Parts) -> Self {
        let mut by_agent: BTreeMap<AgentId, u32> = BTreeMap::new();
        let mut by_session: BTreeMap<SessionId, u32> = BTreeMap::new();
        for row in parts.assignments.iter().filter(|row| row.state.is_live()) {
            if let Principal::Agent(agent, session) = &row.principal {
                *by_agent.entry(*agent).or_default() += 1;
                *by_session.entry(*session).or_default() += 1;
            }
        }
        let left = |capacity: u32, taken: Option<&u32>| capacity.saturating_sub(taken.copied().unwrap_or(0));
        let open = parts.agents.iter().filter(|agent| agent.availability == Availability::Open);
        let agents =
            open.map(|agent| (agent.id, (left(agent.capacity, by_agent.get(&agent.id)), &agent.roles)));
        let alive = parts.sessions.iter().filter(|session| session.is_alive(parts.now));
        let sessions = alive.map(|session| (left(session.capacity, by_session.get(&session.id)), session));
        Self { agents: agents.collect(), sessions: sessions.collect() }
    }

    /// Takes one place for a role.
    fn take(&mut self, role: SpecialistRole) -> Option<&'a Session> {
        let Self { agents, sessions } = self;
        let able = sessions.iter_mut().filter(|(left, session)| {
            let agent = agents.get(&session.agent);
            *left > 0 && agent.is_some_and(|(left, roles)| *left > 0 && roles.contains(&role))
        });
        let (left, session) =
            able.min_by_key(|(left, session)| (Reverse(*left), session.agent, session.id))?;
        *left -= 1;
        if let Some((left, _)) = agents.get_mut(&session.agent) {
            *left -= 1;
        }
        Some(session)
    }
}
