//! `rehearse`: it says what a run would do, and leaves nothing behind.

use crate::support::{Barrier, Database, Folder, Migrator};
use serde_json::{Value, json};

fn applied() -> Folder {
    Folder::history(&[(
        "0000_base",
        "CREATE TABLE \"a\" (\"id\" integer);--> statement-breakpoint\n\
         INSERT INTO \"a\" SELECT generate_series(1, 10000);--> statement-breakpoint\n\
         CREATE TABLE \"b\" (\"id\" integer);--> statement-breakpoint\n\
         CREATE TYPE \"mood\" AS ENUM ('good');",
    )])
}

/// A database on which only the first entry has run.
fn database() -> Database {
    let database = Database::bootstrapped();
    database.migrator(&["--run"], applied().write()).run().assert_reached();
    database
}

fn rehearsal(database: &Database, folder: &Folder) -> Migrator {
    database.migrator(&["rehearse", "--output", "json"], folder.write())
}

/// What was rehearsed, each under its tag.
fn tags(answer: &Value) -> Vec<&str> {
    let entries = answer["result"]["rehearsed"].as_array().expect("a list");
    entries.iter().map(|entry| entry["tag"].as_str().expect("a tag")).collect()
}

#[test]
fn it_says_what_a_run_would_do_and_undoes_it() {
    let database = database();
    let folder = applied()
        .with("0001_wider", "ALTER TABLE \"a\" ALTER COLUMN \"id\" TYPE bigint;")
        .with("0002_more", "CREATE INDEX \"b_id\" ON \"b\" (\"id\");CREATE TABLE \"c\" (\"id\" integer);");
    let reader = Barrier::holding(&database, "SELECT FROM public.b");
    let before = database.dump();
    let answer = rehearsal(&database, &folder).run().assert_reached().json();
    assert_eq!(database.dump(), before);
    assert_eq!(tags(&answer), ["0001_wider", "0002_more"]);

    let [wider, more] = [0, 1].map(|at| answer["result"]["rehearsed"][at].clone());
    assert_eq!(wider["locks"], json!([{ "relation": "public.a", "mode": "AccessExclusiveLock" }]));
    assert_eq!(wider["rewrites"][0]["table"], "public.a");
    let bytes = wider["rewrites"][0]["bytes"].as_u64().expect("a number");
    assert!((300_000..1_000_000).contains(&bytes), "10,000 rows of eight bytes take {bytes} bytes");
    assert_eq!(more["locks"], json!([{ "relation": "public.b", "mode": "ShareLock" }]));
    assert_eq!(more["rewrites"], json!([]));
    let other = &more["others"][0];
    assert_eq!((&other["relation"], &other["mode"]), (&json!("public.b"), &json!("AccessShareLock")));
    assert!(other["who"].as_str().expect("text").starts_with(&format!("pid {} ", reader.pid())), "{other}");

    let changes: Vec<String> = answer["result"]["differences"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|found| format!("{} {} {}", found["change"], found["class"], found["name"]).replace('"', ""))
        .collect();
    let expected = [
        "added table public.c",
        "altered column public.a.id",
        "added column public.c.id",
        "added index public.b_id",
    ];
    assert_eq!(changes, expected);
    let text = database.migrator(&["rehearse"], folder.write()).run();
    for line in ["  locks public.a in AccessExclusiveLock", "  ~ column public.a.id: type integer → bigint"]
    {
        assert!(
            text.assert_reached().stdout().lines().any(|found| found == line),
            "{line}: {}",
            text.stdout()
        );
    }
    reader.release();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    let nothing = rehearsal(&database, &folder).run().assert_reached().json();
    assert_eq!(nothing["result"]["rehearsed"], json!([]));
}

#[test]
fn whoever_it_keeps_waiting_is_named() {
    let database = database();
    let folder = applied()
        .with("0001_column", "ALTER TABLE \"a\" ADD COLUMN \"more\" text;")
        .with("0002_gate", "SELECT pg_advisory_xact_lock(7);");
    let gate = Barrier::holding(&database, "SELECT pg_advisory_xact_lock(7)");
    let running = rehearsal(&database, &folder).env("MOSAIC_LOCK_TIMEOUT_MS", "60000").start();
    database.blocked_runner();
    let waiting = Barrier::queued(&database, "SELECT FROM public.a");
    gate.release();
    let ended = running.wait();
    let others = ended.assert_reached().json()["result"]["rehearsed"][1]["others"].clone();
    let found = others.as_array().expect("a list").iter().find(|other| other["state"] == "waits");
    let found = found.unwrap_or_else(|| panic!("nobody waits: {others}"));
    assert!(found["who"].as_str().expect("text").starts_with(&format!("pid {} ", waiting.pid())), "{found}");
    waiting.until_holding(&database);
    waiting.release();
}

#[test]
fn it_ends_before_what_needs_a_commit_and_says_so() {
    let database = database();
    let more = ("0001_more", "ALTER TABLE \"b\" ADD COLUMN \"more\" text;");
    let concurrently = applied()
        .with(more.0, more.1)
        .with("0002_index", "CREATE INDEX CONCURRENTLY \"b_id\" ON \"b\" (\"id\");");
    let value = applied()
        .with(more.0, &format!("{}ALTER TYPE \"mood\" ADD VALUE 'bad';", more.1))
        .with("0002_use", "ALTER TABLE \"b\" ADD COLUMN \"mood\" \"mood\" DEFAULT 'bad';");
    for folder in [concurrently, value] {
        let before = database.dump();
        let ended = rehearsal(&database, &folder).run();
        ended.assert_failed(3, "REHEARSAL_INCOMPLETE");
        let answer = ended.json();
        assert_eq!(tags(&answer), ["0001_more"]);
        assert!(answer["message"].as_str().expect("text").contains("before entry 0002_"), "{answer}");
        assert!(answer["result"]["differences"].to_string().contains("public.b.more"), "{answer}");
        assert_eq!(database.dump(), before);
    }
}

#[test]
fn an_entry_that_fails_is_reported_with_its_place() {
    let database = database();
    let folder = applied()
        .with("0001_more", "ALTER TABLE \"b\" ADD COLUMN \"more\" text;")
        .with("0002_bad", "CREATE TABLE \"c\" (\"id\" integer);--> statement-breakpoint\nSELECT 1 / 0;");
    let before = database.dump();
    let ended = rehearsal(&database, &folder).run();
    ended.assert_failed(6, "ENTRY_FAILED");
    let answer = ended.json();
    assert_eq!(answer["facts"]["place"], json!({ "part": "body", "chunk": 2, "statement": 1, "line": 2 }));
    assert_eq!(tags(&answer), ["0001_more"]);
    let differences = answer["result"]["differences"].to_string();
    assert!(differences.contains("public.b.more") && !differences.contains("public.c"), "{differences}");
    assert_eq!(database.dump(), before);

    let folder = applied().with("0001_owner", "GRANT DELETE ON \"b\" TO mosaic_runtime_capability;");
    rehearsal(&database, &folder).run().assert_failed(6, "ENTRY_PRIVILEGES");
    assert_eq!(database.dump(), before);
}

#[test]
fn a_held_entry_ends_it_as_it_would_end_a_run() {
    let database = database();
    let folder = applied()
        .with("0001_expand", "ALTER TABLE \"a\" ADD COLUMN \"rank\" integer;")
        .with("0002_validate", "ALTER TABLE \"a\" ALTER COLUMN \"rank\" SET NOT NULL;")
        .requiring("backfilled", "SELECT FROM \"a\" WHERE \"rank\" IS NULL");
    let answer = rehearsal(&database, &folder).run().assert_reached().json();
    assert_eq!(tags(&answer), ["0001_expand"]);
    assert_eq!(answer["result"]["held"]["tag"], "0002_validate");
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    let answer = rehearsal(&database, &folder).run().assert_reached().json();
    assert_eq!((tags(&answer), &answer["result"]["held"]["unmet"]), (vec![], &json!(["backfilled"])));
}

#[test]
fn it_gives_way_soon_and_never_runs_beside_a_run() {
    let database = database();
    let folder = applied().with("0001_more", "ALTER TABLE \"b\" ADD COLUMN \"more\" text;");
    let before = database.dump();
    let barrier = Barrier::holding(&database, "LOCK TABLE public.b IN SHARE MODE");
    let ended = rehearsal(&database, &folder).run();
    ended.assert_failed(4, "ENTRY_LOCK_TIMEOUT");
    let named = format!("pid {} ", barrier.pid());
    assert!(ended.json()["notes"].to_string().contains(&named), "{}", ended.stdout());

    let running = rehearsal(&database, &folder).env("MOSAIC_LOCK_TIMEOUT_MS", "60000").start();
    database.blocked_runner();
    for beside in ["rehearse", "--run"] {
        let beside = database.migrator(&[beside], folder.write()).env("MOSAIC_LOCK_WAIT_MS", "0").run();
        beside.assert_failed(4, "DATABASE_MIGRATION_LOCKED");
    }
    running.signal(rustix::process::Signal::TERM);
    running.wait().assert_failed(130, "INTERRUPTED");
    barrier.release();
    database.until_no_runner();
    assert_eq!(database.dump(), before);
}

#[test]
fn whoever_changes_the_database_meanwhile_is_not_overlooked() {
    let database = database();
    let folder = applied().with("0001_gate", "SELECT pg_advisory_xact_lock(7);");
    let gate = Barrier::holding(&database, "SELECT pg_advisory_xact_lock(7)");
    let running = rehearsal(&database, &folder).env("MOSAIC_LOCK_TIMEOUT_MS", "60000").start();
    database.blocked_runner();
    database.execute("ALTER TABLE public.b ADD COLUMN extra integer");
    gate.release();
    running.wait().assert_failed(2, "REHEARSAL_LEFT_TRACES");
}
