//! Who is named is an active member at the moment the transaction ends, whoever suspends whom meanwhile.

use super::{id, inhabited, refusal, refused, runtime};
use crate::support::Database;
use mosaic_lab::postgres::Major;
use postgres::Client;
use std::thread;

/// Every place where somebody is named: a statement that names him, and the rule.
fn naming(member: &str) -> Vec<(String, &'static str)> {
    let copy = |table: &str, name: &str, changed: &str| {
        format!(
            "INSERT INTO mosaic.{table} OVERRIDING USER VALUE SELECT (jsonb_populate_record(t, \
             jsonb_build_object('id', gen_random_uuid()) || jsonb_build_object({changed}))).* \
             FROM mosaic.{table} AS t WHERE id = {}",
            id(name)
        )
    };
    let set = |table: &str, set: &str, name: &str| {
        format!("UPDATE mosaic.{table} SET {set} WHERE id = {}", id(name))
    };
    let archive = format!("archived_at = now(), archived_by_user_id = '{member}', archive_reason = 'x'");
    vec![
        (set("projects", &format!("owner_user_id = '{member}'"), "alpha"), "projects_active_member_update"),
        (set("projects", &archive, "alpha"), "projects_active_member_update"),
        (set("missions", &archive, "beta mission"), "missions_active_member_update"),
        (set("milestones", &archive, "beta milestone"), "milestones_active_member_update"),
        (set("tasks", &format!("owner_user_id = '{member}'"), "alpha parent"), "tasks_active_member_update"),
        (set("tasks", &archive, "alpha parent"), "tasks_active_member_update"),
        (
            copy("projects", "alpha", &format!("'key', NULL, 'owner_user_id', '{member}'")),
            "projects_active_member_insert",
        ),
        (
            copy("tasks", "alpha parent", &format!("'owner_user_id', '{member}'")),
            "tasks_active_member_insert",
        ),
        (
            copy(
                "task_assignments",
                "to bob",
                &format!("'specialist_role', 'enhance', 'principal_user_id', '{member}'"),
            ),
            "task_assignments_active_member_insert",
        ),
        (
            copy(
                "task_assignments",
                "to bob",
                &format!("'specialist_role', 'enhance', 'proposed_by_user_id', '{member}'"),
            ),
            "task_assignments_active_member_insert",
        ),
        (
            copy("artifacts", "of task a", &format!("'created_by_user_id', '{member}'")),
            "artifacts_active_member_insert",
        ),
        (
            copy("approval_decisions", "for task a", &format!("'decided_by_user_id', '{member}'")),
            "approval_decisions_active_member_insert",
        ),
        (
            copy("task_events", "submitted a", &format!("'sequence', 99, 'actor_user_id', '{member}'")),
            "task_events_active_member_insert",
        ),
        (
            format!(
                "INSERT INTO mosaic.external_links (workspace_id, project_id, kind, url, created_by_user_id) VALUES ({}, {}, 'x', 'x', '{member}')",
                id("a"),
                id("alpha")
            ),
            "external_links_active_member_insert",
        ),
    ]
}

#[test]
fn only_active_members_are_named() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    for (sql, rule) in naming("sue") {
        assert_eq!(refused(&mut client, &sql), ("23514".to_owned(), rule.to_owned()), "{sql}");
    }
    // Somebody of another workspace is no member at all.
    for (sql, _) in naming("eve") {
        assert_eq!(refused(&mut client, &sql).0, "23503", "{sql}");
    }
    database.execute("UPDATE mosaic.workspace_members SET status = 'active' WHERE user_id = 'sue'");
    for (sql, _) in naming("sue") {
        let mut transaction = client.transaction().expect("a transaction");
        transaction.batch_execute(&sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

/// Whoever is suspended later keeps what was his, and what else changes does not ask again.
#[test]
fn what_was_named_stays() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    client
        .batch_execute("UPDATE mosaic.workspace_members SET status = 'suspended' WHERE user_id = 'ada'")
        .expect("suspended");
    client
        .batch_execute("UPDATE mosaic.tasks SET title = 'other', version = version + 1; UPDATE mosaic.projects SET name = 'other'")
        .expect("other columns");
    let kept = format!("SELECT owner_user_id FROM mosaic.tasks WHERE id = {}", id("alpha parent"));
    assert_eq!(database.value(&kept), "ada");
}

const SUSPEND: &str = "UPDATE mosaic.workspace_members SET status = 'suspended' WHERE user_id = 'bob'";

fn give() -> String {
    format!(
        "UPDATE mosaic.tasks SET owner_user_id = 'bob', version = version + 1 WHERE id = {}",
        id("alpha parent")
    )
}

fn pid(client: &mut Client) -> i32 {
    client.query_one("SELECT pg_backend_pid()", &[]).expect("one row").get(0)
}

/// Waits until one session waits for the other.
fn blocked(database: &Database, waiting: i32, holding: i32) {
    database.until("a session that waits", &format!("{holding} = ANY (pg_blocking_pids({waiting}))"));
}

/// Runs `first` and leaves it open, then `second` beside it until it waits; ends the first, and gives what came of the second.
fn in_turn(database: &Database, first: &str, second: &str) -> Result<(), postgres::Error> {
    let (mut one, mut other) = (runtime(database), runtime(database));
    let (holding, waiting) = (pid(&mut one), pid(&mut other));
    one.batch_execute(&format!("BEGIN; {first}")).expect("nobody is in the way");
    thread::scope(|scope| {
        let beside = scope.spawn(|| other.batch_execute(second));
        blocked(database, waiting, holding);
        one.batch_execute("COMMIT").expect("it commits");
        beside.join().expect("no panic")
    })
}

#[test]
fn a_suspension_waits_for_who_names_the_member() {
    let database = inhabited(Major::V17);
    in_turn(&database, &give(), SUSPEND).expect("it is suspended afterwards");
    let both = format!(
        "SELECT (SELECT owner_user_id FROM mosaic.tasks WHERE id = {}) || (SELECT status::text FROM mosaic.workspace_members WHERE user_id = 'bob')",
        id("alpha parent")
    );
    assert_eq!(database.value(&both), "bobsuspended");
}

#[test]
fn who_names_a_member_waits_for_the_suspension() {
    let database = inhabited(Major::V17);
    let late = refusal(in_turn(&database, SUSPEND, &give()));
    assert_eq!(late, ("23514".to_owned(), "tasks_active_member_update".to_owned()));
}
