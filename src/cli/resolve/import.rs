//! `migrate-tier`: everything that is decided before a connection is opened, from files that are each read once.

use super::super::args::import::MigrateTier;
use super::super::clock;
use super::{
    BundleSource, IDENTITIES, Login, Permits, ResolveError, certificates, connect_timeout, signature_of,
};
use crate::environment::{self, Environment, Variable};
use crate::replay::{ReplayError, ReplayStore};
use crate::safe_fs;
use crate::tier::{Constraints, Location};
use mosaic_db::attest::{
    AttestError, Expectations, Grade, MAX_LIFETIME_SECONDS, NotASecretVersion, NotAText, NotAnInstant,
    SecretVersion, Target, TargetUrl, TargetUrlError, Text, TrustError, TrustStore, VerifiedTarget,
    verify_target,
};
use mosaic_db::bundle::{Bundle, BundleError};
use mosaic_db::error::Code;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::tls::CaError;
use mosaic_db::postgres::{CaBundle, Endpoint};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the importer's URL is when nothing else is said.
const TARGET_URL_FILE: &str = "/run/secrets/mosaic-migrate-target-url";

/// What `migrate-tier` works with, all of it proved as far as files can prove it.
pub struct ImportConfig {
    /// Where rows are read.
    pub source: Location,
    /// Where they are written: the attested server, by its key.
    pub target: Endpoint,
    /// What was attested of it.
    pub attested: VerifiedTarget,
    /// The bundle it was attested for.
    pub bundle: Bundle,
    /// What may be there beside what the bundle makes.
    pub permits: Permits,
}

/// Why an import is refused before any connection.
#[derive(Debug, thiserror::Error)]
pub enum ImportConfigError {
    #[error(transparent)]
    Attestation(#[from] AttestError),
    #[error("the clock of this machine is refused")]
    Clock(#[from] NotAnInstant),
    #[error(transparent)]
    Ca(#[from] CaError),
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    #[error("{option} is refused")]
    File {
        option: &'static str,
        #[source]
        cause: safe_fs::Error,
    },
    #[error(transparent)]
    Url(#[from] TargetUrlError),
    #[error("{} is refused", Variable::TargetCredentialVersionFile.name())]
    Version(#[from] NotASecretVersion),
    #[error("{} is refused", Variable::ReplayDir.name())]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Trust(#[from] TrustError),
    #[error("the importer's role has no name that an attestation could hold")]
    Audience(#[from] NotAText),
    #[error("neither --source-url-file nor --source-pglite is given")]
    NoSource,
    #[error(
        "--jobs commits table by table, and --constraints validate proves foreign keys before anything is committed"
    )]
    ValidateInJobs,
}

impl ImportConfigError {
    /// The catalogue code.
    pub fn code(&self) -> Code {
        match self {
            Self::Attestation(error) => error.code(),
            Self::Clock(_) | Self::Audience(_) => Code::Internal,
            Self::Ca(error) => error.code(),
            Self::Bundle(error) => error.code(),
            Self::Resolve(error) => error.code(),
            Self::File { cause, .. } => cause.code(),
            Self::Url(error) => error.code(),
            Self::Version(_) => Code::VariableInvalid,
            Self::Replay(error) => error.code(),
            Self::Trust(error) => error.code(),
            Self::NoSource | Self::ValidateInJobs => Code::Usage,
        }
    }
}

impl ImportConfig {
    /// Reads and proves what an import needs. Nothing is connected to; the attestation is used up when this returns.
    ///
    /// # Errors
    /// The first thing that is missing, refused or not as attested.
    pub fn resolve(args: &MigrateTier, environment: &Environment) -> Result<Self, ImportConfigError> {
        if args.jobs.is_some() && args.constraints == Constraints::Validate {
            return Err(ImportConfigError::ValidateInJobs);
        }
        environment.admit_importer().map_err(ResolveError::from)?;
        let timeout = connect_timeout(environment).map_err(ResolveError::from)?;
        let url = target_url_file(args, environment).map_err(ResolveError::from)?;
        let url = named("--target-url-file", safe_fs::read_secret_of(&url, IDENTITIES))?;
        let url = TargetUrl::parse(url.expose())?;
        let authorities = CaBundle::from_pem(&certificates(environment)?)?;
        let bundle = BundleSource::resolve(environment).map_err(ResolveError::from)?.load()?;
        let trust = read(environment, Variable::TrustStoreFile, safe_fs::read_trust_store)?;
        let trust = TrustStore::parse(&trust)?;
        let version = read(environment, Variable::TargetCredentialVersionFile, |path| {
            safe_fs::read_secret_of(path, IDENTITIES)
        })?;
        let mut replay =
            ReplayStore::open(&required(environment, Variable::ReplayDir).map_err(ResolveError::from)?)?;
        let expected = Expectations {
            audience: Text::new(role::IMPORTER)?,
            grade: Grade::Production,
            max_lifetime_seconds: MAX_LIFETIME_SECONDS,
            secret_version: SecretVersion::parse(version.expose())?,
            target: Target::of(&url),
            ca_sha256: authorities.digests().iter().copied().collect(),
            manifest_sha256: bundle.fingerprint(),
            bundle_sha256: bundle.digest()?,
            receipt_sha256: None,
            memory: replay.memory(),
            observed: None,
        };
        let (bytes, signature) = attestation(&args.target_attestation_file)?;
        let now = clock::instant()?;
        let attested = verify_target(&bytes, &signature, &trust, now, &expected)?;
        let permits = Permits::resolve(environment)?;
        let source = source(args, environment, timeout)?;
        let spki = attested.statement().leaf_spki_sha256;
        let target = Endpoint::new(url.into_dsn(), &authorities, Some(spki), timeout)?;
        // Whatever comes of it, dry runs included: what is acted on twice is not what was signed once.
        replay.record(&attested, now, trust.serial())?;
        Ok(Self { source, target, attested, bundle, permits })
    }
}

fn target_url_file(args: &MigrateTier, environment: &Environment) -> Result<PathBuf, environment::Error> {
    match &args.target_url_file {
        Some(path) => Ok(path.clone()),
        None => Ok(environment.path(Variable::TargetUrlFile)?.unwrap_or_else(|| TARGET_URL_FILE.into())),
    }
}

/// A path that a variable must name.
fn required(environment: &Environment, variable: Variable) -> Result<PathBuf, environment::Error> {
    environment.path(variable)?.ok_or(environment::Error::Missing(variable))
}

/// A file that a variable names.
fn read<T>(
    environment: &Environment,
    variable: Variable,
    read: fn(&Path) -> Result<T, safe_fs::Error>,
) -> Result<T, ResolveError> {
    let path = required(environment, variable)?;
    read(&path).map_err(|error| ResolveError::File(variable, error))
}

fn named<T>(option: &'static str, read: Result<T, safe_fs::Error>) -> Result<T, ImportConfigError> {
    read.map_err(|cause| ImportConfigError::File { option, cause })
}

/// The document, and beside it the signature.
fn attestation(path: &Path) -> Result<(Vec<u8>, Vec<u8>), ImportConfigError> {
    let option = "--target-attestation-file";
    let document = named(option, safe_fs::read_published_of(path, IDENTITIES))?;
    let signature = named(option, safe_fs::read_published_of(&signature_of(path), IDENTITIES))?;
    Ok((document, signature))
}

fn source(
    args: &MigrateTier,
    environment: &Environment,
    bound: Duration,
) -> Result<Location, ImportConfigError> {
    match (&args.source_pglite, &args.source_url_file) {
        (Some(address), _) => Ok(Location::Embedded { address: address.clone(), bound }),
        (None, Some(file)) => Ok(Location::Server(Login::of_file(environment, file)?.endpoint(bound)?)),
        (None, None) => Err(ImportConfigError::NoSource),
    }
}
