//! What must agree before anything is signed, and the statement that is signed then. Pure: the files were read and the
//! witness was heard by others.

use crate::safe_fs;
use crate::witness::Claims;
use mosaic_db::attest::{
    CanonicalError, Grade, Instant, Nonce, NotAText, PublicKey, SCHEMA, SecretVersion, Statement, TargetUrl,
    Text,
};
use mosaic_db::digest::Digest;
use mosaic_db::dsn::Dsn;
use mosaic_db::error::Code;
use mosaic_db::postgres::identity::role;
use std::collections::BTreeSet;

/// The file with the statement, in a generation of its own.
pub const STATEMENT: &str = "migrate-target.v1.json";
/// The file with its signature, beside it.
pub const SIGNATURE: &str = "migrate-target.v1.json.sig";

/// How long an attestation is worth something, in seconds. An import begins right after the verification; whoever comes
/// later verifies again.
pub const LIFETIME: u64 = 15 * 60;

/// Why nothing was signed or published.
#[derive(Debug, thiserror::Error)]
pub enum AttestationError {
    #[error("this process is not root, and its key is not known for a development key")]
    NeedsRoot,
    #[error("the trust store does not list the signing key")]
    KeyNotListed,
    #[error("the importer's URL names another {what} than the migrator's")]
    OtherTarget { what: &'static str },
    #[error("the importer's URL names another user than {}", role::IMPORTER)]
    OtherUser,
    #[error("the witness gives another {what} than the files")]
    Disagrees { what: &'static str },
    #[error("the {what} does not fit into an attestation")]
    Unwritable { what: &'static str, source: NotAText },
    #[error("the attestation")]
    Canonical(#[source] CanonicalError),
    #[error("no attestation can be published")]
    Directory(#[source] safe_fs::Error),
    #[error("the attestation was not published")]
    NotWritten(#[source] safe_fs::Error),
}

impl AttestationError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::NeedsRoot => Code::AttestationNeedsRoot,
            Self::KeyNotListed => Code::SigningKeyNotListed,
            Self::OtherTarget { .. } | Self::OtherUser => Code::TargetMismatch,
            Self::Disagrees { .. } => Code::WitnessDisagrees,
            Self::Unwritable { .. } | Self::Canonical(_) => Code::AttestationUnwritable,
            Self::Directory(_) => Code::AttestationDirectory,
            Self::NotWritten(_) => Code::AttestationNotWritten,
        }
    }
}

/// That the importer's URL leads where the migrator's does, as the importer.
///
/// # Errors
/// [`AttestationError::OtherTarget`], [`AttestationError::OtherUser`].
pub fn require_same_target(migrator: &Dsn, importer: &Dsn) -> Result<(), AttestationError> {
    let differing = [
        ("host", migrator.host() != importer.host()),
        ("port", migrator.port() != importer.port()),
        ("database", migrator.database() != importer.database()),
    ];
    match differing.into_iter().find(|(_, differs)| *differs) {
        Some((what, _)) => Err(AttestationError::OtherTarget { what }),
        None if importer.user() != role::IMPORTER => Err(AttestationError::OtherUser),
        None => Ok(()),
    }
}

/// What the signing process knows by itself, from the files it read.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub login: &'a Dsn,
    pub ca: &'a BTreeSet<Digest>,
    pub manifest: Digest,
}

impl Known<'_> {
    /// That a witness was where the files lead and compared with what they say.
    ///
    /// # Errors
    /// [`AttestationError::Disagrees`].
    pub fn require_agreement(&self, claims: &Claims) -> Result<(), AttestationError> {
        let differing = [
            ("user", claims.login != self.login.user()),
            ("host", claims.host != self.login.host()),
            ("port", claims.port.get() != self.login.port()),
            ("database", claims.database != self.login.database()),
            ("certificate authorities", claims.ca_sha256 != *self.ca),
            ("bundle", claims.manifest_sha256 != self.manifest),
        ];
        match differing.into_iter().find(|(_, differs)| *differs) {
            Some((what, _)) => Err(AttestationError::Disagrees { what }),
            None => Ok(()),
        }
    }
}

/// What a statement is made of beside what its witness claims.
pub struct Circumstances<'a> {
    pub key: &'a PublicKey,
    pub grade: Grade,
    pub target: &'a TargetUrl,
    pub secret_version: SecretVersion,
    pub bundle: Digest,
    /// Of the last receipt.
    pub receipt: Digest,
    pub now: Instant,
    pub nonce: Nonce,
    pub invocation: &'a str,
    pub image: &'a str,
    pub correlation_id: &'a str,
}

/// The statement, once witness and files agree.
///
/// # Errors
/// [`AttestationError::Unwritable`] for a name that is not printable ASCII, such as a database's may be.
pub fn statement(circumstances: &Circumstances<'_>, claims: Claims) -> Result<Statement, AttestationError> {
    Ok(Statement {
        schema: text("schema id", SCHEMA)?,
        key_id: circumstances.key.id(),
        grade: circumstances.grade,
        audience: text("audience", role::IMPORTER)?,
        issued_at: circumstances.now,
        expires_at: circumstances.now.plus(LIFETIME),
        nonce: circumstances.nonce,
        secret_version: circumstances.secret_version,
        target_sha256: circumstances.target.sha256(),
        host: text("host", &claims.host)?,
        port: claims.port,
        database: text("database's name", &claims.database)?,
        ca_sha256: claims.ca_sha256,
        leaf_spki_sha256: claims.leaf_spki_sha256,
        system_identifier: claims.system_identifier,
        timeline: claims.timeline,
        database_oid: claims.database_oid,
        database_id: claims.database_id,
        manifest_sha256: claims.manifest_sha256,
        bundle_sha256: circumstances.bundle,
        schema_sha256: claims.schema_sha256,
        receipt_sha256: circumstances.receipt,
        invocation: text("invocation", circumstances.invocation)?,
        build: text("program's version", concat!("mosaic-db-migrator ", env!("CARGO_PKG_VERSION")))?,
        image: text("image's name", circumstances.image)?,
        correlation_id: text("correlation id", circumstances.correlation_id)?,
    })
}

fn text<const MAX: usize>(what: &'static str, text: &str) -> Result<Text<MAX>, AttestationError> {
    Text::new(text).map_err(|source| AttestationError::Unwritable { what, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU16;

    type Change = fn(&mut Claims);

    const PASSWORD: &str = "0123456789012345678901";

    fn url(user: &str, server: &str, database: &str) -> String {
        format!("postgresql://{user}:{PASSWORD}@{server}/{database}?sslmode=verify-full")
    }

    fn migrator() -> Dsn {
        Dsn::parse(&url("mosaic_migrator", "db.test:5433", "mosaic")).unwrap()
    }

    #[test]
    fn both_urls_lead_to_the_same_place() {
        let refused = |user, server, database| {
            let importer = Dsn::parse(&url(user, server, database)).unwrap();
            require_same_target(&migrator(), &importer).err().map(|error| error.to_string())
        };
        let importer = "mosaic_data_importer";
        assert_eq!(refused(importer, "db.test:5433", "mosaic"), None);
        assert!(refused(importer, "other.test:5433", "mosaic").unwrap().contains("host"));
        assert!(refused(importer, "db.test", "mosaic").unwrap().contains("port"));
        assert!(refused(importer, "db.test:5433", "other").unwrap().contains("database"));
        assert!(refused("mosaic_migrator", "db.test:5433", "mosaic").unwrap().contains("user"));
    }

    #[test]
    fn a_witness_that_was_elsewhere_is_not_believed() {
        let (login, ca) = (migrator(), [Digest::of(b"ca")].into());
        let known = Known { login: &login, ca: &ca, manifest: Digest::of(b"manifest") };
        assert!(known.require_agreement(&Claims::example()).is_ok());
        let changes: [(&str, Change); 6] = [
            ("user", |claims| claims.login = "postgres".to_owned()),
            ("host", |claims| claims.host = "other.test".to_owned()),
            ("port", |claims| claims.port = NonZeroU16::MIN),
            ("database", |claims| claims.database = "other".to_owned()),
            ("certificate authorities", |claims| claims.ca_sha256.clear()),
            ("bundle", |claims| claims.manifest_sha256 = Digest::of(b"other")),
        ];
        for (expected, change) in changes {
            let mut claims = Claims::example();
            change(&mut claims);
            match known.require_agreement(&claims) {
                Err(AttestationError::Disagrees { what }) => assert_eq!(what, expected),
                other => panic!("{expected}: {other:?}"),
            }
        }
    }
}
