//! From the last release's rows to a database that is as the whole bundle says.

use super::ground::{self, backfill, canonical, old};
use crate::support::Database;
use mosaic_lab::legacy::Legacy;
use mosaic_lab::postgres::Major;
use serde_json::{Value, json};

fn json(database: &Database, arguments: &[&str]) -> Value {
    database.shipped(arguments).env("MOSAIC_OUTPUT", "json").run().assert_reached().json()
}

#[test]
fn an_empty_database_needs_no_backfill() {
    for major in [Major::V16, Major::V17, Major::V18] {
        let database = ground::empty(major);
        assert_eq!(json(&database, &["--run"])["result"]["held"], Value::Null);
        let run = json(&database, &["backfill", "run"]);
        assert_eq!((&run["result"]["over"], &run["result"]["passes"]), (&json!(true), &json!([])));
        json(&database, &["backfill", "status"]);
        json(&database, &["--verify"]);
    }
}

#[test]
fn ten_thousand_tasks_are_brought_over_whole_and_validated() {
    let database = ground::expanded(Legacy { tasks: 10_000, seed: 3 });
    let before = old(&database);
    let begin = json(&database, &["backfill", "status"]);
    assert_eq!(begin["result"]["steps"][0]["state"], Value::Null);

    let first = backfill(&database).run();
    first.assert_failed(3, "BACKFILL_QUARANTINE");
    assert_eq!(old(&database), before, "nothing of the old release is lost or changed");
    let status = json(&database, &["backfill", "status"]);
    for step in status["result"]["steps"].as_array().expect("steps") {
        assert_eq!((&step["state"], &step["left"]), (&json!("complete"), &json!(0)), "{step}");
    }
    assert_ne!(status["result"]["held"], Value::Null);
    let held = json(&database, &["--run"]);
    assert_eq!(held["result"]["applied"], json!([]), "what waits for the backfill waits for decisions too");

    ground::mend(&database);
    let before = old(&database);
    let second = backfill(&database).run();
    assert_eq!(second.assert_reached().json()["result"]["quarantined"], json!(0));
    assert_eq!(old(&database), before);
    assert_eq!(json(&database, &["backfill", "status"])["result"]["retained"], json!(true));

    let counts = "SELECT format('%s %s', \
        (SELECT count(*) FROM mosaic.tasks WHERE canonical_status IS NULL), \
        (SELECT count(*) FROM mosaic.tasks WHERE source_kind = 'backlog') = (SELECT count(*) FROM mosaic.backlog))";
    assert_eq!(database.value(counts), "0 t");
    let run = json(&database, &["--run"]);
    assert_eq!(run["result"]["held"], Value::Null);
    assert_ne!(run["result"]["applied"], json!([]));
    json(&database, &["--verify"]);
    assert_eq!(old(&database), before);
}

/// Every row version of the tables that the backfill writes to.
fn versions(database: &Database) -> Vec<String> {
    [
        "workspaces", "workspace_members", "teams", "team_members", "projects", "agents", "missions", "milestones",
        "mission_milestones", "tasks", "tags", "task_tags", "task_assignments", "artifacts", "external_links",
        "task_dependencies", "backfill_progress", "backfill_quarantine",
    ]
    .map(|table| {
        let rows = format!("SELECT count(*), sum(hashtextextended(format('%s %s %s', ctid, xmin, xmax), 0)::numeric) FROM mosaic.{table}");
        format!("{table} {}", database.value(&format!("SELECT (count, sum)::text FROM ({rows}) AS s (count, sum)")))
    })
    .to_vec()
}

#[test]
fn a_second_backfill_writes_nothing_and_a_changed_row_alone_is_written_again() {
    let database = ground::expanded(Legacy { tasks: 400, seed: 4 });
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
    let before = versions(&database);
    let again = backfill(&database).run();
    assert_eq!(again.assert_failed(3, "BACKFILL_QUARANTINE").json()["result"]["passes"], json!([]));
    // The project that the backlog went to is known by now.
    let again = database.shipped(&["backfill", "run"]).env("MOSAIC_OUTPUT", "json").run();
    assert_eq!(again.assert_failed(3, "BACKFILL_QUARANTINE").json()["result"]["passes"], json!([]));
    assert_eq!(versions(&database), before);

    // Without the mirrors, as a restore or a superuser would.
    let canonical_before = canonical(&database);
    let task = database.value("SELECT id FROM mosaic.tasks WHERE canonical_status = 'backlog' AND source_kind IS NULL ORDER BY id LIMIT 1");
    let versions_of_others =
        format!("SELECT md5(string_agg(xmin::text, ' ' ORDER BY id)) FROM mosaic.tasks WHERE id <> '{task}'");
    let others = database.value(&versions_of_others);
    database.execute(&format!(
        "SET session_replication_role = replica; UPDATE mosaic.tasks SET status = 'blocked', due_date = '2031-01-01 00:00Z' WHERE id = '{task}'"
    ));
    let run = backfill(&database).run();
    let passes = run.assert_failed(3, "BACKFILL_QUARANTINE").json()["result"]["passes"].clone();
    assert!(
        passes.as_array().expect("passes").iter().any(|pass| pass["step"] == "tasks" && pass["written"] == 1),
        "{passes}"
    );
    assert_eq!(database.value(&versions_of_others), others);
    let now = format!("SELECT (canonical_status, due_at)::text FROM mosaic.tasks WHERE id = '{task}'");
    assert_eq!(database.value(&now), "(blocked,\"2031-01-01 00:00:00+00\")");
    assert_ne!(canonical(&database), canonical_before);
}
