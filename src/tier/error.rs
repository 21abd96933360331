//! Why an import did not happen, and what that means for the target.

use super::plan::PlanError;
use super::proof::ProofError;
use super::rows::RowError;
use super::side::Malformed;
use super::source::SourceError;
use super::tally::Shown;
use super::transfer::{Failed, FailedCause, Side};
use mosaic_db::attest::AttestError;
use mosaic_db::error::Code;
use mosaic_db::inspect::ImporterError;
use mosaic_db::postgres::{ServerError, StopCause, sqlstate};

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The source.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The target's session proves something else than it must.
    #[error("the target")]
    Target(#[from] ImporterError),
    /// Another server or database than the attested one.
    #[error("the target is not the attested one")]
    Attested(#[from] AttestError),
    /// The sides do not fit.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Rows cannot be loaded without row triggers.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// Rows that refer to nothing, found before the commit.
    #[error("rows refer to nothing: {}", .0.join(", "))]
    Orphans(Vec<String>),
    /// The source is the target.
    #[error("the source is the database that is to be filled")]
    Itself,
    /// Several transactions cannot defer to one end.
    #[error("the constraints {} must be deferred, which takes one transaction for all tables", .0.join(", "))]
    DeferredInJobs(Vec<String>),
    /// Rows are there already.
    #[error("the target already has rows in {}", .0.join(", "))]
    NotEmpty(Vec<String>),
    /// Rows differ after the copy.
    #[error("the rows of {table} differ: {} rows in the source, {} in the target", .sent.rows, .found.rows)]
    Different {
        /// The table.
        table: String,
        /// What the source's rows add up to.
        sent: Shown,
        /// What the target's do.
        found: Shown,
    },
    /// The source refused to give rows.
    #[error("the source refused to give the rows of {table}: {cause}")]
    SourceRefused {
        /// The table.
        table: String,
        /// What it said.
        cause: ServerError,
    },
    /// The target refused something.
    #[error("the target refused {}: {cause}", .table.as_deref().map_or_else(|| "a statement".to_owned(), |table| format!("rows of {table}")))]
    TargetRefused {
        /// The table.
        table: Option<String>,
        /// What it said.
        cause: ServerError,
    },
    /// The source's connection ended.
    #[error("the connection to the source was lost while {table} was copied")]
    SourceLost {
        /// The table.
        table: String,
    },
    /// The target's connection ended before COMMIT was sent: the server rolls back by itself.
    #[error("the connection to the target was lost")]
    TargetLost,
    /// What a side sent is not rows.
    #[error("the rows of {table} cannot be read: {cause}")]
    Rows {
        /// The table.
        table: String,
        /// Why.
        cause: RowError,
    },
    /// The target took fewer rows than were sent, as a trigger can make it.
    #[error("of {sent} rows sent for {table}, the target took {taken}")]
    Taken {
        /// The table.
        table: String,
        /// Sent.
        sent: u64,
        /// Taken.
        taken: u64,
    },
    /// The target's answer has another form.
    #[error("the target: {0}")]
    TargetMalformed(Malformed),
    /// The target names itself in a form that no attestation has.
    #[error("the target's answer about itself has an unexpected form")]
    TargetUnreadable,
    /// The operator asked to stop.
    #[error("stopped by a signal")]
    Interrupted,
    /// COMMIT was sent and not answered, and the server said afterwards that it did not take place.
    #[error("the connection to the target was lost at COMMIT; the server says that it was rolled back")]
    CommitLost,
    /// COMMIT was sent and not answered, and nobody could say what became of it.
    #[error("the connection to the target was lost at COMMIT; whether it took place could not be found out")]
    CommitUncertain,
}

/// How far it got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A connection, but no transaction that could write.
    ZeroDml,
    /// Transactions of single tables: finished ones stay, what was at work was rolled back.
    ByTable,
    /// A transaction, which was rolled back.
    RolledBack,
    /// A commit.
    Committed,
    /// Perhaps a commit.
    Uncertain,
}

impl ImportError {
    /// The catalogue code.
    pub fn code(&self) -> Code {
        match self {
            Self::Source(error) => match error {
                SourceError::Connect(error) => error.code(),
                SourceError::Embedded(_) => Code::SourceUnreachable,
                SourceError::Version(_) | SourceError::Encoding(_) | SourceError::Schema => Code::SourceUnfit,
                SourceError::Refused(_) | SourceError::Malformed(_) => Code::SourceRefused,
                SourceError::Lost => Code::SourceLost,
            },
            Self::Target(error) => error.code(),
            Self::Attested(error) => error.code(),
            Self::Plan(error) => match error {
                PlanError::Cycle(_) => Code::ImportCycle,
                PlanError::RowSecurity(_) => Code::ImportRowSecurity,
                PlanError::Unreceived(_)
                | PlanError::Columns { .. }
                | PlanError::Foreign(_)
                | PlanError::Nothing => Code::ImportShape,
            },
            Self::Proof(error) => match error {
                ProofError::NotGranted(_) => Code::FastLoadNotGranted,
                ProofError::Version(_)
                | ProofError::Deferrable(_)
                | ProofError::Periods(_)
                | ProofError::Unreadable(_) => Code::FastLoadUnfit,
            },
            Self::Orphans(_) => Code::ImportOrphans,
            Self::DeferredInJobs(_) => Code::ImportCycle,
            Self::Itself => Code::ImportItself,
            Self::NotEmpty(_) => Code::ImportNotEmpty,
            Self::Different { .. } | Self::Taken { .. } => Code::ImportDiffers,
            Self::SourceRefused { cause, .. } if cause.is(sqlstate::INSUFFICIENT_PRIVILEGE) => {
                Code::SourceHidden
            }
            Self::SourceRefused { .. } => Code::SourceRefused,
            Self::TargetRefused { .. } => Code::ImportRefused,
            Self::SourceLost { .. } => Code::SourceLost,
            Self::TargetLost => Code::ImportLost,
            Self::Rows { .. } => Code::SourceRefused,
            Self::TargetMalformed(_) | Self::TargetUnreadable => Code::Internal,
            Self::Interrupted => Code::ImportInterrupted,
            Self::CommitLost => Code::ImportLost,
            Self::CommitUncertain => Code::ImportUncertain,
        }
    }

    /// What became of a table that did not get through.
    pub fn of(table: &str, failed: Failed) -> Self {
        let table = table.to_owned();
        match (failed.side, failed.cause) {
            (side, FailedCause::Stopped(StopCause::Server(cause)))
                if !sqlstate::ends_session(&cause.sqlstate) =>
            {
                match side {
                    Side::Source => Self::SourceRefused { table, cause },
                    Side::Target => Self::TargetRefused { table: Some(table), cause },
                }
            }
            (Side::Source, FailedCause::Stopped(_)) => Self::SourceLost { table },
            (Side::Target, FailedCause::Stopped(_)) => Self::TargetLost,
            (_, FailedCause::Rows(cause)) => Self::Rows { table, cause },
            (_, FailedCause::Taken { sent, taken }) => Self::Taken { table, sent, taken },
        }
    }
}
