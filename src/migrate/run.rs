//! The whole of `--run`: connect, prove, lock, look, decide, apply, look again, release.

use super::commit::{self, Outcome};
use super::connection::SessionBounds;
use super::error::MigrateError;
use super::event::{Committed, Event};
use super::frame::{Ground, Part, Sent};
use super::interrupt::Interrupt;
use super::preflight::{self, Cleared};
use super::prepared::prepare;
use super::{lock, open, single, stepwise};
use mosaic_db::allowance::InForce;
use mosaic_db::bundle::{Bundle, Entry, Transaction};
use mosaic_db::digest::Digest;
use mosaic_db::ledger::{self, Observed};
use mosaic_db::postgres::{Endpoint, Identity};
use mosaic_db::precondition::Hold;
use std::time::{Duration, Instant};

/// How long a run waits for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// For the migration lock.
    pub(crate) lock_wait: Duration,
    /// PostgreSQL's `lock_timeout` for each statement.
    pub(crate) lock_timeout: Duration,
    /// PostgreSQL's `statement_timeout`; `None` switches it off.
    pub(crate) statement_timeout: Option<Duration>,
}

/// What a run is to do.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) bundle: &'a Bundle,
    pub(crate) allowances: InForce<'a>,
    pub(crate) limits: Limits,
    pub(crate) application_name: &'a str,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) unmet: Unmet,
}

/// What becomes of an entry whose preconditions are not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unmet {
    /// The run ends before it.
    Holds,
    /// It runs all the same: on a scratch database, to be measured.
    IsMeasured,
}

/// What a run found and did, complete or not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// Who this session was and where, once proved.
    pub(crate) identity: Option<Identity>,
    /// The database's random id, once read.
    pub(crate) database_id: Option<String>,
    /// SHA-256 over the ledger before the first entry.
    pub(crate) ledger_before: Option<Digest>,
    /// SHA-256 over the ledger at the end, if it was read again.
    pub(crate) ledger_after: Option<Digest>,
    /// Fingerprint of the catalog before the first entry; not read where nothing was pending.
    pub(crate) schema_before: Option<Digest>,
    /// Fingerprint of the catalog at the end, if it was read again.
    pub(crate) schema_after: Option<Digest>,
    /// How many entries were pending when the lock was held.
    pub(crate) pending: usize,
    /// Entries this run committed, in order.
    pub(crate) applied: Vec<Applied>,
    /// The entry before which the run ended, because it may not run yet.
    pub(crate) held: Option<Held>,
    /// Remarks.
    pub(crate) notes: Vec<String>,
}

/// An entry that this run committed.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub(crate) tag: String,
    pub(crate) sha256: Digest,
    pub(crate) took: Duration,
}

/// An entry that may not run yet.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) hold: Hold,
    /// How many entries wait, it included.
    pub(crate) waiting: usize,
}

/// Sessions lost around a COMMIT are replaced this often, each time from the beginning.
const SESSIONS: u32 = 3;

/// Brings the database to the bundle's state, or says why not. The report holds what was done either way.
pub(crate) async fn run(
    request: &Request<'_>,
    report: &mut Report,
    events: &mut impl FnMut(Event),
) -> Result<(), MigrateError> {
    for _ in 0..SESSIONS {
        match session(request, report, events).await? {
            Progress::Verified => return Ok(()),
            Progress::SessionLost => {}
        }
    }
    Err(MigrateError::Lost(None))
}

enum Progress {
    Verified,
    /// Lost around a COMMIT whose outcome is known: what is left is found out from the beginning.
    SessionLost,
}

async fn session(
    request: &Request<'_>,
    report: &mut Report,
    events: &mut impl FnMut(Event),
) -> Result<Progress, MigrateError> {
    let proved =
        open::prove(request.endpoint, request.application_name, bounds(request), request.interrupt.clone())
            .await?;
    report.identity = Some(proved.identity.clone());
    let locked = lock::acquire(proved, request.limits.lock_wait).await?;
    let surveyed = preflight::look(locked, request.bundle).await?;
    report.database_id = Some(surveyed.survey.database_id.clone());
    report.ledger_before = report.ledger_before.or_else(|| fingerprint(&surveyed.survey.ledger));
    report.ledger_after = fingerprint(&surveyed.survey.ledger);
    let cleared = preflight::clear(surveyed, request.bundle, request.allowances).await?;
    report.schema_before = report.schema_before.or(cleared.shape.fingerprint);
    report.pending = report.pending.max(cleared.assessment.plan().steps().len());
    report.notes.extend(cleared.assessment.notes());
    report.notes.extend(cleared.shape.notes.iter().cloned());
    events(Event::Planned {
        pending: cleared.assessment.plan().steps().len(),
        entries: request.bundle.entries().len(),
    });
    let outcome = bring_up_to_date(request, &cleared, report, events).await;
    // Ending the session releases the lock, and rolls back what is still open; nothing else needs saying.
    cleared.writer.close().await;
    outcome
}

async fn bring_up_to_date(
    request: &Request<'_>,
    cleared: &Cleared,
    report: &mut Report,
    events: &mut impl FnMut(Event),
) -> Result<Progress, MigrateError> {
    // What was just surveyed under the lock is the proof, if there is nothing to do.
    if cleared.assessment.plan().steps().is_empty() {
        return Ok(Progress::Verified);
    }
    if let Progress::SessionLost = apply_all(request, cleared, report, events).await? {
        return Ok(Progress::SessionLost);
    }
    let hold = report.held.as_ref().map(|held| held.hold.clone());
    let (survey, shape) =
        preflight::confirm(&cleared.writer, request.bundle, request.allowances, &cleared.identity, hold)
            .await?;
    report.ledger_after = fingerprint(&survey.ledger);
    report.schema_after = shape.fingerprint;
    let new = shape.notes.into_iter().filter(|note| !cleared.shape.notes.contains(note));
    report.notes.extend(new);
    Ok(Progress::Verified)
}

async fn apply_all(
    request: &Request<'_>,
    cleared: &Cleared,
    report: &mut Report,
    events: &mut impl FnMut(Event),
) -> Result<Progress, MigrateError> {
    let (bundle, shape) = (request.bundle, cleared.assessment.plan().shape());
    let prepared = prepare(&cleared.writer, bundle, shape).await?;
    let mut activity = prepared.activity;
    let ground = Ground { writer: &cleared.writer, bundle, shape, prepared: &prepared.stamp };
    let mut allowed = cleared.assessment.allowed().clone();
    let mut rows = ledger_rows(&cleared.survey.ledger);
    let of = cleared.assessment.plan().steps().len();
    for (done, step) in cleared.assessment.plan().steps().iter().enumerate() {
        if request.interrupt.is_requested() {
            return Err(MigrateError::Interrupted);
        }
        let Some(entry) = bundle.entries().get(step.position()) else { continue };
        if let Some(hold) = hold(cleared, bundle, entry, done).await? {
            match request.unmet {
                Unmet::Holds => {
                    events(Event::Held { hold: hold.clone() });
                    report.held = Some(Held { hold, waiting: of - done });
                    break;
                }
                Unmet::IsMeasured => events(Event::UnmetMeasured { hold }),
            }
        }
        let earlier = &cleared.survey.progress;
        stepwise::require_same_bytes(entry, earlier)?;
        let tag = entry.tag().to_string();
        events(Event::EntryStarted { tag: tag.clone(), number: done + 1, of });
        let begun = Instant::now();
        let before = allowed.clone();
        if let Some(grants) = bundle.grants().entry(entry.tag()) {
            allowed.apply(grants);
        }
        let sent = match entry.transaction() {
            Transaction::Single => single::apply(&ground, entry, rows, &allowed, activity, events).await?,
            Transaction::None => {
                stepwise::apply(request, &ground, entry, rows, (&before, &allowed), earlier, events).await?
            }
        };
        activity = sent.activity;
        let committed = outcome(request, &cleared.identity, &tag, &sent, events).await?;
        if (committed, sent.part) == (Committed::Yes, Part::Entry) {
            let took = begun.elapsed();
            // Until it is read again.
            report.ledger_after = None;
            report.applied.push(Applied { tag: tag.clone(), sha256: entry.sha256(), took });
            events(Event::EntryApplied { tag, took });
            rows += 1;
        }
        if let Outcome::Unanswered = sent.outcome {
            return Ok(Progress::SessionLost);
        }
    }
    Ok(Progress::Verified)
}

/// Whether an entry may not run yet. The first one was asked about when the plan was made.
async fn hold(
    cleared: &Cleared,
    bundle: &Bundle,
    entry: &Entry,
    done: usize,
) -> Result<Option<Hold>, MigrateError> {
    if done == 0 || entry.requires().is_empty() || cleared.assessment.has_begun(entry.tag()) {
        return Ok(cleared.assessment.hold().filter(|hold| hold.tag == *entry.tag()).cloned());
    }
    preflight::hold(&cleared.writer, bundle, entry).await
}

/// What became of a COMMIT: what the server answered, or what it says when asked again.
async fn outcome(
    request: &Request<'_>,
    identity: &Identity,
    tag: &str,
    sent: &Sent,
    events: &mut impl FnMut(Event),
) -> Result<Committed, MigrateError> {
    if let Outcome::Committed = sent.outcome {
        return Ok(Committed::Yes);
    }
    let resolved =
        commit::resolve(request.endpoint, request.application_name, identity, &sent.transaction).await;
    let Some(committed) = resolved else {
        return Err(MigrateError::Uncertain { tag: tag.to_owned(), transaction: sent.transaction.clone() });
    };
    events(Event::CommitResolved { tag: tag.to_owned(), committed });
    Ok(committed)
}

pub(super) const fn bounds(request: &Request<'_>) -> SessionBounds {
    SessionBounds {
        lock_timeout: request.limits.lock_timeout,
        statement_timeout: request.limits.statement_timeout,
    }
}

pub(super) fn ledger_rows(observed: &Observed) -> usize {
    match observed {
        Observed::Table { rows, .. } => rows.len(),
        Observed::Absent | Observed::NotATable => 0,
    }
}

pub(super) fn fingerprint(observed: &Observed) -> Option<Digest> {
    match observed {
        Observed::Table { rows, .. } => Some(ledger::fingerprint(rows)),
        Observed::Absent | Observed::NotATable => None,
    }
}
