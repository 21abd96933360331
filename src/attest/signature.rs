//! Whose signature it is, found without reading what was signed.

use super::{Instant, KeyId, Purpose, State, TrustStore, TrustedKey, pae};
use crate::error::Code;

/// The length of a signature file: the raw signature and nothing else (RFC 8032, section 5.1.6).
pub const SIGNATURE_BYTES: usize = 64;

/// Why a signature proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// It has another length.
    #[error("the signature is {found} bytes long, not {SIGNATURE_BYTES}")]
    Length {
        /// Its length.
        found: usize,
    },
    /// No trusted key of any purpose made it over these bytes.
    #[error("no trusted key made the signature over these bytes")]
    Unknown,
    /// A trusted key made it over these bytes as a document of another kind, or is trusted for another kind.
    #[error("the signature was made for another purpose: {}", .found.name())]
    OtherPurpose {
        /// The purpose of the document or of the key.
        found: Purpose,
    },
    /// The key was revoked.
    #[error("the key that made the signature is revoked")]
    Revoked,
    /// The key's time has not come.
    #[error("the key that made the signature is not valid yet")]
    NotYetValid,
    /// The key's time is over.
    #[error("the key that made the signature is not valid any more")]
    Expired,
}

impl VerifyError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Length { .. } => Code::SignatureLength,
            Self::Unknown => Code::SignatureUnknown,
            Self::OtherPurpose { .. } => Code::SignatureOtherPurpose,
            Self::Revoked => Code::SigningKeyRevoked,
            Self::NotYetValid => Code::SigningKeyNotYetValid,
            Self::Expired => Code::SigningKeyExpired,
        }
    }
}

/// The name of the key that signed these bytes as a document of this type, if it is trusted for this purpose now.
///
/// The bytes are not parsed. Whether a development key will do is for the caller: see [`TrustStore::key`].
///
/// # Errors
/// [`VerifyError`] if no such key did.
pub fn verify_signature(
    bytes: &[u8],
    signature: &[u8],
    payload_type: &str,
    purpose: Purpose,
    trust: &TrustStore,
    now: Instant,
) -> Result<KeyId, VerifyError> {
    signer(bytes, signature, payload_type, purpose, trust, now).map(|key| key.public_key.id())
}

pub(super) fn signer<'a>(
    bytes: &[u8],
    signature: &[u8],
    payload_type: &str,
    purpose: Purpose,
    trust: &'a TrustStore,
    now: Instant,
) -> Result<&'a TrustedKey, VerifyError> {
    let signature: &[u8; SIGNATURE_BYTES] =
        signature.try_into().map_err(|_| VerifyError::Length { found: signature.len() })?;
    let made = |payload_type| {
        let signed = pae(payload_type, bytes);
        trust.keys().iter().find(|key| key.public_key.signed(&signed, signature))
    };
    let Some(key) = made(payload_type) else {
        // Refused already; this only names what the signature is good for instead.
        let mut others = Purpose::ALL.into_iter().filter(|other| other.payload_type() != payload_type);
        let found = others.find(|other| made(other.payload_type()).is_some());
        return Err(found.map_or(VerifyError::Unknown, |found| VerifyError::OtherPurpose { found }));
    };
    if key.purpose != purpose {
        return Err(VerifyError::OtherPurpose { found: key.purpose });
    }
    match key.state {
        State::Revoked => Err(VerifyError::Revoked),
        State::Active if now < key.window.not_before() => Err(VerifyError::NotYetValid),
        State::Active if now >= key.window.not_after() => Err(VerifyError::Expired),
        State::Active => Ok(key),
    }
}

#[cfg(test)]
mod tests;
