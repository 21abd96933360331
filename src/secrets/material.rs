//! Whether what was read fits together: one server, one database, the roles each login is for, a certificate that the
//! trusted authorities made for that server.
//!
//! Invariant: a [`Material`] can be given to consumers. What is missing, empty or does not fit never becomes one, so it
//! never takes the place of something good.

use super::record::{Kind, Record, RecordError, Records};
use super::server_certificate::{ServerCertificate, ServerCertificateError};
use mosaic_db::attest::{Instant, SecretVersion, TargetUrl, TargetUrlError, TrustError, TrustStore};
use mosaic_db::digest::Digest;
use mosaic_db::dsn::{Dsn, DsnError};
use mosaic_db::error::Code;
use mosaic_db::postgres::CaBundle;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::tls::CaError;
use mosaic_db::secret::Secret;

/// What was checked together.
pub struct Material {
    /// In the order of [`Kind::ALL`].
    versions: [SecretVersion; Kind::ALL.len()],
    /// The importer's, the migrator's, the runtime's.
    urls: [Secret; 3],
    authorities: Secret,
    certificate: Secret,
    key: Secret,
    target_sha256: Digest,
    /// The importer's version as text.
    target_version: String,
    trust_store: Vec<u8>,
    trust_store_serial: u32,
}

/// What a file can hold of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    ImporterUrl,
    MigratorUrl,
    RuntimeUrl,
    /// The number of the version of the importer's URL.
    ImporterVersion,
    /// The authorities to trust.
    Authorities,
    /// The server's certificate, and what stands between it and its authority.
    Certificate,
    /// The server's key.
    Key,
    TrustStore,
}

/// Why nothing is made of what was read.
#[derive(Debug, thiserror::Error)]
pub enum MaterialError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the secret {} is refused", .kind.path())]
    Url { kind: Kind, source: DsnError },
    #[error("the password in the secret {} can be guessed from its digest", .kind.path())]
    WeakPassword { kind: Kind },
    #[error("the secret {} names another user than {role}", .kind.path())]
    User { kind: Kind, role: &'static str },
    #[error("the secret {} names another {what} than {}", .kind.path(), Kind::Importer.path())]
    Place { kind: Kind, what: &'static str },
    #[error("the secret {} is refused", Kind::TlsCa.path())]
    Authorities(#[source] CaError),
    #[error("the secret {} is refused", Kind::TlsServer.path())]
    Certificate(#[source] ServerCertificateError),
    #[error(transparent)]
    TrustStore(#[from] TrustError),
    #[error("the trust store revokes version {version} of the secret {}", Kind::Importer.path())]
    Revoked { version: SecretVersion },
}

impl MaterialError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Record(error) => error.code(),
            Self::Url { source, .. } => source.code(),
            Self::WeakPassword { .. } => Code::TargetPasswordWeak,
            Self::User { .. } => Code::SecretUserWrong,
            Self::Place { .. } => Code::SecretTargetsDiffer,
            Self::Authorities(error) => error.code(),
            Self::Certificate(error) => error.code(),
            Self::TrustStore(error) => error.code(),
            Self::Revoked { .. } => Code::SecretVersionRevoked,
        }
    }
}

impl Material {
    /// Checks what was read, at a time.
    ///
    /// # Errors
    /// [`MaterialError`] for the first thing that does not fit.
    pub fn check(records: Records, trust_store: Vec<u8>, now: Instant) -> Result<Self, MaterialError> {
        let trust = TrustStore::parse(&trust_store)?;
        let [importer, migrator, runtime, tls_ca, tls_server] = records.into_array();
        let versions = [&importer, &migrator, &runtime, &tls_ca, &tls_server].map(Record::version);
        let target_version = importer.version();
        if trust.revoked_secret_versions().contains(&target_version) {
            return Err(MaterialError::Revoked { version: target_version });
        }
        let (importer_url, target) = login(importer, role::IMPORTER)?;
        let (migrator_url, migrator) = login(migrator, role::MIGRATOR)?;
        let (runtime_url, runtime) = login(runtime, role::RUNTIME)?;
        require_same_place(Kind::Migrator, migrator.dsn(), target.dsn())?;
        require_same_place(Kind::Runtime, runtime.dsn(), target.dsn())?;
        let [authorities] = tls_ca.into_values()?;
        let bundle =
            CaBundle::from_pem(authorities.expose().as_bytes()).map_err(MaterialError::Authorities)?;
        let [certificate, key] = tls_server.into_values()?;
        let shown =
            ServerCertificate { chain: certificate.expose().as_bytes(), key: key.expose().as_bytes() };
        shown.judge(&bundle, target.dsn().host(), now).map_err(MaterialError::Certificate)?;
        Ok(Self {
            versions,
            urls: [importer_url, migrator_url, runtime_url],
            authorities,
            certificate,
            key,
            target_sha256: target.sha256(),
            target_version: target_version.to_string(),
            trust_store_serial: trust.serial(),
            trust_store,
        })
    }

    /// The version of a record.
    pub const fn version(&self, kind: Kind) -> SecretVersion {
        self.versions[kind as usize]
    }

    /// The number by which an older trust store is known.
    pub const fn trust_store_serial(&self) -> u32 {
        self.trust_store_serial
    }

    /// SHA-256 of the importer's URL.
    pub const fn target_sha256(&self) -> Digest {
        self.target_sha256
    }

    /// The bytes of a part.
    pub fn bytes(&self, part: Part) -> &[u8] {
        let [importer, migrator, runtime] = &self.urls;
        let text = match part {
            Part::ImporterUrl => importer.expose(),
            Part::MigratorUrl => migrator.expose(),
            Part::RuntimeUrl => runtime.expose(),
            Part::ImporterVersion => &self.target_version,
            Part::Authorities => self.authorities.expose(),
            Part::Certificate => self.certificate.expose(),
            Part::Key => self.key.expose(),
            Part::TrustStore => return &self.trust_store,
        };
        text.as_bytes()
    }
}

impl Part {
    /// The record it belongs to; none for what is not the provider's.
    pub const fn record(self) -> Option<Kind> {
        match self {
            Self::ImporterUrl | Self::ImporterVersion => Some(Kind::Importer),
            Self::MigratorUrl => Some(Kind::Migrator),
            Self::RuntimeUrl => Some(Kind::Runtime),
            Self::Authorities => Some(Kind::TlsCa),
            Self::Certificate | Self::Key => Some(Kind::TlsServer),
            Self::TrustStore => None,
        }
    }

    /// Whether it is for its consumers alone. The number of a version is no secret, but it is believed like one.
    pub const fn is_private(self) -> bool {
        match self {
            Self::ImporterUrl | Self::MigratorUrl | Self::RuntimeUrl | Self::ImporterVersion | Self::Key => {
                true
            }
            Self::Authorities | Self::Certificate | Self::TrustStore => false,
        }
    }
}

/// A URL for its role, whose digest gives nothing away.
fn login(record: Record, role: &'static str) -> Result<(Secret, TargetUrl), MaterialError> {
    let kind = record.kind();
    let [url] = record.into_values()?;
    let parsed = TargetUrl::parse(url.expose()).map_err(|error| match error {
        TargetUrlError::Dsn(source) => MaterialError::Url { kind, source },
        TargetUrlError::WeakPassword => MaterialError::WeakPassword { kind },
    })?;
    if parsed.dsn().user() == role { Ok((url, parsed)) } else { Err(MaterialError::User { kind, role }) }
}

fn require_same_place(kind: Kind, url: &Dsn, target: &Dsn) -> Result<(), MaterialError> {
    let differing = [
        ("host", url.host() != target.host()),
        ("port", url.port() != target.port()),
        ("database", url.database() != target.database()),
    ];
    match differing.into_iter().find(|(_, differs)| *differs) {
        Some((what, _)) => Err(MaterialError::Place { kind, what }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
