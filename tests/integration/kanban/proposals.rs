//! A proposal rests on events of its own, each written in the transaction that it is for.

use super::{id, inhabited, refusal, runtime};
use mosaic_lab::postgres::Major;
use postgres::Client;

/// An event, as SQL, with some of its fields changed.
fn event(name: &str, workspace: &str, changed: &str) -> String {
    format!(
        "INSERT INTO mosaic.task_events OVERRIDING USER VALUE SELECT (jsonb_populate_record(NULL::mosaic.task_events, \
         jsonb_build_object('id', {}, 'workspace_id', {}, 'correlation_id', 'c', 'actor_service', 'gateway', \
         'payload', '{{}}'::jsonb, 'transaction_id', 1, 'occurred_at', now()) || jsonb_build_object({changed}))).*; ",
        id(name),
        id(workspace)
    )
}

fn submitted(proposal: &str, changed: &str) -> String {
    let own = format!(
        "'aggregate_type', 'change_proposal', 'aggregate_id', {}, 'event_type', 'change_proposal.submitted', 'new_version', 1",
        id(proposal)
    );
    format!("{own}{changed}")
}

fn proposal(name: &str, event: &str) -> String {
    format!(
        "INSERT INTO mosaic.change_proposals (id, workspace_id, proposer_user_id, source_note_digest, target_aggregate_type, \
         target_aggregate_id, expected_target_version, command_type, command_payload, idempotency_key, submitted_audit_event_id) \
         VALUES ({}, {}, 'ada', repeat('1', 64), 'task', {}, 1, 'task.transition', '{{}}', '{name}', {event}); ",
        id(name),
        id("a"),
        id("alpha task")
    )
}

/// In a transaction of its own, to its end.
fn attempt(client: &mut Client, sql: &str) -> Result<(), postgres::Error> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(sql)?;
    transaction.commit()
}

#[test]
fn a_submission_rests_on_its_own_event() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    let new = id("new event");
    let own = submitted("new", "");
    let check = ("23514", "change_proposals_submitted_event");
    let cases = [
        // None, or none that is there.
        (proposal("new", "NULL"), ("23502", "")),
        (proposal("new", &new), ("23503", "change_proposals_workspace_submitted_event_fk")),
        // Of another workspace.
        (
            event("new event", "b", &own) + &proposal("new", &new),
            ("23503", "change_proposals_workspace_submitted_event_fk"),
        ),
        // Of another proposal, another kind, or about something else.
        (event("new event", "a", &submitted("other", "")) + &proposal("new", &new), check),
        (
            event("new event", "a", &submitted("new", ", 'event_type', 'task.submitted'"))
                + &proposal("new", &new),
            check,
        ),
        (
            event("new event", "a", &submitted("new", ", 'aggregate_type', 'task'")) + &proposal("new", &new),
            check,
        ),
        (
            event("new event", "a", &submitted("new", ", 'previous_version', 1, 'new_version', 2"))
                + &proposal("new", &new),
            check,
        ),
        (event("new event", "a", &submitted("new", ", 'new_version', 2")) + &proposal("new", &new), check),
        // Of the proposal that is there already, which has it.
        (proposal("new", &id("submitted a")), ("23505", "change_proposals_submitted_event_unique")),
    ];
    for (sql, (code, rule)) in &cases {
        let answer = refusal(attempt(&mut client, sql));
        assert_eq!(answer, ((*code).to_owned(), (*rule).to_owned()), "{sql}");
    }
    // Of a transaction before.
    attempt(&mut client, &event("new event", "a", &own)).expect("an event alone");
    let late = refusal(attempt(&mut client, &proposal("new", &new)));
    assert_eq!(late, ("23514".to_owned(), "change_proposals_submitted_event".to_owned()));
    assert_eq!(database.value("SELECT count(*) FROM mosaic.change_proposals"), "2");
    // The runtime cannot say in which transaction an event was written.
    let forged = submitted("new", ", 'transaction_id', pg_current_xact_id()::text::bigint + 1");
    let forged = attempt(&mut client, &(event("forged", "a", &forged) + "SELECT pg_current_xact_id()"));
    forged.expect("the server says it instead");
    let told = refusal(attempt(&mut client, &proposal("new", &id("forged"))));
    assert_eq!(told, ("23514".to_owned(), "change_proposals_submitted_event".to_owned()));

    let whole = event("own event", "a", &own) + &proposal("new", &id("own event"));
    attempt(&mut client, &whole).expect("a proposal");
    // In a savepoint it is the same transaction.
    let nested = event("nested event", "a", &submitted("nested", ""));
    let nested = format!("SAVEPOINT s; {nested} RELEASE s; {}", proposal("nested", &id("nested event")));
    attempt(&mut client, &nested).expect("a proposal");
}

#[test]
fn an_acceptance_rests_on_the_event_of_its_command() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    let whole = event("own event", "a", &submitted("new", "")) + &proposal("new", &id("own event"));
    attempt(&mut client, &whole).expect("a proposal");
    let command = |changed: &str| {
        format!(
            "'aggregate_type', 'task', 'aggregate_id', {}, 'event_type', 'task.transitioned', 'command_type', 'task.transition', \
             'previous_version', 1, 'new_version', 2, 'causation_id', {}, 'payload', jsonb_build_object('changeProposalId', {}){changed}",
            id("alpha task"),
            id("own event"),
            id("new")
        )
    };
    let mutation = format!(
        "UPDATE mosaic.tasks SET title = 'accepted', version = version + 1 WHERE id = {}; ",
        id("alpha task")
    );
    let accept = |event: &str| {
        format!(
            "UPDATE mosaic.change_proposals SET state = 'accepted', decided_by_user_id = 'ada', decision_reason = 'good', \
             decided_at = now(), version = version + 1, accepted_command_audit_event_id = {event} WHERE id = {}",
            id("new")
        )
    };
    let accepted = id("command event");
    let whole = |workspace: &str, changed: &str| {
        mutation.clone() + &event("command event", workspace, &command(changed)) + &accept(&accepted)
    };
    let check = ("23514", "change_proposals_accepted_event");
    let other = id("other");
    let cases = [
        (mutation.clone() + &accept("NULL"), ("23514", "change_proposals_accepted_check")),
        (
            mutation.clone() + &accept(&accepted),
            ("23503", "change_proposals_workspace_accepted_command_event_fk"),
        ),
        (
            whole("b", ", 'causation_id', NULL"),
            ("23503", "change_proposals_workspace_accepted_command_event_fk"),
        ),
        (whole("a", &format!(", 'aggregate_id', {other}")), check),
        (whole("a", ", 'aggregate_type', 'project'"), check),
        (whole("a", ", 'command_type', 'task.archive'"), check),
        (whole("a", ", 'command_type', NULL"), check),
        (whole("a", ", 'causation_id', NULL"), check),
        (whole("a", &format!(", 'causation_id', {}", id("submitted a"))), check),
        (whole("a", &format!(", 'payload', jsonb_build_object('changeProposalId', {other})")), check),
        (whole("a", ", 'payload', '{}'::jsonb"), check),
        (whole("a", ", 'previous_version', 2, 'new_version', 3"), check),
        // The event that accepted another, and the submission itself.
        (mutation.clone() + &accept(&id("accepted a")), ("23505", "change_proposals_accepted_event_unique")),
        (mutation.clone() + &accept(&id("own event")), check),
    ];
    for (sql, (code, rule)) in &cases {
        let answer = refusal(attempt(&mut client, sql));
        assert_eq!(answer, ((*code).to_owned(), (*rule).to_owned()), "{sql}");
        let state = format!("SELECT state FROM mosaic.change_proposals WHERE id = {}", id("new"));
        assert_eq!(database.value(&state), "pending");
        assert_eq!(
            database.value(&format!("SELECT title FROM mosaic.tasks WHERE id = {}", id("alpha task"))),
            "T"
        );
    }
    attempt(&mut client, &event("early event", "a", &command(""))).expect("an event alone");
    let late = refusal(attempt(&mut client, &(mutation.clone() + &accept(&id("early event")))));
    assert_eq!(late, ("23514".to_owned(), "change_proposals_accepted_event".to_owned()));
    attempt(&mut client, &whole("a", "")).expect("it is accepted");
    // Decided once, as it was submitted.
    let again = refusal(attempt(&mut client, &accept(&accepted)));
    assert_eq!(again, ("23001".to_owned(), "change_proposals_decide_once".to_owned()));
    let payload = format!(
        "UPDATE mosaic.change_proposals SET command_payload = '{{\"a\": 1}}', version = version + 1 WHERE id = {}",
        id("proposal b")
    );
    assert_eq!(refusal(attempt(&mut client, &payload)).1, "change_proposals_decide_once");
}
