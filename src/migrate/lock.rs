//! The migration lock: polled within a bound, never waited for.
//!
//! A session that blocks in `pg_advisory_lock` holds a snapshot while it waits. The holder's CREATE INDEX
//! CONCURRENTLY waits for that snapshot, and one of the two dies in a deadlock (PostgreSQL manual, "Building Indexes
//! Concurrently").

use super::connection::Writer;
use super::error::MigrateError;
use super::open::Proved;
use mosaic_db::postgres::Identity;
use std::fmt;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The two keys, as SQL arguments: the ASCII of `MOSA` and `KBN1`.
pub(crate) const KEYS: &str = "1297044289, 1262636593";

const POLL: Duration = Duration::from_millis(100);

/// A proved session that holds the migration lock.
pub(super) struct Locked {
    pub(super) writer: Writer,
    pub(super) identity: Identity,
}

/// Who holds the lock, as far as this login may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holder {
    pub(crate) pid: Option<String>,
    pub(crate) login: Option<String>,
    pub(crate) application: Option<String>,
    pub(crate) backend_start: Option<String>,
    pub(crate) age_seconds: Option<String>,
    pub(crate) state: Option<String>,
}

pub(super) async fn acquire(proved: Proved, wait: Duration) -> Result<Locked, MigrateError> {
    let Proved { writer, identity } = proved;
    let deadline = Instant::now() + wait;
    let attempt = format!("SELECT pg_try_advisory_lock({KEYS})");
    loop {
        let answer =
            writer.message(&attempt).await.map_err(|stop| MigrateError::stopped(writer.interrupt(), stop))?;
        if answer.set(0).get(0, 0) == Some("t") {
            return Ok(Locked { writer, identity });
        }
        if writer.interrupt().is_requested() {
            return Err(MigrateError::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let holder = Box::new(holder(&writer).await);
            writer.close().await;
            return Err(MigrateError::LockHeld { waited: wait, holder });
        }
        tokio::select! {
            () = sleep(left.min(POLL)) => {}
            () = writer.interrupt().requested() => {}
        }
    }
}

/// Asked as the login role: after SET ROLE the details of this login's other sessions would be hidden.
async fn holder(writer: &Writer) -> Holder {
    let question = "SELECT l.pid, a.usename, a.application_name, a.backend_start, \
         extract(epoch FROM now() - a.backend_start)::bigint, a.state \
         FROM pg_catalog.pg_locks l LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid \
         WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 1297044289 AND l.objid = 1262636593 \
         AND l.objsubid = 2 \
         AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())";
    let Ok(answer) = writer.message(question).await else { return Holder::default() };
    let field = |column| answer.set(0).get(0, column).filter(|text| !text.is_empty()).map(str::to_owned);
    Holder {
        pid: field(0),
        login: field(1),
        application: field(2),
        backend_start: field(3),
        age_seconds: field(4),
        state: field(5),
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(pid) = &self.pid else {
            return f.write_str("the holder has just let go, or cannot be seen by this login");
        };
        write!(f, "pid {pid}")?;
        for (name, value) in [
            ("login", &self.login),
            ("application", &self.application),
            ("connected since", &self.backend_start),
            ("age in seconds", &self.age_seconds),
            ("state", &self.state),
        ] {
            if let Some(value) = value {
                write!(f, ", {name} {value}")?;
            }
        }
        let who = self.login.as_deref().unwrap_or("the same login");
        write!(f, "; {who} or a superuser can end it with SELECT pg_terminate_backend({pid})")
    }
}
