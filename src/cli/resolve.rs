//! From the environment and the files it names to typed configurations: the second pass after [`super::args`],
//! and the only one that can fail because of the machine it runs on. No connection is opened here.

mod allowances;
mod attestation;
mod import;

pub use allowances::{Permits, signature_of};
pub use attestation::{AttestationConfig, IDENTITIES};
pub use import::{ImportConfig, ImportConfigError};

use crate::environment::{self, Environment, Given, Process, Variable};
use crate::migrate::Limits;
use crate::safe_fs::{self, Owner};
use mosaic_db::allowance::AllowanceError;
use mosaic_db::attest::{NotASecretVersion, NotAnInstant, TargetUrlError};
use mosaic_db::bundle::{Bundle, BundleError, FileSet, directory};
use mosaic_db::dsn::{Dsn, DsnError};
use mosaic_db::error::Code;
use mosaic_db::postgres::tls::CaError;
use mosaic_db::postgres::{CaBundle, Endpoint};
use mosaic_db::secret::Secret;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What `--run` works with.
#[derive(Debug)]
pub struct RunConfig {
    /// Whom to log in as, where, and whom to trust.
    pub login: Login,
    /// The bundle to bring the database to.
    pub bundle: BundleSource,
    /// What may be there beside what the bundle makes.
    pub allowances: Permits,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// Where receipts are written; nowhere when absent.
    pub receipts: Option<PathBuf>,
}

/// What `rehearse` works with: the same as a run, but that it gives up a lock soon. Whoever waits for a lock holds up
/// everybody who comes after.
const REHEARSAL_LOCK_TIMEOUT: Duration = Duration::from_millis(500);

/// What a backfill works with: while it waits for the lock on one row, it holds those of others.
const BACKFILL_LOCK_TIMEOUT: Duration = Duration::from_millis(50);

/// What a command works with that proves and changes nothing.
#[derive(Debug)]
pub struct ProofConfig {
    /// Whom to log in as, where, and whom to trust.
    pub login: Login,
    /// The bundle to compare the database with.
    pub bundle: BundleSource,
    /// What may be there beside what the bundle makes.
    pub allowances: Permits,
    /// How long connecting may take.
    pub connect_timeout: Duration,
}

/// A session to open.
#[derive(Debug)]
pub struct Login {
    /// The database URL.
    pub dsn: Dsn,
    /// The PEM file with the trusted certificate authorities, as read.
    pub ca: Vec<u8>,
}

/// Where the bundle comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BundleSource {
    /// The one compiled into the program.
    CompiledIn,
    /// A directory.
    Directory(PathBuf),
}

/// How long the runner waits for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// TCP, TLS and authentication together.
    pub connect: Duration,
    /// Polling for the migration lock.
    pub lock_wait: Duration,
    /// PostgreSQL's `lock_timeout`; zero is none.
    pub lock: Duration,
    /// PostgreSQL's `statement_timeout`; zero is none.
    pub statement: Duration,
}

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The superuser's database URL is not of the accepted form.
    #[error("the superuser's URL file is refused")]
    NamedDsn(#[source] DsnError),
    /// The file with the superuser's database URL was not read.
    #[error("the superuser's URL file is refused")]
    NamedFile(#[source] safe_fs::Error),
    /// The database URL is not of the accepted form.
    #[error("{} is refused", .0.name())]
    Dsn(Variable, #[source] DsnError),
    /// A variable is missing or wrong.
    #[error(transparent)]
    Environment(#[from] environment::Error),
    /// The clock shows a year that no document can name.
    #[error("the clock of this machine is refused")]
    Clock(#[source] NotAnInstant),
    /// The allowances are refused.
    #[error(transparent)]
    Allowances(#[from] AllowanceError),
    /// A file a variable names was not read.
    #[error("{} is refused", .0.name())]
    File(Variable, #[source] safe_fs::Error),
    /// The importer's URL is not one that may be attested for.
    #[error("{} is refused", .0.name())]
    Target(Variable, #[source] TargetUrlError),
    /// A file holds no version of a secret.
    #[error("{} is refused", .0.name())]
    Version(Variable, #[source] NotASecretVersion),
}

impl ResolveError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::NamedDsn(error) | Self::Dsn(_, error) => error.code(),
            Self::Environment(error) => error.code(),
            Self::Clock(_) => Code::Internal,
            Self::Allowances(error) => error.code(),
            Self::NamedFile(error) | Self::File(_, error) => error.code(),
            Self::Target(_, error) => error.code(),
            Self::Version(..) => Code::FileContent,
        }
    }
}

impl RunConfig {
    /// Reads what `--run` needs.
    ///
    /// # Errors
    /// The first thing that is missing, refused or unreadable.
    pub fn resolve(environment: &Environment) -> Result<Self, ResolveError> {
        let login = Login::of(environment, Process::Runner)?;
        Ok(Self {
            login,
            bundle: BundleSource::resolve(environment)?,
            allowances: Permits::resolve(environment)?,
            timeouts: Timeouts::resolve(environment)?,
            receipts: environment.path(Variable::ReceiptDir)?,
        })
    }

    /// Reads what `rehearse` needs.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub fn of_rehearsal(environment: &Environment) -> Result<Self, ResolveError> {
        let mut config = Self::resolve(environment)?;
        let given = environment.milliseconds(Variable::LockTimeout)?;
        config.timeouts.lock = given.unwrap_or(REHEARSAL_LOCK_TIMEOUT);
        Ok(config)
    }

    /// Reads what `backfill run` needs.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub fn of_backfill(environment: &Environment) -> Result<Self, ResolveError> {
        let mut config = Self::resolve(environment)?;
        let given = environment.milliseconds(Variable::LockTimeout)?;
        config.timeouts.lock = given.unwrap_or(BACKFILL_LOCK_TIMEOUT);
        Ok(config)
    }
}

impl ProofConfig {
    /// Reads what a read-only command of this kind of process needs.
    ///
    /// # Errors
    /// The first thing that is missing, refused or unreadable.
    pub fn resolve(environment: &Environment, process: Process) -> Result<Self, ResolveError> {
        let login = Login::of(environment, process)?;
        Ok(Self {
            login,
            bundle: BundleSource::resolve(environment)?,
            allowances: Permits::resolve(environment)?,
            connect_timeout: Timeouts::resolve(environment)?.connect,
        })
    }
}

impl Login {
    fn of(environment: &Environment, process: Process) -> Result<Self, ResolveError> {
        let (variable, url) = database_url(environment, process, Owner::Ours)?;
        let dsn = Dsn::parse(url.expose()).map_err(|error| ResolveError::Dsn(variable, error))?;
        Ok(Self { dsn, ca: certificates(environment)? })
    }

    /// A login whose URL file an option names.
    ///
    /// # Errors
    /// The first thing that is missing, refused or unreadable.
    pub fn of_file(environment: &Environment, url_file: &Path) -> Result<Self, ResolveError> {
        let url = safe_fs::read_secret(url_file).map_err(ResolveError::NamedFile)?;
        let dsn = Dsn::parse(url.expose()).map_err(ResolveError::NamedDsn)?;
        Ok(Self { dsn, ca: certificates(environment)? })
    }

    /// The endpoint this login connects to, trusting its CA file alone.
    ///
    /// # Errors
    /// [`CaError`] if the file holds no usable certificate.
    pub fn endpoint(self, connect_timeout: Duration) -> Result<Endpoint, CaError> {
        let ca = CaBundle::from_pem(&self.ca)?;
        Endpoint::new(self.dsn, &ca, None, connect_timeout)
    }
}

fn database_url(
    environment: &Environment,
    process: Process,
    owner: Owner,
) -> Result<(Variable, Secret), ResolveError> {
    match environment.database_url(process)? {
        Given::Here(variable, url) => Ok((variable, url)),
        Given::InFile(variable, path) => match safe_fs::read_secret_of(&path, owner) {
            Ok(url) => Ok((variable, url)),
            Err(error) => Err(ResolveError::File(variable, error)),
        },
    }
}

fn certificates(environment: &Environment) -> Result<Vec<u8>, ResolveError> {
    let variable = Variable::CaCertPath;
    let path = environment.path(variable)?.ok_or(environment::Error::Missing(variable))?;
    safe_fs::read_certificates(&path).map_err(|error| ResolveError::File(variable, error))
}

/// How long connecting may take.
///
/// # Errors
/// The variable holds no number of milliseconds.
pub fn connect_timeout(environment: &Environment) -> Result<Duration, environment::Error> {
    Ok(Timeouts::resolve(environment)?.connect)
}

impl BundleSource {
    /// Loads and checks the bundle.
    ///
    /// # Errors
    /// [`BundleError`]: the first thing found wrong.
    pub fn load(&self) -> Result<Bundle, BundleError> {
        match self {
            Self::CompiledIn => Bundle::shipped(),
            Self::Directory(path) => Bundle::load(path),
        }
    }

    /// Reads the directory, if it is one.
    ///
    /// # Errors
    /// [`BundleError`].
    pub fn files(&self) -> Result<Option<FileSet>, BundleError> {
        match self {
            Self::CompiledIn => Ok(None),
            Self::Directory(path) => directory::read(path).map(Some),
        }
    }

    fn resolve(environment: &Environment) -> Result<Self, environment::Error> {
        Ok(environment.path(Variable::BundleDir)?.map_or(Self::CompiledIn, Self::Directory))
    }
}

impl Timeouts {
    /// The bounds of a session that changes the database. Zero is none, as in PostgreSQL's own settings.
    pub fn limits(&self) -> Limits {
        Limits {
            lock_wait: self.lock_wait,
            lock_timeout: self.lock,
            statement_timeout: Some(self.statement).filter(|bound| !bound.is_zero()),
        }
    }

    fn resolve(environment: &Environment) -> Result<Self, environment::Error> {
        let or = |variable, default| {
            environment.milliseconds(variable).map(|given| given.unwrap_or(Duration::from_millis(default)))
        };
        let connect = or(Variable::ConnectTimeout, 10_000)?;
        if connect.is_zero() {
            let expected = "a number of milliseconds above 0: connecting always has a bound";
            return Err(environment::Error::Value { variable: Variable::ConnectTimeout, expected });
        }
        Ok(Self {
            connect,
            lock_wait: or(Variable::LockWait, 10_000)?,
            lock: or(Variable::LockTimeout, 2_000)?,
            statement: or(Variable::StatementTimeout, 0)?,
        })
    }
}
