//! What a verifier knows by itself, from its own files, its own memory and its own session.

use super::{Decimal, Grade, Instant, KeyId, Nonce, NotAText, SecretVersion, TargetUrl, Text};
use crate::digest::{Digest, NotADigest};
use crate::spelling::by_spelling;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// What an attestation must say to be of use here.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    /// Whom it must be made out to.
    pub audience: Text<63>,
    /// How well its key must be kept at least.
    pub grade: Grade,
    /// How long it may be good for at most, whatever it says.
    pub max_lifetime_seconds: u64,
    /// The version of the importer's URL.
    pub secret_version: SecretVersion,
    /// The importer's URL.
    pub target: Target,
    /// The trusted certificate authorities: SHA-256 of the DER form of each.
    pub ca_sha256: BTreeSet<Digest>,
    /// The manifest of the bundle at hand.
    pub manifest_sha256: Digest,
    /// The whole bundle at hand.
    pub bundle_sha256: Digest,
    /// The last receipt, where it is at hand.
    #[serde(default)]
    pub receipt_sha256: Option<Digest>,
    /// What verifications before this one left behind.
    #[serde(default)]
    pub memory: Memory,
    /// What the server was seen to be, once there is a session.
    #[serde(default)]
    pub observed: Option<Observed>,
}

/// The importer's URL, but for its password.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// SHA-256 of the URL file.
    pub sha256: Digest,
    /// The server's name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The database.
    pub database: String,
    /// The role to log in as.
    pub user: String,
}

/// What a session saw of its server, before any transaction that changes something.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observed {
    /// SHA-256 of the server's DER SubjectPublicKeyInfo.
    pub leaf_spki_sha256: Digest,
    /// `pg_control_system()`.
    pub system_identifier: Decimal,
    /// The timeline it writes on.
    pub timeline: Decimal,
    /// `pg_database.oid`.
    pub database_oid: Decimal,
    /// The random id that bootstrap gave the database.
    pub database_id: Text<36>,
    /// The fingerprint of the managed schemas.
    pub schema_sha256: Digest,
}

/// What outlives one verification, so that neither an old document nor an old trust store nor an old clock comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// The latest time at which something was verified.
    pub highest_time: Instant,
    /// The highest serial of a trust store that was believed.
    pub highest_serial: u32,
    /// The attestations that were acted on, dry runs among them.
    pub used: BTreeSet<Use>,
}

/// One attestation, acted on at most once: the key and its nonce. Text is `KEY-NONCE`, both in hexadecimal, fit for the
/// name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Use {
    /// The key that signed it.
    pub key_id: KeyId,
    /// Its nonce.
    pub nonce: Nonce,
}

/// The text names no attestation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAUse {
    /// Two parts are expected.
    #[error("not a key and a nonce")]
    Form,
    /// The first is no key id.
    #[error("not the id of a key")]
    Key(#[source] NotADigest),
    /// The second is no nonce.
    #[error("not a nonce")]
    Nonce(#[source] NotAText),
}

impl Target {
    /// What a URL says.
    #[must_use]
    pub fn of(url: &TargetUrl) -> Self {
        let dsn = url.dsn();
        Self {
            sha256: url.sha256(),
            host: dsn.host().to_owned(),
            port: dsn.port(),
            database: dsn.database().to_owned(),
            user: dsn.user().to_owned(),
        }
    }
}

impl Memory {
    /// What to remember once something was verified at this time with a trust store of this serial.
    #[must_use]
    pub fn after(&self, now: Instant, serial: u32) -> Self {
        Self {
            highest_time: self.highest_time.max(now),
            highest_serial: self.highest_serial.max(serial),
            used: self.used.clone(),
        }
    }
}

impl Use {
    /// Reads the text form.
    ///
    /// # Errors
    /// [`NotAUse`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotAUse> {
        let (key_id, nonce) = text.split_once('-').ok_or(NotAUse::Form)?;
        let key_id = KeyId::parse(key_id).map_err(NotAUse::Key)?;
        Ok(Self { key_id, nonce: Nonce::parse(nonce).map_err(NotAUse::Nonce)? })
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.key_id, self.nonce)
    }
}

by_spelling!(Use, NotAUse);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_has_one_spelling() {
        let text = format!("{}-{}", "0f".repeat(32), "1e".repeat(16));
        assert_eq!(Use::parse(&text).unwrap().to_string(), text);
        for bad in ["", "-", &text[1..], &text[..text.len() - 1], &text.to_uppercase(), &format!("{text}-")] {
            assert!(Use::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn memory_only_rises() {
        let at = |seconds| Instant::from_unix(seconds).unwrap();
        let memory = Memory::default().after(at(7), 3).after(at(5), 2);
        assert_eq!((memory.highest_time, memory.highest_serial), (at(7), 3));
    }
}
