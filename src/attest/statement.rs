//! What an attestation says: which server and database were proved to be in which state, for which credential.
//!
//! Invariant: no field is optional and none is a float, so one state of affairs has one document.

use super::{CanonicalError, Decimal, Grade, Instant, KeyId, Nonce, SecretVersion, Text, canonical};
use crate::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::num::NonZeroU16;

/// What the document says it is.
pub const SCHEMA: &str = "mosaic.migrate-target/v1";
/// The most bytes of a document that is looked at.
pub const MAX_BYTES: usize = 16 * 1024;

/// `migrate-target.v1.json`. It holds no credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// [`SCHEMA`].
    pub schema: Text<64>,
    /// The key that signs it.
    pub key_id: KeyId,
    /// How well that key is kept.
    pub grade: Grade,
    /// The role it is made out to, `mosaic_data_importer`.
    pub audience: Text<63>,
    /// When it was made.
    pub issued_at: Instant,
    /// The first second at which it is worth nothing.
    pub expires_at: Instant,
    /// Told from every other statement by this.
    pub nonce: Nonce,
    /// The version of the secret that the importer's URL is.
    pub secret_version: SecretVersion,
    /// SHA-256 of the importer's URL file. The password may be the only part of it that is not in this document, so
    /// this digest is as good as the password is long: see [`super::MIN_PASSWORD_CHARS`].
    pub target_sha256: Digest,
    /// The server's name or address, as [`crate::dsn::Dsn::host`] gives it.
    pub host: Text<253>,
    /// Its port.
    pub port: NonZeroU16,
    /// The database.
    pub database: Text<63>,
    /// SHA-256 of the DER form of each trusted certificate authority.
    pub ca_sha256: BTreeSet<Digest>,
    /// SHA-256 of the server's DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
    pub leaf_spki_sha256: Digest,
    /// `pg_control_system()`.
    pub system_identifier: Decimal,
    /// The timeline it writes on.
    pub timeline: Decimal,
    /// `pg_database.oid`.
    pub database_oid: Decimal,
    /// The random id that bootstrap gave the database. A copy of the cluster has the same system identifier and OID.
    pub database_id: Text<36>,
    /// [`crate::bundle::Bundle::fingerprint`].
    pub manifest_sha256: Digest,
    /// [`crate::bundle::Bundle::digest`]: everything a bundle consists of.
    pub bundle_sha256: Digest,
    /// The fingerprint of the managed schemas as found.
    pub schema_sha256: Digest,
    /// SHA-256 of the last receipt; of no bytes where receipts are not kept.
    pub receipt_sha256: Digest,
    /// The run of the program that proved it.
    pub invocation: Text<36>,
    /// The program and its version.
    pub build: Text<128>,
    /// The container image the program came in, or `none`.
    pub image: Text<256>,
    /// What the operator calls the whole undertaking, or the invocation again.
    pub correlation_id: Text<128>,
}

impl Statement {
    /// The bytes to sign.
    ///
    /// # Errors
    /// [`CanonicalError::Unwritable`]; no statement is known for which this happens.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CanonicalError> {
        canonical::to_bytes(self)
    }
}
