//! A run that is killed, or whose session ends, at each of its stages: the database is left as if the entries that
//! were not committed had never begun, and the next run reaches what an undisturbed one does.

use crate::support::{Barrier, Database, Folder, NAME, wait_until};
use mosaic_lab::proxy::Proxy;

const ENTRIES: [(&str, &str); 3] = [
    (
        "0000_first",
        "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY);--> statement-breakpoint\nCREATE TABLE \"latch\" ();",
    ),
    (
        "0001_second",
        "CREATE TABLE \"early\" ();--> statement-breakpoint\n\
         INSERT INTO \"gate\" DEFAULT VALUES;--> statement-breakpoint\n\
         ALTER TABLE \"gate\" ADD COLUMN \"extra\" integer;--> statement-breakpoint\n\
         CREATE TABLE \"late\" ();",
    ),
    (
        "0002_third",
        "INSERT INTO \"gate\" DEFAULT VALUES;--> statement-breakpoint\n\
         ALTER TABLE \"latch\" ADD COLUMN \"extra\" integer;",
    ),
];

/// In the way of 0001 between its two tables.
const MID_ENTRY: &str = "LOCK TABLE gate IN ACCESS SHARE MODE";
/// In the way of 0002 after its row.
const LAST_ENTRY: &str = "LOCK TABLE latch IN ACCESS SHARE MODE";
/// In the way of whoever reads the ledger.
const READ_LEDGER: &str = "LOCK TABLE drizzle.__drizzle_migrations IN ACCESS EXCLUSIVE MODE";
/// In the way of whoever writes to the ledger.
const WRITE_LEDGER: &str = "LOCK TABLE drizzle.__drizzle_migrations IN SHARE MODE";

/// The runner's session holds the migration lock and waits: this of it is true as well.
fn assert_stage(database: &Database, condition: &str) {
    let pid = database.blocked_runner();
    let stage = format!(
        "SELECT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.granted) \
         AND {condition} FROM pg_stat_activity a WHERE pid = {pid}"
    );
    assert_eq!(database.value(&stage), "true", "{condition}");
}

const IN_A_TRANSACTION_THAT_WROTE: &str = "a.backend_xid IS NOT NULL";
const IN_A_TRANSACTION_THAT_WROTE_NOTHING: &str = "a.backend_xid IS NULL";

/// What an undisturbed database holds after the first so many entries.
struct Undisturbed {
    database: Database,
    dumps: Vec<String>,
}

impl Undisturbed {
    fn new() -> Self {
        let database = Database::bootstrapped();
        let dumps = (0..=ENTRIES.len())
            .map(|entries| {
                let folder = Folder::history(&ENTRIES[..entries]);
                if entries > 0 {
                    database.migrator(&["--run"], folder.write()).run().assert_reached();
                }
                database.dump()
            })
            .collect();
        Self { database, dumps }
    }

    /// That the database holds exactly the first so many entries, and that a run brings it to all of them.
    fn assert_recovers(&self, disturbed: &Database, committed: usize) {
        assert_eq!(disturbed.dump(), self.dumps[committed], "whole entries, and no others");
        let folder = Folder::history(&ENTRIES);
        disturbed.migrator(&["--run"], folder.write()).run().assert_reached();
        assert_eq!(disturbed.dump(), self.dumps[ENTRIES.len()]);
        let rows = "SELECT count(*) FROM gate";
        assert_eq!(disturbed.value(rows), self.database.value(rows));
    }
}

fn with_the_first_entry() -> Database {
    let database = Database::bootstrapped();
    let folder = Folder::history(&ENTRIES[..1]);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    database
}

/// Lets a run come to a barrier, or through the first to the second, and kills it there.
fn killed(barriers: (&str, Option<&str>), stage: &str, committed: usize) {
    let undisturbed = Undisturbed::new();
    let database = with_the_first_entry();
    let mut barrier = Barrier::holding(&database, barriers.0);
    let folder = Folder::history(&ENTRIES);
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "0").start();
    if let Some(next) = barriers.1 {
        database.blocked_runner();
        let queued = Barrier::queued(&database, next);
        std::mem::replace(&mut barrier, queued).release();
        barrier.until_holding(&database);
    }
    assert_stage(&database, stage);
    run.kill();
    database.until_no_runner();
    barrier.release();
    undisturbed.assert_recovers(&database, committed);
}

#[test]
fn killed_after_the_lock() {
    killed((READ_LEDGER, None), IN_A_TRANSACTION_THAT_WROTE_NOTHING, 1);
}

#[test]
fn killed_within_an_entry() {
    killed((MID_ENTRY, None), IN_A_TRANSACTION_THAT_WROTE, 1);
}

#[test]
fn killed_between_the_ddl_and_the_ledger_row() {
    killed((WRITE_LEDGER, None), IN_A_TRANSACTION_THAT_WROTE, 1);
}

/// The opening of the next entry reads the ledger: after BEGIN, before the body.
#[test]
fn killed_between_a_commit_and_the_next_entry() {
    killed((MID_ENTRY, Some(READ_LEDGER)), "a.query LIKE 'BEGIN%'", 2);
}

/// What follows the last COMMIT is reading the ledger again.
#[test]
fn killed_between_the_last_commit_and_the_verification() {
    killed((LAST_ENTRY, Some(READ_LEDGER)), IN_A_TRANSACTION_THAT_WROTE_NOTHING, 3);
}

#[test]
fn a_terminated_session_rolls_the_entry_back() {
    let undisturbed = Undisturbed::new();
    let database = with_the_first_entry();
    let barrier = Barrier::holding(&database, MID_ENTRY);
    let folder = Folder::history(&ENTRIES);
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "0").start();
    let pid = database.blocked_runner();
    assert_eq!(database.value(&format!("SELECT pg_terminate_backend({pid})")), "true");
    run.wait().assert_failed(69, "CONNECTION_LOST");
    database.until_no_runner();
    barrier.release();
    undisturbed.assert_recovers(&database, 1);
}

/// What the server did not live to answer is no finding.
#[test]
fn a_terminated_session_finds_nothing_wrong() {
    let database = with_the_first_entry();
    let folder = Folder::history(&ENTRIES[..1]);
    let barrier = Barrier::holding(&database, READ_LEDGER);
    let verification = database.migrator(&["--verify"], folder.write()).start();
    let pid = database.blocked_runner();
    assert_eq!(database.value(&format!("SELECT pg_terminate_backend({pid})")), "true");
    verification.wait().assert_failed(69, "CONNECTION_LOST");
    barrier.release();
    database.migrator(&["--verify"], folder.path()).run().assert_reached();
}

/// One server process that is killed makes PostgreSQL end all of them and recover.
#[test]
fn a_crashed_server_rolls_the_entry_back() {
    let undisturbed = Undisturbed::new();
    let database = with_the_first_entry();
    let barrier = Barrier::holding(&database, MID_ENTRY);
    let folder = Folder::history(&ENTRIES);
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_LOCK_TIMEOUT_MS", "0").start();
    let pid = rustix::process::Pid::from_raw(database.blocked_runner()).expect("a process id");
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("the server process is there");
    run.wait().assert_failed(69, "CONNECTION_LOST");
    barrier.release();
    // The postmaster learns of the death a moment later, and takes connections until then.
    let begins_anew = "all server processes terminated; reinitializing";
    wait_until("a server that begins anew", || database.cluster().log().contains(begins_anew));
    wait_until("a recovered server", || database.cluster().admin(NAME).is_ok());
    undisturbed.assert_recovers(&database, 1);
}

#[test]
fn what_was_committed_outlives_a_crash_of_a_server_that_does_not_wait_for_its_log() {
    let mut database = Database::bootstrapped();
    // What commits do not wait for is written as late as can be.
    let late = ["synchronous_commit = off", "wal_writer_delay = '10s'"];
    database.cluster().configure(&late).expect("a server that takes it");
    database.execute("CHECKPOINT");
    let folder = Folder::history(&ENTRIES);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    let before = database.dump();
    database.crash();
    assert!(database.dump() == before, "something is missing");
    database.migrator(&["--verify"], folder.path()).run().assert_reached();
}

#[test]
fn a_cut_connection_rolls_the_entry_back() {
    let undisturbed = Undisturbed::new();
    let database = with_the_first_entry();
    let barrier = Barrier::holding(&database, MID_ENTRY);
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    let folder = Folder::history(&ENTRIES);
    let run = database
        .migrator_through(&proxy, &["--run"], folder.write())
        .env("MOSAIC_LOCK_TIMEOUT_MS", "0")
        .start();
    database.blocked_runner();
    proxy.cut();
    run.wait().assert_failed(69, "CONNECTION_LOST");
    database.until_no_runner();
    barrier.release();
    undisturbed.assert_recovers(&database, 1);
}
