//! Why there is no record: one closed list.
//!
//! Invariant: besides our own words a variant holds at most a number, a version, the path of a record or of a file, and
//! what OpenSSL or the operating system calls a failed connection. Nothing in it was written by whoever answered.

use crate::safe_fs;
use crate::secrets::record::{Kind, RecordError};
use mosaic_db::attest::SecretVersion;
use mosaic_db::error::Code;
use mosaic_db::postgres::tls::{CaError, TlsError};
use std::io;
use std::time::Duration;

/// A record that was not read, and why.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of the login was not read.
    #[error("the {what} of the secrets server is refused")]
    File {
        /// What it was to hold.
        what: &'static str,
        /// Why it was refused.
        source: safe_fs::Error,
    },
    /// A file of the login holds something that cannot be one.
    #[error("the {what} of the secrets server holds a character that is not visible ASCII")]
    Credential {
        /// What it was to hold.
        what: &'static str,
    },
    /// The CA file cannot be used.
    #[error("the CA file of the secrets server is refused")]
    Ca(#[source] CaError),
    /// A request could not be put together.
    #[error("the request to the secrets server cannot be put together")]
    Request,
    /// No connection was made.
    #[error("no connection to the secrets server: {0}")]
    Unreachable(io::ErrorKind),
    /// The server was not the one that was meant, or speaks no TLS of ours.
    #[error("the secrets server")]
    Tls(#[source] TlsError),
    /// There was no whole answer in time.
    #[error("the secrets server did not answer in full within {limit:?}")]
    Timeout {
        /// The time it had.
        limit: Duration,
    },
    /// The connection ended before the answer did, or it was no HTTP.
    #[error("the secrets server's answer ended early or is not HTTP")]
    CutOff,
    /// The answer was larger than any record.
    #[error("the secrets server's answer is larger than {limit} bytes")]
    TooLarge {
        /// The most that is read.
        limit: usize,
    },
    /// The server wanted us to go elsewhere.
    #[error("the secrets server answered with a redirect (HTTP {status}), which is not followed")]
    Redirected {
        /// The HTTP status.
        status: u16,
    },
    /// The server is sealed, or not ready for another reason.
    #[error("the secrets server is sealed or not ready (HTTP 503)")]
    Sealed,
    /// The server has too much to do, or has not caught up yet.
    #[error("the secrets server asks to come back later (HTTP {status})")]
    Busy {
        /// The HTTP status.
        status: u16,
    },
    /// The server answered with a status that stands for nothing in particular.
    #[error("the secrets server failed (HTTP {status})")]
    Failed {
        /// The HTTP status.
        status: u16,
    },
    /// The AppRole did not get a token.
    #[error("the secrets server refused the AppRole login (HTTP {status})")]
    LoginRefused {
        /// The HTTP status.
        status: u16,
    },
    /// The token may not read the record.
    #[error("the secrets server refused to show {}", .0.path())]
    Forbidden(Kind),
    /// The answer is not what a Vault server says.
    #[error("the secrets server's answer is not one of the Vault protocol")]
    Malformed,
    /// There is no such record, or no such version of it.
    #[error("the secrets server has no such version of {}", .0.path())]
    Missing(Kind),
    /// The version was deleted, and can be brought back.
    #[error("version {version} of {} is deleted", .kind.path())]
    Deleted {
        /// The record.
        kind: Kind,
        /// Its version.
        version: SecretVersion,
    },
    /// The version's data is gone for good.
    #[error("version {version} of {} is destroyed", .kind.path())]
    Destroyed {
        /// The record.
        kind: Kind,
        /// Its version.
        version: SecretVersion,
    },
    /// Another version came than the one that was asked for.
    #[error("version {answered} of {} came instead of version {asked}", .kind.path())]
    OtherVersion {
        /// The record.
        kind: Kind,
        /// What was asked for.
        asked: SecretVersion,
        /// What came.
        answered: SecretVersion,
    },
    /// The record does not hold what a record of its kind holds.
    #[error("the secrets server's record")]
    Record(#[source] RecordError),
    /// A value of the record is a number, a list, or nothing.
    #[error("version {version} of {} holds a value that is not a text", .kind.path())]
    NotText {
        /// The record.
        kind: Kind,
        /// Its version.
        version: SecretVersion,
    },
}

impl Error {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::File { source, .. } => source.code(),
            Self::Credential { .. } => Code::VaultCredentialInvalid,
            Self::Ca(error) => error.code(),
            Self::Request => Code::Internal,
            Self::Unreachable(_) => Code::VaultUnreachable,
            Self::Tls(_) => Code::VaultNotAuthenticated,
            Self::Timeout { .. } => Code::VaultTimeout,
            Self::CutOff | Self::Failed { .. } => Code::VaultFailed,
            Self::TooLarge { .. } => Code::VaultAnswerTooLarge,
            Self::Redirected { .. } => Code::VaultRedirect,
            Self::Sealed => Code::VaultSealed,
            Self::Busy { .. } => Code::VaultBusy,
            Self::LoginRefused { .. } => Code::VaultLoginRefused,
            Self::Forbidden(_) => Code::VaultForbidden,
            Self::Malformed => Code::VaultAnswerMalformed,
            Self::Missing(_) => Code::VaultRecordMissing,
            Self::Deleted { .. } => Code::VaultRecordDeleted,
            Self::Destroyed { .. } => Code::VaultRecordDestroyed,
            Self::OtherVersion { .. } => Code::VaultVersionMismatch,
            Self::Record(error) => error.code(),
            Self::NotText { .. } => Code::VaultRecordInvalid,
        }
    }

    /// What an HTTP status means that is about the server and not about what was asked for.
    pub(super) const fn of_status(status: u16) -> Self {
        match status {
            300..=399 => Self::Redirected { status },
            // 412: a node that replicates has not seen yet what the client has (Vault manual, eventual consistency).
            412 | 429 => Self::Busy { status },
            503 => Self::Sealed,
            status => Self::Failed { status },
        }
    }
}
