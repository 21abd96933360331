//! The trust store as it stands in its file.

use super::{Grade, SecretVersion, State, TrustError, TrustedKey, Window};
use crate::attest::{Instant, PublicKey, Purpose};
use crate::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a trust store says it is.
pub(super) const SCHEMA: &str = "mosaic.trust-store/v1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) schema: String,
    pub(super) serial: u32,
    pub(super) keys: Vec<KeyDocument>,
    /// Ascending: a set has one spelling.
    pub(super) revoked_secret_versions: BTreeSet<SecretVersion>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyDocument {
    public_key: Hex,
    purpose: Purpose,
    not_before: Instant,
    not_after: Instant,
    state: State,
    grade: Grade,
}

/// 32 bytes that may not be a key. They are written as digests are: 64 lowercase hexadecimal digits.
type Hex = Digest;

impl KeyDocument {
    pub(super) fn of(key: &TrustedKey) -> Self {
        Self {
            public_key: Hex::from_bytes(*key.public_key.bytes()),
            purpose: key.purpose,
            not_before: key.window.not_before,
            not_after: key.window.not_after,
            state: key.state,
            grade: key.grade,
        }
    }

    pub(super) fn check(&self, position: usize) -> Result<TrustedKey, TrustError> {
        let public_key = PublicKey::from_bytes(self.public_key.bytes())
            .map_err(|source| TrustError::Key { position, source })?;
        let window = Window::new(self.not_before, self.not_after).ok_or(TrustError::Window { position })?;
        Ok(TrustedKey { public_key, purpose: self.purpose, window, state: self.state, grade: self.grade })
    }
}
