//! SQL as the runtime, which goes around the library: what the database itself holds.

use super::board::{Board, ELSEWHERE, HERE, OTHER_TASK, TASK};

const PROPOSAL: &str = "00000000-0000-4000-8000-0000000000c1";
const OTHER_PROPOSAL: &str = "00000000-0000-4000-8000-0000000000c2";
const SUBMITTED: &str = "00000000-0000-4000-8000-0000000000d1";
const ACCEPTED: &str = "00000000-0000-4000-8000-0000000000d2";

/// `check_violation`, as the triggers say it, and `foreign_key_violation`.
const RULE: &str = "23514";
const KEY: &str = "23503";

/// The event of a submission.
fn submission(workspace: &str, kind: &str, aggregate: &str, event: &str, version: &str) -> String {
    format!(
        "INSERT INTO mosaic.task_events (id, workspace_id, aggregate_type, aggregate_id, event_type, \
         previous_version, new_version, actor_user_id, correlation_id) \
         VALUES ('{SUBMITTED}', '{workspace}', '{kind}', '{aggregate}', '{event}', {version}, 'ann', 'request-1')"
    )
}

/// A proposal that refers to that event.
fn proposal() -> String {
    format!(
        "INSERT INTO mosaic.change_proposals (id, workspace_id, proposer_user_id, source_note_digest, \
         target_aggregate_type, target_aggregate_id, expected_target_version, command_type, command_payload, \
         idempotency_key, submitted_audit_event_id) VALUES ('{PROPOSAL}', '{HERE}', 'ann', repeat('0', 64), 'task', \
         '{TASK}', 1, 'task.rename', '{{}}', 'key-1', '{SUBMITTED}')"
    )
}

const EVENT: &str = "change_proposal.submitted";
const FIRST: &str = "NULL, 1";

/// The command, its event, and the acceptance that refers to that.
fn acceptance(
    workspace: &str,
    target: &str,
    command: &str,
    previous: u32,
    cause: &str,
    payload: &str,
) -> String {
    format!(
        "UPDATE mosaic.tasks SET title = 'after', version = version + 1 WHERE id = '{TASK}';
         INSERT INTO mosaic.task_events (id, workspace_id, aggregate_type, aggregate_id, event_type, command_type, \
         previous_version, new_version, actor_user_id, correlation_id, causation_id, payload) VALUES ('{ACCEPTED}', \
         '{workspace}', 'task', '{target}', 'task.renamed', '{command}', {previous}, {previous} + 1, 'bob', \
         'request-1', {cause}, '{payload}'); {}",
        accepted()
    )
}

fn accepted() -> String {
    format!(
        "UPDATE mosaic.change_proposals SET state = 'accepted', accepted_command_audit_event_id = '{ACCEPTED}', \
         decided_by_user_id = 'bob', decision_reason = 'it was agreed', decided_at = now(), version = version + 1 \
         WHERE id = '{PROPOSAL}'"
    )
}

#[test]
fn a_proposal_without_the_event_of_its_submission_is_not_committed() {
    let board = Board::new();
    for (what, event, sqlstate) in [
        ("none", "SELECT".to_owned(), KEY),
        ("of another workspace", submission(ELSEWHERE, "change_proposal", PROPOSAL, EVENT, FIRST), KEY),
        ("of another proposal", submission(HERE, "change_proposal", OTHER_PROPOSAL, EVENT, FIRST), RULE),
        ("of another kind of aggregate", submission(HERE, "task", PROPOSAL, EVENT, FIRST), RULE),
        (
            "of another type",
            submission(HERE, "change_proposal", PROPOSAL, "change_proposal.noted", FIRST),
            RULE,
        ),
        ("of a later version", submission(HERE, "change_proposal", PROPOSAL, EVENT, "1, 2"), RULE),
    ] {
        let refused = board.refused(&format!("{event}; {}", proposal()));
        assert_eq!(refused.as_deref(), Some(sqlstate), "{what}");
        assert_eq!(board.count("change_proposals"), "0", "{what}");
        assert_eq!(board.count("task_events"), "0", "{what}");
    }
    // One that was written before is not of this submission.
    let event = submission(HERE, "change_proposal", PROPOSAL, EVENT, FIRST);
    assert_eq!(board.refused(&event), None);
    assert_eq!(board.refused(&proposal()).as_deref(), Some(RULE));
    assert_eq!(board.count("change_proposals"), "0");
}

#[test]
fn an_acceptance_without_the_event_of_its_command_is_not_committed() {
    let board = Board::new();
    let event = submission(HERE, "change_proposal", PROPOSAL, EVENT, FIRST);
    assert_eq!(board.refused(&format!("{event}; {}", proposal())), None);
    let (cause, payload) = (format!("'{SUBMITTED}'"), format!(r#"{{"changeProposalId": "{PROPOSAL}"}}"#));
    let other = format!(r#"{{"changeProposalId": "{OTHER_PROPOSAL}"}}"#);
    let update = format!("UPDATE mosaic.tasks SET title = 'after' WHERE id = '{TASK}'");
    for (what, sql, sqlstate) in [
        ("none", format!("{update}; {}", accepted()), KEY),
        ("elsewhere", acceptance(ELSEWHERE, TASK, "task.rename", 1, "NULL", &payload), KEY),
        ("of another proposal", acceptance(HERE, TASK, "task.rename", 1, &cause, &other), RULE),
        ("of another target", acceptance(HERE, OTHER_TASK, "task.rename", 1, &cause, &payload), RULE),
        ("of an unrelated command", acceptance(HERE, TASK, "task.rename", 1, "NULL", "{}"), RULE),
        ("of another command", acceptance(HERE, TASK, "task.move", 1, &cause, &payload), RULE),
        ("from another version", acceptance(HERE, TASK, "task.rename", 2, &cause, &payload), RULE),
    ] {
        assert_eq!(board.refused(&sql).as_deref(), Some(sqlstate), "{what}");
        assert_eq!(board.task(TASK), "1 before", "{what}");
        assert_eq!(board.count("change_proposals WHERE state = 'pending'"), "1", "{what}");
        assert_eq!(board.count("task_events"), "1", "{what}");
    }
    let good = acceptance(HERE, TASK, "task.rename", 1, &cause, &payload);
    assert_eq!(board.refused(&good), None, "the one that is right is committed");
    assert_eq!(board.task(TASK), "2 after");
}

#[test]
fn a_decision_stands_as_it_was_made() {
    let board = Board::new();
    let event = submission(HERE, "change_proposal", PROPOSAL, EVENT, FIRST);
    assert_eq!(board.refused(&format!("{event}; {}", proposal())), None);
    for sql in [
        format!("UPDATE mosaic.change_proposals SET command_type = 'task.move' WHERE id = '{PROPOSAL}'"),
        format!(
            "UPDATE mosaic.change_proposals SET target_aggregate_id = '{OTHER_TASK}' WHERE id = '{PROPOSAL}'"
        ),
        format!("DELETE FROM mosaic.change_proposals WHERE id = '{PROPOSAL}'"),
        "UPDATE mosaic.task_events SET payload = '{}'".to_owned(),
        "DELETE FROM mosaic.task_events".to_owned(),
    ] {
        assert!(board.refused(&sql).is_some(), "{sql}");
    }
    let rejected = format!(
        "UPDATE mosaic.change_proposals SET state = 'rejected', decided_by_user_id = 'bob', \
         decision_reason = 'it was agreed', decided_at = now(), version = version + 1 WHERE id = '{PROPOSAL}'"
    );
    assert_eq!(board.refused(&rejected), None);
    let (cause, payload) = (format!("'{SUBMITTED}'"), format!(r#"{{"changeProposalId": "{PROPOSAL}"}}"#));
    let accepted = acceptance(HERE, TASK, "task.rename", 1, &cause, &payload);
    assert!(board.refused(&accepted).is_some(), "what was rejected is not accepted");
    assert_eq!(board.task(TASK), "1 before");
}
