//! `certify`: evidence of what deployed logins are denied.

use super::Presentation;
use clap::ValueEnum;

/// `certify ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Certify {
    /// Attempt as a deployed login, each time in a transaction that is rolled back, what it must be denied
    Probe(Probe),
}

impl Certify {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Probe(_) => "certify probe",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Probe(args) => args.presentation,
        }
    }
}

/// `certify probe`.
#[derive(Debug, clap::Args)]
pub struct Probe {
    /// The login to attempt as; its URL is the only one the process may see
    #[arg(long = "as", value_enum, value_name = "LOGIN")]
    pub login: Login,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// The logins that can be probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Login {
    Importer,
    Migrator,
    Runtime,
}
