//! The pending entries, run in one transaction that is rolled back: what they lock, whom they meet, what they write
//! anew, and where they lead.
//!
//! Invariant: no COMMIT is ever sent, and catalog and ledger are read again afterwards to prove that nothing is left.
//! What no rollback undoes are sequences: numbers that entries drew are gone.

mod observe;

use super::connection::Writer;
use super::error::{MigrateError, Obstacle};
use super::event::Event;
use super::evidence::message;
use super::frame::Ground;
use super::preflight::{self, Cleared, Within};
use super::prepared::prepare;
use super::run::{Request, bounds, fingerprint, ledger_rows};
use super::{lock, open, single};
use mosaic_db::bundle::{Entry, Transaction};
use mosaic_db::catalog::{Difference, Snapshot, diff};
use mosaic_db::postgres::{Identity, sqlstate};
use mosaic_db::precondition::{self, Hold};
use observe::Observer;
use std::time::{Duration, Instant};

/// What a rehearsal found, complete or not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rehearsal {
    /// Who this session was and where, once proved.
    pub(crate) identity: Option<Identity>,
    /// The database's random id, once read.
    pub(crate) database_id: Option<String>,
    /// The entries that ran, in order.
    pub(crate) entries: Vec<Rehearsed>,
    /// The entry before which a run would end, because it may not run yet.
    pub(crate) held: Option<Hold>,
    /// What these entries change in the catalog.
    pub(crate) differences: Vec<Difference>,
    /// Remarks.
    pub(crate) notes: Vec<String>,
}

/// What one entry did.
#[derive(Clone, Debug)]
pub(crate) struct Rehearsed {
    pub(crate) tag: String,
    pub(crate) took: Duration,
    /// The strongest lock on each relation that was there before, where no entry before it had taken one as strong.
    pub(crate) locks: Vec<Lock>,
    /// Tables whose storage was written anew.
    pub(crate) rewrites: Vec<Rewrite>,
    /// Who else was on these relations when it had run.
    pub(crate) others: Vec<Other>,
}

/// A lock on a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lock {
    pub(crate) relation: String,
    pub(crate) mode: String,
}

/// A table that was written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rewrite {
    pub(crate) table: String,
    /// What the new storage takes, indexes and TOAST included; until COMMIT the old one is there too.
    pub(crate) bytes: u64,
}

/// Another session, or a prepared transaction, on a relation that the rehearsal has locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Other {
    pub(crate) who: String,
    pub(crate) relation: String,
    pub(crate) mode: String,
    pub(crate) state: State,
}

/// Whether it has its lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It has it, and a stronger lock of an entry would wait for it.
    Holds,
    /// It waits.
    Waits,
}

/// Rehearses what `--run` would do now. The report holds what was learned either way.
pub(crate) async fn rehearse(
    request: &Request<'_>,
    report: &mut Rehearsal,
    events: &mut impl FnMut(Event),
) -> Result<(), MigrateError> {
    let interrupt = request.interrupt.clone();
    let proved = open::prove(request.endpoint, request.application_name, bounds(request), interrupt).await?;
    report.identity = Some(proved.identity.clone());
    let locked = lock::acquire(proved, request.limits.lock_wait).await?;
    let surveyed = preflight::look(locked, request.bundle).await?;
    report.database_id = Some(surveyed.survey.database_id.clone());
    let cleared = preflight::clear(surveyed, request.bundle, request.allowances).await?;
    report.notes.extend(cleared.assessment.notes());
    report.notes.extend(cleared.shape.notes.iter().cloned());
    let outcome = in_one_transaction(request, &cleared, report, events).await;
    // Ends the transaction too, should it still be open.
    cleared.writer.close().await;
    outcome
}

async fn in_one_transaction(
    request: &Request<'_>,
    cleared: &Cleared,
    report: &mut Rehearsal,
    events: &mut impl FnMut(Event),
) -> Result<(), MigrateError> {
    let (writer, bundle, identity) = (&cleared.writer, request.bundle, &cleared.identity);
    if cleared.assessment.plan().steps().is_empty() {
        return Ok(());
    }
    let before = preflight::catalog(writer, bundle, identity, Within::Own).await?;
    let ended = entries(request, cleared, report, events).await;
    if let Err(MigrateError::Interrupted | MigrateError::Lost(_)) = &ended {
        // Nobody waits for what could still be read, and what is reported matters more than the rollback's answer.
        let _rolled_back_either_way = writer.decisive("ROLLBACK").await;
        return ended;
    }
    let reached = preflight::catalog(writer, bundle, identity, Within::Open).await?;
    report.differences = diff(&before, &reached);
    writer.decisive("ROLLBACK").await.map_err(|stop| MigrateError::stopped(writer.interrupt(), stop))?;
    require_unchanged(request, cleared, &before).await?;
    ended
}

/// Runs the entries until one cannot run. Afterwards the transaction is open, and stands after the last that could.
async fn entries(
    request: &Request<'_>,
    cleared: &Cleared,
    report: &mut Rehearsal,
    events: &mut impl FnMut(Event),
) -> Result<(), MigrateError> {
    let (writer, bundle) = (&cleared.writer, request.bundle);
    let shape = cleared.assessment.plan().shape();
    let prepared = prepare(writer, bundle, shape).await?;
    let ground = Ground { writer, bundle, shape, prepared: &prepared.stamp };
    let mut observer = Observer::begin(writer, bundle).await?;
    let mut allowed = cleared.assessment.allowed().clone();
    let rows = ledger_rows(&cleared.survey.ledger);
    let steps = cleared.assessment.plan().steps();
    for (done, step) in steps.iter().enumerate() {
        let Some(entry) = bundle.entries().get(step.position()) else { continue };
        let tag = entry.tag().to_string();
        if let Some(hold) = hold(request, cleared, entry, done).await? {
            events(Event::Held { hold: hold.clone() });
            report.held = Some(hold);
            return Ok(());
        }
        if entry.transaction() == Transaction::None {
            return Err(MigrateError::RehearsalEnds { tag, cause: Obstacle::NotOneTransaction });
        }
        events(Event::EntryStarted { tag: tag.clone(), number: done + 1, of: steps.len() });
        if let Some(grants) = bundle.grants().entry(entry.tag()) {
            allowed.apply(grants);
        }
        command(writer, &format!("SAVEPOINT {SAVEPOINT}")).await?;
        let begun = Instant::now();
        if let Err(error) = single::rehearse(&ground, entry, rows, &allowed).await {
            if !matches!(error, MigrateError::Interrupted | MigrateError::Lost(_)) {
                command(writer, &format!("ROLLBACK TO SAVEPOINT {SAVEPOINT}")).await?;
            }
            return Err(explain(tag, error));
        }
        let took = begun.elapsed();
        report.entries.push(observer.look(writer, tag, took).await?);
    }
    Ok(())
}

const SAVEPOINT: &str = "mosaic_rehearsal";

/// Whether an entry may not run yet, asked in the open transaction: what it asks about may be of the entries before it.
async fn hold(
    request: &Request<'_>,
    cleared: &Cleared,
    entry: &Entry,
    done: usize,
) -> Result<Option<Hold>, MigrateError> {
    if done == 0 || entry.requires().is_empty() {
        return Ok(cleared.assessment.hold().filter(|hold| hold.tag == *entry.tag()).cloned());
    }
    let writer = &cleared.writer;
    let savepoint = format!("SAVEPOINT {SAVEPOINT}");
    let before = ["RESET ALL", savepoint.as_str()];
    let questions = precondition::questions(request.bundle, entry);
    let statements = before.into_iter().chain(questions.iter().map(String::as_str));
    let outcome = writer.message(&message(statements)).await;
    if writer.interrupt().is_requested() {
        return Err(MigrateError::Interrupted);
    }
    let judged = precondition::judge(entry, outcome, before.len());
    // Here the transaction is not READ ONLY; what the query did is undone with the rest, but not seen by what follows.
    command(writer, &format!("ROLLBACK TO SAVEPOINT {SAVEPOINT}")).await?;
    Ok(judged?)
}

/// One thing that fails here would not fail in a run, where every entry is committed before the next.
fn explain(tag: String, error: MigrateError) -> MigrateError {
    match &error {
        MigrateError::EntryFailed { cause, .. } if cause.is(sqlstate::UNSAFE_NEW_ENUM_VALUE) => {
            MigrateError::RehearsalEnds { tag, cause: Obstacle::NewEnumValue }
        }
        _ => error,
    }
}

async fn command(writer: &Writer, sql: &str) -> Result<(), MigrateError> {
    let done = writer.message(sql).await;
    done.map(|_| ()).map_err(|stop| MigrateError::stopped(writer.interrupt(), stop))
}

/// That catalog and ledger are what they were before.
async fn require_unchanged(
    request: &Request<'_>,
    cleared: &Cleared,
    before: &Snapshot,
) -> Result<(), MigrateError> {
    let survey = preflight::everything(&cleared.writer, request.bundle).await?;
    let after = preflight::catalog(&cleared.writer, request.bundle, &cleared.identity, Within::Own).await?;
    let same_ledger = fingerprint(&survey.ledger) == fingerprint(&cleared.survey.ledger);
    if same_ledger && after == *before { Ok(()) } else { Err(MigrateError::RehearsalLeftTraces) }
}
