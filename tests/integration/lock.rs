//! Who waits for whom: the migration lock, and the locks that entries need.

use crate::support::{Barrier, Database, Ended, Folder, wait_until};

const TAKE: &str = "SELECT pg_advisory_lock(1297044289, 1262636593)";

fn folder() -> Folder {
    Folder::history(&[("0000_first", "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY);")])
}

/// Runs while somebody holds the lock.
fn refused(database: &Database, folder: &Folder) -> Ended {
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_WAIT_MS", "300");
    let begun = std::time::Instant::now();
    let ended = run.env("MOSAIC_OUTPUT", "json").run();
    assert!(begun.elapsed() < std::time::Duration::from_secs(10), "{:?}", begun.elapsed());
    ended.assert_failed(4, "DATABASE_MIGRATION_LOCKED");
    ended
}

fn message(ended: &Ended) -> String {
    ended.json()["message"].as_str().expect("a message").to_owned()
}

#[test]
fn a_lock_held_by_any_session_is_reported_with_its_holder() {
    let database = Database::bootstrapped();
    let holder = Barrier::holding(&database, &format!("SET application_name = 'nightly job'; {TAKE}"));
    let before = database.dump();
    let message = message(&refused(&database, &folder()));
    assert_eq!(database.dump(), before);
    let (pid, end) = (format!("pid {},", holder.pid()), format!("pg_terminate_backend({})", holder.pid()));
    for part in [&*pid, "login postgres", "application nightly job", &*end] {
        assert!(message.contains(part), "no {part} in {message}");
    }
}

#[test]
fn a_lock_held_by_another_run_is_reported_with_its_age() {
    let database = Database::bootstrapped();
    let folder = folder();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    let folder = folder.with("0001_second", "ALTER TABLE \"gate\" ADD COLUMN \"extra\" integer;");
    let barrier = Barrier::holding(&database, "LOCK TABLE gate IN ACCESS SHARE MODE");
    let holder = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "0").start();
    let pid = database.blocked_runner();
    let message = message(&refused(&database, &folder));
    let name = database.value(&format!("SELECT application_name FROM pg_stat_activity WHERE pid = {pid}"));
    let pid = format!("pid {pid},");
    for part in
        [&*pid, "login mosaic_migrator", &*format!("application {name}"), "age in seconds", "state active"]
    {
        assert!(message.contains(part), "no {part} in {message}");
    }
    barrier.release();
    holder.wait().assert_reached();
}

#[test]
fn a_lock_that_is_let_go_in_time_is_taken() {
    let database = Database::bootstrapped();
    let folder = folder();
    let holder = Barrier::holding(&database, TAKE);
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_WAIT_MS", "60000").start();
    database.polling_runner();
    holder.release();
    run.wait().assert_reached();
}

/// Whoever dies without a goodbye keeps the lock only as long as the server takes to notice.
#[test]
fn the_server_is_told_to_notice_a_client_that_is_gone() {
    let database = Database::bootstrapped();
    let names = [
        "client_connection_check_interval",
        "idle_in_transaction_session_timeout",
        "tcp_keepalives_idle",
        "tcp_keepalives_interval",
        "tcp_keepalives_count",
        "tcp_user_timeout",
    ];
    let settings = names.map(|name| format!("current_setting('{name}')")).join(" || ' ' || ");
    let folder = Folder::history(&[(
        "0000_look",
        &*format!("CREATE TABLE \"seen\" AS SELECT {settings} AS \"all\";"),
    )]);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    assert_eq!(database.value("SELECT \"all\" FROM seen"), "500ms 1min 15 5 3 30000");
}

/// A folder whose last entry is in somebody's way, and who that is.
fn in_the_way(database: &Database) -> (Folder, Barrier) {
    let folder = folder();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    let work = "INSERT INTO \"gate\" DEFAULT VALUES;--> statement-breakpoint\n\
                ALTER TABLE \"gate\" ADD COLUMN \"extra\" integer;";
    let barrier = Barrier::holding(database, "LOCK TABLE gate IN ACCESS SHARE MODE");
    (folder.with("0001_second", work), barrier)
}

fn lock_timeouts(database: &Database) -> usize {
    database.cluster().log().matches("canceling statement due to lock timeout").count()
}

#[test]
fn an_entry_that_never_gets_its_lock_is_rolled_back_and_said_so() {
    let database = Database::bootstrapped();
    let (folder, barrier) = in_the_way(&database);
    let before = database.dump();
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "20").run();
    run.assert_failed(4, "ENTRY_LOCK_TIMEOUT");
    assert!(lock_timeouts(&database) > 1, "it was tried again");
    assert_eq!(database.dump(), before);
    barrier.release();
    assert_eq!(database.value("SELECT count(*) FROM gate"), "0");
}

#[test]
fn an_entry_whose_lock_becomes_free_in_time_is_applied_once() {
    let database = Database::bootstrapped();
    let (folder, barrier) = in_the_way(&database);
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "20").start();
    wait_until("an attempt that was rolled back", || lock_timeouts(&database) > 0);
    barrier.release();
    run.wait().assert_reached();
    assert_eq!(database.value("SELECT count(*) FROM gate"), "1");
    let rows = format!(
        "SELECT count(*) FROM drizzle.__drizzle_migrations WHERE hash = '{}'",
        folder.hash("0001_second")
    );
    assert_eq!(database.value(&rows), "1");
}
