//! `backfill run`: under the migration lock, step by step, batch by batch.

use super::error::BackfillError;
use super::pace::{self, Pace};
use super::plan::{self, Next, Progress, State};
use super::retained::RETAINED;
use super::step::{self, Aim, Cursor, Place, STEPS, Step};
use super::workspace::{self, Naming, Workspace};
use crate::migrate::{self, LOCK_KEYS, Occupied};
use mosaic_db::assess::Assessment;
use mosaic_db::bundle::Bundle;
use mosaic_db::catalog;
use mosaic_db::digest::Digest;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Batch, Identity, Literal, ResultSet, ServerError, Stop, StopCause, sqlstate};
use mosaic_db::uuid::Uuid;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// What is to be done.
pub(crate) struct Request<'a> {
    /// Where, as for a run.
    pub(crate) migration: migrate::Request<'a>,
    pub(crate) naming: Naming,
    /// The project that the old backlog goes to, by its id.
    pub(crate) backlog_project: Option<Uuid>,
}

/// What was found and done, complete or not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) identity: Option<Identity>,
    pub(crate) database_id: Option<String>,
    pub(crate) workspace: Option<Workspace>,
    /// Whether every entry of the bundle is applied, so that there is nothing to bring over any more.
    pub(crate) over: Option<Over>,
    /// The passes that this run made or ended, in order.
    pub(crate) passes: Vec<Passed>,
    /// Rows in quarantine at the end.
    pub(crate) quarantined: Option<u64>,
    /// From the first lock of a batch to its commit, at most.
    pub(crate) longest: Duration,
    pub(crate) batches: u64,
    pub(crate) notes: Vec<String>,
}

/// Every entry is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Over;

/// One pass of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) step: &'static str,
    /// Rows gone through by this run.
    pub(crate) rows: u64,
    /// Rows written, in all tables.
    pub(crate) written: u64,
    pub(crate) took: Duration,
}

/// What happens meanwhile.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    PassBegun { step: &'static str },
    BatchDone { step: &'static str, rows: u64 },
    Retrying { step: &'static str, rows: u32 },
}

/// How often one step is gone through in one run while its sources change.
const PASSES: u32 = 2;

/// How often a batch is tried again before somebody has to look.
const ATTEMPTS: u32 = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// The step of a question that belongs to none.
const SESSION: &str = "preparation";

/// Brings everything over, or says why not. The report holds what was done either way.
pub(crate) async fn run(
    request: &Request<'_>,
    report: &mut Report,
    events: &mut impl FnMut(Event),
) -> Result<(), BackfillError> {
    let occupied = migrate::occupy(&request.migration).await?;
    report.identity = Some(occupied.identity.clone());
    report.database_id = Some(occupied.database_id.clone());
    let ended = match require_turn(request.migration.bundle, &occupied.assessment) {
        Ok(Turn::Over) => {
            report.over = Some(Over);
            Ok(())
        }
        Ok(Turn::Now) => {
            Backfill { occupied: &occupied, report, events, prepared: BTreeSet::new() }.run(request).await
        }
        Err(error) => Err(error),
    };
    occupied.close().await;
    ended
}

enum Turn {
    Now,
    Over,
}

/// A backfill lies between the entries that make its tables and the first one that waits for it.
fn require_turn(bundle: &Bundle, assessment: &Assessment) -> Result<Turn, BackfillError> {
    let first = assessment.plan().steps().first().and_then(|step| bundle.entries().get(step.position()));
    match first {
        None => Ok(Turn::Over),
        Some(entry) if entry.requires().is_empty() => {
            Err(BackfillError::EntryPending(entry.tag().to_string()))
        }
        Some(_) => Ok(Turn::Now),
    }
}

struct Backfill<'a, Tell> {
    occupied: &'a Occupied,
    report: &'a mut Report,
    events: &'a mut Tell,
    /// The statements that the session has.
    prepared: BTreeSet<String>,
}

impl<Tell: FnMut(Event)> Backfill<'_, Tell> {
    async fn run(mut self, request: &Request<'_>) -> Result<(), BackfillError> {
        self.prepare().await?;
        let aim = self.aim(request).await?;
        for step in &STEPS {
            self.step(step, &aim).await?;
        }
        self.prove_retained().await?;
        let question = "SELECT count(DISTINCT (source_table, source_key)) FROM mosaic.backfill_quarantine WHERE resolved_at IS NULL";
        let rows = number(self.ask(step::RETAINED, question).await?.set(0), 0)
            .ok_or(BackfillError::Unreadable(step::RETAINED))?;
        self.report.quarantined = Some(rows);
        if rows == 0 { Ok(()) } else { Err(BackfillError::Quarantined(rows)) }
    }

    /// Role and settings of the session, and whether there is anything to write to.
    async fn prepare(&self) -> Result<(), BackfillError> {
        let pinned = catalog::SETTINGS.iter().map(|(name, value)| format!("SET {name} = {}", Literal(value)));
        let mut statements: Vec<String> = pinned.collect();
        statements.extend([
            format!("SET ROLE {}", role::SCHEMA_OWNER),
            "SET search_path = pg_catalog, mosaic".to_owned(),
            "SET TimeZone = 'UTC'".to_owned(),
            // Compiling a statement of this size takes longer than a batch may.
            "SET jit = off".to_owned(),
            "SET max_parallel_workers_per_gather = 0".to_owned(),
            "SET plan_cache_mode = force_generic_plan".to_owned(),
            "SELECT to_regclass('mosaic.backfill_progress') IS NOT NULL".to_owned(),
        ]);
        let answers = self.ask(SESSION, &statements.join(";\n")).await?;
        if answers.from_end(0).get(0, 0) != Some("t") {
            return Err(BackfillError::NoTables);
        }
        let switched = self
            .ask(SESSION, "SELECT switched_at FROM mosaic.kanban_switch WHERE switched_at IS NOT NULL")
            .await?;
        match switched.set(0).get(0, 0) {
            Some(at) => Err(BackfillError::Switched(at.to_owned())),
            None => Ok(()),
        }
    }

    /// Which workspace, and which project: the one that was named, else the one it was before.
    async fn aim(&mut self, request: &Request<'_>) -> Result<Aim, BackfillError> {
        let named = match &request.backlog_project {
            None => "SELECT project_id FROM mosaic.tasks WHERE source_kind = 'backlog' ORDER BY created_at, id LIMIT 1".to_owned(),
            Some(id) => format!("SELECT id FROM mosaic.projects WHERE id = {}", Literal(&id.to_string())),
        };
        let project = self.ask(SESSION, &named).await?.set(0).get(0, 0).map(str::to_owned);
        if let (Some(id), None) = (&request.backlog_project, &project) {
            return Err(BackfillError::NoProject(*id));
        }
        let statements = workspace::statements(&request.naming).join(";\n");
        let answer = match self.occupied.decisive(&format!("BEGIN; {}; {statements}; COMMIT", guard())).await
        {
            Ok(answer) => answer,
            Err(stop) => {
                let taken = stop.server().is_some_and(|error| error.is(sqlstate::UNIQUE_VIOLATION));
                self.roll_back().await;
                return Err(if taken {
                    BackfillError::SlugTaken
                } else {
                    BackfillError::stopped(SESSION, stop)
                });
            }
        };
        let found = Workspace::read(answer.from_end(1)).ok_or(BackfillError::SlugTaken)?;
        let aim = Aim { workspace: found.id.clone(), backlog_project: project };
        self.report.workspace = Some(found);
        Ok(aim)
    }

    /// Goes through a step until its sources are those that it began with.
    async fn step(&mut self, step: &'static Step, aim: &Aim) -> Result<(), BackfillError> {
        for _ in 0..PASSES {
            let now = self.sources(step, aim).await?;
            let progress = self.progress().await?.remove(step.name);
            let (cursor, rows) = match plan::next(progress.as_ref(), now) {
                Next::Nothing => return Ok(()),
                Next::Begin => {
                    self.commit(step.name, &step.begin(now)).await?;
                    (None, 0)
                }
                Next::Resume { cursor, rows } => (cursor, rows),
            };
            self.pass(step, aim, cursor, rows).await?;
        }
        let now = self.sources(step, aim).await?;
        let progress = self.progress().await?.remove(step.name);
        if plan::next(progress.as_ref(), now) != Next::Nothing {
            let note = format!(
                "step {}: its sources were written to while it ran; the mirrors have brought that over",
                step.name
            );
            self.report.notes.push(note);
        }
        Ok(())
    }

    async fn pass(
        &mut self,
        step: &'static Step,
        aim: &Aim,
        mut cursor: Option<Cursor>,
        before: u64,
    ) -> Result<(), BackfillError> {
        (self.events)(Event::PassBegun { step: step.name });
        let begun = Instant::now();
        let (mut rows, mut written, mut batches) = (0, 0, 0_u32);
        let mut pace = Pace::first();
        let ended = loop {
            // Each time there may be a good deal more rows than the time before.
            if batches.is_power_of_two() && batches.trailing_zeros().is_multiple_of(3) {
                self.analyze(step).await;
            }
            batches += 1;
            if self.occupied.interrupt().is_requested() {
                break Err(BackfillError::Interrupted);
            }
            let (done, taken) = match self.batch(step, aim, cursor.as_ref(), before + rows, pace).await {
                Ok(done) => done,
                Err(error) => break Err(error),
            };
            pace = taken;
            let Some(last) = done.last else { break Ok(()) };
            cursor = Some(last);
            rows += done.rows;
            written += done.written;
            (self.events)(Event::BatchDone { step: step.name, rows: before + rows });
        };
        if ended.is_ok() {
            self.commit(step.name, &step.complete()).await?;
        }
        self.report.passes.push(Passed { step: step.name, rows, written, took: begun.elapsed() });
        ended
    }

    /// One batch, again and again with fewer rows while something is in its way; and how many the next one is to take.
    async fn batch(
        &mut self,
        step: &'static Step,
        aim: &Aim,
        cursor: Option<&Cursor>,
        before: u64,
        mut pace: Pace,
    ) -> Result<(Done, Pace), BackfillError> {
        let mut attempt = 1;
        loop {
            let begun = Instant::now();
            match self.attempt(step, aim, cursor, before, pace).await {
                Ok(done) => {
                    let took = begun.elapsed();
                    if done.last.is_some() {
                        self.report.longest = self.report.longest.max(took);
                        self.report.batches += 1;
                    }
                    let next = if attempt == 1 && done.rows == u64::from(pace.rows()) {
                        pace.after(took)
                    } else {
                        pace
                    };
                    return Ok((done, next));
                }
                Err(Attempt::Ended(error)) => return Err(error),
                Err(Attempt::InTheWay(cause)) => {
                    self.roll_back().await;
                    if attempt == ATTEMPTS {
                        return Err(BackfillError::InTheWay { step: step.name, attempts: attempt, cause });
                    }
                }
            }
            pace = pace.shortened();
            (self.events)(Event::Retrying { step: step.name, rows: pace.rows() });
            attempt += 1;
            tokio::select! {
                () = sleep(PAUSE * attempt.min(10)) => {}
                () = self.occupied.interrupt().requested() => return Err(BackfillError::Interrupted),
            }
        }
    }

    async fn attempt(
        &mut self,
        step: &'static Step,
        aim: &Aim,
        cursor: Option<&Cursor>,
        before: u64,
        pace: Pace,
    ) -> Result<Done, Attempt> {
        let bound = pace::STATEMENT.as_millis();
        let place = if cursor.is_some() { Place::After } else { Place::First };
        let name = format!("backfill_{}_{place:?}_{}", step.name, pace.rows()).to_lowercase();
        if !self.prepared.contains(&name) {
            let prepare = step.prepare(&name, aim, place, pace.rows());
            self.ask(step.name, &prepare).await.map_err(Attempt::Ended)?;
            self.prepared.insert(name.clone());
        }
        let message = format!(
            "BEGIN; SET LOCAL statement_timeout = {bound}; {};\n{}",
            guard(),
            Step::execute(&name, cursor)
        );
        // A batch is short: a stop that is asked for waits for its end.
        let answer = match self.occupied.decisive(&message).await {
            Ok(answer) => answer,
            Err(stop) => return Err(self.judge(step, stop).await),
        };
        let Some(done) = Done::read(answer.from_end(0)) else {
            self.roll_back().await;
            return Err(Attempt::Ended(BackfillError::Unreadable(step.name)));
        };
        let advance = match &done.last {
            Some(last) => step.advance(last, before + done.rows),
            None => {
                return self
                    .occupied
                    .decisive("ROLLBACK")
                    .await
                    .map(|_| done)
                    .map_err(|_| Attempt::Ended(BackfillError::Lost));
            }
        };
        match self.occupied.decisive(&format!("{advance}; COMMIT")).await {
            Ok(_) => Ok(done),
            Err(stop) => Err(self.judge(step, stop).await),
        }
    }

    async fn judge(&self, step: &'static Step, stop: Stop) -> Attempt {
        match stop.cause {
            StopCause::Server(cause) if is_in_the_way(&cause) => Attempt::InTheWay(cause),
            cause => {
                self.roll_back().await;
                Attempt::Ended(BackfillError::stopped(step.name, Stop { cause, ..stop }))
            }
        }
    }

    /// Looks whether what was brought over is what was there, unless that was found and nothing has begun since.
    async fn prove_retained(&self) -> Result<(), BackfillError> {
        let recorded = self.progress().await?.remove(step::RETAINED);
        if recorded.is_some_and(|progress| progress.state == State::Complete) {
            return Ok(());
        }
        let mut broken = Vec::new();
        for fact in RETAINED {
            match self.ask(step::RETAINED, fact.question).await?.set(0).get(0, 0) {
                Some("t") => {}
                Some("f") => broken.push(fact.name),
                _ => return Err(BackfillError::Unreadable(step::RETAINED)),
            }
        }
        if !broken.is_empty() {
            return Err(BackfillError::NotRetained(broken));
        }
        let name = Literal(step::RETAINED);
        let record = format!(
            "INSERT INTO mosaic.backfill_progress (step, state, finished_at) VALUES ({name}, 'complete', now()) \
             ON CONFLICT (step) DO UPDATE SET state = 'complete', updated_at = now(), finished_at = now()"
        );
        self.commit(step::RETAINED, &record).await
    }

    async fn sources(&self, step: &'static Step, aim: &Aim) -> Result<Digest, BackfillError> {
        let answer = self.ask(step.name, &step.sources()).await?;
        let answer = answer.set(0).get(0, 0).ok_or(BackfillError::Unreadable(step.name))?;
        Ok(step.checksum(answer, aim))
    }

    async fn progress(&self) -> Result<BTreeMap<String, Progress>, BackfillError> {
        let question = "SELECT step, state, checksum, cursor, rows FROM mosaic.backfill_progress";
        let answer = self.ask(SESSION, question).await?;
        let rows = answer.set(0).rows().iter().map(|row| read_progress(row));
        rows.collect::<Option<_>>().ok_or(BackfillError::Unreadable(SESSION))
    }

    /// Asks something that writes nothing; a stop that is asked for cuts it off.
    async fn ask(&self, step: &'static str, question: &str) -> Result<Batch, BackfillError> {
        let answer = self.occupied.message(question).await;
        if self.occupied.interrupt().is_requested() {
            return Err(BackfillError::Interrupted);
        }
        answer.map_err(|stop| BackfillError::stopped(step, stop))
    }

    /// Runs a few statements that write little, in one transaction.
    async fn commit(&self, step: &'static str, statements: &str) -> Result<(), BackfillError> {
        match self.occupied.decisive(&format!("BEGIN; {}; {statements}; COMMIT", guard())).await {
            Ok(_) => Ok(()),
            Err(stop) => {
                self.roll_back().await;
                Err(BackfillError::stopped(step, stop))
            }
        }
    }

    async fn analyze(&self, step: &Step) {
        // Plans are worse without; what is wrong with the session shows with the next message.
        let _as_good_as_it_gets = self.occupied.message(&step.analyze()).await;
    }

    async fn roll_back(&self) {
        // Whoever does not answer has lost its session, which rolls back too.
        let _rolled_back_either_way = self.occupied.decisive("ROLLBACK").await;
    }
}

/// Why an attempt at a batch committed nothing.
enum Attempt {
    InTheWay(ServerError),
    Ended(BackfillError),
}

/// What a batch did.
struct Done {
    rows: u64,
    written: u64,
    /// The last row; `None` where there was none.
    last: Option<Cursor>,
}

impl Done {
    fn read(answer: &ResultSet) -> Option<Self> {
        let last = match answer.get(0, 3) {
            Some(json) => Some(Cursor::parse(json)?),
            None => None,
        };
        Some(Self { rows: number(answer, 0)?, written: number(answer, 1)?, last })
    }
}

/// Stops the message on the server unless this session holds the migration lock and acts as it must.
fn guard() -> String {
    let owner = Literal(role::SCHEMA_OWNER);
    format!("SELECT 1 / (pg_try_advisory_xact_lock({LOCK_KEYS}) AND current_user = {owner})::integer")
}

/// Whether trying again with fewer rows, a moment later, can help. A key that is taken or a parent that is gone was
/// changed after the statement had looked.
fn is_in_the_way(cause: &ServerError) -> bool {
    sqlstate::is_transient_conflict(&cause.sqlstate)
        || matches!(
            cause.sqlstate.as_str(),
            sqlstate::QUERY_CANCELED | sqlstate::UNIQUE_VIOLATION | sqlstate::FOREIGN_KEY_VIOLATION
        )
}

fn number(answer: &ResultSet, column: usize) -> Option<u64> {
    answer.get(0, column)?.parse().ok()
}

fn read_progress(row: &[Option<String>]) -> Option<(String, Progress)> {
    let [Some(step), Some(state), checksum, cursor, Some(rows)] = row else { return None };
    let state = match state.as_str() {
        "running" => State::Running,
        "complete" => State::Complete,
        _ => return None,
    };
    let checksum = checksum.as_deref().and_then(|text| Digest::parse(text).ok());
    let cursor = match cursor {
        Some(json) => Some(Cursor::parse(json)?),
        None => None,
    };
    Some((step.clone(), Progress { state, checksum, cursor, rows: rows.parse().ok()? }))
}
