//! SIGINT and SIGTERM: what runs is cancelled on the server and rolled back, what was committed stays, the lock is
//! let go, and the program says so.

use crate::support::{Barrier, Database, Ended, Folder, Running};
use rustix::process::Signal;

fn gate() -> Folder {
    Folder::history(&[("0000_gate", "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY);")])
}

fn start(database: &Database, folder: &Folder) -> Running {
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_OUTPUT", "json");
    run.env("MOSAIC_LOCK_TIMEOUT_MS", "0").env("MOSAIC_LOCK_WAIT_MS", "60000").start()
}

/// That it was interrupted, says what is applied, and left neither session nor lock.
fn assert_interrupted(database: &Database, ended: &Ended, applied: &[&str]) {
    ended.assert_failed(130, "INTERRUPTED");
    let json = ended.json();
    assert!(json["database"].is_string() && json["next"].is_string(), "{json}");
    let tags: Vec<_> =
        json["result"]["applied"].as_array().into_iter().flatten().map(|entry| &entry["tag"]).collect();
    assert_eq!(tags, applied);
    database.until_no_runner();
    let holders = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";
    assert_eq!(database.value(holders), "0");
}

fn rerun(database: &Database, folder: &Folder) {
    database.migrator(&["--run"], folder.write()).run().assert_reached();
}

#[test]
fn while_it_connects() {
    let database = Database::bootstrapped();
    let folder = gate();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let (server, nobody) = (database.cluster().port(), silent.local_addr().expect("an address").port());
    let url = database.reveal("mosaic_migrator.url").replace(&format!(":{server}/"), &format!(":{nobody}/"));
    let url = database.secret("silent.url", &url);
    let run = database.migrator_at(&["--run"], folder.write(), &url).env("MOSAIC_OUTPUT", "json");
    let run = run.env("MOSAIC_CONNECT_TIMEOUT_MS", "600000").start();
    let (_never_answered, _) = silent.accept().expect("a connection");
    run.signal(Signal::TERM);
    assert_interrupted(&database, &run.wait(), &[]);
}

#[test]
fn while_it_polls_for_the_lock() {
    let database = Database::bootstrapped();
    let folder = gate();
    let before = database.dump();
    let holder = Barrier::holding(&database, "SELECT pg_advisory_xact_lock(1297044289, 1262636593)");
    let run = start(&database, &folder);
    database.polling_runner();
    run.signal(Signal::TERM);
    let ended = run.wait();
    holder.release();
    assert_interrupted(&database, &ended, &[]);
    assert_eq!(database.dump(), before);
    rerun(&database, &folder);
}

#[test]
fn within_an_entry() {
    for signal in [Signal::INT, Signal::TERM] {
        let database = Database::bootstrapped();
        let folder = gate();
        rerun(&database, &folder);
        let before = database.dump();
        let folder = folder.with("0001_next", "INSERT INTO \"gate\" DEFAULT VALUES;").with(
            "0002_altered",
            "CREATE TABLE \"made\" ();ALTER TABLE \"gate\" ADD COLUMN \"extra\" integer;",
        );
        let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ACCESS SHARE MODE");
        let run = start(&database, &folder);
        database.blocked_runner();
        run.signal(signal);
        // The barrier still stands: only a cancelled statement lets the run end.
        let ended = run.wait();
        assert_interrupted(&database, &ended, &["0001_next"]);
        barrier.release();
        let ledger = format!("\n{} {}", folder.hash("0001_next"), folder.when("0001_next"));
        assert_eq!(database.dump(), before + &ledger);
        rerun(&database, &folder);
        assert_eq!(database.value("SELECT count(*) FROM gate"), "1");
    }
}

/// The commit waits for a standby that does not exist; it was sent, so its answer is awaited.
#[test]
fn while_a_commit_is_on_its_way() {
    let database = Database::bootstrapped();
    let folder = gate().with("0001_next", "INSERT INTO \"gate\" DEFAULT VALUES;");
    database.hold_commits();
    let run = start(&database, &folder);
    database.committing_runner();
    run.signal(Signal::INT);
    database.let_commits_go();
    assert_interrupted(&database, &run.wait(), &["0000_gate"]);
    rerun(&database, &folder);
    assert_eq!(database.value("SELECT count(*) FROM gate"), "1");
}

#[test]
fn while_an_index_is_built_concurrently() {
    let database = Database::bootstrapped();
    let folder = gate();
    rerun(&database, &folder);
    let folder = folder.with("0001_index", "CREATE INDEX CONCURRENTLY \"gate_id\" ON \"gate\" (\"id\");");
    let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    let run = start(&database, &folder);
    database.blocked_runner();
    run.signal(Signal::TERM);
    let ended = run.wait();
    assert_interrupted(&database, &ended, &[]);
    barrier.release();
    rerun(&database, &folder);
    assert_eq!(
        database.value("SELECT indisvalid FROM pg_index WHERE indexrelid = 'gate_id'::regclass"),
        "true"
    );
}
