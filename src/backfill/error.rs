//! Why a backfill did not bring everything over. Whatever was committed stays, and the next one goes on from there.

use crate::migrate::MigrateError;
use mosaic_db::error::Code;
use mosaic_db::postgres::{ServerError, Stop, StopCause, sqlstate};
use mosaic_db::uuid::Uuid;
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error)]
pub(crate) enum BackfillError {
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// An entry comes first.
    #[error("entry {0} is pending, and may run now")]
    EntryPending(String),
    /// The bundle has no such tables, or they are not there yet.
    #[error("there is no table mosaic.backfill_progress")]
    NoTables,
    #[error("the old release was switched off at {0}")]
    Switched(String),
    #[error("the workspace cannot have the slug it is to have: another one has it")]
    SlugTaken,
    #[error("there is no project {0}")]
    NoProject(Uuid),
    #[error("step {step}: {attempts} attempts at a batch were rolled back, the last with {cause}")]
    InTheWay { step: &'static str, attempts: u32, cause: ServerError },
    #[error("step {step}: {cause}")]
    Refused { step: &'static str, cause: ServerError },
    #[error("step {0}: the server's answer has an unexpected form")]
    Unreadable(&'static str),
    #[error("what was brought over is not what was there: {}", .0.join(", "))]
    NotRetained(Vec<&'static str>),
    #[error("{0} rows wait in quarantine for a decision")]
    Quarantined(u64),
    #[error("the connection was lost")]
    Lost,
    #[error("stopped by a signal between two batches")]
    Interrupted,
}

impl BackfillError {
    /// Judges a message that stopped.
    pub(super) fn stopped(step: &'static str, stop: Stop) -> Self {
        match stop.cause {
            StopCause::Server(cause) if !sqlstate::ends_session(&cause.sqlstate) => {
                Self::Refused { step, cause }
            }
            StopCause::Server(_) | StopCause::Lost(_) => Self::Lost,
        }
    }

    /// The catalogue code.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Migrate(error) => error.code(),
            Self::EntryPending(_) | Self::NoTables => Code::BackfillTooSoon,
            Self::Switched(_) => Code::BackfillTooLate,
            Self::SlugTaken => Code::BackfillSlugTaken,
            Self::NoProject(_) => Code::BackfillNoProject,
            Self::InTheWay { .. } => Code::BackfillInTheWay,
            Self::Refused { .. } => Code::BackfillRefused,
            Self::Unreadable(_) => Code::Internal,
            Self::NotRetained(_) => Code::BackfillNotRetained,
            Self::Quarantined(_) => Code::BackfillQuarantine,
            Self::Lost => Code::BackfillLost,
            Self::Interrupted => Code::BackfillInterrupted,
        }
    }

    /// What a program needs to know of the occurrence, for JSON; null where the message says it all.
    pub(crate) fn facts(&self) -> Value {
        match self {
            Self::Migrate(error) => error.facts(),
            Self::EntryPending(tag) => json!({ "entry": tag }),
            Self::InTheWay { step, attempts, cause } => {
                json!({ "step": step, "attempts": attempts, "sqlstate": cause.sqlstate })
            }
            Self::Refused { step, cause } => json!({ "step": step, "sqlstate": cause.sqlstate }),
            Self::NotRetained(facts) => json!({ "facts": facts }),
            Self::Quarantined(rows) => json!({ "rows": rows }),
            Self::NoTables
            | Self::Switched(_)
            | Self::SlugTaken
            | Self::NoProject(_)
            | Self::Unreadable(_)
            | Self::Lost
            | Self::Interrupted => Value::Null,
        }
    }

    /// What the server said beyond its first line.
    pub(crate) fn notes(&self) -> Vec<String> {
        match self {
            Self::Migrate(error) => error.notes(),
            Self::Refused { cause, .. } | Self::InTheWay { cause, .. } => {
                cause.more.context.iter().map(|text| format!("server context: {text}")).collect()
            }
            _ => Vec::new(),
        }
    }
}
