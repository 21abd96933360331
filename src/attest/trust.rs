//! The trust store: which keys may sign what and when, and what was revoked.
//!
//! Invariant: every key is safe to verify with and stands there once, whatever its purpose, so that no key signs
//! statements of two kinds. The serial rises with every change, by which an old copy is known.

mod document;

use super::{CanonicalError, Instant, KeyError, KeyId, PublicKey, Purpose, canonical};
use crate::error::Code;
use document::{Document, KeyDocument};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// A store with more than this was not made by an operator.
const MAX_BYTES: usize = 65_536;

/// What a verifier believes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustStore {
    serial: u32,
    keys: Vec<TrustedKey>,
    revoked_secret_versions: BTreeSet<SecretVersion>,
}

/// One key of a trust store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrustedKey {
    /// The key.
    pub public_key: PublicKey,
    /// What it may sign.
    pub purpose: Purpose,
    /// When it may.
    pub window: Window,
    /// Whether it still may.
    pub state: State,
    /// Where its private half may lie.
    pub grade: Grade,
}

/// A span of time: its beginning belongs to it, its end does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    not_before: Instant,
    not_after: Instant,
}

/// Whether a key is still believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It is.
    Active,
    /// It is not, for no time of issue: whoever has a stolen key can write any date.
    Revoked,
}

/// How well a private key is kept: the lesser grade comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// On somebody's desk. What it signs is refused wherever a development key is not expected.
    Development,
    /// Readable by root alone.
    Production,
}

/// The number that the secrets provider gives a value of a secret, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct SecretVersion(u32);

/// The number is no version of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the version of a secret: a whole number from 1 to 4294967295 is expected")]
pub struct NotASecretVersion;

/// Why a trust store is refused, or a change to it. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TrustError {
    /// It is larger than any trust store.
    #[error("the trust store is longer than {MAX_BYTES} bytes")]
    TooLarge,
    /// It is not canonical JSON of a trust store.
    #[error("the trust store is refused")]
    Document(#[source] CanonicalError),
    /// It is of another version, or another document.
    #[error("the trust store does not say that it is a {}", document::SCHEMA)]
    Schema,
    /// A key cannot be verified with.
    #[error("key {position} of the trust store is refused")]
    Key {
        /// Which.
        position: usize,
        /// Why.
        source: KeyError,
    },
    /// A key stands there twice.
    #[error("key {position} of the trust store stands there before")]
    Repeated {
        /// The second of the two.
        position: usize,
    },
    /// A key's time ends before it begins.
    #[error("the time of key {position} of the trust store ends before it begins")]
    Window {
        /// Which.
        position: usize,
    },
    /// A key to revoke is not there.
    #[error("the trust store has no such key")]
    UnknownKey,
    /// The serial cannot rise any further.
    #[error("the trust store has had its last serial")]
    SerialExhausted,
}

impl TrustError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::TooLarge
            | Self::Document(_)
            | Self::Schema
            | Self::Window { .. }
            | Self::SerialExhausted => Code::TrustStoreInvalid,
            Self::Key { source: KeyError::Weak, .. } => Code::TrustStoreKeyWeak,
            Self::Key { source: KeyError::NotAPoint | KeyError::NotCanonical, .. } => {
                Code::TrustStoreKeyInvalid
            }
            Self::Repeated { .. } => Code::TrustStoreKeyRepeated,
            Self::UnknownKey => Code::TrustStoreKeyUnknown,
        }
    }
}

impl TrustStore {
    /// A store that trusts one key.
    #[must_use]
    pub fn of(key: TrustedKey) -> Self {
        Self { serial: 1, keys: vec![key], revoked_secret_versions: BTreeSet::new() }
    }

    /// Reads a trust store.
    ///
    /// # Errors
    /// [`TrustError`] unless the bytes are canonical and every key is safe and unique.
    pub fn parse(bytes: &[u8]) -> Result<Self, TrustError> {
        if bytes.len() > MAX_BYTES {
            return Err(TrustError::TooLarge);
        }
        let document: Document = canonical::parse(bytes).map_err(TrustError::Document)?;
        if document.schema != document::SCHEMA {
            return Err(TrustError::Schema);
        }
        let mut store = Self {
            serial: document.serial,
            keys: Vec::new(),
            revoked_secret_versions: document.revoked_secret_versions,
        };
        for (position, key) in document.keys.iter().enumerate() {
            let key = key.check(position)?;
            store.push(key)?;
        }
        Ok(store)
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// [`TrustError::TooLarge`] if it has grown beyond what is read again.
    pub fn encode(&self) -> Result<Vec<u8>, TrustError> {
        let document = Document {
            schema: document::SCHEMA.to_owned(),
            serial: self.serial,
            keys: self.keys.iter().map(KeyDocument::of).collect(),
            revoked_secret_versions: self.revoked_secret_versions.clone(),
        };
        let bytes = canonical::to_bytes(&document).map_err(TrustError::Document)?;
        if bytes.len() > MAX_BYTES { Err(TrustError::TooLarge) } else { Ok(bytes) }
    }

    /// The number that rises with every change.
    #[must_use]
    pub const fn serial(&self) -> u32 {
        self.serial
    }

    /// Every key, revoked and expired ones among them.
    #[must_use]
    pub fn keys(&self) -> &[TrustedKey] {
        &self.keys
    }

    /// The key of this name.
    #[must_use]
    pub fn key(&self, id: KeyId) -> Option<&TrustedKey> {
        self.keys.iter().find(|key| key.public_key.id() == id)
    }

    /// The versions of the secret that nothing may be attested for any more.
    #[must_use]
    pub const fn revoked_secret_versions(&self) -> &BTreeSet<SecretVersion> {
        &self.revoked_secret_versions
    }

    /// The store with a further key, under the next serial.
    ///
    /// # Errors
    /// [`TrustError::Repeated`] if it is there already.
    pub fn with_key(mut self, key: TrustedKey) -> Result<Self, TrustError> {
        self.push(key)?;
        self.next()
    }

    /// The store with a key revoked, under the next serial.
    ///
    /// # Errors
    /// [`TrustError::UnknownKey`] if it is not there.
    pub fn without_key(mut self, id: KeyId) -> Result<Self, TrustError> {
        let key = self.keys.iter_mut().find(|key| key.public_key.id() == id);
        key.ok_or(TrustError::UnknownKey)?.state = State::Revoked;
        self.next()
    }

    /// The store with versions of the secret revoked, under the next serial.
    ///
    /// # Errors
    /// [`TrustError::SerialExhausted`].
    pub fn without_versions(
        mut self,
        versions: impl IntoIterator<Item = SecretVersion>,
    ) -> Result<Self, TrustError> {
        self.revoked_secret_versions.extend(versions);
        self.next()
    }

    fn next(mut self) -> Result<Self, TrustError> {
        self.serial = self.serial.checked_add(1).ok_or(TrustError::SerialExhausted)?;
        Ok(self)
    }

    fn push(&mut self, key: TrustedKey) -> Result<(), TrustError> {
        if self.keys.iter().any(|known| known.public_key == key.public_key) {
            return Err(TrustError::Repeated { position: self.keys.len() });
        }
        self.keys.push(key);
        Ok(())
    }
}

impl Grade {
    /// The word in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Development => "development",
            Self::Production => "production",
        }
    }
}

impl Window {
    /// The span from one instant to before another; `None` if it would be empty.
    #[must_use]
    pub fn new(not_before: Instant, not_after: Instant) -> Option<Self> {
        (not_before < not_after).then_some(Self { not_before, not_after })
    }

    /// Whether an instant lies in it.
    #[must_use]
    pub fn contains(&self, instant: Instant) -> bool {
        (self.not_before..self.not_after).contains(&instant)
    }

    /// Its first second.
    #[must_use]
    pub const fn not_before(&self) -> Instant {
        self.not_before
    }

    /// The first second behind it.
    #[must_use]
    pub const fn not_after(&self) -> Instant {
        self.not_after
    }
}

impl SecretVersion {
    /// Takes a number from 1.
    ///
    /// # Errors
    /// [`NotASecretVersion`] for 0.
    pub const fn new(number: u32) -> Result<Self, NotASecretVersion> {
        if number == 0 { Err(NotASecretVersion) } else { Ok(Self(number)) }
    }

    /// Reads decimal digits without a leading zero.
    ///
    /// # Errors
    /// [`NotASecretVersion`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotASecretVersion> {
        let version = text.parse().map_err(|_| NotASecretVersion).and_then(Self::new)?;
        if version.to_string() == text { Ok(version) } else { Err(NotASecretVersion) }
    }
}

impl fmt::Display for SecretVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u32> for SecretVersion {
    type Error = NotASecretVersion;
    fn try_from(number: u32) -> Result<Self, NotASecretVersion> {
        Self::new(number)
    }
}

impl From<SecretVersion> for u32 {
    fn from(version: SecretVersion) -> Self {
        version.0
    }
}

#[cfg(test)]
mod tests;
