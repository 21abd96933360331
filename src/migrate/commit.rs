//! COMMIT, and finding out what became of one that was not answered.

use super::connection::Writer;
use super::error::{MigrateError, Place};
use super::event::Committed;
use mosaic_db::postgres::{Endpoint, Identity, Session, Stop, StopCause, identity, sqlstate};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// For a transaction that is about to commit: what is said to be committed outlives a crash, also of a server that otherwise
/// lets commits wait for their WAL. Any stronger setting stays.
pub(crate) const DURABLE: &str = "SELECT set_config('synchronous_commit', 'on', true) \
     WHERE current_setting('synchronous_commit') = 'off'";

/// What is known after COMMIT was sent.
pub(super) enum Outcome {
    /// The server said so.
    Committed,
    /// No answer: the connection was lost.
    Unanswered,
}

pub(super) async fn commit(writer: &Writer, tag: &str) -> Result<Outcome, MigrateError> {
    match writer.decisive("COMMIT").await {
        Ok(_) => Ok(Outcome::Committed),
        Err(stop) => match stop.cause {
            StopCause::Lost(_) => Ok(Outcome::Unanswered),
            StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => Ok(Outcome::Unanswered),
            StopCause::Server(cause) => {
                Err(MigrateError::EntryFailed { tag: tag.to_owned(), place: Place::Bookkeeping, cause })
            }
        },
    }
}

/// How long the server is asked before the outcome counts as uncertain.
const BOUND: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(250);

/// Asks the server, on new sessions that only read, what became of a transaction. `None`: it cannot be asked, or does
/// not know.
pub(crate) async fn resolve(
    endpoint: &Endpoint,
    application_name: &str,
    lost: &Identity,
    transaction: &str,
) -> Option<Committed> {
    // The id was printed by the server and is put back into SQL: digits, or nothing is asked.
    if transaction.is_empty() || !transaction.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let question = format!("SELECT pg_xact_status('{transaction}'::xid8)");
    let asking = async {
        loop {
            if let Ok(session) = Session::open(endpoint, application_name).await
                && let Ok(answer) = ask(&session, lost, &question).await
            {
                session.close().await;
                return answer;
            }
            sleep(PAUSE).await;
        }
    };
    timeout(BOUND, asking).await.ok().flatten()
}

/// `pg_xact_status` knows only the transactions of its own server (PostgreSQL manual, "System Information Functions"):
/// a name can lead to another one by now, or to a standby that was promoted and gave the same id to something else.
async fn ask(session: &Session, lost: &Identity, question: &str) -> Result<Option<Committed>, Stop> {
    if !lost.is_on_cluster(session.read(&[identity::CLUSTER]).await?.set(0)) {
        return Ok(None);
    }
    loop {
        match session.read(&[question]).await?.set(0).get(0, 0) {
            Some("committed") => return Ok(Some(Committed::Yes)),
            Some("aborted") => return Ok(Some(Committed::No)),
            // The lost session is still there.
            Some("in progress") => sleep(PAUSE).await,
            _ => return Ok(None),
        }
    }
}
