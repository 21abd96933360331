//! Why a snapshot is not judged: something is missing from it, or it contradicts itself. A decision would be a guess.

use super::id::{AgentId, AssignmentId, LeaseId, SessionId, TaskId, WorkspaceId};
use super::snapshot::{Lease, Parts, Principal};
use super::vocabulary::{AssignmentState, DependencyType, SpecialistRole};
use crate::error::Code;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A row of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A task.
    Task(TaskId),
    /// What the first task is to the second.
    Dependency(TaskId, TaskId),
    /// An assignment.
    Assignment(AssignmentId),
    /// The earlier attempts at a task.
    Execution(TaskId),
    /// A lease.
    Lease(LeaseId),
    /// An agent.
    Agent(AgentId),
    /// A session.
    Session(SessionId),
}

/// What keeps a snapshot from being judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A row of another tenant.
    #[error("{record} is of workspace {workspace}")]
    OtherWorkspace {
        /// The row.
        record: Record,
        /// Its tenant.
        workspace: WorkspaceId,
    },
    /// Two rows are the same one.
    #[error("{0} is there twice")]
    Twice(Record),
    /// A row that another one needs is not there.
    #[error("{of} needs {missing}, which is not there")]
    Missing {
        /// The row that needs it.
        of: Record,
        /// The row it needs.
        missing: Record,
    },
    /// Tasks wait for each other, each for the one before it.
    #[error("tasks wait for each other: {}", Ids(.0))]
    Cycle(Vec<TaskId>),
    /// Two live assignments of one task for one role.
    #[error("task {0} has two live assignments for the role {1}")]
    TwoAssignments(TaskId, SpecialistRole),
    /// Two leases of one task that were not ended.
    #[error("task {0} has two leases that were not ended")]
    TwoLeases(TaskId),
    /// A lease's fence is not one that its task's counter gave out, or not the last one although it was not ended.
    #[error("lease {0} has a fence that its task did not give out for it")]
    Fence(LeaseId),
    /// A lease and its assignment are not about the same.
    #[error("lease {0} does not fit its assignment")]
    Unfitting(LeaseId),
    /// An assignment is leased, and there is no lease of it that was not ended.
    #[error("assignment {0} is leased and has no lease")]
    Unleased(AssignmentId),
    /// A session is another agent's.
    #[error("assignment {0} names a session of another agent")]
    OtherAgent(AssignmentId),
}

impl Refusal {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::OtherWorkspace { .. }
            | Self::Twice(_)
            | Self::Missing { .. }
            | Self::Cycle(_)
            | Self::TwoAssignments(..)
            | Self::TwoLeases(_)
            | Self::Fence(_)
            | Self::Unfitting(_)
            | Self::Unleased(_)
            | Self::OtherAgent(_) => Code::CoordinatorSnapshot,
        }
    }
}

/// Looks for everything that keeps a snapshot from being judged, and names one of them.
pub(super) fn check(parts: &Parts) -> Result<(), Refusal> {
    tenants(parts)?;
    let keys = Keys::of(parts)?;
    keys.references(parts)?;
    assignments(parts, &keys)?;
    leases(parts)?;
    acyclic(parts)
}

/// The keys that a row can be named by.
struct Keys {
    tasks: BTreeSet<TaskId>,
    assignments: BTreeSet<AssignmentId>,
    agents: BTreeSet<AgentId>,
    sessions: BTreeMap<SessionId, AgentId>,
}

fn tenants(parts: &Parts) -> Result<(), Refusal> {
    let tasks = parts.tasks.iter().map(|row| (row.workspace, Record::Task(row.id)));
    let dependencies = parts.dependencies.iter();
    let dependencies =
        dependencies.map(|row| (row.workspace, Record::Dependency(row.predecessor, row.successor)));
    let assignments = parts.assignments.iter().map(|row| (row.workspace, Record::Assignment(row.id)));
    let executions = parts.executions.iter().map(|row| (row.workspace, Record::Execution(row.task)));
    let leases = parts.leases.iter().map(|row| (row.workspace, Record::Lease(row.id)));
    let agents = parts.agents.iter().map(|row| (row.workspace, Record::Agent(row.id)));
    let sessions = parts.sessions.iter().map(|row| (row.workspace, Record::Session(row.id)));
    let rows = tasks.chain(dependencies).chain(assignments).chain(executions);
    let mut rows = rows.chain(leases).chain(agents).chain(sessions);
    rows.find(|(workspace, _)| *workspace != parts.workspace)
        .map_or(Ok(()), |(workspace, record)| Err(Refusal::OtherWorkspace { record, workspace }))
}

/// The keys of rows; one that is there twice is refused.
fn distinct<T: Ord + Copy>(
    keys: impl Iterator<Item = T>,
    record: impl Fn(T) -> Record,
) -> Result<BTreeSet<T>, Refusal> {
    let mut seen = BTreeSet::new();
    for key in keys {
        if !seen.insert(key) {
            return Err(Refusal::Twice(record(key)));
        }
    }
    Ok(seen)
}

impl Keys {
    fn of(parts: &Parts) -> Result<Self, Refusal> {
        let edges = parts.dependencies.iter().map(|row| (row.predecessor, row.successor));
        distinct(edges, |(predecessor, successor)| Record::Dependency(predecessor, successor))?;
        distinct(parts.executions.iter().map(|row| row.task), Record::Execution)?;
        distinct(parts.leases.iter().map(|row| row.id), Record::Lease)?;
        distinct(parts.sessions.iter().map(|row| row.id), Record::Session)?;
        Ok(Self {
            tasks: distinct(parts.tasks.iter().map(|row| row.id), Record::Task)?,
            assignments: distinct(parts.assignments.iter().map(|row| row.id), Record::Assignment)?,
            agents: distinct(parts.agents.iter().map(|row| row.id), Record::Agent)?,
            sessions: parts.sessions.iter().map(|row| (row.id, row.agent)).collect(),
        })
    }

    fn task(&self, of: Record, task: TaskId) -> Result<(), Refusal> {
        let missing = Record::Task(task);
        if self.tasks.contains(&task) { Ok(()) } else { Err(Refusal::Missing { of, missing }) }
    }

    fn agent(&self, of: Record, agent: AgentId) -> Result<(), Refusal> {
        let missing = Record::Agent(agent);
        if self.agents.contains(&agent) { Ok(()) } else { Err(Refusal::Missing { of, missing }) }
    }

    fn session(&self, of: Record, session: SessionId) -> Result<AgentId, Refusal> {
        let missing = Record::Session(session);
        self.sessions.get(&session).copied().ok_or(Refusal::Missing { of, missing })
    }

    /// Everything that a row names is there.
    fn references(&self, parts: &Parts) -> Result<(), Refusal> {
        for row in &parts.dependencies {
            let of = Record::Dependency(row.predecessor, row.successor);
            self.task(of, row.predecessor)?;
            self.task(of, row.successor)?;
        }
        for row in &parts.executions {
            self.task(Record::Execution(row.task), row.task)?;
        }
        for row in &parts.sessions {
            self.agent(Record::Session(row.id), row.agent)?;
        }
        for row in &parts.leases {
            let of = Record::Lease(row.id);
            self.task(of, row.task)?;
            self.session(of, row.session)?;
            let missing = Record::Assignment(row.assignment);
            if !self.assignments.contains(&row.assignment) {
                return Err(Refusal::Missing { of, missing });
            }
        }
        Ok(())
    }
}

fn assignments(parts: &Parts, keys: &Keys) -> Result<(), Refusal> {
    let mut assigned = BTreeSet::new();
    for row in &parts.assignments {
        let of = Record::Assignment(row.id);
        keys.task(of, row.task)?;
        match &row.principal {
            Principal::User(_) | Principal::Team(_) => {}
            Principal::Agent(agent, session) => {
                keys.agent(of, *agent)?;
                if keys.session(of, *session)? != *agent {
                    return Err(Refusal::OtherAgent(row.id));
                }
            }
        }
        if row.state.is_live() && !assigned.insert((row.task, row.role)) {
            return Err(Refusal::TwoAssignments(row.task, row.role));
        }
    }
    Ok(())
}

fn leases(parts: &Parts) -> Result<(), Refusal> {
    let fences: BTreeMap<_, _> = parts.tasks.iter().map(|task| (task.id, task.fence)).collect();
    let assignments: BTreeMap<_, _> = parts.assignments.iter().map(|row| (row.id, row)).collect();
    let mut leased: BTreeMap<TaskId, &Lease> = BTreeMap::new();
    for lease in &parts.leases {
        let ended = lease.released_at.is_some();
        let given_out = fences
            .get(&lease.task)
            .is_some_and(|last| if ended { lease.fence <= *last } else { lease.fence == *last });
        if !given_out {
            return Err(Refusal::Fence(lease.id));
        }
        let fits = assignments.get(&lease.assignment).is_some_and(|assignment| {
            let holder =
                matches!(assignment.principal, Principal::Agent(_, session) if session == lease.session);
            assignment.task == lease.task && holder && (ended || assignment.state == AssignmentState::Leased)
        });
        if !fits {
            return Err(Refusal::Unfitting(lease.id));
        }
        if !ended && leased.insert(lease.task, lease).is_some() {
            return Err(Refusal::TwoLeases(lease.task));
        }
    }
    for row in &parts.assignments {
        let held = leased.get(&row.task).is_some_and(|lease| lease.assignment == row.id);
        if row.state == AssignmentState::Leased && !held {
            return Err(Refusal::Unleased(row.id));
        }
    }
    Ok(())
}

/// Takes away, again and again, the tasks that wait for none of those left. What cannot be taken away waits in a circle,
/// or for one.
fn acyclic(parts: &Parts) -> Result<(), Refusal> {
    let mut waits: BTreeMap<TaskId, BTreeSet<TaskId>> = BTreeMap::new();
    let mut followers: BTreeMap<TaskId, Vec<TaskId>> = BTreeMap::new();
    for row in parts.dependencies.iter().filter(|row| row.kind == DependencyType::Blocks) {
        waits.entry(row.successor).or_default().insert(row.predecessor);
        followers.entry(row.predecessor).or_default().push(row.successor);
    }
    let mut free: Vec<TaskId> = followers.keys().filter(|task| !waits.contains_key(task)).copied().collect();
    while let Some(task) = free.pop() {
        for follower in followers.get(&task).into_iter().flatten() {
            if let Some(left) = waits.get_mut(follower)
                && left.remove(&task)
                && left.is_empty()
            {
                waits.remove(follower);
                free.push(*follower);
            }
        }
    }
    // Each task left waits for one that is left: going back from one to the next must come to a task twice.
    let mut path: Vec<TaskId> = Vec::new();
    let mut next = waits.keys().next();
    while let Some(task) = next {
        if let Some(start) = path.iter().position(|seen| seen == task) {
            return Err(Refusal::Cycle(path.split_off(start)));
        }
        path.push(*task);
        next = waits.get(task).and_then(BTreeSet::first);
    }
    Ok(())
}

/// Ids, with commas.
struct Ids<'a>(&'a [TaskId]);

impl fmt::Display for Ids<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, id) in self.0.iter().enumerate() {
            write!(f, "{}{id}", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(id) => write!(f, "task {id}"),
            Self::Dependency(before, after) => write!(f, "the dependency of task {after} on task {before}"),
            Self::Assignment(id) => write!(f, "assignment {id}"),
            Self::Execution(task) => write!(f, "the attempts at task {task}"),
            Self::Lease(id) => write!(f, "lease {id}"),
            Self::Agent(id) => write!(f, "agent {id}"),
            Self::Session(id) => write!(f, "session {id}"),
        }
    }
}
