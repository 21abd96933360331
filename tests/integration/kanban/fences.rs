//! Fencing tokens only rise, and bind what a session leaves to the lease that it has.

use super::{id, inhabited, refused, runtime};
use mosaic_lab::postgres::Major;
use std::collections::BTreeSet;
use std::sync::Barrier;
use std::thread;

const ACQUIRERS: usize = 64;

/// Ends whatever lease there is and takes the next one; gives the token.
fn acquire(client: &mut postgres::Client) -> i64 {
    let (task, workspace) = (id("alpha task"), id("a"));
    let mut transaction = client.transaction().expect("a transaction");
    let raise = format!(
        "UPDATE mosaic.tasks SET fencing_counter = fencing_counter + 1 WHERE workspace_id = {workspace} AND id = {task} RETURNING fencing_counter"
    );
    let token: i64 = transaction.query_one(&raise, &[]).expect("the task").get(0);
    let end = format!(
        "UPDATE mosaic.task_leases SET state = 'expired', ended_at = now() WHERE task_id = {task} AND state = 'active'"
    );
    transaction.batch_execute(&end).expect("the lease before ends");
    let take = format!(
        "INSERT INTO mosaic.task_leases (workspace_id, task_id, assignment_id, session_id, fencing_token, expires_at) \
         VALUES ({workspace}, {task}, {}, {}, {token}, now() + interval '1 hour')",
        id("assignment a"),
        id("session a")
    );
    transaction.batch_execute(&take).expect("a lease");
    transaction.commit().expect("it is his");
    token
}

#[test]
fn every_acquirer_has_a_higher_token_than_whoever_was_before() {
    let database = inhabited(Major::V17);
    let (database, start) = (&database, &Barrier::new(ACQUIRERS));
    let tokens: Vec<i64> = thread::scope(|scope| {
        let acquirers: Vec<_> = (0..ACQUIRERS)
            .map(|_| {
                let mut client = runtime(database);
                scope.spawn(move || {
                    start.wait();
                    acquire(&mut client)
                })
            })
            .collect();
        acquirers.into_iter().map(|acquirer| acquirer.join().expect("a token")).collect()
    });
    let distinct: BTreeSet<i64> = tokens.iter().copied().collect();
    assert_eq!(distinct, (2..66).collect());
    // In the order of commits, which is that of the rows' transactions on one locked task.
    let falling = "SELECT count(*) FROM (SELECT fencing_token - lag(fencing_token) OVER (ORDER BY xmin::text::bigint) AS step \
        FROM mosaic.task_leases WHERE state <> 'active') AS steps WHERE step < 1";
    assert_eq!(database.value(falling), "0");
    assert_eq!(database.value("SELECT count(*) FROM mosaic.task_leases WHERE state = 'active' AND task_id = md5('alpha task')::uuid"), "1");
}

#[test]
fn what_comes_late_or_from_another_is_refused() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    let task = id("alpha task");
    let checkpoint = |changed: &str| {
        format!(
            "INSERT INTO mosaic.task_checkpoints SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), \
             'sequence', 2) || jsonb_build_object({changed}))).* FROM mosaic.task_checkpoints AS t WHERE id = {}",
            id("checkpoint a")
        )
    };
    let lease = |changed: &str| {
        format!(
            "UPDATE mosaic.tasks SET fencing_counter = 2 WHERE id = {task}; \
             UPDATE mosaic.task_leases SET state = 'released', ended_at = now() WHERE id = {lease}; \
             INSERT INTO mosaic.task_leases SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), \
             'state', 'active', 'ended_at', NULL, 'fencing_token', 2) || jsonb_build_object({changed}))).* \
             FROM mosaic.task_leases AS t WHERE id = {lease}",
            lease = id("lease a")
        )
    };
    let set = |set: &str| format!("UPDATE mosaic.task_leases SET {set} WHERE id = {}", id("lease a"));
    let ended = set("state = 'released', ended_at = now()");
    let cases = [
        (
            format!("UPDATE mosaic.tasks SET fencing_counter = 0 WHERE id = {task}"),
            "23001",
            "tasks_fence_rises",
        ),
        (format!("UPDATE mosaic.tasks SET version = 0 WHERE id = {task}"), "23001", "tasks_version_rises"),
        (lease("'fencing_token', 1"), "23514", "task_leases_current_fence"),
        (lease("'fencing_token', 3"), "23514", "task_leases_current_fence"),
        (lease(&format!("'session_id', {}", id("session b"))), "23503", "task_leases_assignment_fk"),
        (lease(&format!("'assignment_id', {}", id("to bob"))), "23503", "task_leases_assignment_fk"),
        (lease(&format!("'approval_decision_id', {}", id("for task a"))), "23503", "task_leases_approval_fk"),
        (set("fencing_token = 2"), "23001", "task_leases_identity"),
        (set(&format!("session_id = {}", id("session b"))), "23001", "task_leases_identity"),
        (format!("{ended}; {}", set("state = 'active', ended_at = NULL")), "23001", "task_leases_identity"),
        (
            format!("{ended}; {}", set("expires_at = now() + interval '9 days'")),
            "23001",
            "task_leases_identity",
        ),
        (checkpoint("'fencing_token', 2"), "23514", "task_checkpoints_current_fence"),
        (
            format!(
                "UPDATE mosaic.tasks SET fencing_counter = 2 WHERE id = {task}; {}",
                checkpoint("'sequence', 2")
            ),
            "23514",
            "task_checkpoints_current_fence",
        ),
        (format!("{ended}; {}", checkpoint("'sequence', 2")), "23514", "task_checkpoints_live_lease"),
        (
            format!(
                "{}; {}",
                set("expires_at = acquired_at + interval '1 microsecond'"),
                checkpoint("'sequence', 2")
            ),
            "23514",
            "task_checkpoints_live_lease",
        ),
        (checkpoint(&format!("'session_id', {}", id("session b"))), "23503", "task_checkpoints_lease_fk"),
        (checkpoint(&format!("'assignment_id', {}", id("to bob"))), "23503", "task_checkpoints_lease_fk"),
        (checkpoint("'sequence', 1"), "23505", "task_checkpoints_sequence_unique"),
        (
            format!(
                "UPDATE mosaic.task_assignments SET principal_user_id = 'ada' WHERE id = {}",
                id("to bob")
            ),
            "23001",
            "task_assignments_identity",
        ),
        (
            format!(
                "UPDATE mosaic.task_assignments SET state = 'expired' WHERE id = {0}; UPDATE mosaic.task_assignments SET state = 'approved' WHERE id = {0}",
                id("to bob")
            ),
            "23001",
            "task_assignments_identity",
        ),
    ];
    for (sql, code, rule) in cases {
        assert_eq!(refused(&mut client, &sql), (code.to_owned(), rule.to_owned()), "{sql}");
    }
    for sql in [lease("'fencing_token', 2"), checkpoint("'sequence', 2"), set("heartbeat_at = now()")] {
        client
            .transaction()
            .expect("a transaction")
            .batch_execute(&sql)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}
