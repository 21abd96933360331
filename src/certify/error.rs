//! Why there is no evidence.

use crate::safe_fs;
use crate::sign::KeyFileError;
use mosaic_db::attest::{CanonicalError, NotAnInstant};
use mosaic_db::error::Code;
use mosaic_db::inspect::InspectError;
use mosaic_db::postgres::identity::IdentityError;
use mosaic_db::postgres::{ConnectError, ServerError};
use std::path::PathBuf;

/// Why nothing was proved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CertifyError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Inspect(#[from] InspectError),
    #[error("the connection was lost in {during}")]
    Lost { during: String },
    #[error("the server refused {during}: {cause}")]
    Refused { during: String, cause: ServerError },
    #[error("the server's answer about {what} has an unexpected form")]
    Unreadable { what: &'static str },
    #[error(
        "another session holds the migration lock; without it the guard would answer for every privilege"
    )]
    LockHeld,
    #[error("the verification and the attempts were not made on the same database")]
    OtherDatabase,
    #[error(transparent)]
    Key(#[from] KeyFileError),
    #[error("the signed document cannot be published")]
    NotWritten(#[source] safe_fs::Error),
    #[error("the signed document cannot be read")]
    NotRead(#[source] safe_fs::Error),
    #[error("{} names no document", .directory.display())]
    NoDocument { directory: PathBuf },
    #[error("the kernel gave no randomness")]
    Randomness,
    #[error("the clock of this machine is refused")]
    Clock(#[source] NotAnInstant),
    #[error("the evidence has no canonical form")]
    Unwritable(#[source] CanonicalError),
}

impl CertifyError {
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Identity(error) => error.code(),
            Self::Inspect(error) => error.code(),
            Self::Lost { .. } => Code::ConnectionLost,
            Self::Refused { .. } => Code::QuestionRefused,
            Self::LockHeld => Code::MigrationLocked,
            Self::OtherDatabase => Code::ProbeTwoDatabases,
            Self::Key(error) => error.code(),
            Self::NotWritten(error) | Self::NotRead(error) => error.code(),
            Self::NoDocument { .. } => Code::FileContent,
            Self::Randomness | Self::Clock(_) | Self::Unreadable { .. } | Self::Unwritable(_) => {
                Code::Internal
            }
        }
    }
}
