//! Why a run did not reach the state it was to reach. Each variant says what is known of the database.

use super::evidence::Assertion;
use super::interrupt::Interrupt;
use super::lock::Holder;
use mosaic_db::assess::{Listed, Objection};
use mosaic_db::catalog::SnapshotError;
use mosaic_db::error::Code;
use mosaic_db::ledger::EntriesPending;
use mosaic_db::postgres::identity::IdentityError;
use mosaic_db::postgres::{ConnectError, ServerError, Stop, StopCause, sqlstate};
use mosaic_db::precondition::PreconditionError;
use mosaic_db::roles::scope::Violation;
use mosaic_db::survey::SurveyError;
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MigrateError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Survey(#[from] SurveyError),
    #[error("the migration lock is held by another session after {} ms: {holder}", .waited.as_millis())]
    LockHeld { waited: Duration, holder: Box<Holder> },
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error(transparent)]
    Objection(#[from] Objection),
    #[error(transparent)]
    Precondition(Box<PreconditionError>),
    #[error("entry {tag}, {place}: {cause}")]
    EntryFailed { tag: String, place: Place, cause: ServerError },
    #[error("entry {tag}: {attempts} attempts were rolled back, the last with {cause}")]
    EntryLockTimeout { tag: String, attempts: u32, cause: ServerError },
    #[error("entry {tag}: {cause}")]
    EntryAsserted { tag: String, cause: Assertion },
    #[error("entry {tag}: {}", Listed(.violations))]
    EntryPrivileges { tag: String, violations: Vec<Violation> },
    #[error("entry {tag}, step {step}: {fact}")]
    StepNotProved { tag: String, step: usize, fact: StepFact },
    #[error("entry {tag} cannot be run as its manifest says: {cause}")]
    EntryUnreadable { tag: String, cause: mosaic_db::bundle::sql::Fault },
    #[error("the connection was lost{}", During(.0.as_deref()))]
    Lost(Option<String>),
    #[error(
        "entry {tag}: the connection was lost around COMMIT of transaction {transaction}, and the server could not say what became of it"
    )]
    Uncertain { tag: String, transaction: String },
    #[error("the server refused a question of this program: {0}")]
    Refused(ServerError),
    #[error("after the last entry, {0}")]
    NotVerified(#[from] EntriesPending),
    #[error("the rehearsal ends before entry {tag}, which {cause}")]
    RehearsalEnds { tag: String, cause: Obstacle },
    #[error("the database is not what it was before the rehearsal, or somebody else changed it meanwhile")]
    RehearsalLeftTraces,
    #[error("interrupted by a signal; the open transaction was rolled back, committed entries stay applied")]
    Interrupted,
}

/// Where in an entry something failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A statement of the body.
    Body { chunk: usize, statement: usize, line: usize },
    /// A statement from the grants file.
    Grants,
    /// The ledger row, the checks around it, or COMMIT.
    Bookkeeping,
}

/// What a step that cannot run in a transaction left unproved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StepFact {
    #[error("index {0} is missing after the statement")]
    IndexMissing(String),
    #[error("index {0} is still there after the statement")]
    IndexStillThere(String),
    #[error("partition {0} is still attached after the statement")]
    StillAttached(String),
    #[error("{0} is left after the statement")]
    Remains(String),
    #[error("{0} was there before the statement, and no earlier run recorded making it")]
    NotOurs(String),
    #[error("the overall deadline passed")]
    Deadline,
    #[error("an earlier run recorded steps of other bytes than the entry has now")]
    Rewritten,
}

/// Why an entry cannot be rehearsed together with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Obstacle {
    #[error("cannot run in a transaction")]
    NotOneTransaction,
    #[error("uses an enum value that an entry before it adds: the server wants a COMMIT in between")]
    NewEnumValue,
}

impl From<PreconditionError> for MigrateError {
    fn from(error: PreconditionError) -> Self {
        Self::Precondition(Box::new(error))
    }
}

impl MigrateError {
    /// Judges a message of this program's own that stopped.
    pub(super) fn stopped(interrupt: &Interrupt, stop: Stop) -> Self {
        match stop.cause {
            _ if interrupt.is_requested() => Self::Interrupted,
            StopCause::Lost(_) => Self::Lost(None),
            StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => Self::Lost(None),
            StopCause::Server(error) => Self::Refused(error),
        }
    }

    /// What the server said beyond its first line.
    pub(crate) fn notes(&self) -> Vec<String> {
        let (Self::EntryFailed { cause, .. } | Self::EntryLockTimeout { cause, .. } | Self::Refused(cause)) =
            self
        else {
            return Vec::new();
        };
        let more = &cause.more;
        [("detail", &more.detail), ("hint", &more.hint), ("context", &more.context)]
            .into_iter()
            .filter_map(|(name, text)| Some(format!("server {name}: {}", text.as_ref()?)))
            .collect()
    }

    /// What a program needs to know of the occurrence, for JSON; null where the message says it all.
    pub(crate) fn facts(&self) -> Value {
        match self {
            Self::LockHeld { holder, .. } => json!({ "holder": {
                "pid": holder.pid,
                "login": holder.login,
                "application": holder.application,
                "backend_start": holder.backend_start,
                "age_seconds": holder.age_seconds,
                "state": holder.state,
            }}),
            Self::Objection(objection) => objection.facts(),
            Self::EntryFailed { tag, place, cause } => {
                json!({ "entry": tag, "place": place.facts(), "sqlstate": cause.sqlstate })
            }
            Self::EntryLockTimeout { tag, attempts, cause } => {
                json!({ "entry": tag, "attempts": attempts, "sqlstate": cause.sqlstate })
            }
            Self::EntryPrivileges { tag, violations } => {
                json!({ "entry": tag, "violations": violations.iter().map(ToString::to_string).collect::<Vec<_>>() })
            }
            Self::RehearsalEnds { tag, .. }
            | Self::EntryAsserted { tag, .. }
            | Self::EntryUnreadable { tag, .. } => json!({ "entry": tag }),
            Self::StepNotProved { tag, step, .. } => json!({ "entry": tag, "step": step }),
            Self::Uncertain { tag, transaction } => json!({ "entry": tag, "transaction": transaction }),
            Self::Lost(tag) => json!({ "entry": tag }),
            Self::Refused(cause) => json!({ "sqlstate": cause.sqlstate }),
            Self::Connect(_)
            | Self::Identity(_)
            | Self::Survey(_)
            | Self::Snapshot(_)
            | Self::Precondition(_)
            | Self::NotVerified(_)
            | Self::RehearsalLeftTraces
            | Self::Interrupted => Value::Null,
        }
    }

    /// The catalogue code.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Identity(error) => error.code(),
            Self::Survey(error) => error.code(),
            Self::LockHeld { .. } => Code::MigrationLocked,
            Self::Snapshot(_) => Code::Internal,
            Self::Objection(objection) => objection.code(),
            Self::Precondition(error) => error.code(),
            Self::EntryFailed { .. } => Code::EntryFailed,
            Self::EntryLockTimeout { .. } => Code::EntryLockTimeout,
            Self::EntryAsserted { cause, .. } => match cause {
                Assertion::LockLost | Assertion::LockReleased => Code::EntryReleasedLock,
                Assertion::LedgerChanged => Code::LedgerChangedUnderLock,
                Assertion::RecordsChanged | Assertion::RowChanged(_) => Code::EntryChangedRecords,
                Assertion::AuditReplaced => Code::EntryReplacedAudit,
                Assertion::RoleChanged(_) => Code::EntryChangedRole,
                Assertion::TransactionEnded => Code::EntryEndedTransaction,
                Assertion::SessionNotAsserted => Code::SessionNotAsserted,
                Assertion::Unreadable => Code::Internal,
            },
            Self::EntryPrivileges { .. } => Code::EntryPrivileges,
            Self::StepNotProved { .. } => Code::StepNotProved,
            Self::EntryUnreadable { .. } => Code::EntryUnreadable,
            Self::Lost(_) => Code::ConnectionLost,
            Self::Uncertain { .. } => Code::CommitUncertain,
            Self::Refused(_) => Code::QuestionRefused,
            Self::NotVerified(_) => Code::EntriesPending,
            Self::RehearsalEnds { .. } => Code::RehearsalIncomplete,
            Self::RehearsalLeftTraces => Code::RehearsalLeftTraces,
            Self::Interrupted => Code::Interrupted,
        }
    }
}

impl Place {
    fn facts(&self) -> Value {
        match self {
            Self::Body { chunk, statement, line } => {
                json!({ "part": "body", "chunk": chunk, "statement": statement, "line": line })
            }
            Self::Grants => json!({ "part": "grants" }),
            Self::Bookkeeping => json!({ "part": "bookkeeping" }),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body { chunk, statement, line } => {
                write!(f, "line {line} (chunk {chunk}, statement {statement})")
            }
            Self::Grants => f.write_str("its part of the grants file"),
            Self::Bookkeeping => f.write_str("ledger row and checks"),
        }
    }
}

struct During<'a>(Option<&'a str>);

impl fmt::Display for During<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |tag| write!(f, " while entry {tag} ran"))
    }
}
