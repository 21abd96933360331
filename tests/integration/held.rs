//! Expand, backfill, validate in one bundle: an entry whose precondition is not met is held, and the state before it
//! is a good one.

use crate::support::{Barrier, Database, Folder, Migrator};
use mosaic_db::digest::Digest;
use serde_json::{Value, json};

const UNRANKED: &str = "-- Rows that the backfill has not reached.\nSELECT \"id\" FROM \"jobs\" WHERE \"rank\" IS NULL; -- none: met\n";

fn up_to_expand() -> Folder {
    Folder::history(&[
        (
            "0000_jobs",
            "CREATE TABLE \"jobs\" (\"id\" serial PRIMARY KEY);--> statement-breakpoint\n\
             INSERT INTO \"jobs\" SELECT generate_series(1, 3);",
        ),
        ("0001_expand", "ALTER TABLE \"jobs\" ADD COLUMN \"rank\" integer;"),
    ])
}

fn whole(query: &str) -> Folder {
    up_to_expand()
        .with("0002_validate", "ALTER TABLE \"jobs\" ALTER COLUMN \"rank\" SET NOT NULL;")
        .requiring("backfilled", query)
        .with("0003_later", "CREATE TABLE \"later\" (\"id\" integer);")
}

fn backfill(database: &Database) {
    database.execute("UPDATE public.jobs SET rank = id");
}

fn applied(run: &Value) -> Vec<&str> {
    let applied = run["result"]["applied"].as_array().expect("a list");
    applied.iter().map(|entry| entry["tag"].as_str().expect("a tag")).collect()
}

#[test]
fn an_entry_is_held_until_the_backfill_is_done() {
    let database = Database::bootstrapped();
    let folder = whole(UNRANKED);
    let bundle = folder.write();
    let ask = |arguments: &[&str]| {
        let ended = database.migrator(arguments, bundle).env("MOSAIC_OUTPUT", "json").run();
        ended.assert_reached().json()
    };
    let held =
        json!({ "tag": "0002_validate", "sha256": folder.hash("0002_validate"), "unmet": ["backfilled"] });

    // Nothing is known of the third entry while the second is pending.
    database.migrator(&["--verify"], bundle).run().assert_failed(3, "ENTRIES_PENDING");
    assert_eq!(ask(&["status"])["result"]["held"], Value::Null);
    let first = ask(&["--run"]);
    assert_eq!(applied(&first), ["0000_jobs", "0001_expand"]);
    assert_eq!(first["result"]["held"], held);
    let receipt = first["result"]["receipt"]["text"].as_str().expect("a receipt");
    let receipt: Value = serde_json::from_str(receipt).expect("JSON");
    assert_eq!((&receipt["outcome"], &receipt["held"]), (&json!("REACHED"), &json!("0002_validate")));
    let before = database.dump();

    for command in ["--verify", "status", "--run"] {
        let answer = ask(&[command]);
        assert_eq!(answer["result"]["held"], held, "{command}");
        if command != "--run" {
            assert_eq!(answer["result"]["pending"], json!([]), "{command}");
        }
    }
    let status = database.migrator(&["status"], bundle).run();
    for line in ["applied  0001_expand", "held     0002_validate", "waiting  0003_later"] {
        assert!(status.stdout().lines().any(|found| found == line), "{line}: {}", status.stdout());
    }
    assert_eq!(database.dump(), before, "a held entry and those after it leave no trace");

    backfill(&database);
    database.migrator(&["--verify"], bundle).run().assert_failed(3, "ENTRIES_PENDING");
    let second = ask(&["--run"]);
    assert_eq!(applied(&second), ["0002_validate", "0003_later"]);
    assert_eq!(second["result"]["held"], Value::Null);
    assert_eq!(ask(&["--verify"])["result"]["held"], Value::Null);
}

#[test]
fn a_run_that_was_killed_in_it_begins_it_again() {
    let database = Database::bootstrapped();
    let folder = whole(UNRANKED);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    backfill(&database);
    let barrier = Barrier::holding(&database, "LOCK TABLE public.jobs IN SHARE MODE");
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "60000").start();
    database.blocked_runner();
    run.kill();
    barrier.release();
    database.until_no_runner();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    database.migrator(&["--verify"], folder.write()).run().assert_reached();
}

#[test]
fn a_question_that_has_no_answer_stops_everything() {
    for (query, status, code) in [
        ("SELECT missing FROM jobs", 2, "PRECONDITION_REFUSED"),
        ("WITH gone AS (DELETE FROM jobs RETURNING 1) SELECT FROM gone", 2, "PRECONDITION_REFUSED"),
        ("COMMIT", 2, "PRECONDITION_REFUSED"),
        ("SELECT FROM jobs FOR UPDATE", 65, "PRECONDITION_WRITES"),
        ("SELECT nextval('jobs_id_seq')", 65, "PRECONDITION_WRITES"),
    ] {
        let database = Database::bootstrapped();
        let folder = whole(query);
        for command in ["--run", "--run", "--verify", "status"] {
            database.migrator(&[command], folder.write()).run().assert_failed(status, code);
        }
        let ledger = "SELECT count(*) FROM drizzle.__drizzle_migrations";
        assert_eq!(database.value(ledger), "2", "{query}");
        assert_eq!(database.value("SELECT count(*) FROM jobs"), "3", "{query}");
    }
    for query in ["SELECT 1; SELECT 2", "", "SELECT 'open"] {
        let folder = whole(query);
        let path = folder.write().to_str().expect("a UTF-8 path");
        Migrator::new(&["manifest", "check", path]).run().assert_failed(65, "BUNDLE_PRECONDITION_INVALID");
    }
}

#[test]
fn a_held_entry_is_measured_and_the_state_before_it_is_exact() {
    let folder = Folder::history(&[("0000_marks", "CREATE TABLE \"marks\" (\"name\" text);")])
        .with("0001_held", "CREATE TABLE \"later\" (\"id\" integer);")
        .requiring("marked", "SELECT WHERE NOT EXISTS (SELECT FROM marks)");
    let bundle = folder.write();
    let built = folder.measure_on(&Database::bootstrapped());
    assert!(built.stderr().contains("0001_held is held until marked"), "{}", built.stderr());

    let check = || Migrator::new(&["manifest", "check", bundle.to_str().expect("UTF-8")]).run();
    check().assert_reached();

    let database = Database::bootstrapped();
    let run = |argument: &str| database.migrator(&[argument], bundle).run();
    let is_expected_after = |tag: &str| {
        let expected = std::fs::read(bundle.join(format!("schema/{tag}.v1.json"))).expect("a snapshot");
        let verified = database.migrator(&["--verify"], bundle).env("MOSAIC_OUTPUT", "json").run();
        assert_eq!(verified.assert_reached().json()["result"]["schema"], Digest::of(&expected).to_string());
    };
    run("--run").assert_reached();
    is_expected_after("0000_marks");
    database.execute("ALTER TABLE public.marks ADD COLUMN extra integer");
    run("--verify").assert_failed(2, "SCHEMA_DRIFT");
    run("--run").assert_failed(2, "SCHEMA_DRIFT");
    database.execute("ALTER TABLE public.marks DROP COLUMN extra");
    database.execute("SET ROLE mosaic_schema_owner; CREATE TABLE public.later (id integer)");
    run("--verify").assert_failed(2, "EFFECTS_PRESENT");
    database.execute("DROP TABLE public.later; INSERT INTO public.marks VALUES ('done')");
    run("--run").assert_reached();
    is_expected_after("0001_held");
}

#[test]
fn another_precondition_is_another_bundle_and_another_measurement_leaves_nothing_behind() {
    let folder = Folder::history(&[("0000_marks", "CREATE TABLE \"marks\" (\"name\" text);")])
        .with("0001_held", "CREATE TABLE \"later\" (\"id\" integer);")
        .requiring("marked", "SELECT FROM marks");
    folder.measure_on(&Database::bootstrapped());
    let bundle = folder.path();
    let check = || Migrator::new(&["manifest", "check", bundle.to_str().expect("UTF-8")]).run();
    let write = |name: &str, text: &str| {
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        std::fs::write(bundle.join(name), text).expect("a file");
    };
    check().assert_reached();
    write("requires/marked.sql", "SELECT 1");
    check().assert_failed(65, "EFFECTS_STALE");
    write("requires/other.sql", "SELECT 1");
    check().assert_failed(65, "BUNDLE_ORPHAN_FILE");
    std::fs::remove_file(bundle.join("requires/other.sql")).expect("a file");

    write("schema/0000_marks.v1.json", "{}");
    folder.measure_on(&Database::bootstrapped());
    check().assert_reached();
    std::fs::rename(bundle.join("schema/0000_marks.v1.json"), bundle.join("kept")).expect("a file");
    check().assert_failed(65, "SCHEMA_FILE_MISSING");
    let without = Folder::history(&[("0000_marks", "CREATE TABLE \"marks\" (\"name\" text);")])
        .with("0001_held", "CREATE TABLE \"later\" (\"id\" integer);");
    let kept = without.write();
    std::fs::create_dir(kept.join("schema")).expect("a directory");
    std::fs::rename(bundle.join("kept"), kept.join("schema/0000_marks.v1.json")).expect("a file");
    without.measure_on(&Database::bootstrapped());
    assert!(!kept.join("schema/0000_marks.v1.json").exists());
    Migrator::new(&["manifest", "check", kept.to_str().expect("UTF-8")]).run().assert_reached();
}
