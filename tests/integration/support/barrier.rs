//! Something in a run's way that stays until the test takes it away: where a run stands still, a test can act.

use super::Database;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

/// A superuser's transaction that stays open.
pub struct Barrier {
    pid: i32,
    release: Sender<()>,
    thread: JoinHandle<()>,
}

impl Barrier {
    /// A transaction that has run this SQL.
    pub fn holding(database: &Database, sql: &str) -> Self {
        let barrier = Self::start(database, sql);
        barrier.until(database, "a barrier that stands", "state = 'idle in transaction'");
        barrier
    }

    /// A transaction whose SQL waits for a lock: it is the next in line.
    pub fn queued(database: &Database, sql: &str) -> Self {
        let barrier = Self::start(database, sql);
        barrier.until(database, "a barrier in the queue", "wait_event_type = 'Lock'");
        barrier
    }

    /// Waits until the SQL of a queued one has run.
    pub fn until_holding(&self, database: &Database) {
        self.until(database, "a barrier that got its lock", "state = 'idle in transaction'");
    }

    /// The process id of the session.
    pub const fn pid(&self) -> i32 {
        self.pid
    }

    /// Rolls the transaction back.
    pub fn release(self) {
        drop(self.release);
        self.thread.join().expect("the barrier's session ends");
    }

    fn start(database: &Database, sql: &str) -> Self {
        let mut client = database.admin();
        let pid = client.query_one("SELECT pg_backend_pid()", &[]).expect("a pid").get(0);
        let sql = format!("BEGIN; {sql}");
        let (release, released) = channel::<()>();
        let thread = std::thread::spawn(move || {
            client.batch_execute(&sql).expect("the superuser may");
            released.recv().expect_err("nothing is ever sent");
            // A server that crashed has rolled it back.
            let _gone_either_way = client.batch_execute("ROLLBACK");
        });
        Self { pid, release, thread }
    }

    fn until(&self, database: &Database, what: &str, condition: &str) {
        let sql = format!("SELECT FROM pg_stat_activity WHERE pid = {} AND {condition}", self.pid);
        database.until(what, &format!("EXISTS ({sql})"));
    }
}
