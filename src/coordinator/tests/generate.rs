//! Snapshots without contradictions, small and crowded, so that everything meets everything else.

use crate::attest::Instant;
use crate::coordinator::*;
use crate::fence::Fence;
use crate::gateway::PolicyRevision;
use crate::uuid::Uuid;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The time of every generated snapshot; the times in it are a few seconds before and after.
pub(super) const NOW: Instant = match Instant::from_unix(1_000_000) {
    Ok(now) => now,
    Err(_) => unreachable!(),
};

pub(super) const WORKSPACE: WorkspaceId = WorkspaceId(Uuid::from_u128(7));

/// An id of the `number`th row of a kind. Ids are not in the order of the numbers.
pub(super) fn uuid(kind: u128, number: usize) -> Uuid {
    let number = (kind << 64) + number as u128 + 1;
    Uuid::from_u128(number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
}

/// A revision of the policy.
pub(super) fn revision(text: &str) -> PolicyRevision {
    PolicyRevision::new(text).unwrap()
}

/// What is drawn for one task.
#[derive(Clone, Debug)]
struct Draw {
    status: TaskStatus,
    order: (i64, Priority, Option<Instant>),
    times: (Option<Instant>, Option<Instant>),
    role: Option<SpecialistRole>,
    retry: Option<RetryPolicy>,
    /// Which of the tasks before it must be done, and to which it relates.
    after: (u8, u8),
    /// An assignment: which session, its state, and when it and a lease end.
    assigned: Option<(usize, AssignmentState, Instant)>,
    execution: Option<(u32, u64, Standing)>,
}

fn time() -> impl Strategy<Value = Instant> {
    (0_u64..7).prop_map(|seconds| Instant::from_unix(NOW.unix() - 3 + seconds).unwrap())
}

/// Three of them are enough for some to fit and others not.
fn role() -> impl Strategy<Value = SpecialistRole> {
    prop::sample::select(&SpecialistRole::ALL[..3])
}

fn retry() -> impl Strategy<Value = RetryPolicy> {
    (1_u32..4, 0_u64..3, 1_u32..3)
        .prop_map(|(attempts, first, factor)| RetryPolicy::new(attempts, first, factor, 5).unwrap())
}

fn standing() -> impl Strategy<Value = Standing> {
    prop_oneof![
        2 => Just(Standing::Open),
        2 => time().prop_map(Standing::Waiting),
        1 => Just(Standing::Quarantined),
        1 => Just(Standing::Exhausted),
    ]
}

fn draw() -> impl Strategy<Value = Draw> {
    let status = prop_oneof![6 => Just(TaskStatus::Ready), 1 => prop::sample::select(TaskStatus::ALL)];
    let order = (0_i64..3, prop::sample::select(Priority::ALL), prop::option::of(time()));
    let times = (prop::option::weighted(0.05, time()), prop::option::weighted(0.1, time()));
    let assigned = (0_usize..8, prop::sample::select(AssignmentState::ALL), time());
    let execution = (0_u32..3, 0_u64..4, standing());
    (
        status,
        order,
        times,
        prop::option::weighted(0.9, role()),
        prop::option::weighted(0.3, retry()),
        (prop_oneof![4 => Just(0), 1 => any::<u8>()], any::<u8>()),
        prop::option::weighted(0.2, assigned),
        prop::option::weighted(0.2, execution),
    )
        .prop_map(|(status, order, times, role, retry, after, assigned, execution)| Draw {
            status,
            order,
            times,
            role,
            retry,
            after,
            assigned,
            execution,
        })
}

/// Any consistent snapshot.
pub(super) fn parts() -> impl Strategy<Value = Parts> {
    // Most can do something, so that there is somebody to choose from.
    let agents = (prop::bool::weighted(0.8), prop::collection::btree_set(role(), 0..4), 0_u32..4);
    let alive = prop_oneof![3 => Just(NOW.plus(60)), 1 => time()];
    let sessions = (0_usize..4, alive, 0_u32..3);
    (
        prop::collection::vec(draw(), 0..8),
        prop::collection::vec(agents, 1..4),
        prop::collection::vec(sessions, 0..8),
        prop::collection::btree_set(role(), 0..3),
        retry(),
    )
        .prop_map(|(draws, agents, sessions, pre_authorized, retry)| {
            let policy =
                Policy { revision: revision("policy-1"), proposal_seconds: 60, pre_authorized, retry };
            let mut parts = empty(policy);
            parts.agents = agents
                .into_iter()
                .enumerate()
                .map(|(number, (open, roles, capacity))| Agent {
                    workspace: WORKSPACE,
                    id: AgentId(uuid(1, number)),
                    availability: if open { Availability::Open } else { Availability::Closed },
                    roles,
                    capacity,
                })
                .collect();
            for (number, (agent, alive_until, capacity)) in sessions.into_iter().enumerate() {
                let agent = parts.agents[agent % parts.agents.len()].id;
                let id = SessionId(uuid(2, number));
                parts.sessions.push(Session { workspace: WORKSPACE, id, agent, alive_until, capacity });
            }
            for (number, draw) in draws.into_iter().enumerate() {
                add(&mut parts, number, draw);
            }
            parts
        })
}

fn add(parts: &mut Parts, number: usize, draw: Draw) {
    let workspace = WORKSPACE;
    let id = TaskId(uuid(0, number));
    for before in 0..number {
        let (blocks, relates) = draw.after;
        let kind = match (blocks & (1 << before) != 0, relates & (1 << before) != 0) {
            (true, _) => DependencyType::Blocks,
            (false, true) => DependencyType::RelatesTo,
            (false, false) => continue,
        };
        let predecessor = TaskId(uuid(0, before));
        parts.dependencies.push(Dependency { workspace, predecessor, successor: id, kind });
    }
    if let Some((attempts, delay_seconds, standing)) = draw.execution {
        parts.executions.push(Execution { workspace, task: id, attempts, delay_seconds, standing });
    }
    let (rank, priority, due_at) = draw.order;
    let (archived_at, not_before) = draw.times;
    parts.tasks.push(Task {
        workspace,
        id,
        version: 1,
        status: draw.status,
        rank,
        priority,
        due_at,
        not_before,
        archived_at,
        role: draw.role,
        retry: draw.retry,
        fence: Fence::from_bigint(5).unwrap(),
    });
    let Some((session, state, ends)) = draw.assigned else { return };
    let session = parts.sessions.get(session).copied();
    let assignment = AssignmentId(uuid(3, number));
    let principal = match session {
        Some(session) => Principal::Agent(session.agent, session.id),
        None => Principal::User(UserId("somebody".to_owned())),
    };
    let leased = state == AssignmentState::Leased;
    // A lease is a session's.
    let state = if leased && session.is_none() { AssignmentState::Approved } else { state };
    parts.assignments.push(Assignment {
        workspace,
        id: assignment,
        task: id,
        task_version: 1,
        principal,
        role: SpecialistRole::Coder,
        state,
        expires_at: ends,
        policy_revision: revision("policy-1"),
    });
    if let Some(session) = session.filter(|_| leased || state == AssignmentState::Released) {
        parts.leases.push(Lease {
            workspace,
            id: LeaseId(uuid(4, number)),
            task: id,
            assignment,
            session: session.id,
            fence: Fence::from_bigint(5).unwrap(),
            expires_at: ends,
            released_at: (!leased).then_some(NOW),
        });
    }
}

const fn empty(policy: Policy) -> Parts {
    Parts {
        workspace: WORKSPACE,
        now: NOW,
        policy,
        tasks: Vec::new(),
        dependencies: Vec::new(),
        assignments: Vec::new(),
        executions: Vec::new(),
        leases: Vec::new(),
        agents: Vec::new(),
        sessions: Vec::new(),
    }
}

/// A snapshot, and the same with every list in another order.
pub(super) fn shuffled(parts: Parts) -> impl Strategy<Value = (Parts, Parts)> {
    let first = parts.clone();
    (
        Just(parts.tasks).prop_shuffle(),
        Just(parts.dependencies).prop_shuffle(),
        Just(parts.assignments).prop_shuffle(),
        Just(parts.executions).prop_shuffle(),
        Just(parts.leases).prop_shuffle(),
        Just(parts.agents).prop_shuffle(),
        Just(parts.sessions).prop_shuffle(),
    )
        .prop_map(move |(tasks, dependencies, assignments, executions, leases, agents, sessions)| {
            let (workspace, now, policy) = (first.workspace, first.now, first.policy.clone());
            let other = Parts {
                workspace,
                now,
                policy,
                tasks,
                dependencies,
                assignments,
                executions,
                leases,
                agents,
                sessions,
            };
            (first.clone(), other)
        })
}

/// One task that is ready, and one session that can take it.
pub(super) fn one_task() -> Parts {
    let retry = RetryPolicy::new(3, 10, 2, 100).unwrap();
    let policy = Policy {
        revision: revision("policy-1"),
        proposal_seconds: 60,
        pre_authorized: BTreeSet::new(),
        retry,
    };
    let mut parts = empty(policy);
    let roles = BTreeSet::from([SpecialistRole::Coder]);
    let agent = AgentId(uuid(1, 0));
    parts.agents.push(Agent {
        workspace: WORKSPACE,
        id: agent,
        availability: Availability::Open,
        roles,
        capacity: 1,
    });
    let id = SessionId(uuid(2, 0));
    let alive_until = NOW.plus(30);
    parts.sessions.push(Session { workspace: WORKSPACE, id, agent, alive_until, capacity: 1 });
    parts.tasks.push(Task {
        workspace: WORKSPACE,
        id: TaskId(uuid(0, 0)),
        version: 1,
        status: TaskStatus::Ready,
        rank: 0,
        priority: Priority::Medium,
        due_at: None,
        not_before: None,
        archived_at: None,
        role: Some(SpecialistRole::Coder),
        retry: None,
        fence: Fence::from_bigint(5).unwrap(),
    });
    parts
}

/// An assignment of the first task to the first session.
pub(super) fn assignment(parts: &Parts, state: AssignmentState) -> Assignment {
    let session = parts.sessions[0];
    Assignment {
        workspace: WORKSPACE,
        id: AssignmentId(uuid(3, 0)),
        task: parts.tasks[0].id,
        task_version: 1,
        principal: Principal::Agent(session.agent, session.id),
        role: SpecialistRole::Coder,
        state,
        expires_at: NOW.plus(10),
        policy_revision: revision("policy-1"),
    }
}

/// A lease of the first task under that assignment.
pub(super) fn lease(parts: &Parts) -> Lease {
    Lease {
        workspace: WORKSPACE,
        id: LeaseId(uuid(4, 0)),
        task: parts.tasks[0].id,
        assignment: AssignmentId(uuid(3, 0)),
        session: parts.sessions[0].id,
        fence: parts.tasks[0].fence,
        expires_at: NOW.plus(10),
        released_at: None,
    }
}
