//! The same decision, made the slow way: for each place in the order the whole snapshot is read again, and nothing is
//! carried along but the list of what was decided so far.

use crate::coordinator::*;
use std::cmp::Ordering;

pub(super) fn decide(parts: &Parts, limit: usize) -> Decision {
    let mut decision = Decision {
        eligibility: Vec::new(),
        proposals: Vec::new(),
        deferred: Vec::new(),
        lapsed: Vec::new(),
        lost: Vec::new(),
    };
    while let Some(task) = first_unjudged(parts, &decision) {
        let obstacles = obstacles(parts, task);
        if obstacles.is_empty() {
            place(parts, task, limit, &mut decision);
        }
        decision.eligibility.push(Eligibility { task: task.id, obstacles });
    }
    for row in &parts.assignments {
        let waits_for_a_lease = matches!(
            row.state,
            AssignmentState::AwaitingApproval
                | AssignmentState::PolicyPreAuthorized
                | AssignmentState::Approved
        );
        if waits_for_a_lease && row.expires_at <= parts.now {
            decision.lapsed.push(row.id);
        }
    }
    decision.lapsed.sort();
    for lease in &parts.leases {
        if lease.released_at.is_none() && lease.expires_at <= parts.now {
            decision.lost.push(Lost { lease: lease.id, task: lease.task, retry: failed(parts, lease.task) });
        }
    }
    decision.lost.sort_by_key(|lost| lost.lease);
    decision
}

fn first_unjudged<'a>(parts: &'a Parts, decision: &Decision) -> Option<&'a Task> {
    let judged = |task: &Task| decision.eligibility.iter().any(|one| one.task == task.id);
    parts.tasks.iter().filter(|task| !judged(task)).min_by(|one, other| {
        let due = match (one.due_at, other.due_at) {
            (Some(one), Some(other)) => one.cmp(&other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        let order = one.rank.cmp(&other.rank).then(one.priority.cmp(&other.priority));
        order.then(due).then(one.id.cmp(&other.id))
    })
}

fn obstacles(parts: &Parts, task: &Task) -> Vec<Obstacle> {
    let mut found = Vec::new();
    if let Some(at) = task.archived_at {
        found.push(Obstacle::Archived(at));
    }
    if task.status != TaskStatus::Ready {
        found.push(Obstacle::Status(task.status));
    }
    if let Some(at) = task.not_before
        && at > parts.now
    {
        found.push(Obstacle::NotBefore(at));
    }
    if task.role.is_none() {
        found.push(Obstacle::NoRole);
    }
    let mut before: Vec<&Task> = parts
        .tasks
        .iter()
        .filter(|other| {
            let edge = |row: &Dependency| {
                row.kind == DependencyType::Blocks && row.predecessor == other.id && row.successor == task.id
            };
            parts.dependencies.iter().any(edge) && other.status != TaskStatus::Done
        })
        .collect();
    before.sort_by_key(|other| other.id);
    for other in before {
        found.push(Obstacle::Predecessor { task: other.id, status: other.status });
    }
    let mut live: Vec<&Assignment> =
        parts.assignments.iter().filter(|row| row.task == task.id && row.state.is_live()).collect();
    live.sort_by_key(|row| row.id);
    for row in live {
        found.push(Obstacle::Assigned { assignment: row.id, state: row.state });
    }
    let attempts = task.retry.unwrap_or(parts.policy.retry).attempts();
    for row in parts.executions.iter().filter(|row| row.task == task.id) {
        if row.standing == Standing::Quarantined {
            found.push(Obstacle::Quarantined);
        } else if row.standing == Standing::Exhausted || row.attempts >= attempts {
            found.push(Obstacle::Exhausted(row.attempts));
        } else if let Standing::Waiting(until) = row.standing
            && until > parts.now
        {
            found.push(Obstacle::Waiting(until));
        }
    }
    found
}

fn place(parts: &Parts, task: &Task, limit: usize, decision: &mut Decision) {
    let role = task.role.unwrap();
    if decision.proposals.len() == limit {
        decision.deferred.push(Deferred { task: task.id, deferral: Deferral::Limit });
        return;
    }
    let mut able: Vec<(u32, &Session)> = Vec::new();
    for session in &parts.sessions {
        let agent = parts.agents.iter().find(|agent| agent.id == session.agent).unwrap();
        let of_session = left(parts, decision, session.capacity, |_, other| other == session.id);
        let of_agent = left(parts, decision, agent.capacity, |other, _| other == agent.id);
        let open = agent.availability == Availability::Open && session.alive_until > parts.now;
        if open && agent.roles.contains(&role) && of_session > 0 && of_agent > 0 {
            able.push((of_session, session));
        }
    }
    let most = able.iter().map(|(left, _)| *left).max();
    let best = able.iter().filter(|(left, _)| Some(*left) == most).map(|(_, session)| session);
    match best.min_by_key(|session| (session.agent, session.id)) {
        None => decision.deferred.push(Deferred { task: task.id, deferral: Deferral::NoCapacity }),
        Some(session) => decision.proposals.push(Proposal {
            task: task.id,
            task_version: task.version,
            role,
            agent: session.agent,
            session: session.id,
            state: match parts.policy.pre_authorized.contains(&role) {
                true => AssignmentState::PolicyPreAuthorized,
                false => AssignmentState::AwaitingApproval,
            },
            expires_at: parts.now.plus(parts.policy.proposal_seconds),
            policy_revision: parts.policy.revision.clone(),
        }),
    }
}

/// What is left of a capacity after the live assignments and the proposals so far.
fn left(
    parts: &Parts,
    decision: &Decision,
    capacity: u32,
    whose: impl Fn(AgentId, SessionId) -> bool,
) -> u32 {
    let live = parts.assignments.iter().filter(|row| row.state.is_live());
    let assigned = live.filter(|row| match row.principal {
        Principal::Agent(agent, session) => whose(agent, session),
        Principal::User(_) | Principal::Team(_) => false,
    });
    let proposed = decision.proposals.iter().filter(|row| whose(row.agent, row.session));
    let taken = u32::try_from(assigned.count() + proposed.count()).unwrap();
    capacity.saturating_sub(taken)
}

fn failed(parts: &Parts, task: TaskId) -> Retry {
    let own = parts.tasks.iter().find(|row| row.id == task).unwrap().retry;
    let untried = Execution {
        workspace: parts.workspace,
        task,
        attempts: 0,
        delay_seconds: 0,
        standing: Standing::Open,
    };
    let before = parts.executions.iter().find(|row| row.task == task).unwrap_or(&untried);
    after(Failure::Lost, before, &own.unwrap_or(parts.policy.retry), parts.now)
}
