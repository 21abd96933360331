//! A statement that cannot run in a transaction, watched from a second, read-only session: whom it waits for, and
//! whether its time is up.

use super::connection::Writer;
use super::event::Event;
use super::run::Request;
use mosaic_db::postgres::{Batch, Session, Stop};
use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;
use tokio::time::sleep;

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
    let bound = request.limits.statement_timeout.unwrap_or(OVERALL);
    let mut running = pin!(writer.message(sql));
    tokio::select! {
        biased;
        outcome = &mut running => return Watched::Ended(outcome),
        never = report(request, pid, tag, events) => match never {},
        () = sleep(bound) => {}
    }
    let _cut_off = writer.cancelled(running).await;
    Watched::Deadline
}

/// Says whom the session waits for, whenever that changes. That it cannot look is no reason to stop what runs.
async fn report(request: &Request<'_>, pid: &str, tag: &str, events: &mut impl FnMut(Event)) -> Infallible {
    let question = format!("SELECT array_to_string(pg_blocking_pids({pid}), ', ')");
    let mut session: Option<Session> = None;
    let mut seen = String::new();
    loop {
        sleep(LOOK_EVERY).await;
        if session.is_none() {
            session = Session::open(request.endpoint, request.application_name).await.ok();
        }
        let Some(open) = &session else { continue };
        let Ok(answer) = open.read(&[&question]).await else {
            session = None;
            continue;
        };
        let pids = answer.set(0).get(0, 0).unwrap_or_default().to_owned();
        if !pids.is_empty() && pids != seen {
            events(Event::Waiting { tag: tag.to_owned(), pids: pids.clone() });
        }
        seen = pids;
    }
}
