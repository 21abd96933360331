//! What an attestation is bound to: everything that could be exchanged behind it.

use crate::attest::{Expectations, Observed, Statement};
use crate::error::Code;
use std::fmt;

/// One thing that is not as attested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// The host of the importer's URL.
    Host,
    /// Its port.
    Port,
    /// Its database.
    Database,
    /// Its user.
    User,
    /// The version of the secret.
    SecretVersion,
    /// The bytes of the URL file.
    Secret,
    /// The trusted certificate authorities.
    Authorities,
    /// The manifest of the bundle.
    Manifest,
    /// The rest of the bundle.
    Bundle,
    /// The last receipt.
    Receipt,
    /// The server's key.
    ServerKey,
    /// The cluster.
    Cluster,
    /// Its timeline.
    Timeline,
    /// The database's OID.
    DatabaseOid,
    /// The database's random id.
    DatabaseId,
    /// The managed schemas.
    Schema,
}

impl Binding {
    /// The catalogue code.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::Host => Code::TargetHostDiffers,
            Self::Port => Code::TargetPortDiffers,
            Self::Database => Code::TargetDatabaseDiffers,
            Self::User => Code::TargetUserDiffers,
            Self::SecretVersion => Code::TargetSecretVersionDiffers,
            Self::Secret => Code::TargetSecretDiffers,
            Self::Authorities => Code::TargetAuthoritiesDiffer,
            Self::Manifest => Code::TargetManifestDiffers,
            Self::Bundle => Code::TargetBundleDiffers,
            Self::Receipt => Code::TargetReceiptDiffers,
            Self::ServerKey => Code::TargetServerKeyDiffers,
            Self::Cluster => Code::TargetClusterDiffers,
            Self::Timeline => Code::TargetTimelineDiffers,
            Self::DatabaseOid => Code::TargetDatabaseOidDiffers,
            Self::DatabaseId => Code::TargetDatabaseIdDiffers,
            Self::Schema => Code::TargetSchemaDiffers,
        }
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Host => "the host of the importer's URL",
            Self::Port => "the port of the importer's URL",
            Self::Database => "the database of the importer's URL",
            Self::User => "the user of the importer's URL",
            Self::SecretVersion => "the version of the importer's URL",
            Self::Secret => "the text of the importer's URL",
            Self::Authorities => "the set of trusted certificate authorities",
            Self::Manifest => "the manifest",
            Self::Bundle => "the bundle beside its manifest",
            Self::Receipt => "the last receipt",
            Self::ServerKey => "the server's public key",
            Self::Cluster => "the cluster",
            Self::Timeline => "the cluster's timeline",
            Self::DatabaseOid => "the OID of the database",
            Self::DatabaseId => "the random id of the database",
            Self::Schema => "the catalog of the managed schemas",
        })
    }
}

/// The first thing at hand before a connection that is not as attested. What names a place comes before digests, which
/// tell nobody what to correct.
pub(super) fn offline(statement: &Statement, expected: &Expectations) -> Option<Binding> {
    let target = &expected.target;
    first([
        (Binding::Host, statement.host.as_str() == target.host),
        (Binding::Port, statement.port.get() == target.port),
        (Binding::Database, statement.database.as_str() == target.database),
        (Binding::User, statement.audience.as_str() == target.user),
        (Binding::SecretVersion, statement.secret_version == expected.secret_version),
        (Binding::Secret, statement.target_sha256 == target.sha256),
        (Binding::Authorities, statement.ca_sha256 == expected.ca_sha256),
        (Binding::Manifest, statement.manifest_sha256 == expected.manifest_sha256),
        (Binding::Bundle, statement.bundle_sha256 == expected.bundle_sha256),
        (Binding::Receipt, expected.receipt_sha256.is_none_or(|receipt| statement.receipt_sha256 == receipt)),
    ])
}

/// The first thing about the server that is not as attested.
pub(super) fn online(statement: &Statement, observed: &Observed) -> Option<Binding> {
    first([
        (Binding::ServerKey, statement.leaf_spki_sha256 == observed.leaf_spki_sha256),
        (Binding::Cluster, statement.system_identifier == observed.system_identifier),
        (Binding::Timeline, statement.timeline == observed.timeline),
        (Binding::DatabaseOid, statement.database_oid == observed.database_oid),
        (Binding::DatabaseId, statement.database_id == observed.database_id),
        (Binding::Schema, statement.schema_sha256 == observed.schema_sha256),
    ])
}

fn first<const COUNT: usize>(compared: [(Binding, bool); COUNT]) -> Option<Binding> {
    compared.into_iter().find(|(_, same)| !same).map(|(binding, _)| binding)
}
