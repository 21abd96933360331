//! Properties of every decision, and what is refused before there is one.

mod generate;
mod reference;
mod refusals;
mod rejections;

use super::*;
use crate::attest::Instant;
use generate::{NOW, parts, shuffled};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The snapshot with each proposal recorded as an assignment.
fn with_recorded(mut parts: Parts, proposals: &[Proposal]) -> Parts {
    for (number, proposal) in proposals.iter().enumerate() {
        parts.assignments.push(Assignment {
            workspace: parts.workspace,
            id: AssignmentId(generate::uuid(9, number)),
            task: proposal.task,
            task_version: proposal.task_version,
            principal: Principal::Agent(proposal.agent, proposal.session),
            role: proposal.role,
            state: proposal.state,
            expires_at: proposal.expires_at,
            policy_revision: proposal.policy_revision.clone(),
        });
    }
    parts
}

/// How many live assignments each session and each agent has.
fn taken(parts: &Parts) -> (BTreeMap<SessionId, u32>, BTreeMap<AgentId, u32>) {
    let (mut sessions, mut agents) = (BTreeMap::new(), BTreeMap::new());
    for row in parts.assignments.iter().filter(|row| row.state.is_live()) {
        if let Principal::Agent(agent, session) = row.principal {
            *sessions.entry(session).or_default() += 1;
            *agents.entry(agent).or_default() += 1;
        }
    }
    (sessions, agents)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_order_of_rows_means_nothing((one, other) in parts().prop_flat_map(shuffled), limit in 0_usize..10) {
        let one = decide(&Snapshot::new(one).unwrap(), limit);
        let other = decide(&Snapshot::new(other).unwrap(), limit);
        prop_assert_eq!(one, other);
    }

    #[test]
    fn it_decides_what_the_reference_decides(parts in parts(), limit in 0_usize..10) {
        let expected = reference::decide(&parts, limit);
        prop_assert_eq!(decide(&Snapshot::new(parts).unwrap(), limit), expected);
    }

    #[test]
    fn every_task_is_judged_once_and_proposed_at_most_once(parts in parts(), limit in 0_usize..10) {
        let tasks: BTreeSet<_> = parts.tasks.iter().map(|task| task.id).collect();
        let decision = decide(&Snapshot::new(parts).unwrap(), limit);
        prop_assert_eq!(decision.eligibility.len(), tasks.len());
        prop_assert_eq!(&decision.eligibility.iter().map(|one| one.task).collect::<BTreeSet<_>>(), &tasks);
        prop_assert!(decision.proposals.len() <= limit);
        let eligible = decision.eligibility.iter().filter(|one| one.obstacles.is_empty()).map(|one| one.task);
        let proposed = decision.proposals.iter().map(|one| one.task);
        let placed: Vec<_> = proposed.chain(decision.deferred.iter().map(|one| one.task)).collect();
        // As lists, so that a task in both or twice in one would show.
        prop_assert_eq!(
            eligible.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>(),
            { let mut placed = placed; placed.sort_unstable(); placed }
        );
    }

    #[test]
    fn nobody_is_given_more_than_they_can_take(parts in parts(), limit in 0_usize..10) {
        let decision = decide(&Snapshot::new(parts.clone()).unwrap(), limit);
        let after = with_recorded(parts.clone(), &decision.proposals);
        let (sessions, agents) = taken(&after);
        for proposal in &decision.proposals {
            let session = parts.sessions.iter().find(|row| row.id == proposal.session).unwrap();
            let agent = parts.agents.iter().find(|row| row.id == proposal.agent).unwrap();
            prop_assert_eq!(session.agent, agent.id);
            prop_assert!(sessions[&session.id] <= session.capacity);
            prop_assert!(agents[&agent.id] <= agent.capacity);
            prop_assert!(agent.roles.contains(&proposal.role));
            prop_assert!(agent.availability == Availability::Open && session.is_alive(NOW));
        }
    }

    #[test]
    fn what_was_proposed_is_not_proposed_again(parts in parts(), limit in 0_usize..10) {
        let first = decide(&Snapshot::new(parts.clone()).unwrap(), limit);
        let recorded = with_recorded(parts, &first.proposals);
        let second = decide(&Snapshot::new(recorded).unwrap(), limit);
        for proposal in &first.proposals {
            prop_assert!(second.proposals.iter().all(|again| again.task != proposal.task));
        }
    }

    #[test]
    fn attempts_rise_and_waits_never_shrink(
        policies in proptest::collection::vec((1_u32..8, 0_u64..100, 1_u32..4, 0_u64..1000), 1..12),
        givers in proptest::collection::vec(any::<bool>(), 12),
    ) {
        let parts = generate::one_task();
        let mut before = Execution {
            workspace: parts.workspace,
            task: parts.tasks[0].id,
            attempts: 0,
            delay_seconds: 0,
            standing: Standing::Open,
        };
        for ((attempts, first, factor, more), given_back) in policies.into_iter().zip(givers) {
            let policy = RetryPolicy::new(attempts, first, factor, first + more).unwrap();
            let failure = if given_back { Failure::GivenBack } else { Failure::Lost };
            let retry = after(failure, &before, &policy, NOW);
            prop_assert!(retry.attempts >= before.attempts);
            match retry.outcome {
                Outcome::Again { delay_seconds, not_before } => {
                    prop_assert_eq!(retry.attempts, before.attempts + 1);
                    prop_assert!(retry.attempts < policy.attempts());
                    prop_assert!(before.standing != Standing::Exhausted);
                    prop_assert!(delay_seconds >= before.delay_seconds);
                    prop_assert_eq!(not_before, NOW.plus(delay_seconds));
                    before.delay_seconds = delay_seconds;
                    before.standing = Standing::Waiting(not_before);
                }
                Outcome::Exhausted => before.standing = Standing::Exhausted,
                Outcome::Quarantine => prop_assert!(false, "nobody asked for it"),
            }
            before.attempts = retry.attempts;
        }
    }
}

#[test]
fn waits_grow_to_the_longest_and_then_attempts_end() {
    let parts = generate::one_task();
    let policy = RetryPolicy::new(6, 10, 3, 200).unwrap();
    let mut before = Execution {
        workspace: parts.workspace,
        task: parts.tasks[0].id,
        attempts: 0,
        delay_seconds: 0,
        standing: Standing::Open,
    };
    let mut waits = Vec::new();
    while let Outcome::Again { delay_seconds, not_before } =
        after(Failure::Lost, &before, &policy, NOW).outcome
    {
        waits.push(delay_seconds);
        before.attempts += 1;
        before.delay_seconds = delay_seconds;
        before.standing = Standing::Waiting(not_before);
    }
    assert_eq!(waits, [10, 30, 90, 200, 200]);
}

#[test]
fn what_could_do_harm_is_quarantined_and_stays_so() {
    let parts = generate::one_task();
    let policy = parts.policy.retry;
    let task = parts.tasks[0].id;
    let before = Execution {
        workspace: parts.workspace,
        task,
        attempts: 1,
        delay_seconds: 5,
        standing: Standing::Open,
    };
    assert_eq!(
        after(Failure::Unsafe, &before, &policy, NOW),
        Retry { attempts: 2, outcome: Outcome::Quarantine }
    );
    let quarantined = Execution { standing: Standing::Quarantined, ..before };
    assert_eq!(after(Failure::Lost, &quarantined, &policy, NOW).outcome, Outcome::Quarantine);
    let exhausted = Execution { standing: Standing::Exhausted, ..before };
    assert_eq!(after(Failure::Unsafe, &exhausted, &policy, NOW).outcome, Outcome::Exhausted);
}

#[test]
fn numbers_that_are_no_policy() {
    for (attempts, first, factor, longest) in [(0, 1, 1, 1), (1, 1, 0, 1), (1, 2, 1, 1)] {
        assert_eq!(RetryPolicy::new(attempts, first, factor, longest), Err(NotARetryPolicy));
    }
}

#[test]
fn vocabularies_are_those_of_the_database() {
    fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> String {
        all.iter().map(|one| word(*one)).collect::<Vec<_>>().join(" | ")
    }
    assert_eq!(
        words(TaskStatus::ALL, TaskStatus::word),
        "backlog | ready | in_progress | blocked | in_review | done | cancelled"
    );
    assert_eq!(
        words(AssignmentState::ALL, AssignmentState::word),
        "awaiting_approval | policy_pre_authorized | approved | rejected | leased | released | expired | superseded"
    );
    assert_eq!(
        words(SpecialistRole::ALL, SpecialistRole::word),
        "planning | enhance | coder | review | security-review | pr-monitor | certifier"
    );
    for status in TaskStatus::ALL {
        assert_eq!(TaskStatus::parse(status.word()), Some(*status));
        assert_eq!(serde_json::to_string(status).unwrap(), format!("\"{status}\""));
    }
    assert_eq!(TaskStatus::parse("in-progress"), None);
}

#[test]
fn the_order_of_tasks_is_rank_priority_due_time_and_id() {
    let mut parts = generate::one_task();
    let first = parts.tasks[0].clone();
    let at = |seconds| Some(Instant::from_unix(seconds).unwrap());
    // Each comes before the next by one field alone.
    let rows = [
        (0, Priority::Low, None, 9),
        (1, Priority::High, None, 8),
        (1, Priority::Low, at(5), 7),
        (1, Priority::Low, at(6), 6),
        (1, Priority::Low, None, 4),
        (1, Priority::Low, None, 5),
    ];
    let id = |number: u128| TaskId(crate::uuid::Uuid::from_u128(number));
    parts.tasks = rows
        .iter()
        .rev()
        .map(|(rank, priority, due_at, number)| Task {
            id: id(*number),
            rank: *rank,
            priority: *priority,
            due_at: *due_at,
            ..first.clone()
        })
        .collect();
    let decision = decide(&Snapshot::new(parts).unwrap(), 0);
    let order: Vec<_> = decision.eligibility.iter().map(|one| one.task).collect();
    assert_eq!(order, rows.map(|(_, _, _, number)| id(number)));
}

#[test]
fn every_obstacle_is_named() {
    let mut parts = generate::one_task();
    let mut waiting = parts.tasks[0].clone();
    waiting.id = TaskId(generate::uuid(0, 1));
    waiting.status = TaskStatus::Blocked;
    waiting.archived_at = Some(NOW);
    waiting.not_before = Some(NOW.plus(1));
    waiting.role = None;
    let predecessor = parts.tasks[0].id;
    parts.dependencies.push(Dependency {
        workspace: parts.workspace,
        predecessor,
        successor: waiting.id,
        kind: DependencyType::Blocks,
    });
    parts.executions.push(Execution {
        workspace: parts.workspace,
        task: waiting.id,
        attempts: 3,
        delay_seconds: 0,
        standing: Standing::Open,
    });
    let assignment = Assignment {
        task: waiting.id,
        expires_at: NOW,
        ..generate::assignment(&parts, AssignmentState::AwaitingApproval)
    };
    parts.assignments.push(assignment.clone());
    parts.tasks.push(waiting.clone());
    let decision = decide(&Snapshot::new(parts).unwrap(), 10);
    let judged = decision.eligibility.iter().find(|one| one.task == waiting.id).unwrap();
    assert_eq!(
        judged.obstacles,
        [
            Obstacle::Archived(NOW),
            Obstacle::Status(TaskStatus::Blocked),
            Obstacle::NotBefore(NOW.plus(1)),
            Obstacle::NoRole,
            Obstacle::Predecessor { task: predecessor, status: TaskStatus::Ready },
            Obstacle::Assigned { assignment: assignment.id, state: AssignmentState::AwaitingApproval },
            Obstacle::Exhausted(3),
        ]
    );
    // It still holds the task until it is recorded as expired.
    assert_eq!(decision.lapsed, [assignment.id]);
}
