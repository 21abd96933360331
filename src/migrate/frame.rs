//! One transaction of an entry: body, what goes with it and the checks in one message, a look at what came back,
//! COMMIT on its own.
//!
//! Nothing is committed that was not seen to be right, and wherever this program dies, all of it is there or none.

use super::commit::{self, Outcome};
use super::connection::Writer;
use super::error::{MigrateError, Place};
use super::event::Event;
use super::evidence::{self, Assertion, SearchPath, Watch};
use super::prepared::{self, ACTIVITY, Activity, RECORDS, SCOPE_AUDIT};
use super::retry;
use mosaic_db::bundle::{Bundle, Entry, LedgerName};
use mosaic_db::ledger::Shape;
use mosaic_db::postgres::{Batch, Literal, ServerError, Stop, StopCause, sqlstate};
use mosaic_db::roles::scope::{self, Allowed};

/// What every entry of a run is applied against.
pub(super) struct Ground<'a> {
    pub(super) writer: &'a Writer,
    pub(super) bundle: &'a Bundle,
    pub(super) shape: Shape,
    /// When the checks were prepared, as the server prints it.
    pub(super) prepared: &'a str,
}

/// Whether a transaction is the one that records its entry as applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LedgerRow {
    Written,
    NotYet,
}

/// A transaction whose COMMIT was sent.
pub(super) struct Sent {
    pub(super) transaction: String,
    pub(super) outcome: Outcome,
    pub(super) part: Part,
    /// What could run in the entries that follow.
    pub(super) activity: Activity,
}

/// How much of an entry a transaction holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it, or what was left of it, with its ledger row.
    Entry,
    /// A step that others follow.
    Step,
}

/// A body may end in a comment.
const END_OF_BODY: &str = "\n;\n";

/// What one transaction of an entry consists of.
pub(super) struct Contents<'a, 'b> {
    /// How many rows the ledger must hold before.
    pub(super) ledger_rows: usize,
    /// What may be held after.
    pub(super) allowed: &'a Allowed,
    pub(super) body: &'b str,
    pub(super) company: &'b [String],
    pub(super) ledger_row: LedgerRow,
    pub(super) watch: Watch,
}

/// The message of one transaction and where its parts lie in it.
pub(super) struct Frame<'a> {
    tag: &'a str,
    message: String,
    /// Statements before the body.
    opening: usize,
    /// Characters before the body.
    offset: usize,
    /// Statements that go with the body: grants, progress, ledger row.
    company: usize,
    /// What the ledger row must read like, where one is written.
    row: Option<String>,
    prepared: &'a str,
    allowed: &'a Allowed,
    watch: Watch,
}

/// How one attempt ended without coming to COMMIT.
enum Attempt {
    InTheWay(ServerError),
    Ended(MigrateError),
}

impl<'a> Frame<'a> {
    /// `company` runs after the body, with role and settings restored, and the ledger row after that.
    pub(super) fn around(
        ground: &Ground<'a>,
        entry: &Entry,
        tag: &'a str,
        contents: Contents<'a, '_>,
    ) -> Self {
        let Contents { ledger_rows, allowed, body, company, ledger_row, watch } = contents;
        let manifest = ground.bundle.manifest();
        let path = SearchPath::of(entry.phase(), manifest);
        let opening = evidence::opening(entry.phase(), &path, ledger_rows, watch);
        let [_reset, set_role, _path] = evidence::reset(&path);
        let execute = |name: &str| format!("EXECUTE {name}");
        let insert = match ledger_row {
            LedgerRow::Written => Some(insert(manifest.ledger(), ground.shape, entry)),
            LedgerRow::NotYet => None,
        };
        let row = insert.as_ref().map(|_| format!("{} {}", entry.sha256(), entry.when()));
        let (restored, at_end) = match watch {
            Watch::Brief => (Vec::new(), Vec::new()),
            Watch::Full => (
                vec![set_role, execute(RECORDS)],
                vec![execute(RECORDS), prepared::stamp(), execute(ACTIVITY), execute(SCOPE_AUDIT)],
            ),
        };
        let closing = evidence::closing(watch);
        let before = evidence::message(opening.iter().map(String::as_str));
        let after = closing.iter().chain(&restored).chain(company).chain(&insert).chain(&at_end);
        let after = evidence::message(after.map(String::as_str));
        let offset = before.chars().count();
        // One allocation: a body can be a good part of a gigabyte.
        let message = [&before, body, END_OF_BODY, &after].concat();
        let (opening, company) = (opening.len(), company.len() + usize::from(insert.is_some()));
        let prepared = ground.prepared;
        Self { tag, message, opening, offset, company, row, prepared, allowed, watch }
    }

    /// Runs the transaction, again and again within a bound while only locks are in the way, and commits it.
    ///
    /// `locate` says where in the entry a failure is, from the number of statements that completed since the body
    /// began, and from the error's place in the body in characters from zero.
    pub(super) async fn run(
        &self,
        writer: &Writer,
        locate: impl Fn(Option<usize>, Option<usize>) -> Option<Place>,
        events: &mut impl FnMut(Event),
    ) -> Result<Sent, MigrateError> {
        let mut attempt = 1;
        loop {
            let cause = match self.attempt(writer, &locate).await {
                Ok(Seen { transaction, activity }) => {
                    let outcome = commit::commit(writer, self.tag).await?;
                    return Ok(Sent { transaction, outcome, part: Part::Entry, activity });
                }
                Err(Attempt::Ended(error)) => return Err(error),
                Err(Attempt::InTheWay(cause)) => cause,
            };
            let tag = self.tag.to_owned();
            if attempt == retry::ATTEMPTS {
                return Err(MigrateError::EntryLockTimeout { tag, attempts: attempt, cause });
            }
            let pause = retry::pause(attempt, std::process::id());
            events(Event::Retrying { tag, attempt, pause });
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = writer.interrupt().requested() => return Err(MigrateError::Interrupted),
            }
            attempt += 1;
        }
    }

    async fn attempt(
        &self,
        writer: &Writer,
        locate: &impl Fn(Option<usize>, Option<usize>) -> Option<Place>,
    ) -> Result<Seen, Attempt> {
        let verdict = self.send(writer, locate).await;
        if let Err(Attempt::InTheWay(_)) = &verdict {
            if writer.decisive("ROLLBACK").await.is_err() {
                return Err(Attempt::Ended(MigrateError::Lost(Some(self.tag.to_owned()))));
            }
        } else if verdict.is_err() {
            // What is being reported matters more than a connection that is lost on top of it: that rolls back too.
            let _rolled_back_either_way = writer.decisive("ROLLBACK").await;
        }
        verdict
    }

    /// Runs the message in a transaction that is open already, where its BEGIN is no more than a warning, and leaves
    /// the transaction open or failed.
    pub(super) async fn rehearse(
        &self,
        writer: &Writer,
        locate: impl Fn(Option<usize>, Option<usize>) -> Option<Place>,
    ) -> Result<(), MigrateError> {
        match self.send(writer, &locate).await {
            Ok(_) => Ok(()),
            Err(Attempt::Ended(error)) => Err(error),
            Err(Attempt::InTheWay(cause)) => {
                Err(MigrateError::EntryLockTimeout { tag: self.tag.to_owned(), attempts: 1, cause })
            }
        }
    }

    async fn send(
        &self,
        writer: &Writer,
        locate: &impl Fn(Option<usize>, Option<usize>) -> Option<Place>,
    ) -> Result<Seen, Attempt> {
        match writer.message(&self.message).await {
            // A cancel that came too late to hit the message still means: do not commit.
            Ok(_) if writer.interrupt().is_requested() => Err(Attempt::Ended(MigrateError::Interrupted)),
            Ok(batch) => self.judge(&batch).map_err(Attempt::Ended),
            Err(stop) => Err(self.explain(writer, stop, locate)),
        }
    }

    /// Judges a message whose statements all completed.
    fn judge(&self, batch: &Batch) -> Result<Seen, MigrateError> {
        let transaction = self.assert(batch).map_err(|cause| self.asserted(cause))?;
        if self.watch == Watch::Brief {
            return Ok(Seen { transaction, activity: Activity::None });
        }
        let violations = scope::judge(batch.from_end(0), self.allowed);
        if violations.is_empty() {
            Ok(Seen { transaction, activity: Activity::read(batch.from_end(1)) })
        } else {
            Err(MigrateError::EntryPrivileges { tag: self.tag.to_owned(), violations })
        }
    }

    /// Judges everything but the audit itself. In full, from the end lie the audit, what could run, when the checks were
    /// prepared, the records at the end, the company, the records after the body, SET ROLE, and then the answer about
    /// the session.
    fn assert(&self, batch: &Batch) -> Result<String, Assertion> {
        let transaction = evidence::transaction_id(batch, self.watch).ok_or(Assertion::Unreadable)?;
        if self.watch == Watch::Brief {
            evidence::judge_closing(batch.from_end(self.company), &transaction)?;
            return Ok(transaction);
        }
        if batch.from_end(2).get(0, 0) != Some(self.prepared) {
            return Err(Assertion::AuditReplaced);
        }
        evidence::judge_closing(batch.from_end(self.company + 6), &transaction)?;
        let (after_body, at_end) = (batch.from_end(self.company + 4), batch.from_end(3));
        evidence::judge_records(evidence::records_before(batch), after_body, at_end, self.row.as_deref())?;
        Ok(transaction)
    }

    fn asserted(&self, cause: Assertion) -> MigrateError {
        MigrateError::EntryAsserted { tag: self.tag.to_owned(), cause }
    }

    /// Says which part of the message stopped, and whether trying again can help.
    fn explain(
        &self,
        writer: &Writer,
        stop: Stop,
        locate: &impl Fn(Option<usize>, Option<usize>) -> Option<Place>,
    ) -> Attempt {
        let cause = match stop.cause {
            _ if writer.interrupt().is_requested() => return Attempt::Ended(MigrateError::Interrupted),
            StopCause::Lost(_) => return Attempt::Ended(MigrateError::Lost(Some(self.tag.to_owned()))),
            StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => {
                return Attempt::Ended(MigrateError::Lost(Some(self.tag.to_owned())));
            }
            StopCause::Server(cause) => cause,
        };
        if sqlstate::is_transient_conflict(&cause.sqlstate) {
            return Attempt::InTheWay(cause);
        }
        let completed = stop.completed.completed();
        if let Some(cause) = evidence::opening_fault(completed, self.watch, &cause.sqlstate) {
            return Attempt::Ended(self.asserted(cause));
        }
        // The guard lets this login through only while the session holds the lock, which it did when the message began.
        if cause.is(sqlstate::DDL_GUARD) {
            return Attempt::Ended(self.asserted(Assertion::LockReleased));
        }
        // Positions count characters of the whole message from one. The server parses all of it before it runs any,
        // so a syntax error in the body arrives when nothing has completed.
        let character =
            cause.position.and_then(|position| usize::try_from(position).ok()?.checked_sub(self.offset + 1));
        let statement = completed.checked_sub(self.opening);
        let place = locate(statement, character).unwrap_or(Place::Bookkeeping);
        let broken = match cause.sqlstate.as_str() {
            _ if place != Place::Bookkeeping => None,
            sqlstate::INVALID_STATEMENT_NAME => Some(Assertion::AuditReplaced),
            sqlstate::INVALID_CURSOR_NAME => Some(Assertion::TransactionEnded),
            _ => None,
        };
        if let Some(assertion) = broken {
            return Attempt::Ended(self.asserted(assertion));
        }
        Attempt::Ended(MigrateError::EntryFailed { tag: self.tag.to_owned(), place, cause })
    }
}

/// What was seen in a message that may be committed.
struct Seen {
    transaction: String,
    activity: Activity,
}

/// The row that says that the entry ran. `name` is filled where the column exists: a newer Drizzle decides by it.
fn insert(ledger: &LedgerName, shape: Shape, entry: &Entry) -> String {
    let (schema, table) = (&ledger.schema, &ledger.table);
    let (hash, when) = (entry.sha256(), entry.when());
    if shape.has_name() {
        let name = Literal(entry.name());
        format!("INSERT INTO {schema}.{table} (hash, created_at, name) VALUES ('{hash}', {when}, {name})")
    } else {
        format!("INSERT INTO {schema}.{table} (hash, created_at) VALUES ('{hash}', {when})")
    }
}
