//! Several runs at once, and one run beside another's concurrent index build.

use crate::support::{Barrier, Database, Folder, wait_until};

#[test]
fn of_twenty_runs_at_once_exactly_one_applies_each_entry() {
    const RUNS: usize = 20;
    let database = Database::bootstrapped();
    let folder = Folder::history(&[
        ("0000_first", "CREATE TABLE \"a\" (\"id\" serial PRIMARY KEY);"),
        ("0001_second", "INSERT INTO \"a\" DEFAULT VALUES;"),
        ("0002_third", "CREATE INDEX CONCURRENTLY \"a_id\" ON \"a\" (\"id\");"),
        ("0003_fourth", "INSERT INTO \"a\" DEFAULT VALUES;"),
    ]);
    let bundle = folder.write();
    let start = |run: usize| {
        database
            .migrator(&["--run"], bundle)
            .env("MOSAIC_OUTPUT", "json")
            .env("MOSAIC_LOCK_WAIT_MS", ["1", "60000"][run % 2])
            .env("MOSAIC_CONNECT_TIMEOUT_MS", "60000")
            .start()
    };
    let running: Vec<_> = (0..RUNS).map(start).collect();
    let ended: Vec<_> = running.into_iter().map(crate::support::Running::wait).collect();

    let mut applied = Vec::new();
    for (number, run) in ended.iter().enumerate() {
        match (number % 2, run.status()) {
            (_, 0) | (0, 4) => {}
            _ => panic!("{}{}", run.stdout(), run.stderr()),
        }
        let json = run.json();
        let tags = json["result"]["applied"].as_array().into_iter().flatten();
        applied.extend(tags.map(|entry| entry["tag"].as_str().expect("a tag").to_owned()));
    }
    assert_eq!(applied, ["0000_first", "0001_second", "0002_third", "0003_fourth"]);
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "4");
    assert_eq!(database.value("SELECT count(*) FROM a"), "2");
}

fn concurrent_build(database: &Database) -> Folder {
    let folder = Folder::history(&[("0000_first", "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY);")]);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    folder.with("0001_second", "CREATE INDEX CONCURRENTLY \"gate_id\" ON \"gate\" (\"id\");")
}

#[test]
fn a_run_that_waits_does_no_harm_to_a_concurrent_build() {
    let database = Database::bootstrapped();
    let folder = concurrent_build(&database);
    let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    let builder = database.migrator(&["--run"], folder.write()).start();
    database.blocked_runner();
    let waiter = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_WAIT_MS", "60000").start();
    database.polling_runner();
    barrier.release();
    builder.wait().assert_reached();
    waiter.wait().assert_reached();
    assert_eq!(
        database.value("SELECT indisvalid FROM pg_index WHERE indexrelid = 'gate_id'::regclass"),
        "true"
    );
    assert!(!database.cluster().log().contains("deadlock detected"));
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "2");
}

/// The reason for polling: a session that blocks on the lock holds a snapshot that the build waits for.
#[test]
fn a_session_that_blocks_on_the_lock_would_deadlock_the_build() {
    let database = Database::bootstrapped();
    let folder = concurrent_build(&database);
    let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ROW EXCLUSIVE MODE");
    let builder = database.migrator(&["--run"], folder.write()).start();
    database.blocked_runner();
    let mut session = database.admin();
    let pid: i32 = session.query_one("SELECT pg_backend_pid()", &[]).expect("a pid").get(0);
    let waiter = std::thread::spawn(move || {
        let _either_may_be_the_victim =
            session.simple_query("SELECT pg_advisory_lock(1297044289, 1262636593)");
    });
    database.until(
        "a session that blocks",
        &format!("EXISTS (SELECT FROM pg_stat_activity WHERE pid = {pid} AND wait_event = 'advisory')"),
    );
    barrier.release();
    wait_until("a deadlock", || database.cluster().log().contains("deadlock detected"));
    builder.wait();
    waiter.join().expect("the waiter ends");
}
