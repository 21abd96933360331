//! `bootstrap`: what an operator's superuser session runs, and the proof that it took effect.

use super::Presentation;
use crate::bootstrap::FastLoad;
use mosaic_db::identifier::Identifier;
use std::path::PathBuf;

/// `bootstrap ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Bootstrap {
    /// Print the SQL that prepares a database, to be run through psql as a superuser
    Render(Box<Render>),
    /// Compare a server with what that SQL makes, as a superuser, read-only
    Check(Box<Check>),
    /// Print the SQL that says, read-only and as a superuser, what is in a database that is to be taken over
    Snapshot(Snapshot),
    /// Print the steps that move a database whose extension belongs to a login: by a second database beside it
    ShadowPlan(ShadowPlan),
}

impl Bootstrap {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Render(_) => "bootstrap render",
            Self::Check(_) => "bootstrap check",
            Self::Snapshot(_) => "bootstrap snapshot",
            Self::ShadowPlan(_) => "bootstrap shadow-plan",
        }
    }

    /// How the answer is to be shown.
    pub fn presentation(&self) -> Presentation {
        match self {
            Self::Render(_) | Self::Snapshot(_) => Presentation::default(),
            Self::Check(args) => args.presentation,
            Self::ShadowPlan(args) => args.presentation,
        }
    }
}

/// `bootstrap render`.
#[derive(Debug, clap::Args)]
pub struct Render {
    /// The database to prepare; the script makes it when it runs in another database and it is missing
    #[arg(long, value_name = "NAME")]
    pub database: String,
    /// File with the password of mosaic_migrator; the script holds only a SCRAM verifier of it
    #[arg(long, value_name = "FILE", required_unless_present_any = ["after", "importer_fast_load", "rollback"])]
    pub migrator_password_file: Option<PathBuf>,
    /// File with the password of mosaic_runtime
    #[arg(long, value_name = "FILE", required_unless_present_any = ["after", "importer_fast_load", "rollback"])]
    pub runtime_password_file: Option<PathBuf>,
    /// File with the password of mosaic_data_importer
    #[arg(long, value_name = "FILE", required_unless_present_any = ["after", "importer_fast_load", "rollback"])]
    pub importer_password_file: Option<PathBuf>,
    /// Directory of the bundle to prepare for; the platform's own bundle when it is not given
    #[arg(long, value_name = "DIR")]
    pub bundle: Option<PathBuf>,
    /// Derive the salts from this text, so that the same passwords give the same bytes; random when not given
    #[arg(long, value_name = "TEXT")]
    pub salt_seed: Option<String>,
    /// Also take PUBLIC's CONNECT from the other databases of the cluster
    #[arg(long)]
    pub revoke_public_connect: bool,
    /// Print the SQL that takes over a database in use, of which this file is the snapshot that bootstrap snapshot's SQL made
    #[arg(long, value_name = "FILE", conflicts_with_all = ["after", "importer_fast_load"])]
    pub existing: Option<PathBuf>,
    /// Print the SQL that gives such a database back as the snapshot says, as long as it was not migrated, instead
    #[arg(long, requires = "existing", conflicts_with_all = [
        "migrator_password_file", "runtime_password_file", "importer_password_file", "salt_seed", "revoke_public_connect",
    ])]
    pub rollback: bool,
    /// Print the SQL for after the migrations instead: it takes back CREATE on the database
    #[arg(long, conflicts_with_all = [
        "migrator_password_file", "runtime_password_file", "importer_password_file", "salt_seed", "revoke_public_connect",
    ])]
    pub after: bool,
    /// Print the SQL that lets the importer load rows without row triggers instead (migrate-tier --constraints validate): to be
    /// run after the migrations, on PostgreSQL 17 or newer. Every check tells of it until it is taken back (=take-back)
    #[arg(
        long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "grant",
        hide_possible_values = true, conflicts_with_all = [
            "after", "bundle", "migrator_password_file", "runtime_password_file", "importer_password_file", "salt_seed",
            "revoke_public_connect",
        ],
    )]
    pub importer_fast_load: Option<FastLoad>,
}

/// `bootstrap check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// File of mode 0400 with the database URL of a superuser; the session is read-only
    #[arg(long, value_name = "FILE")]
    pub admin_url_file: PathBuf,
    /// The database to check, if it is another than the URL's
    #[arg(long, value_name = "NAME", value_parser = |name: &str| Identifier::new(name))]
    pub database: Option<Identifier>,
    /// Directory of the bundle the database was prepared for; the platform's own bundle when it is not given
    #[arg(long, value_name = "DIR")]
    pub bundle: Option<PathBuf>,
    /// File with the password that mosaic_migrator must have
    #[arg(long, value_name = "FILE")]
    pub migrator_password_file: Option<PathBuf>,
    /// File with the password that mosaic_runtime must have
    #[arg(long, value_name = "FILE")]
    pub runtime_password_file: Option<PathBuf>,
    /// File with the password that mosaic_data_importer must have
    #[arg(long, value_name = "FILE")]
    pub importer_password_file: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `bootstrap snapshot`.
#[derive(Debug, clap::Args)]
pub struct Snapshot {
    /// The database to look at
    #[arg(long, value_name = "NAME")]
    pub database: String,
    /// The login that made the installation and owns what is in it
    #[arg(long, value_name = "ROLE", value_parser = |name: &str| Identifier::new(name))]
    pub owner: Identifier,
    /// Directory of the bundle to prepare for; the platform's own bundle when it is not given
    #[arg(long, value_name = "DIR")]
    pub bundle: Option<PathBuf>,
}

/// `bootstrap shadow-plan`.
#[derive(Debug, clap::Args)]
pub struct ShadowPlan {
    /// The database to leave
    #[arg(long, value_name = "NAME")]
    pub database: String,
    /// The database that takes its place
    #[arg(long, value_name = "NAME")]
    pub shadow: String,
    /// The login that made the old database and runs on it
    #[arg(long, value_name = "ROLE", value_parser = |name: &str| Identifier::new(name))]
    pub owner: Identifier,
    #[command(flatten)]
    pub presentation: Presentation,
}
