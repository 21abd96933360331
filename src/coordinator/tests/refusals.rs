//! Each way in which a snapshot can be incomplete or contradict itself, made from one that does not.

use super::generate::{NOW, WORKSPACE, assignment, lease, one_task, uuid};
use crate::coordinator::*;
use crate::fence::Fence;
use crate::uuid::Uuid;

/// A second task, a dependency on it, an execution, and a lease.
fn whole() -> Parts {
    let mut parts = one_task();
    let mut second = parts.tasks[0].clone();
    second.id = TaskId(uuid(0, 1));
    let (predecessor, successor) = (second.id, parts.tasks[0].id);
    parts.tasks.push(second);
    let kind = DependencyType::Blocks;
    parts.dependencies.push(Dependency { workspace: WORKSPACE, predecessor, successor, kind });
    let standing = Standing::Open;
    parts.executions.push(Execution {
        workspace: WORKSPACE,
        task: successor,
        attempts: 1,
        delay_seconds: 1,
        standing,
    });
    parts.assignments.push(assignment(&parts, AssignmentState::Leased));
    parts.leases.push(lease(&parts));
    parts
}

fn refusal(change: impl FnOnce(&mut Parts)) -> Refusal {
    let mut parts = whole();
    change(&mut parts);
    Snapshot::new(parts).unwrap_err()
}

#[test]
fn the_whole_one_is_taken() {
    assert!(Snapshot::new(whole()).is_ok());
}

#[test]
fn rows_of_another_tenant() {
    let workspace = WorkspaceId(Uuid::from_u128(8));
    let changes: [fn(&mut Parts, WorkspaceId); 7] = [
        |parts, other| parts.tasks[0].workspace = other,
        |parts, other| parts.dependencies[0].workspace = other,
        |parts, other| parts.assignments[0].workspace = other,
        |parts, other| parts.executions[0].workspace = other,
        |parts, other| parts.leases[0].workspace = other,
        |parts, other| parts.agents[0].workspace = other,
        |parts, other| parts.sessions[0].workspace = other,
    ];
    for change in changes {
        let refusal = refusal(|parts| change(parts, workspace));
        assert!(
            matches!(refusal, Refusal::OtherWorkspace { workspace: of, .. } if of == workspace),
            "{refusal}"
        );
    }
}

#[test]
fn rows_that_are_there_twice() {
    let changes: [fn(&mut Parts); 7] = [
        |parts| parts.tasks.push(parts.tasks[0].clone()),
        |parts| parts.dependencies.push(parts.dependencies[0]),
        |parts| parts.assignments.push(parts.assignments[0].clone()),
        |parts| parts.executions.push(parts.executions[0]),
        |parts| parts.leases.push(parts.leases[0]),
        |parts| parts.agents.push(parts.agents[0].clone()),
        |parts| parts.sessions.push(parts.sessions[0]),
    ];
    for change in changes {
        let refusal = refusal(change);
        assert!(matches!(refusal, Refusal::Twice(_)), "{refusal}");
    }
}

#[test]
fn rows_that_need_what_is_not_there() {
    let changes: [fn(&mut Parts); 7] = [
        |parts| parts.dependencies[0].predecessor = TaskId(uuid(0, 9)),
        |parts| parts.dependencies[0].successor = TaskId(uuid(0, 9)),
        |parts| parts.executions[0].task = TaskId(uuid(0, 9)),
        |parts| parts.assignments[0].task = TaskId(uuid(0, 9)),
        |parts| parts.leases[0].assignment = AssignmentId(uuid(3, 9)),
        |parts| parts.sessions.clear(),
        |parts| parts.agents.clear(),
    ];
    for change in changes {
        let refusal = refusal(change);
        assert!(matches!(refusal, Refusal::Missing { .. }), "{refusal}");
    }
}

#[test]
fn tasks_that_wait_for_each_other() {
    let (one, other) = (TaskId(uuid(0, 0)), TaskId(uuid(0, 1)));
    let kind = DependencyType::Blocks;
    let edge = |predecessor, successor| Dependency { workspace: WORKSPACE, predecessor, successor, kind };
    assert_eq!(refusal(|parts| parts.dependencies = vec![edge(one, one)]), Refusal::Cycle(vec![one]));
    let Refusal::Cycle(mut circle) = refusal(|parts| parts.dependencies.push(edge(one, other))) else {
        panic!("not refused as a circle");
    };
    circle.sort();
    let mut both = vec![one, other];
    both.sort();
    assert_eq!(circle, both);
    // A third task that only waits for the circle is no part of it.
    let refusal = refusal(|parts| {
        let mut third = parts.tasks[0].clone();
        third.id = TaskId(uuid(0, 2));
        parts.dependencies.extend([edge(one, other), edge(one, third.id)]);
        parts.tasks.push(third);
    });
    assert!(matches!(refusal, Refusal::Cycle(circle) if circle.len() == 2));
    // What only relates to something waits for nothing.
    let mut parts = whole();
    parts.dependencies.push(Dependency { kind: DependencyType::RelatesTo, ..edge(one, other) });
    assert!(Snapshot::new(parts).is_ok());
}

#[test]
fn assignments_that_cannot_both_be() {
    let task = TaskId(uuid(0, 0));
    let second =
        |parts: &Parts, state| Assignment { id: AssignmentId(uuid(3, 1)), ..assignment(parts, state) };
    let refused = refusal(|parts| parts.assignments.push(second(parts, AssignmentState::AwaitingApproval)));
    assert_eq!(refused, Refusal::TwoAssignments(task, SpecialistRole::Coder));
    // One that is over holds nothing, and another kind of work is another matter.
    let mut parts = whole();
    parts.assignments.push(second(&parts, AssignmentState::Superseded));
    let review = second(&parts, AssignmentState::Approved);
    let (id, role) = (AssignmentId(uuid(3, 2)), SpecialistRole::Review);
    parts.assignments.push(Assignment { id, role, ..review });
    assert!(Snapshot::new(parts).is_ok());
    let refused = refusal(|parts| {
        let second = AgentId(uuid(1, 1));
        parts.agents.push(Agent { id: second, ..parts.agents[0].clone() });
        parts.assignments[0].principal = Principal::Agent(second, parts.sessions[0].id);
    });
    assert_eq!(refused, Refusal::OtherAgent(AssignmentId(uuid(3, 0))));
}

#[test]
fn leases_that_cannot_be() {
    let (id, assignment) = (LeaseId(uuid(4, 0)), AssignmentId(uuid(3, 0)));
    let fence = |number| Fence::from_bigint(number).unwrap();
    assert_eq!(refusal(|parts| parts.leases[0].fence = fence(6)), Refusal::Fence(id));
    assert_eq!(refusal(|parts| parts.leases[0].fence = fence(4)), Refusal::Fence(id));
    assert_eq!(refusal(|parts| parts.leases[0].task = TaskId(uuid(0, 1))), Refusal::Unfitting(id));
    assert_eq!(
        refusal(|parts| parts.assignments[0].state = AssignmentState::Approved),
        Refusal::Unfitting(id)
    );
    assert_eq!(
        refusal(|parts| parts.assignments[0].principal = Principal::User(UserId("somebody".to_owned()))),
        Refusal::Unfitting(id)
    );
    assert_eq!(refusal(|parts| parts.leases.clear()), Refusal::Unleased(assignment));
    assert_eq!(refusal(|parts| parts.leases[0].released_at = Some(NOW)), Refusal::Unleased(assignment));
    let second = LeaseId(uuid(4, 1));
    assert_eq!(
        refusal(|parts| parts.leases.push(Lease { id: second, ..parts.leases[0] })),
        Refusal::TwoLeases(TaskId(uuid(0, 0)))
    );
    // One that was ended has an older fence.
    let mut parts = whole();
    parts.leases.push(Lease { id: second, fence: fence(4), released_at: Some(NOW), ..parts.leases[0] });
    assert!(Snapshot::new(parts).is_ok());
}
