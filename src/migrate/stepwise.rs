//! An entry that is not one transaction: step by step, each recorded in `mosaic_control.progress`.
//!
//! A step that can run in a transaction runs in one together with its progress row, so it runs exactly once. A
//! statement that cannot is marked before it starts and proved from the catalog afterwards: a rerun passes over
//! what is proved, removes only its own invalid remains, and builds again. The ledger row comes last, in one
//! transaction with the grants, and takes the progress rows with it.

use super::commit::Outcome;
use super::error::{MigrateError, Place, StepFact};
use super::event::Event;
use super::evidence::{self, SearchPath};
use super::frame::{Contents, Frame, Ground, LedgerRow, Sent};
use super::lock::KEYS;
use super::proof::{self, Proof};
use super::run::Request;
use super::watch::{self, Watched};
use mosaic_db::bundle::Entry;
use mosaic_db::bundle::sql::{Postcondition, Step, StepKind, steps};
use mosaic_db::digest::Digest;
use mosaic_db::postgres::{Batch, Literal, StopCause, sqlstate};
use mosaic_db::roles::scope::Allowed;
use mosaic_db::survey::{Progress, StepState};

/// One entry on its way through its steps.
struct Walk<'a> {
    request: &'a Request<'a>,
    ground: &'a Ground<'a>,
    entry: &'a Entry,
    tag: String,
    ledger_rows: usize,
    allowed: &'a Allowed,
}

pub(super) async fn apply(
    request: &Request<'_>,
    ground: &Ground<'_>,
    entry: &Entry,
    ledger_rows: usize,
    allowed: (&Allowed, &Allowed),
    earlier: &[Progress],
    events: &mut impl FnMut(Event),
) -> Result<Sent, MigrateError> {
    let tag = entry.tag().to_string();
    let steps =
        steps(entry.body()).map_err(|cause| MigrateError::EntryUnreadable { tag: tag.clone(), cause })?;
    let (before, after) = allowed;
    let walk = Walk { request, ground, entry, tag, ledger_rows, allowed: before };
    for (number, step) in steps.iter().enumerate() {
        if request.interrupt.is_requested() {
            return Err(MigrateError::Interrupted);
        }
        let recorded = walk.recorded(earlier, number, step)?;
        if recorded == Some(StepState::Done) {
            events(Event::StepAlreadyDone { tag: walk.tag.clone(), step: number + 1 });
            continue;
        }
        let (tag, line) = (walk.tag.clone(), step.line());
        events(Event::StepStarted { tag, step: number + 1, of: steps.len(), line });
        match &step.kind {
            StepKind::Transaction => {
                let sent = walk.in_transaction(number, step, events).await?;
                if let Outcome::Unanswered = sent.outcome {
                    return Ok(sent);
                }
            }
            StepKind::Alone(postcondition) => {
                walk.alone(number, step, postcondition, recorded, events).await?;
            }
        }
    }
    Walk { allowed: after, ..walk }.finish(events).await
}

impl Walk<'_> {
    /// What an earlier run recorded of this step. Another statement under the same number means that the bundle's
    /// bytes are the same but this program now cuts them differently: going on could run something twice.
    fn recorded(
        &self,
        earlier: &[Progress],
        number: usize,
        step: &Step<'_>,
    ) -> Result<Option<StepState>, MigrateError> {
        let sha256 = self.entry.sha256();
        let row =
            earlier.iter().find(|row| row.tag == self.tag && row.sha256 == sha256 && row.step == number);
        match row {
            Some(row) if row.statement_digest != digest(step) => {
                Err(self.not_proved(number, StepFact::Rewritten))
            }
            Some(row) => Ok(Some(row.state)),
            None => Ok(None),
        }
    }

    async fn in_transaction(
        &self,
        number: usize,
        step: &Step<'_>,
        events: &mut impl FnMut(Event),
    ) -> Result<Sent, MigrateError> {
        let body = step.statements.iter().map(|statement| statement.text).collect::<Vec<_>>().join("\n;\n");
        let company = [self.progress_row(number, step, StepState::Done)];
        let frame = self.frame(&body, &company, LedgerRow::NotYet);
        let locate = |statement: Option<usize>, _: Option<usize>| {
            let failed = step.statements.get(statement.unwrap_or(0))?;
            Some(Place::Body { chunk: failed.chunk, statement: number + 1, line: failed.line })
        };
        frame.run(self.ground.writer, locate, events).await
    }

    async fn alone(
        &self,
        number: usize,
        step: &Step<'_>,
        postcondition: &Postcondition,
        recorded: Option<StepState>,
        events: &mut impl FnMut(Event),
    ) -> Result<(), MigrateError> {
        let path = SearchPath::of(self.entry.phase(), self.ground.bundle.manifest());
        // Only what this program marked as its own is ever removed.
        while recorded == Some(StepState::Started) {
            match self.prove(&path, postcondition).await? {
                Proof::Remains { what, remedy } => {
                    self.unbounded(&path, &remedy, number, step, events).await?;
                    events(Event::RemainsRemoved { tag: self.tag.clone(), what });
                }
                Proof::Holds if proof::is_decisive(postcondition) => {
                    self.mark(number, step, StepState::Done).await?;
                    events(Event::StepAlreadyDone { tag: self.tag.clone(), step: number + 1 });
                    return Ok(());
                }
                Proof::Holds | Proof::Fails(_) => break,
            }
        }
        self.mark(number, step, StepState::Started).await?;
        let Some(statement) = step.statements.first() else { return Ok(()) };
        self.unbounded(&path, statement.text, number, step, events).await?;
        match self.prove(&path, postcondition).await? {
            Proof::Holds => self.mark(number, step, StepState::Done).await,
            Proof::Remains { what, .. } => Err(self.not_proved(number, StepFact::Remains(what))),
            Proof::Fails(fact) => Err(self.not_proved(number, fact)),
        }
    }

    /// Runs one statement outside any transaction. Timeouts are off: they would cut a concurrent build off and leave
    /// it invalid.
    async fn unbounded(
        &self,
        path: &SearchPath,
        sql: &str,
        number: usize,
        step: &Step<'_>,
        events: &mut impl FnMut(Event),
    ) -> Result<(), MigrateError> {
        let settings = evidence::reset(path);
        let off = ["SET lock_timeout = 0".to_owned(), "SET statement_timeout = 0".to_owned()];
        // While the session holds the lock, taking it once more succeeds; both answers prove that it still does.
        let held = format!(
            "SELECT pg_backend_pid(), 1 / pg_advisory_unlock({KEYS})::int, 1 / pg_try_advisory_lock({KEYS})::int"
        );
        let statements = settings.iter().chain(&off).chain([&held]);
        let answers = self.tell(&evidence::message(statements.map(String::as_str))).await?;
        let pid = answers.from_end(0).get(0, 0).unwrap_or_default().to_owned();
        let writer = self.ground.writer;
        let stop = match watch::run(self.request, writer, &pid, &self.tag, sql, events).await {
            Watched::Deadline => return Err(self.not_proved(number, StepFact::Deadline)),
            Watched::Ended(Ok(_)) => return Ok(()),
            Watched::Ended(Err(stop)) => stop,
        };
        match stop.cause {
            StopCause::Server(cause)
                if !writer.interrupt().is_requested() && !sqlstate::ends_session(&cause.sqlstate) =>
            {
                let chunk = step.statements.first().map_or(1, |statement| statement.chunk);
                let place = Place::Body { chunk, statement: number + 1, line: step.line() };
                Err(MigrateError::EntryFailed { tag: self.tag.clone(), place, cause })
            }
            cause => Err(MigrateError::stopped(
                writer.interrupt(),
                mosaic_db::postgres::Stop { completed: stop.completed, cause },
            )),
        }
    }

    async fn prove(&self, path: &SearchPath, postcondition: &Postcondition) -> Result<Proof, MigrateError> {
        let question = proof::question(postcondition);
        let settings = evidence::reset(path);
        let statements = settings.iter().chain([&question]);
        let answers = self.tell(&evidence::message(statements.map(String::as_str))).await?;
        Ok(proof::judge(postcondition, answers.from_end(0)))
    }

    /// Records a step in a transaction of its own.
    async fn mark(&self, number: usize, step: &Step<'_>, state: StepState) -> Result<(), MigrateError> {
        let path = SearchPath::of(self.entry.phase(), self.ground.bundle.manifest());
        let settings = evidence::reset(&path);
        let row = self.progress_row(number, step, state);
        let statements = settings.iter().chain([&row]);
        self.tell(&evidence::message(statements.map(String::as_str))).await.map(drop)
    }

    /// The ledger row, the grants and the end of the progress rows, in one transaction.
    async fn finish(&self, events: &mut impl FnMut(Event)) -> Result<Sent, MigrateError> {
        let mut company = self.ground.bundle.grants().statements(self.entry.tag());
        company.push(format!(
            "DELETE FROM mosaic_control.progress WHERE sha256 = '{}' AND tag = {}",
            self.entry.sha256(),
            Literal(&self.tag)
        ));
        let frame = self.frame("", &company, LedgerRow::Written);
        frame.run(self.ground.writer, |_, _| None, events).await
    }

    fn frame(&self, body: &str, company: &[String], ledger_row: LedgerRow) -> Frame<'_> {
        let (ledger_rows, allowed) = (self.ledger_rows, self.allowed);
        let contents = Contents { ledger_rows, allowed, body, company, ledger_row };
        Frame::around(self.ground, self.entry, &self.tag, contents)
    }

    fn progress_row(&self, number: usize, step: &Step<'_>, state: StepState) -> String {
        let (word, done_at) = match state {
            StepState::Started => ("started", "NULL"),
            StepState::Done => ("done", "clock_timestamp()"),
        };
        format!(
            "INSERT INTO mosaic_control.progress (sha256, tag, step, statement_digest, state, done_at) \
             VALUES ('{}', {}, {number}, '{}', '{word}', {done_at}) \
             ON CONFLICT (sha256, tag, step) DO UPDATE SET state = excluded.state, done_at = excluded.done_at",
            self.entry.sha256(),
            Literal(&self.tag),
            digest(step),
        )
    }

    async fn tell(&self, message: &str) -> Result<Batch, MigrateError> {
        let writer = self.ground.writer;
        writer.message(message).await.map_err(|stop| MigrateError::stopped(writer.interrupt(), stop))
    }

    fn not_proved(&self, number: usize, fact: StepFact) -> MigrateError {
        MigrateError::StepNotProved { tag: self.tag.clone(), step: number + 1, fact }
    }
}

fn digest(step: &Step<'_>) -> Digest {
    let texts: Vec<&str> = step.statements.iter().map(|statement| statement.text).collect();
    Digest::of(texts.join("\0").as_bytes())
}
