//! Why an attestation is refused. No variant holds a value of the document.

use super::{Binding, MAX_BYTES};
use crate::attest::canonical::Blemish;
use crate::attest::{CanonicalError, VerifyError};
use crate::error::Code;

/// The step that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AttestError {
    /// Step 1.
    #[error("the attestation is {found} bytes long; at most {MAX_BYTES} are expected")]
    TooLarge {
        /// Its length.
        found: usize,
    },
    /// Step 2, the clock.
    #[error("the clock is {seconds} seconds behind a time at which something was verified before")]
    ClockWentBack {
        /// How far.
        seconds: u64,
    },
    /// Step 2, the trust store.
    #[error("the trust store has serial {found}; one with serial {seen} was believed before")]
    TrustStoreOlder {
        /// Its serial.
        found: u32,
        /// The highest one seen.
        seen: u32,
    },
    /// Step 3.
    #[error("the attestation is not signed as it must be")]
    Signature(#[from] VerifyError),
    /// Step 4.
    #[error("the attestation's document is refused")]
    Document(#[source] CanonicalError),
    /// Step 5, the kind.
    #[error("the attestation does not say that it is a {}", super::SCHEMA)]
    Schema,
    /// Step 5, the key.
    #[error("the attestation names another key than the one that signed it")]
    KeyId,
    /// Step 5, the reader.
    #[error("the attestation is made out to another role")]
    Audience,
    /// Step 5, what it says about its key.
    #[error("the attestation says of its key's grade what the trust store does not")]
    Grade,
    /// Step 5, how the key is kept.
    #[error("the attestation is signed by a development key")]
    Development,
    /// Step 6, made later than now.
    #[error("the attestation was issued in the future")]
    FromTheFuture,
    /// Step 6, over.
    #[error("the attestation expired {seconds} seconds ago")]
    Expired {
        /// How long ago.
        seconds: u64,
    },
    /// Step 6, good for too long.
    #[error("the attestation is good for longer than {limit} seconds")]
    Lifetime {
        /// The limit here.
        limit: u64,
    },
    /// Step 6, not made in the key's time.
    #[error("the attestation was issued outside of its key's time")]
    IssuedOutsideKey,
    /// Step 7, the credential.
    #[error("the version of the secret that the attestation is for is revoked")]
    SecretVersionRevoked,
    /// Step 7, acted on before.
    #[error("the attestation was used before")]
    Replayed,
    /// Steps 8 and 9.
    #[error("{0} is not as attested")]
    Differs(Binding),
}

impl AttestError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::TooLarge { .. } => Code::AttestationTooLarge,
            Self::ClockWentBack { .. } => Code::ClockWentBack,
            Self::TrustStoreOlder { .. } => Code::TrustStoreOlder,
            Self::Signature(error) => error.code(),
            Self::Document(CanonicalError::Unwritable) => Code::AttestationValue,
            Self::Document(CanonicalError::Refused { blemish, .. }) => of_blemish(*blemish),
            Self::Schema => Code::AttestationSchema,
            Self::KeyId => Code::AttestationKeyId,
            Self::Audience => Code::AttestationAudience,
            Self::Grade => Code::AttestationGrade,
            Self::Development => Code::AttestationDevelopment,
            Self::FromTheFuture => Code::AttestationFromTheFuture,
            Self::Expired { .. } => Code::AttestationExpired,
            Self::Lifetime { .. } => Code::AttestationLifetime,
            Self::IssuedOutsideKey => Code::AttestationOutsideKey,
            Self::SecretVersionRevoked => Code::SecretVersionRevoked,
            Self::Replayed => Code::AttestationReplayed,
            Self::Differs(binding) => binding.code(),
        }
    }
}

const fn of_blemish(blemish: Blemish) -> Code {
    match blemish {
        Blemish::NotPrintable => Code::AttestationNotPrintable,
        Blemish::NotAnObject => Code::AttestationNotAnObject,
        Blemish::WhiteSpace => Code::AttestationWhiteSpace,
        Blemish::Escape => Code::AttestationEscape,
        Blemish::Trailing => Code::AttestationTrailing,
        Blemish::DuplicateKey => Code::AttestationDuplicateKey,
        Blemish::KeyOrder => Code::AttestationKeyOrder,
        Blemish::Number => Code::AttestationNumber,
        Blemish::Broken => Code::AttestationBroken,
        Blemish::UnknownField => Code::AttestationUnknownField,
        Blemish::MissingField => Code::AttestationMissingField,
        Blemish::Value => Code::AttestationValue,
        Blemish::ListOrder => Code::AttestationListOrder,
    }
}
