//! COMMIT, and finding out what became of one that was not answered.

use super::connection::{SessionBounds, Writer};
use super::error::{MigrateError, Place};
use super::event::Committed;
use super::interrupt::Interrupt;
use mosaic_db::postgres::{Endpoint, StopCause, sqlstate};
use std::time::Duration;
use tokio::time::{Instant, sleep};

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

/// Asks the server, on a new session, what became of a transaction (`pg_xact_status`, PostgreSQL manual, "System
/// Information Functions").
pub(super) async fn resolve(
    endpoint: &Endpoint,
    application_name: &str,
    bounds: SessionBounds,
    interrupt: &Interrupt,
    transaction: &str,
) -> Option<Committed> {
    // The id was printed by the server and is put back into SQL: digits, or nothing is asked.
    if transaction.is_empty() || !transaction.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let question = format!("SELECT pg_xact_status('{transaction}'::xid8)");
    let deadline = Instant::now() + BOUND;
    while Instant::now() < deadline {
        if let Ok(writer) = Writer::open(endpoint, application_name, bounds, interrupt.clone()).await {
            while Instant::now() < deadline {
                let Ok(answer) = writer.decisive(&question).await else { break };
                match answer.set(0).get(0, 0) {
                    Some("committed") => return Some(Committed::Yes),
                    Some("aborted") => return Some(Committed::No),
                    Some("in progress") => sleep(PAUSE).await,
                    // Too old to be known, or not a transaction of this server.
                    _ => return None,
                }
            }
        }
        sleep(PAUSE).await;
    }
    None
}
