//! `doctor --self-test`: proves the proofs. On a scratch server it brings about every known defect, one by one, sees
//! the check that must find it fail, takes the defect back, and sees the check pass.
//!
//! Roles belong to a whole cluster, so nothing starts on a server that holds anything of anybody's. Invariant: a mark is
//! made first and removed last, so that a run that was killed is known for what it was, and what it left can be told
//! from the server alone: it is everything there.

mod admin;
mod defect;
mod error;
mod ground;
mod judge;
mod report;
mod scratch;

pub use error::SelfTestError;
pub use report::{Failed, Outcome, Report};

use crate::migrate::Interrupt;
use defect::Defect;
use ground::{Ground, Kind};
use judge::Missed;
use mosaic_db::postgres::Endpoint;
use scratch::Server;

/// The database that is made, broken and removed; the defects name it.
const DATABASE: &str = "mosaic_self_test";

/// Where, and as what.
pub struct Request<'a> {
    /// A superuser's, on a server that holds nothing.
    pub endpoint: &'a Endpoint,
    pub application_name: &'a str,
    pub interrupt: &'a Interrupt,
}

/// What is going on.
pub enum Event<'a> {
    /// A database with this bundle is prepared and migrated.
    Preparing(&'static str),
    /// A defect was tried.
    Tried { number: usize, of: usize, outcome: &'a Outcome },
}

/// Tries every defect that this server can have, and removes everything that was made, however it ends.
///
/// # Errors
/// [`SelfTestError`] where not everything could be tried; what was missed is in the report.
pub async fn self_test(
    request: &Request<'_>,
    events: &mut impl FnMut(Event<'_>),
) -> Result<Report, SelfTestError> {
    let server = Server::open(request).await?;
    server.require_scratch().await?;
    server.mark().await?;
    let ended = tokio::select! {
        biased;
        () = request.interrupt.requested() => Err(SelfTestError::Interrupted),
        ended = try_all(request, &server, events) => ended,
    };
    match (server.remove_everything().await, ended) {
        (Ok(()), ended) => ended,
        (Err(SelfTestError::NotRemoved { remains, .. }), Err(cause)) => {
            Err(SelfTestError::NotRemoved { remains, cause: Some(Box::new(cause)) })
        }
        (Err(error), _) => Err(error),
    }
}

async fn try_all(
    request: &Request<'_>,
    server: &Server,
    events: &mut impl FnMut(Event<'_>),
) -> Result<Report, SelfTestError> {
    let mut lists = Vec::new();
    let mut report = Report::on(server.version());
    for kind in Kind::ALL {
        let (now, newer): (Vec<Defect>, Vec<Defect>) =
            kind.defects()?.into_iter().partition(|defect| defect.since <= server.major());
        report.not_applicable.extend(newer.iter().map(|defect| (defect.id, defect.since)));
        lists.push((kind, now));
    }
    let of = lists.iter().map(|(_, defects)| defects.len()).sum();
    for (kind, defects) in lists {
        events(Event::Preparing(kind.word()));
        let ground = Ground::prepare(request, server, kind).await?;
        report.learn(ground.checks());
        for defect in defects {
            // What one left behind would hide what the next one does.
            if !report.is_clean() {
                report.untried.push(defect.id);
                continue;
            }
            let outcome = try_one(&ground, defect).await?;
            events(Event::Tried { number: report.outcomes.len() + 1, of, outcome: &outcome });
            report.outcomes.push(outcome);
        }
        ground.close().await;
        server.drop_database().await?;
    }
    Ok(report)
}

async fn try_one(ground: &Ground, defect: Defect) -> Result<Outcome, SelfTestError> {
    let proof = defect.finding.by();
    let before = ground.before(proof);
    let mut outcome = Outcome::of(defect);
    if let Err(cause) = ground.change(outcome.defect.apply).await? {
        outcome.missed = Some(Missed::NotSeeded(cause));
        return Ok(outcome);
    }
    let finding = &outcome.defect.finding;
    let (seeded, found) = ground.look(proof, |seen| judge::found(finding, before, seen)).await;
    outcome.missed = found.err();
    outcome.saw(before, seeded);
    outcome.missed = match ground.change(outcome.defect.revert).await? {
        Err(cause) => Some(Missed::NotReverted(cause)),
        Ok(()) => {
            let (_, recovered) = ground.look(proof, |seen| judge::recovered(before, seen)).await;
            recovered.err().or(outcome.missed)
        }
    };
    Ok(outcome)
}
