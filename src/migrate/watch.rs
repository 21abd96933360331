//! A statement that cannot run in a transaction, watched from a second, read-only session: whom it waits for, and
//! whether its time is up.

use super::connection::Writer;
use super::event::Event;
use super::run::Request;
use mosaic_db::postgres::{Batch, Session, Stop};
use std::pin::pin;
use std::time::Duration;
use tokio::time::{Instant, sleep};

const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A concurrent build of a large index takes hours; one that takes days waits for somebody who forgot a transaction.
const OVERALL: Duration = Duration::from_secs(24 * 60 * 60);

/// How a watched statement ended.
pub(super) enum Watched {
    Ended(Result<Batch, Stop>),
    Deadline,
}

pub(super) async fn run(
    request: &Request<'_>,
    writer: &Writer,
    pid: &str,
    tag: &str,
    sql: &str,
    events: &mut impl FnMut(Event),
) -> Watched {
    let deadline = Instant::now() + request.limits.statement_timeout.unwrap_or(OVERALL);
    let mut running = pin!(writer.message(sql));
    let mut watcher = None;
    let mut seen = String::new();
    loop {
        tokio::select! {
            biased;
            outcome = &mut running => {
                if let Some(watcher) = watcher {
                    Session::close(watcher).await;
                }
                return Watched::Ended(outcome);
            }
            () = sleep(LOOK_EVERY) => {}
        }
        if Instant::now() >= deadline {
            writer.cancel().await;
            let _cancelled = running.await;
            return Watched::Deadline;
        }
        if watcher.is_none() {
            watcher = Session::open(request.endpoint, request.application_name).await.ok();
        }
        let Some(session) = &watcher else { continue };
        let question = format!("SELECT array_to_string(pg_blocking_pids({pid}), ', ')");
        let pids = match session.read(&[&question]).await {
            Ok(answer) => answer.set(0).get(0, 0).unwrap_or_default().to_owned(),
            Err(_) => String::new(),
        };
        if !pids.is_empty() && pids != seen {
            events(Event::Waiting { tag: tag.to_owned(), pids: pids.clone() });
        }
        seen = pids;
    }
}
