//! Entries that are not one transaction: each step runs exactly once, and a build that was cut off is cleared away
//! and done again, but never what somebody else left.

use crate::support::{Barrier, Database, Folder};
use mosaic_lab::postgres::Major;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn gate() -> Folder {
    Folder::history(&[("0000_gate", "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY, \"value\" integer);")])
}

fn run(database: &Database, folder: &Folder) {
    database.migrator(&["--run"], folder.write()).run().assert_reached();
}

/// That the entry is in the ledger once, and nothing is left of its progress.
fn assert_finished(database: &Database, folder: &Folder, tag: &str) {
    let hash = folder.hash(tag);
    let rows = format!("SELECT count(*) FROM drizzle.__drizzle_migrations WHERE hash = '{hash}'");
    assert_eq!(database.value(&rows), "1");
    assert_eq!(database.value("SELECT count(*) FROM mosaic_control.progress"), "0");
}

fn is_valid(database: &Database, index: &str) -> String {
    let sql =
        format!("SELECT indisvalid AND indisready FROM pg_index WHERE indexrelid = to_regclass('{index}')");
    database.value(&sql)
}

fn rows(database: &Database) -> String {
    database.value("SELECT count(*) FROM gate")
}

/// Runs until the runner waits for what this SQL holds, kills it there, and takes both away.
fn killed_behind(database: &Database, folder: &Folder, sql: &str) {
    let barrier = Barrier::holding(database, sql);
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "0").start();
    database.blocked_runner();
    run.kill();
    database.until_no_runner();
    barrier.release();
}

#[test]
fn what_cannot_run_in_a_transaction_runs_outside_one() {
    let database = Database::bootstrapped();
    let folder = gate()
        .with(
            "0001_outside",
            "INSERT INTO \"gate\" (\"value\") VALUES (1);--> statement-breakpoint\n\
             CREATE INDEX CONCURRENTLY \"value_index\" ON \"gate\" (\"value\");--> statement-breakpoint\n\
             REINDEX INDEX CONCURRENTLY \"value_index\";--> statement-breakpoint\n\
             REINDEX TABLE CONCURRENTLY \"gate\";--> statement-breakpoint\n\
             VACUUM \"gate\";--> statement-breakpoint\n\
             CREATE INDEX CONCURRENTLY IF NOT EXISTS \"value_index\" ON \"gate\" (\"value\");",
        )
        .with("0002_dropped", "DROP INDEX CONCURRENTLY \"value_index\";")
        .with("0003_again", "DROP INDEX CONCURRENTLY IF EXISTS \"value_index\";");
    run(&database, &folder);
    for tag in ["0001_outside", "0002_dropped", "0003_again"] {
        assert_finished(&database, &folder, tag);
    }
    assert_eq!((rows(&database).as_str(), is_valid(&database, "value_index").as_str()), ("1", ""));
}

#[test]
fn a_new_enum_value_can_be_used_in_the_next_entry() {
    let database = Database::bootstrapped();
    let folder = Folder::history(&[
        ("0000_type", "CREATE TYPE \"mood\" AS ENUM ('calm');"),
        ("0001_value", "ALTER TYPE \"mood\" ADD VALUE 'wild';"),
        (
            "0002_use",
            "CREATE TABLE \"a\" (\"mood\" \"mood\" DEFAULT 'wild');INSERT INTO \"a\" DEFAULT VALUES;",
        ),
    ]);
    run(&database, &folder);
    assert_eq!(database.value("SELECT mood FROM a"), "wild");
}

#[test]
fn an_entry_with_its_own_commit_keeps_its_blocks() {
    let database = Database::bootstrapped();
    let folder = gate().with(
        "0001_blocks",
        "BEGIN;INSERT INTO \"gate\" (\"value\") VALUES (1);COMMIT;\n\
         BEGIN;INSERT INTO \"gate\" (\"value\") VALUES (2);INSERT INTO \"gate\" (\"value\") VALUES (1 / 0);COMMIT;",
    );
    let ended = database.migrator(&["--run"], folder.write()).run();
    ended.assert_failed(6, "ENTRY_FAILED");
    assert_eq!(rows(&database), "1", "the first block stays, the second is gone whole");
    // Run again, it fails in the same place, and the first block does not run twice.
    database.migrator(&["--run"], folder.write()).run().assert_failed(6, "ENTRY_FAILED");
    assert_eq!(rows(&database), "1");
}

#[test]
fn a_build_that_was_cut_off_is_cleared_away_and_what_ran_before_it_runs_once() {
    for major in [Major::V16, Major::V17, Major::V18] {
        cut_off_and_done_again(&Database::on(major));
    }
}

fn cut_off_and_done_again(database: &Database) {
    let folder = gate();
    run(database, &folder);
    let folder = folder.with(
        "0001_index",
        "INSERT INTO \"gate\" (\"value\") VALUES (1);--> statement-breakpoint\n\
         CREATE INDEX CONCURRENTLY \"value_index\" ON \"gate\" (\"value\");--> statement-breakpoint\n\
         INSERT INTO \"gate\" (\"value\") VALUES (2);",
    );
    killed_behind(database, &folder, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    assert_eq!(is_valid(database, "value_index"), "false");
    assert_eq!(
        database.value("SELECT string_agg(state, ' ' ORDER BY step) FROM mosaic_control.progress"),
        "done started"
    );
    let cut_off = database.value("SELECT 'value_index'::regclass::oid");

    run(database, &folder);
    assert_finished(database, &folder, "0001_index");
    assert_eq!((rows(database).as_str(), is_valid(database, "value_index").as_str()), ("2", "true"));
    assert_ne!(database.value("SELECT 'value_index'::regclass::oid"), cut_off, "it was built again");
}

/// Names as PostgreSQL reads them, in the application's own schema, and grants that come with the last step.
#[test]
fn an_application_entry_is_proved_by_the_names_the_server_gave() {
    let database = Database::bootstrapped();
    let long = format!("{}é", "long_".repeat(13));
    let folder = Folder::new()
        .with_application("0000_table", "CREATE TABLE mosaic.gate (value integer);")
        .with_application(
            "0001_indexes",
            &format!(
                "CREATE INDEX CONCURRENTLY {long} ON Mosaic.Gate (value);--> statement-breakpoint\n\
                 CREATE INDEX CONCURRENTLY \"Qu\"\"oted'\" ON ONLY mosaic.\"gate\" USING btree (value);--> statement-breakpoint\n\
                 DROP INDEX CONCURRENTLY mosaic.{long};"
            ),
        )
        .with_grants(serde_json::json!({ "0001_indexes": {
            "grant": [{
                "on": { "kind": "table", "name": "gate", "schema": "mosaic" }, "privileges": ["select"], "to": "runtime",
            }],
            "revoke": [],
        } }));
    run(&database, &folder);
    assert_finished(&database, &folder, "0001_indexes");
    let indexes = "SELECT string_agg(relname, ' ') FROM pg_class WHERE relkind = 'i' AND relnamespace = 'mosaic'::regnamespace";
    assert_eq!(database.value(indexes), "Qu\"oted'");
    assert_eq!(
        database.value("SELECT has_table_privilege('mosaic_runtime', 'mosaic.gate', 'SELECT')"),
        "true"
    );
}

/// Somebody who asks for the migration lock without a pause never gets it from the first step to the last.
#[test]
fn nobody_comes_in_between_two_steps() {
    let database = Database::bootstrapped();
    let folder = gate();
    run(&database, &folder);
    let vacuum = "VACUUM \"gate\";--> statement-breakpoint\n".repeat(30);
    let body = format!(
        "TRUNCATE \"gate\";--> statement-breakpoint\n{vacuum}ALTER TABLE \"gate\" ADD \"more\" integer;"
    );
    let folder = folder.with("0001_steps", &body);

    let first = Barrier::holding(&database, "LOCK TABLE gate IN SHARE UPDATE EXCLUSIVE MODE");
    let running = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "0").start();
    database.blocked_runner();
    let last = Barrier::queued(&database, "LOCK TABLE gate IN ACCESS SHARE MODE");
    let (stop, mut rival) = (Arc::new(AtomicBool::new(false)), database.admin());
    let until = Arc::clone(&stop);
    let rival = std::thread::spawn(move || {
        let ask = "SELECT count(*) FROM generate_series(1, 1000) \
                   WHERE pg_try_advisory_lock(1297044289, 1262636593)";
        let mut got = 0_i64;
        while !until.load(Ordering::SeqCst) {
            got += rival.query_one(ask, &[]).expect("one row").get::<_, i64>(0);
        }
        got
    });
    first.release();
    last.until_holding(&database);
    // Nothing but the last step needs what is held now.
    database.blocked_runner();
    stop.store(true, Ordering::SeqCst);
    assert_eq!(rival.join().expect("the rival ends"), 0);
    last.release();
    running.wait().assert_reached();
}

/// The lock timeout does not hold here: it would leave an invalid index behind.
#[test]
fn a_build_that_waits_says_for_whom() {
    let database = Database::bootstrapped();
    let folder = gate();
    run(&database, &folder);
    let folder =
        folder.with("0001_index", "CREATE INDEX CONCURRENTLY \"value_index\" ON \"gate\" (\"value\");");
    let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    let running = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "20").start();
    database.until(
        "somebody who looks whom the build waits for",
        "EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE '%pg_blocking_pids(%COMMIT' AND state = 'idle')",
    );
    let pid = barrier.pid();
    barrier.release();
    let ended = running.wait();
    ended.assert_reached();
    assert!(ended.stderr().contains(&format!("waits for pid {pid}")), "{}", ended.stderr());
}

#[test]
fn a_build_beyond_its_deadline_is_cut_off_and_done_by_the_next_run() {
    let database = Database::bootstrapped();
    let folder = gate();
    run(&database, &folder);
    let folder =
        folder.with("0001_index", "CREATE INDEX CONCURRENTLY \"value_index\" ON \"gate\" (\"value\");");
    let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    let late = database.migrator(&["--run"], folder.write()).env("MOSAIC_STATEMENT_TIMEOUT_MS", "500").run();
    late.assert_failed(6, "STEP_NOT_PROVED");
    barrier.release();
    run(&database, &folder);
    assert_finished(&database, &folder, "0001_index");
    assert_eq!(is_valid(&database, "value_index"), "true");
}

/// The statement has run and its progress row has not been written: both are in one transaction.
#[test]
fn a_step_that_was_killed_before_it_was_recorded_runs_once() {
    let database = Database::bootstrapped();
    let folder = gate();
    run(&database, &folder);
    let folder = folder.with(
        "0001_rows",
        "INSERT INTO \"gate\" (\"value\") VALUES (1);--> statement-breakpoint\nVACUUM \"gate\";",
    );
    killed_behind(&database, &folder, "LOCK TABLE mosaic_control.progress IN SHARE MODE");
    assert_eq!(rows(&database), "0");
    run(&database, &folder);
    assert_finished(&database, &folder, "0001_rows");
    assert_eq!(rows(&database), "1");
}

/// All steps are recorded and the ledger row is not written: no step runs again.
#[test]
fn an_entry_that_was_killed_before_its_ledger_row_does_nothing_twice() {
    let database = Database::bootstrapped();
    let folder = gate();
    run(&database, &folder);
    let folder = folder.with(
        "0001_rows",
        "INSERT INTO \"gate\" (\"value\") VALUES (1);--> statement-breakpoint\nVACUUM \"gate\";",
    );
    killed_behind(&database, &folder, "LOCK TABLE drizzle.__drizzle_migrations IN SHARE MODE");
    assert_eq!(rows(&database), "1");
    run(&database, &folder);
    assert_finished(&database, &folder, "0001_rows");
    assert_eq!(rows(&database), "1");
}

#[test]
fn a_unique_index_over_duplicates_fails_and_is_built_once_they_are_gone() {
    let database = Database::bootstrapped();
    let folder = gate()
        .with("0001_rows", "INSERT INTO \"gate\" (\"value\") VALUES (1), (1);")
        .with("0002_unique", "CREATE UNIQUE INDEX CONCURRENTLY \"value_unique\" ON \"gate\" (\"value\");");
    let ended = database.migrator(&["--run"], folder.write()).run();
    ended.assert_failed(6, "ENTRY_FAILED");
    assert!(format!("{}{}", ended.stdout(), ended.stderr()).contains("23505"));
    assert_eq!(is_valid(&database, "value_unique"), "false");
    database.migrator(&["--run"], folder.write()).run().assert_failed(6, "ENTRY_FAILED");

    database.execute("DELETE FROM gate WHERE id = 2");
    run(&database, &folder);
    assert_finished(&database, &folder, "0002_unique");
    assert_eq!(is_valid(&database, "value_unique"), "true");
}

#[test]
fn a_rebuild_that_was_cut_off_leaves_no_second_index() {
    let database = Database::bootstrapped();
    let folder = gate().with("0001_index", "CREATE INDEX \"value_index\" ON \"gate\" (\"value\");");
    run(&database, &folder);
    let folder = folder.with("0002_reindex", "REINDEX INDEX CONCURRENTLY \"value_index\";");
    killed_behind(&database, &folder, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    assert_eq!(is_valid(&database, "value_index_ccnew"), "false");
    run(&database, &folder);
    assert_finished(&database, &folder, "0002_reindex");
    let indexes = "SELECT string_agg(indexrelid::regclass::text, ' ') FROM pg_index \
                   WHERE indrelid = 'gate'::regclass AND NOT indisprimary";
    assert_eq!(
        (database.value(indexes).as_str(), is_valid(&database, "value_index").as_str()),
        ("value_index", "true")
    );
}

#[test]
fn a_drop_that_was_cut_off_is_finished() {
    let database = Database::bootstrapped();
    let folder = gate().with("0001_index", "CREATE INDEX \"value_index\" ON \"gate\" (\"value\");");
    run(&database, &folder);
    let folder = folder.with("0002_drop", "DROP INDEX CONCURRENTLY \"value_index\";");
    killed_behind(&database, &folder, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    run(&database, &folder);
    assert_finished(&database, &folder, "0002_drop");
    assert_eq!(database.value("SELECT to_regclass('value_index')"), "");
}

#[test]
fn a_detachment_that_was_cut_off_is_finalised() {
    let database = Database::bootstrapped();
    let folder = Folder::history(&[(
        "0000_tables",
        "CREATE TABLE \"parent\" (\"key\" integer) PARTITION BY LIST (\"key\");\
         CREATE TABLE \"part\" PARTITION OF \"parent\" FOR VALUES IN (1);\
         CREATE TABLE \"other\" PARTITION OF \"parent\" FOR VALUES IN (2);",
    )]);
    run(&database, &folder);
    let folder =
        folder.with("0001_undisturbed", "ALTER TABLE \"parent\" DETACH PARTITION \"other\" CONCURRENTLY;");
    run(&database, &folder);
    assert_finished(&database, &folder, "0001_undisturbed");

    let folder =
        folder.with("0002_cut_off", "ALTER TABLE \"parent\" DETACH PARTITION \"part\" CONCURRENTLY;");
    killed_behind(&database, &folder, "LOCK TABLE parent IN ACCESS SHARE MODE");
    assert_eq!(database.value("SELECT inhdetachpending FROM pg_inherits"), "true");
    run(&database, &folder);
    assert_finished(&database, &folder, "0002_cut_off");
    assert_eq!(database.value("SELECT count(*) FROM pg_inherits"), "0");
}

/// Without a mark of this program, an index is somebody else's, on this run and on every other.
#[test]
fn an_index_of_somebody_else_is_never_touched() {
    let database = Database::bootstrapped();
    let folder = gate();
    run(&database, &folder);
    database.execute(
        "SET ROLE mosaic_schema_owner; CREATE INDEX value_index ON gate (value); RESET ROLE; \
         SET allow_system_table_mods = on; \
         UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'value_index'::regclass",
    );
    let theirs = database.value("SELECT 'value_index'::regclass::oid");
    for sql in [
        "CREATE INDEX CONCURRENTLY \"value_index\" ON \"gate\" (\"value\");",
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS \"value_index\" ON \"gate\" (\"value\");",
    ] {
        let folder = gate().with("0001_index", sql);
        for _twice in 0..2 {
            database.migrator(&["--run"], folder.write()).run().assert_failed(6, "STEP_NOT_PROVED");
            assert_eq!(database.value("SELECT 'value_index'::regclass::oid"), theirs);
        }
    }

    database.execute(
        "SET allow_system_table_mods = on; \
         UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'value_index'::regclass",
    );
    let folder =
        gate().with("0001_index", "CREATE INDEX CONCURRENTLY \"value_index\" ON \"gate\" (\"value\");");
    for _twice in 0..2 {
        let ended = database.migrator(&["--run"], folder.write()).run();
        ended.assert_failed(6, "ENTRY_FAILED");
        assert!(format!("{}{}", ended.stdout(), ended.stderr()).contains("42P07"));
    }
    assert_eq!(database.value("SELECT 'value_index'::regclass::oid"), theirs);
}

#[test]
fn an_entry_that_was_edited_halfway_is_refused() {
    let database = Database::bootstrapped();
    let body = "INSERT INTO \"gate\" (\"value\") VALUES (1);--> statement-breakpoint\nVACUUM \"gate\";--> statement-breakpoint\n";
    let folder = gate().with("0001_rows", &format!("{body}SELECT 1 / 0;"));
    database.migrator(&["--run"], folder.write()).run().assert_failed(6, "ENTRY_FAILED");
    for edited in [&*format!("{body}SELECT 1;"), "INSERT INTO \"gate\" (\"value\") VALUES (1);"] {
        let folder = gate().with("0001_rows", edited);
        database.migrator(&["--run"], folder.write()).run().assert_failed(6, "STEP_NOT_PROVED");
    }
    assert_eq!(rows(&database), "1");
}
