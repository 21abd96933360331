//! When a backfill may run, and as whom.

use super::ground::{self, backfill};
use crate::support::Barrier;
use mosaic_lab::legacy::Legacy;
use serde_json::json;

const ROWS: Legacy = Legacy { tasks: 100, seed: 8 };

#[test]
fn not_before_its_tables_and_not_after_the_switch() {
    let database = ground::legacy(ROWS);
    for command in ["run", "status"] {
        database.shipped(&["backfill", command]).run().assert_failed(3, "BACKFILL_TOO_SOON");
    }
    database.shipped(&["--run"]).run().assert_reached();
    database
        .execute("INSERT INTO mosaic.kanban_switch (backlog_frozen_at, switched_at) VALUES (now(), now())");
    let before = database.value("SELECT count(*) FROM mosaic.workspaces");
    backfill(&database).run().assert_failed(2, "BACKFILL_TOO_LATE");
    assert_eq!(database.value("SELECT count(*) FROM mosaic.workspaces"), before);
    database.shipped(&["backfill", "status"]).run().assert_reached();
}

#[test]
fn under_the_lock_of_runs_and_as_nobody_else() {
    let database = ground::expanded(ROWS);
    let holder = Barrier::holding(&database, "SELECT pg_advisory_lock(1297044289, 1262636593)");
    backfill(&database).env("MOSAIC_LOCK_WAIT_MS", "50").run().assert_failed(4, "DATABASE_MIGRATION_LOCKED");
    holder.release();
    let rows = Barrier::holding(&database, "SELECT FROM mosaic.users FOR UPDATE");
    let first = backfill(&database).start();
    database.until("a backfill at work", "EXISTS (SELECT FROM mosaic.backfill_progress)");
    for arguments in [&["--run"][..], &["backfill", "run"]] {
        let second = database.shipped(arguments).env("MOSAIC_LOCK_WAIT_MS", "50").run();
        second.assert_failed(4, "DATABASE_MIGRATION_LOCKED");
    }
    rows.release();
    first.wait().assert_failed(3, "BACKFILL_QUARANTINE");
    let runtime =
        backfill(&database).env("DATABASE_MIGRATION_URL_FILE", database.secret_path("mosaic_runtime.url"));
    runtime.run().assert_failed(77, "LOGIN_WRONG");
}

#[test]
fn the_workspace_is_named_once_and_renamed_when_asked() {
    let database = ground::expanded(ROWS);
    let run = |options: &[&str]| {
        database.shipped(&[&["backfill", "run"], options].concat()).env("MOSAIC_OUTPUT", "json").run()
    };
    let first = run(&["--workspace-slug", "acme", "--workspace-name", "Größe & Söhne"]);
    let workspace = first.assert_failed(3, "BACKFILL_QUARANTINE").json()["result"]["workspace"].clone();
    assert_eq!((&workspace["slug"], &workspace["name"]), (&json!("acme"), &json!("Größe & Söhne")));
    assert_eq!(run(&[]).json()["result"]["workspace"], workspace);
    database.execute("INSERT INTO mosaic.workspaces (slug, name) VALUES ('taken', 'Another')");
    run(&["--workspace-slug", "taken"]).assert_failed(2, "BACKFILL_SLUG_TAKEN");
    let renamed = run(&["--workspace-slug", "acme-2"]).json()["result"]["workspace"].clone();
    assert_eq!((&renamed["id"], &renamed["slug"]), (&workspace["id"], &json!("acme-2")));
    run(&["--backlog-project", "00000000-0000-0000-0000-000000000000"])
        .assert_failed(2, "BACKFILL_NO_PROJECT");
    run(&["--workspace-slug", "Not A Slug"]).assert_failed(64, "USAGE");
}
