//! Signed statements: their canonical bytes, the keys that are trusted, and what a signature proves.
//!
//! Everything here is a pure decision: the clock, the files and what was seen before are parameters. Signing is the
//! binary's (`sign`); a program that links this library can only verify.
//!
//! Invariants:
//!
//! - Nothing is parsed before its signature held ([`verify_signature`] sees bytes alone), and what is parsed then are
//!   the bytes that were verified.
//! - A document has one spelling ([`canonical`]): what would be read differently elsewhere is refused.
//! - No error holds a value of the document it refuses.

pub mod canonical;
mod expectations;
mod instant;
mod key;
mod pae;
mod purpose;
mod signature;
mod statement;
mod target;
mod text;
mod trust;
mod url;

pub use canonical::CanonicalError;
pub use expectations::{Expectations, Memory, NotAUse, Observed, Target, Use};
pub use instant::{Instant, NotAnInstant};
pub use key::{KeyError, KeyId, PublicKey};
pub use pae::pae;
pub use purpose::Purpose;
pub use signature::{SIGNATURE_BYTES, VerifyError, verify_signature};
pub use statement::{MAX_BYTES, SCHEMA, Statement};
pub use target::{
    AttestError, Binding, MAX_LIFETIME_SECONDS, MAX_SKEW_SECONDS, VerifiedTarget, verify_target,
};
pub(crate) use target::{Reader, verify_for};
pub use text::{Decimal, Nonce, NotAText, Text};
pub use trust::{Grade, NotASecretVersion, SecretVersion, State, TrustError, TrustStore, TrustedKey, Window};
pub use url::{MIN_PASSWORD_CHARS, TargetUrl, TargetUrlError};

#[cfg(test)]
mod vectors;
