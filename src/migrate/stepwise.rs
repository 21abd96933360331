//! An entry that is not one transaction: step by step, each recorded in `mosaic_control.progress`.
//!
//! A step that can run in a transaction runs in one together with its progress row, so it runs exactly once. A
//! statement that cannot is marked before it starts and proved from the catalog afterwards: a rerun passes over
//! what is proved, removes only its own invalid remains, and builds again. The ledger row comes last, in one
//! transaction with the grants, and takes the progress rows with it.

use super::commit::{DURABLE, Outcome};
use super::error::{MigrateError, Place, StepFact};
use super::event::Event;
use super::evidence::{self, SearchPath, Watch};
use super::frame::{Contents, Frame, Ground, LedgerRow, Part, Sent};
use super::proof::{self, Proof};
use super::run::Request;
use super::watch::{self, Watched};
use mosaic_db::bundle::Entry;
use mosaic_db::bundle::sql::{Postcondition, Step, StepKind, steps};
use mosaic_db::digest::Digest;
use mosaic_db::postgres::{Batch, Literal, Stop};
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
                    return Ok(Sent { part: Part::Step, ..sent });
                }
            }
            StepKind::Alone(postcondition) => {
                walk.alone(number, step, postcondition, recorded, events).await?;
            }
        }
    }
    Walk { allowed: after, ..walk }.finish(events).await
}

/// Refuses an entry of which an earlier run recorded steps while its bytes were others: they would run again, as
/// steps or within one transaction.
pub(super) fn require_same_bytes(entry: &Entry, earlier: &[Progress]) -> Result<(), MigrateError> {
    let tag = entry.tag().as_str();
    match earlier.iter().find(|row| row.tag == tag && row.sha256 != entry.sha256()) {
        Some(row) => Err(MigrateError::StepNotProved {
            tag: tag.to_owned(),
            step: row.step + 1,
            fact: StepFact::Rewritten,
        }),
        None => Ok(()),
    }
}

impl Walk<'_> {
    /// What an earlier run recorded of this step. Another statement under the same number means that this program now
    /// cuts the same bytes differently: going on could run something twice.
    fn recorded(
        &self,
        earlier: &[Progress],
        number: usize,
        step: &Step<'_>,
    ) -> Result<Option<StepState>, MigrateError> {
        match earlier.iter().find(|row| row.tag == self.tag && row.step == number) {
            Some(row) if row.statement_digest == digest(step) => Ok(Some(row.state)),
            Some(_) => Err(self.not_proved(number, StepFact::Rewritten)),
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
        let marked = recorded == Some(StepState::Started);
        let mut found = self.prove(&path, postcondition).await?;
        while let Proof::Remains { what, remedy } = found {
            if !marked {
                return Err(self.not_proved(number, StepFact::NotOurs(what)));
            }
            self.unbounded(&path, &remedy, number, step, events).await?;
            events(Event::RemainsRemoved { tag: self.tag.clone(), what });
            found = self.prove(&path, postcondition).await?;
        }
        let already = found == Proof::Holds && proof::is_decisive(postcondition);
        if already && marked {
            self.mark(number, step, StepState::Done).await?;
            events(Event::StepAlreadyDone { tag: self.tag.clone(), step: number + 1 });
            return Ok(());
        }
        // A mark claims for this program whatever is found later. What is there already is somebody else's, so the
        // statement runs unmarked: it may tolerate that (IF NOT EXISTS); otherwise the server refuses it every time.
        if !already {
            self.mark(number, step, StepState::Started).await?;
        }
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
        let standing = evidence::standing(path);
        let statements = settings.iter().chain(&off).chain([&standing]);
        let answers = self.tell(&evidence::message(statements.map(String::as_str))).await?;
        let pid = evidence::judge_standing(answers.from_end(0))
            .map_err(|cause| MigrateError::EntryAsserted { tag: self.tag.clone(), cause })?;
        let writer = self.ground.writer;
        let stop = match watch::run(self.request, writer, &pid, &self.tag, sql, events).await {
            Watched::Deadline => return Err(self.not_proved(number, StepFact::Deadline)),
            Watched::Ended(Ok(_)) => return Ok(()),
            Watched::Ended(Err(stop)) => stop,
        };
        match self.stopped(stop) {
            MigrateError::Refused(cause) => {
                let chunk = step.statements.first().map_or(1, |statement| statement.chunk);
                let place = Place::Body { chunk, statement: number + 1, line: step.line() };
                Err(MigrateError::EntryFailed { tag: self.tag.clone(), place, cause })
            }
            other => Err(other),
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
        let statements = settings.iter().map(String::as_str).chain([DURABLE, &row]);
        self.tell(&evidence::message(statements)).await.map(drop)
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
        let contents = Contents { ledger_rows, allowed, body, company, ledger_row, watch: Watch::Full };
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
        self.ground.writer.message(message).await.map_err(|stop| self.stopped(stop))
    }

    fn stopped(&self, stop: Stop) -> MigrateError {
        match MigrateError::stopped(self.ground.writer.interrupt(), stop) {
            MigrateError::Lost(_) => MigrateError::Lost(Some(self.tag.clone())),
            other => other,
        }
    }

    fn not_proved(&self, number: usize, fact: StepFact) -> MigrateError {
        MigrateError::StepNotProved { tag: self.tag.clone(), step: number + 1, fact }
    }
}

fn digest(step: &Step<'_>) -> Digest {
    let texts: Vec<&str> = step.statements.iter().map(|statement| statement.text).collect();
    Digest::of(texts.join("\0").as_bytes())
}
