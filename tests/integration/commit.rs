//! A connection that is lost around COMMIT: the server is asked what became of it, and only where it cannot be asked
//! is the outcome uncertain.

use crate::support::{Barrier, Database, Folder, wait_until};
use mosaic_lab::proxy::{Mode, Proxy};

fn folder() -> Folder {
    Folder::history(&[
        ("0000_first", "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY);"),
        ("0001_second", "INSERT INTO \"gate\" DEFAULT VALUES;"),
    ])
}

fn assert_once(database: &Database) {
    assert_eq!(database.value("SELECT count(*) FROM gate"), "1");
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "2");
}

#[test]
fn lost_after_the_server_has_committed() {
    let database = Database::bootstrapped();
    let folder = folder();
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    database.hold_commits();
    let run =
        database.migrator_through(&proxy, &["--run"], folder.write()).env("MOSAIC_OUTPUT", "json").start();
    database.committing_runner();
    proxy.cut();
    wait_until("a new session that asks", || proxy.connections() > 1);
    database.let_commits_go();
    let ended = run.wait();
    ended.assert_reached();
    let json = ended.json();
    let tags: Vec<_> =
        json["result"]["applied"].as_array().into_iter().flatten().map(|entry| &entry["tag"]).collect();
    assert_eq!(tags, ["0000_first", "0001_second"]);
    assert_once(&database);
}

/// COMMIT leaves the program and never arrives; the server rolls back when it sees the connection end.
#[test]
fn lost_before_the_server_has_committed() {
    let database = Database::bootstrapped();
    let folder = folder();
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    let barrier = Barrier::holding(&database, "LOCK TABLE drizzle.__drizzle_migrations IN SHARE MODE");
    let run = database
        .migrator_through(&proxy, &["--run"], folder.write())
        .env("MOSAIC_LOCK_TIMEOUT_MS", "0")
        .env("MOSAIC_OUTPUT", "json")
        .start();
    database.blocked_runner();
    proxy.set(Mode::Deaf);
    barrier.release();
    wait_until("a COMMIT on its way", || proxy.held_back() > 0);
    let state = database.value("SELECT state FROM pg_stat_activity WHERE usename = 'mosaic_migrator'");
    assert_eq!(state, "idle in transaction");
    proxy.cut();
    database.until_no_runner();
    proxy.set(Mode::Forward);
    let ended = run.wait();
    ended.assert_reached();
    assert!(proxy.connections() > 1);
    assert_once(&database);
}

#[test]
fn lost_with_the_server_out_of_reach() {
    let database = Database::bootstrapped();
    let folder = folder();
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    database.hold_commits();
    let run = database.migrator_through(&proxy, &["--run"], folder.write()).start();
    database.committing_runner();
    proxy.set(Mode::Refuse);
    proxy.cut();
    let begun = std::time::Instant::now();
    run.wait().assert_failed(7, "COMMIT_UNCERTAIN");
    assert!(begun.elapsed() < std::time::Duration::from_secs(45), "{:?}", begun.elapsed());
    database.let_commits_go();
    database.until_no_runner();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    assert_once(&database);
}

/// The standby may have the transaction or not, and may have given its id to another: it is not asked.
#[test]
fn lost_with_another_server_in_its_place() {
    let database = Database::bootstrapped();
    let folder = folder();
    let standby = database.cluster().standby().expect("a standby");
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    database.hold_commits();
    let run = database.migrator_through(&proxy, &["--run"], folder.write()).start();
    database.committing_runner();
    standby.admin("postgres").expect("a session").batch_execute("SELECT pg_promote()").expect("a promotion");
    proxy.retarget(standby.port());
    proxy.cut();
    run.wait().assert_failed(7, "COMMIT_UNCERTAIN");
    assert!(standby.log().contains("mosaic_migrator"), "it was there");
    database.let_commits_go();
}

/// A step of an entry that is not one transaction is not the whole of it.
#[test]
fn lost_around_the_commit_of_a_step() {
    let database = Database::bootstrapped();
    let folder = folder();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    let folder =
        folder.with("0002_third", "CREATE TABLE \"made\" ();--> statement-breakpoint\nVACUUM \"gate\";");
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    database.hold_commits();
    let run =
        database.migrator_through(&proxy, &["--run"], folder.write()).env("MOSAIC_OUTPUT", "json").start();
    database.committing_runner();
    proxy.cut();
    wait_until("a new session that asks", || proxy.connections() > 1);
    database.let_commits_go();
    let ended = run.wait();
    ended.assert_reached();
    assert_eq!(ended.json()["result"]["applied"].as_array().map(Vec::len), Some(1));
    assert_eq!(database.value("SELECT count(*) FROM mosaic_control.progress"), "0");
}
