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
mod instant;
mod key;
mod pae;
mod purpose;
mod signature;
mod trust;

pub use canonical::CanonicalError;
pub use instant::{Instant, NotAnInstant};
pub use key::{KeyError, KeyId, PublicKey};
pub use pae::pae;
pub use purpose::Purpose;
pub use signature::{SIGNATURE_BYTES, VerifyError, verify_signature};
pub use trust::{Grade, NotASecretVersion, SecretVersion, State, TrustError, TrustStore, TrustedKey, Window};
