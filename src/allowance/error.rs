//! Why allowances are refused. No error holds a value of the document.

use super::document::MAX_DAYS;
use super::kind::Harm;
use crate::attest::{CanonicalError, TrustError, VerifyError};
use crate::error::Code;

/// Why a document of allowances is not gone by. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AllowanceError {
    /// Nobody who may sign allowances signed it.
    #[error("the allowances are not signed as they must be")]
    Signature(#[from] VerifyError),
    /// The trust store is refused.
    #[error(transparent)]
    Trust(#[from] TrustError),
    /// A key that may lie on somebody's desk signed it.
    #[error("the allowances are signed by a development key")]
    DevelopmentKey,
    /// It is larger than any such document.
    #[error("the allowances are longer than 64 KiB")]
    TooLarge,
    /// It is not canonical JSON of allowances.
    #[error("the document of allowances is refused")]
    Document(#[from] CanonicalError),
    /// It is of another version, or another document.
    #[error("the document does not say that it is one of catalog allowances of version 1")]
    Schema,
    /// A text cannot be written down.
    #[error("a name, an owner, a reason or a definition is empty, too long or not printable ASCII")]
    Text,
    /// Nobody answers for an object, or nobody says why.
    #[error("allowance {position} names no owner or no reason")]
    Blank {
        /// Which.
        position: usize,
    },
    /// One ends before it begins, or too late.
    #[error("allowance {position} does not end within {MAX_DAYS} days of the document's date")]
    Lifetime {
        /// Which.
        position: usize,
    },
    /// They are not in order, or one is there twice.
    #[error("allowance {position} is not after the one before it by class and name")]
    Order {
        /// Which.
        position: usize,
    },
    /// An object can change what the database does.
    #[error("allowance {position} is for what cannot be allowed: {harm}")]
    Harm {
        /// Which.
        position: usize,
        /// How.
        harm: Harm,
    },
    /// It was written in the future.
    #[error("the allowances have a date that is still to come")]
    NotYetIssued,
    /// It is for another database.
    #[error("the allowances are for another database")]
    OtherDatabase,
}

impl AllowanceError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Signature(error) => error.code(),
            Self::Trust(error) => error.code(),
            Self::DevelopmentKey => Code::AllowancesDevelopmentKey,
            Self::TooLarge
            | Self::Document(_)
            | Self::Schema
            | Self::Text
            | Self::Blank { .. }
            | Self::Order { .. } => Code::AllowancesInvalid,
            Self::Lifetime { .. } | Self::NotYetIssued => Code::AllowancesTime,
            Self::Harm { .. } => Code::AllowanceRefused,
            Self::OtherDatabase => Code::AllowancesOtherDatabase,
        }
    }
}
