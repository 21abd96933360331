//! What the library does, and that what it refuses leaves nothing behind although its caller commits.

use super::board::{
    Board, ELSEWHERE, HERE, Refused, TASK, TASK_ELSEWHERE, Writes, because, begin, member, policy, rename,
    renaming,
};
use mosaic_db::error::Code;
use mosaic_db::gateway::proposal::{
    AcceptError, Accepted, Cursor, EventFault, Filter, Limit, Proposal, ProposalError, ProposalState, Reason,
    Rejected, Submission, Submitted, TargetType, Verdict, accept, get, list, reject, submit,
};
use mosaic_db::gateway::write::Transaction;
use mosaic_db::postgres::batch;
use mosaic_db::uuid::Uuid;
use serde_json::json;

/// Submits as `ann`, and commits.
async fn submitted(board: &Board, submission: &Submission) -> Proposal {
    let mut connection = board.connect().await;
    let transaction = begin(&mut connection).await;
    let outcome = submit(&transaction, &policy(), &member(HERE, "ann"), submission).await;
    transaction.commit().await.expect("committed");
    match outcome.expect("a proposal") {
        Submitted::Now(proposal) => proposal,
        Submitted::Before(_) => panic!("it was there before"),
    }
}

/// Accepts as `bob`, with a handler that writes this event, and commits whatever came of it.
async fn decided(
    board: &Board,
    verdict: &Verdict,
    writes: Writes,
) -> Result<Accepted<String>, AcceptError<Refused>> {
    let mut connection = board.connect().await;
    let transaction = begin(&mut connection).await;
    let bob = member(HERE, "bob");
    let outcome = accept(&transaction, &policy(), &bob, verdict, async |proof, command| {
        renaming(proof, command, writes).await
    })
    .await;
    transaction.commit().await.expect("committed");
    outcome
}

fn proposal_error(outcome: Result<Accepted<String>, AcceptError<Refused>>) -> ProposalError {
    match outcome.expect_err("a refusal") {
        AcceptError::Proposal(error) => error,
        AcceptError::Command(refused) => panic!("the command was refused: {refused}"),
    }
}

#[test]
fn a_proposal_has_the_effect_of_its_command_once_it_is_accepted() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        assert_eq!(proposal.state, ProposalState::Pending);
        assert_eq!(board.task(TASK), "1 before", "it is without effect while nobody decided");

        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        let bob = member(HERE, "bob");
        assert_eq!(get(&transaction, &bob, proposal.id).await.expect("a proposal"), proposal);
        let elsewhere = get(&transaction, &member(ELSEWHERE, "bob"), proposal.id).await;
        assert!(matches!(elsewhere, Err(ProposalError::NotFound)));
        transaction.rollback().await.expect("rolled back");

        let verdict = because(proposal.id);
        let accepted = decided(&board, &verdict, Writes::ItsOwn).await.expect("accepted");
        let Accepted::Now(accepted, title) = accepted else { panic!("it was accepted before") };
        assert_eq!((title.as_str(), accepted.state), ("after", ProposalState::Accepted));
        assert_eq!(accepted.version.get(), 2);
        assert_eq!(board.task(TASK), "2 after");
        let event = accepted.accepted_event.expect("an event");
        let written =
            format!("task_events WHERE id = '{event}' AND causation_id = '{}'", accepted.submitted_event);
        assert_eq!(board.count(&written), "1");

        // Who repeats the decision is told of it; the command is not carried out again.
        let again = decided(&board, &verdict, Writes::ItsOwn).await.expect("accepted before");
        assert_eq!(again, Accepted::Before(accepted));
        assert_eq!(board.task(TASK), "2 after");
        let other = Verdict { reason: Reason::new("another reason").expect("a reason"), ..verdict };
        let refused = proposal_error(decided(&board, &other, Writes::ItsOwn).await);
        assert!(matches!(refused, ProposalError::Decided(ProposalState::Accepted)));

        let wire = serde_json::to_value(again_of(&board, &proposal).await).expect("JSON");
        assert_eq!(wire["targetType"], "task");
        assert_eq!(wire["expectedTargetVersion"], 1);
        assert_eq!(wire["decision"]["decidedBy"], "bob");
        assert_eq!(wire["commandPayload"], json!({ "title": "after" }));
    });
}

async fn again_of(board: &Board, proposal: &Proposal) -> Proposal {
    let mut connection = board.connect().await;
    let transaction = begin(&mut connection).await;
    get(&transaction, &member(HERE, "ann"), proposal.id).await.expect("a proposal")
}

#[test]
fn an_event_that_is_not_that_of_the_command_undoes_the_command() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        let events = board.count("task_events");
        for (writes, fault) in [
            (Writes::Nothing, EventFault::Missing),
            (Writes::Elsewhere, EventFault::Workspace),
            (Writes::ForAnotherProposal, EventFault::Proposal),
            (Writes::OfAnotherTarget, EventFault::Target),
            (Writes::Unrelated, EventFault::Cause),
            (Writes::OfAnotherCommand, EventFault::Command),
            (Writes::FromAnotherVersion, EventFault::Version),
        ] {
            let refused = proposal_error(decided(&board, &because(proposal.id), writes).await);
            assert!(matches!(refused, ProposalError::Event(found) if found == fault), "{writes:?}: {refused}");
            assert_eq!(refused.code(), Code::ProposalEvent);
            // The caller committed, and still there is nothing of it.
            assert_eq!(board.task(TASK), "1 before", "{writes:?}");
            assert_eq!(board.count("task_events"), events, "{writes:?}");
            assert_eq!(again_of(&board, &proposal).await, proposal, "{writes:?}");
        }
        // A command that fails leaves a transaction that can be committed, with nothing in it.
        let failed = decided(&board, &because(proposal.id), Writes::WhatIsRefused).await;
        assert!(matches!(failed, Err(AcceptError::Command(Refused(said))) if said.contains("22P02")));
        assert_eq!(board.task(TASK), "1 before");
        assert_eq!(board.count("task_events"), events);
        // One that an earlier transaction wrote is not of this act, whatever it says.
        let written = format!(
            "INSERT INTO mosaic.task_events (id, workspace_id, aggregate_type, aggregate_id, event_type, command_type, \
             previous_version, new_version, actor_user_id, correlation_id, causation_id, payload) VALUES \
             ('00000000-0000-4000-8000-0000000000ee', '{HERE}', 'task', '{TASK}', 'task.renamed', 'task.rename', \
             1, 2, 'bob', 'request-1', '{}', jsonb_build_object('changeProposalId', '{}'))",
            proposal.submitted_event, proposal.id
        );
        board.execute(&written);
        let refused = proposal_error(decided(&board, &because(proposal.id), Writes::Nothing).await);
        assert!(matches!(refused, ProposalError::Event(EventFault::Transaction)), "{refused}");
        assert_eq!(board.task(TASK), "1 before");
    });
}

#[test]
fn a_rejected_proposal_stays_without_effect() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        let bob = member(HERE, "bob");
        let verdict = because(proposal.id);
        let rejected = reject(&transaction, &policy(), &bob, &verdict).await.expect("rejected");
        let Rejected::Now(rejected) = rejected else { panic!("it was rejected before") };
        let again = reject(&transaction, &policy(), &bob, &verdict).await.expect("rejected before");
        assert_eq!(again, Rejected::Before(rejected.clone()));
        transaction.commit().await.expect("committed");
        let decision = rejected.decision.clone().expect("a decision");
        assert_eq!((decision.decided_by.0.as_str(), decision.reason), ("bob", verdict.reason.clone()));

        let refused = proposal_error(decided(&board, &verdict, Writes::ItsOwn).await);
        assert!(matches!(refused, ProposalError::Decided(ProposalState::Rejected)));
        assert_eq!(board.task(TASK), "1 before");
        assert_eq!(again_of(&board, &proposal).await, rejected);
    });
}

#[test]
fn what_was_changed_since_is_not_changed_by_a_proposal() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        board.execute(&format!("UPDATE mosaic.tasks SET version = 7 WHERE id = '{TASK}'"));
        let refused = proposal_error(decided(&board, &because(proposal.id), Writes::ItsOwn).await);
        assert!(matches!(refused, ProposalError::VersionConflict { actual } if actual.get() == 7));
        assert_eq!(refused.code(), Code::AggregateVersionConflict);
        assert_eq!(board.task(TASK), "7 before");

        let mut elsewhere = rename("after", "key-2");
        elsewhere.target.id = Uuid::parse(TASK_ELSEWHERE).expect("an id");
        let elsewhere = submitted(&board, &elsewhere).await;
        let refused = proposal_error(decided(&board, &because(elsewhere.id), Writes::ItsOwn).await);
        assert_eq!(refused.code(), Code::ProposalTargetMissing);
        assert_eq!(board.task(TASK_ELSEWHERE), "1 before");
    });
}

#[test]
fn one_key_is_for_one_proposal() {
    let board = Board::new();
    board.run(async {
        let submission = rename("after", "key-1");
        let proposal = submitted(&board, &submission).await;
        let (ann, events) = (member(HERE, "ann"), board.count("task_events"));
        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        let again = submit(&transaction, &policy(), &ann, &submission).await.expect("the same");
        assert_eq!(again, Submitted::Before(proposal));
        let other = submit(&transaction, &policy(), &ann, &rename("otherwise", "key-1")).await;
        assert_eq!(other.expect_err("another").code(), Code::IdempotencyKeyReused);
        // Keys are each member's own.
        let of_bob = submit(&transaction, &policy(), &member(HERE, "bob"), &submission).await;
        assert!(matches!(of_bob, Ok(Submitted::Now(_))));
        transaction.rollback().await.expect("rolled back");
        assert_eq!(board.count("task_events"), events);
        assert_eq!(board.count("change_proposals"), "1");
    });
}

#[test]
fn of_two_at_once_with_one_key_one_is_recorded() {
    let board = Board::new();
    board.run(async {
        let (ann, submission) = (member(HERE, "ann"), rename("after", "key-1"));
        let (mut one, mut other) = (board.connect().await, board.connect().await);
        let first = begin(&mut one).await;
        let Ok(Submitted::Now(proposal)) = submit(&first, &policy(), &ann, &submission).await else {
            panic!("not recorded");
        };
        let second = begin(&mut other).await;
        let policy = policy();
        let waiting = async {
            let outcome = submit(&second, &policy, &ann, &submission).await.expect("the same");
            second.commit().await.expect("committed");
            outcome
        };
        let committing = async {
            waits_for_a_lock(&board).await;
            first.commit().await.expect("committed");
        };
        let (outcome, ()) = tokio::join!(waiting, committing);
        assert_eq!(outcome, Submitted::Before(proposal));
        assert_eq!(board.count("change_proposals"), "1");
        assert_eq!(board.count("task_events"), "1");
    });
}

#[test]
fn of_two_who_decide_at_once_one_decides() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        let verdict = because(proposal.id);
        let rejected = reject(&transaction, &policy(), &member(HERE, "ann"), &verdict).await;
        assert!(matches!(rejected, Ok(Rejected::Now(_))));
        let committing = async {
            waits_for_a_lock(&board).await;
            transaction.commit().await.expect("committed");
        };
        let (outcome, ()) = tokio::join!(decided(&board, &verdict, Writes::ItsOwn), committing);
        assert!(matches!(proposal_error(outcome), ProposalError::Decided(ProposalState::Rejected)));
        assert_eq!(board.task(TASK), "1 before");
    });
}

/// Polls on a connection of its own, so that the other futures go on.
async fn waits_for_a_lock(board: &Board) {
    let connection = board.connect().await;
    let waiting =
        "SELECT FROM pg_stat_activity WHERE application_name = 'board' AND wait_event_type = 'Lock'";
    let question = format!("SELECT EXISTS ({waiting})::text");
    let found = async {
        while batch::run(connection.client(), &question).await.expect("an answer").set(0).get(0, 0)
            != Some("true")
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("a session that waits");
}

#[test]
fn who_is_no_active_member_neither_proposes_nor_decides() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        let events = board.count("task_events");
        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        let eve = member(HERE, "eve");
        let refused = submit(&transaction, &policy(), &eve, &rename("after", "key-2")).await;
        assert_eq!(refused.expect_err("no member").code(), Code::ProposalRefused);
        let refused = reject(&transaction, &policy(), &eve, &because(proposal.id)).await;
        assert_eq!(refused.expect_err("no member").code(), Code::ProposalRefused);
        transaction.commit().await.expect("committed");
        assert_eq!(board.count("task_events"), events);
        assert_eq!(again_of(&board, &proposal).await, proposal);
    });
}

#[test]
fn in_a_transaction_that_reads_only_nothing_is_decided() {
    let board = Board::new();
    board.run(async {
        let proposal = submitted(&board, &rename("after", "key-1")).await;
        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        batch::run(transaction.client(), "SET TRANSACTION READ ONLY").await.expect("a server that takes it");
        let ann = member(HERE, "ann");
        let refused = submit(&transaction, &policy(), &ann, &rename("after", "key-2")).await;
        assert_eq!(refused.expect_err("no proof").code(), Code::KanbanWriteHealthUnproven);
        let refused = reject(&transaction, &policy(), &ann, &because(proposal.id)).await;
        assert_eq!(refused.expect_err("no proof").code(), Code::KanbanWriteHealthUnproven);
        let page = list(&transaction, &ann, &Filter::default(), None, Limit::new(1).expect("a limit")).await;
        assert_eq!(page.expect("it can be read").proposals, [proposal]);
    });
}

/// Every proposal of a list, page by page.
async fn paged(transaction: &Transaction<'_>, filter: &Filter, limit: u16) -> Vec<Proposal> {
    let (ann, limit) = (member(HERE, "ann"), Limit::new(limit).expect("a limit"));
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = list(transaction, &ann, filter, after.as_ref(), limit).await.expect("a page");
        found.extend(page.proposals);
        let Some(next) = page.next else { return found };
        // As it comes back from whoever asked.
        after = Some(Cursor::parse(&next.to_string()).expect("a cursor"));
    }
}

#[test]
fn a_list_is_read_page_by_page() {
    let board = Board::new();
    board.run(async {
        let mut proposals = Vec::new();
        for number in 0..5 {
            proposals.push(submitted(&board, &rename("after", &format!("key-{number}"))).await);
        }
        let mut connection = board.connect().await;
        let transaction = begin(&mut connection).await;
        for limit in 1..=6 {
            assert_eq!(paged(&transaction, &Filter::default(), limit).await, proposals, "{limit} at a time");
        }
        let bob = member(HERE, "bob");
        reject(&transaction, &policy(), &bob, &because(proposals[2].id)).await.expect("rejected");
        let pending = Filter { state: Some(ProposalState::Pending), ..Filter::default() };
        proposals.remove(2);
        assert_eq!(paged(&transaction, &pending, 3).await, proposals);
        let target_id = Some(proposals[0].target.id);
        let of_task = Filter { target_type: Some(TargetType::Task), target_id, ..pending };
        assert_eq!(paged(&transaction, &of_task, 3).await, proposals);
        let of_project = Filter { target_type: Some(TargetType::Project), ..Filter::default() };
        assert_eq!(paged(&transaction, &of_project, 3).await, []);
        let elsewhere = member(ELSEWHERE, "ann");
        let limit = Limit::new(Limit::MOST).expect("a limit");
        let page = list(&transaction, &elsewhere, &Filter::default(), None, limit).await.expect("a page");
        assert_eq!((page.proposals.len(), page.next), (0, None));
    });
}
