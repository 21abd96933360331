//! Why nothing was done with a proposal.

use super::evidence::EventFault;
use super::model::{ProposalState, Version};
use crate::error::Code;
use crate::gateway::failure::Failure;
use crate::gateway::write::Unproven;
use crate::postgres::{ServerError, Stop, StopCause, sqlstate};

/// Why nothing was done with a proposal.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    /// The workspace has no such proposal. Whether another has is nobody's business.
    #[error("there is no such proposal")]
    NotFound,
    /// It was decided already, otherwise.
    #[error("the proposal is {0}")]
    Decided(ProposalState),
    /// What it would change is not there.
    #[error("what the proposal would change is not there")]
    NoTarget,
    /// What it would change was changed since.
    #[error("what the proposal would change is at version {actual}")]
    VersionConflict {
        /// The version there is.
        actual: Version,
    },
    /// The key was used for something else.
    #[error("the idempotency key was used for another proposal")]
    KeyReused,
    /// The command's event is not the one that an acceptance needs.
    #[error("the event of the command: {0}")]
    Event(EventFault),
    /// The transaction is not proved to take writes.
    #[error(transparent)]
    Unproven(#[from] Unproven),
    /// The server refused a statement.
    #[error("the server refused: {0}")]
    Refused(ServerError),
    /// The connection was lost. Nothing was committed.
    #[error("the connection was lost")]
    Lost,
    /// The answer has an unexpected form.
    #[error("the server's answer cannot be read")]
    Unreadable,
}

/// Why a proposal was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptError<E: std::error::Error + 'static> {
    /// Before or after its command.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// Its command.
    #[error("the command failed")]
    Command(#[source] E),
}

impl ProposalError {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::NotFound => Code::ProposalNotFound,
            Self::Decided(_) => Code::ProposalDecided,
            Self::NoTarget => Code::ProposalTargetMissing,
            Self::VersionConflict { .. } => Code::AggregateVersionConflict,
            Self::KeyReused => Code::IdempotencyKeyReused,
            Self::Event(_) => Code::ProposalEvent,
            Self::Unproven(unproven) => unproven.code(),
            Self::Refused(_) => Code::ProposalRefused,
            Self::Lost => Code::KanbanWriteUnavailable,
            Self::Unreadable => Code::Internal,
        }
    }

    /// The row of the failure table, where it is one.
    #[must_use]
    pub const fn failure(&self) -> Option<Failure> {
        match self {
            Self::VersionConflict { actual } => Some(Failure::VersionConflict { actual: *actual }),
            Self::Unproven(unproven) => Some(unproven.failure()),
            Self::Lost => Some(Failure::WriteUnavailable),
            Self::NotFound
            | Self::Decided(_)
            | Self::NoTarget
            | Self::KeyReused
            | Self::Event(_)
            | Self::Refused(_)
            | Self::Unreadable => None,
        }
    }
}

impl From<Stop> for ProposalError {
    fn from(stop: Stop) -> Self {
        match stop.cause {
            StopCause::Lost(_) => Self::Lost,
            StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => Self::Lost,
            // The locks come before the proof.
            StopCause::Server(error) if error.is(sqlstate::READ_ONLY_TRANSACTION) => {
                Self::Unproven(Unproven::ReadOnly)
            }
            StopCause::Server(error) => Self::Refused(error),
        }
    }
}
