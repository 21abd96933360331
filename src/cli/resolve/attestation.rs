//! What `--verify` reads beside its login when it is to attest what it proved.

use super::{BundleSource, Login, Permits, ResolveError, Timeouts, allowances, certificates, database_url};
use crate::environment::{self, Environment, Process, Variable};
use crate::handover;
use crate::safe_fs::{self, Owner};
use crate::witness;
use mosaic_db::allowance::Signed;
use mosaic_db::attest::{SecretVersion, TargetUrl};
use mosaic_db::dsn::Dsn;
use mosaic_db::secret::Secret;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What an attested verification works with.
#[derive(Debug)]
pub struct AttestationConfig {
    /// The migrator's URL as text, for the witness; [`Self::login`] is what it says.
    pub url: Secret,
    pub login: Login,
    pub bundle: BundleSource,
    /// What may be there beside what the bundle makes, for the witness to verify as well.
    pub allowances: Option<Signed>,
    pub connect_timeout: Duration,
    /// Where attestations are published.
    pub directory: PathBuf,
    pub signing_key: PathBuf,
    /// Where it is known whether the key is one for development; every key is taken for a production key without.
    pub trust_store: Option<PathBuf>,
    /// Where the receipts are, the last of which is bound.
    pub receipts: Option<PathBuf>,
    pub target: Target,
    /// The container image the program came in.
    pub image: Option<String>,
    /// What the operator calls the whole undertaking.
    pub correlation_id: Option<String>,
}

/// The importer's credential: it is compared and bound, and nothing is connected to with it.
#[derive(Debug)]
pub struct Target {
    pub url: TargetUrl,
    pub version: SecretVersion,
}

/// The variables that are set together.
const TOGETHER: [Variable; 4] = [
    Variable::AttestationDir,
    Variable::SigningKeyFile,
    Variable::TargetUrlFile,
    Variable::TargetCredentialVersionFile,
];

/// A secret file belongs to the identity it was rendered for. Root may read the copies of the two that matter here.
pub const IDENTITIES: Owner = Owner::Or(&[witness::IDENTITY.user, handover::IMPORTER.user]);

impl AttestationConfig {
    /// Reads what is needed; nothing where no variable asks for an attestation.
    ///
    /// # Errors
    /// The first thing that is missing, refused or unreadable.
    pub fn resolve(environment: &Environment) -> Result<Option<Self>, ResolveError> {
        if !TOGETHER.into_iter().any(|variable| environment.has(variable)) {
            return Ok(None);
        }
        let [directory, signing_key, target_url, version] = TOGETHER.map(|variable| {
            let path = environment.path(variable)?;
            path.map(|path| (variable, path)).ok_or(environment::Error::Missing(variable))
        });
        let (variable, url) = database_url(environment, Process::Verifier, IDENTITIES)?;
        let dsn = Dsn::parse(url.expose()).map_err(|error| ResolveError::Dsn(variable, error))?;
        let allowances = allowances::read(environment)?;
        Permits::of(allowances.as_ref())?;
        Ok(Some(Self {
            url,
            allowances,
            login: Login { dsn, ca: certificates(environment)? },
            bundle: BundleSource::resolve(environment)?,
            connect_timeout: Timeouts::resolve(environment)?.connect,
            directory: directory?.1,
            signing_key: signing_key?.1,
            trust_store: environment.path(Variable::TrustStoreFile)?,
            receipts: environment.path(Variable::ReceiptDir)?,
            target: Target::read(target_url?, version?)?,
            image: environment.text(Variable::Image)?.map(str::to_owned),
            correlation_id: environment.text(Variable::CorrelationId)?.map(str::to_owned),
        }))
    }
}

impl Target {
    fn read(url: (Variable, PathBuf), version: (Variable, PathBuf)) -> Result<Self, ResolveError> {
        let read = |variable: Variable, path: &Path| {
            safe_fs::read_secret_of(path, IDENTITIES).map_err(|error| ResolveError::File(variable, error))
        };
        let text = read(url.0, &url.1)?;
        let number = read(version.0, &version.1)?;
        Ok(Self {
            url: TargetUrl::parse(text.expose()).map_err(|error| ResolveError::Target(url.0, error))?,
            version: SecretVersion::parse(number.expose())
                .map_err(|error| ResolveError::Version(version.0, error))?,
        })
    }
}
