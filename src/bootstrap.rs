//! Renders the SQL that an operator's superuser session runs through `psql` to prepare a database.
//!
//! The script is a head of `psql` variables and the files of `bootstrap-sql/`, unchanged: first what each does, then
//! what proves each, then COMMIT. What a reviewer reads in the repository is what runs. Invariants: nothing here
//! connects to anything; the same request gives the same bytes; no password is in them, only verifiers.

pub mod existing;
pub mod replay;
pub mod shadow;
mod variable;

use mosaic_db::checks::prepared::Scope;
use mosaic_db::error::Code;
use mosaic_db::scram::{Salt, Verifier};
use mosaic_db::secret::Secret;
use rustix::rand::{GetRandomFlags, getrandom};
use serde_json::json;
use std::fmt::Write as _;
use variable::Variable;

/// What every script begins with.
const PSQL: &str = include_str!("../bootstrap-sql/00-psql.sql");

/// What comes before the transaction, and its beginning.
const SERVER: &str = include_str!("../bootstrap-sql/01-server.sql");
const DATABASE: &str = include_str!("../bootstrap-sql/02-database.sql");
const BEGIN: &str = include_str!("../bootstrap-sql/05-begin.sql");
const BEGIN_AFTER: &str = include_str!("../bootstrap-sql/05-begin-after.sql");

/// That this is the database, and that no migration is at work.
const TARGET: &str = include_str!("../bootstrap-sql/06-target.sql");
const ALONE: &str = include_str!("../bootstrap-sql/07-alone.sql");

/// What each part does, in order.
const STEPS: [&str; 9] = [
    include_str!("../bootstrap-sql/10-guards.sql"),
    include_str!("../bootstrap-sql/20-roles.sql"),
    include_str!("../bootstrap-sql/30-database.sql"),
    include_str!("../bootstrap-sql/40-schemas.sql"),
    include_str!("../bootstrap-sql/50-extensions.sql"),
    ITSELF,
    include_str!("../bootstrap-sql/60-ledger.sql"),
    include_str!("../bootstrap-sql/70-control.sql"),
    include_str!("../bootstrap-sql/80-ddl-guard.sql"),
];

/// What proves each part, run after all of them and before COMMIT.
const CHECKS: [&str; 7] = [
    include_str!("../bootstrap-sql/20-roles.check.sql"),
    include_str!("../bootstrap-sql/30-database.check.sql"),
    include_str!("../bootstrap-sql/40-schemas.check.sql"),
    include_str!("../bootstrap-sql/50-extensions.check.sql"),
    include_str!("../bootstrap-sql/60-ledger.check.sql"),
    include_str!("../bootstrap-sql/70-control.check.sql"),
    include_str!("../bootstrap-sql/80-ddl-guard.check.sql"),
];

/// That the session acts as itself again.
const ITSELF: &str = include_str!("../bootstrap-sql/55-itself.sql");
const OTHER_DATABASES: &str = include_str!("../bootstrap-sql/85-other-databases.sql");
const COMMIT: &str = include_str!("../bootstrap-sql/90-commit.sql");
const AFTER: &str = include_str!("../bootstrap-sql/after-migration.sql");
const FAST_LOAD_HEAD: &str = include_str!("../bootstrap-sql/importer-fast-load.head.sql");
const FAST_LOAD: &str = include_str!("../bootstrap-sql/importer-fast-load.sql");
const FAST_LOAD_AFTER: &str = include_str!("../bootstrap-sql/importer-fast-load-after.sql");

/// What is rendered.
pub struct Request<'a> {
    /// The database to prepare.
    pub database: &'a DatabaseName,
    /// What its bundle needs.
    pub scope: &'a Scope,
    /// What the logins will be authenticated with.
    pub logins: &'a Logins,
    /// What becomes of PUBLIC's CONNECT elsewhere in the cluster.
    pub other_databases: OtherDatabases,
}

/// The verifiers of the three logins.
pub struct Logins {
    /// `mosaic_migrator`.
    pub migrator: Verifier,
    /// `mosaic_runtime`.
    pub runtime: Verifier,
    /// `mosaic_data_importer`.
    pub importer: Verifier,
}

/// What the script does to the other databases of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherDatabases {
    /// Nothing.
    LeftAlone,
    /// PUBLIC loses CONNECT and TEMPORARY on each.
    ClosedToPublic,
}

impl OtherDatabases {
    const fn part(self) -> &'static str {
        match self {
            Self::LeftAlone => "",
            Self::ClosedToPublic => OTHER_DATABASES,
        }
    }
}

/// What becomes of the importer's right to load rows without row triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FastLoad {
    /// Give it
    Grant,
    /// Take it back
    TakeBack,
}

/// Why nothing is rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BootstrapError {
    /// The name cannot go safely through `psql`'s `\connect`.
    #[error("the database name is empty, longer than 63 bytes, or holds a control character, '=' or '://'")]
    DatabaseName,
    /// The kernel gave no random bytes for a salt.
    #[error("the kernel gave no random bytes")]
    NoRandomness,
    /// The shadow has the name of what it is the shadow of.
    #[error("the shadow has the name of the database it is to replace")]
    ShadowIsItself,
    /// A password file was not named.
    #[error("no password file of {role} was named")]
    NoPasswordFile {
        /// Whose.
        role: &'static str,
    },
    /// A password is too short.
    #[error("the password of {role} has fewer than {} characters", mosaic_db::scram::SHORTEST_PASSWORD)]
    PasswordTooShort {
        /// Whose.
        role: &'static str,
    },
}

impl BootstrapError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::DatabaseName => Code::BootstrapDatabaseName,
            Self::NoRandomness => Code::Internal,
            Self::NoPasswordFile { .. } | Self::ShadowIsItself => Code::Usage,
            Self::PasswordTooShort { .. } => Code::PasswordTooShort,
        }
    }
}

/// The name of a database as `psql` can be told it: `\connect` takes a name with `=` or `://` for a whole connection
/// string (PostgreSQL manual, psql, `\connect`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseName(String);

impl DatabaseName {
    /// Takes the name as the catalog stores it.
    ///
    /// # Errors
    /// [`BootstrapError::DatabaseName`].
    pub fn new(name: String) -> Result<Self, BootstrapError> {
        let fits = (1..=63).contains(&name.len());
        if fits && !name.contains("://") && !name.contains(|c: char| c.is_control() || c == '=') {
            Ok(Self(name))
        } else {
            Err(BootstrapError::DatabaseName)
        }
    }

    /// The name as the catalog stores it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The verifier of a login's password, with this salt or a random one.
///
/// # Errors
/// [`BootstrapError::PasswordTooShort`], [`BootstrapError::NoRandomness`].
pub fn verifier(
    role: &'static str,
    password: &Secret,
    salt: Option<Salt>,
) -> Result<Verifier, BootstrapError> {
    let salt = match salt {
        Some(salt) => salt,
        None => Salt::from_random(random()?),
    };
    Verifier::of(password, salt).map_err(|_| BootstrapError::PasswordTooShort { role })
}

/// Bytes from the kernel.
///
/// # Errors
/// [`BootstrapError::NoRandomness`].
pub fn random<const N: usize>() -> Result<[u8; N], BootstrapError> {
    let mut bytes = [0; N];
    match getrandom(&mut bytes, GetRandomFlags::empty()) {
        Ok(count) if count == N => Ok(bytes),
        Ok(_) | Err(_) => Err(BootstrapError::NoRandomness),
    }
}

/// The script that prepares the database.
pub fn render(request: &Request<'_>) -> String {
    let mut script = head(
        "Prepares a database for mosaic-db-migrator. Run it as a superuser: psql -X -f THIS -d DATABASE (or -d postgres).",
        &variables(request),
    );
    script.extend([SERVER, DATABASE, BEGIN, TARGET, ALONE]);
    script.extend(STEPS.into_iter().chain(CHECKS));
    script.extend([request.other_databases.part(), COMMIT]);
    script
}

/// The variables of everything that prepares.
fn variables(request: &Request<'_>) -> Vec<Variable> {
    let mut variables = target(request.database, request.scope);
    variables.extend([
        Variable::text("mosaic_migrator_verifier", &request.logins.migrator.to_string()),
        Variable::text("mosaic_runtime_verifier", &request.logins.runtime.to_string()),
        Variable::text("mosaic_data_importer_verifier", &request.logins.importer.to_string()),
    ]);
    variables
}

/// Those of them that say what the script is about.
fn target(database: &DatabaseName, scope: &Scope) -> Vec<Variable> {
    vec![
        Variable::text("database", &database.0),
        Variable::text("database_create", if scope.database_create { "true" } else { "false" }),
        Variable::text("ledger_schema", &scope.ledger_schema),
        Variable::text("ledger_table", &scope.ledger_table),
        Variable::json("owned_schemas", &json!(scope.owned_schemas().collect::<Vec<_>>())),
        Variable::json("made_schemas", &json!(scope.made_schemas().collect::<Vec<_>>())),
        Variable::json("usage_schemas", &json!(scope.usage_schemas())),
        Variable::json("extensions", &extensions(scope)),
    ]
}

/// The script that takes back what only the migration itself needed: CREATE on the database.
pub fn render_after(database: &DatabaseName) -> String {
    let mut script = head(
        "Takes back CREATE on the database when a bundle's migrations are done. Run it as a superuser: psql -X -f THIS -d DATABASE.",
        &[Variable::text("database", &database.0)],
    );
    script.extend([BEGIN_AFTER, TARGET, ALONE, AFTER]);
    script
}

/// The script that lets the importer load rows without row triggers, or takes that back. PostgreSQL 17 or newer only.
pub fn render_fast_load(database: &DatabaseName, fast_load: FastLoad) -> String {
    let (purpose, what) = match fast_load {
        FastLoad::Grant => (
            "Lets the importer load rows without row triggers, until that is taken back. Run it as a superuser, after the migrations: psql -X -f THIS -d DATABASE.",
            FAST_LOAD,
        ),
        FastLoad::TakeBack => (
            "Takes back that the importer may load rows without row triggers. Run it as a superuser: psql -X -f THIS -d DATABASE.",
            FAST_LOAD_AFTER,
        ),
    };
    let mut script = head(purpose, &[Variable::text("database", &database.0)]);
    script.extend([BEGIN_AFTER, TARGET, ALONE, FAST_LOAD_HEAD, what]);
    script
}

fn extensions(scope: &Scope) -> serde_json::Value {
    scope.extensions().map(|(name, versions)| json!({ "name": name, "versions": versions })).collect()
}

fn head(purpose: &str, variables: &[Variable]) -> String {
    let mut head = format!("-- {purpose}\n");
    for variable in variables {
        let _infallible = writeln!(head, "{variable}");
    }
    head + PSQL
}

#[cfg(test)]
mod tests;
