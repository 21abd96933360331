//! `attest`: the keys that sign statements and the store that says which of them are believed.

use super::Presentation;
use mosaic_db::attest::{Instant, NotAnInstant, Purpose};
use std::path::PathBuf;

/// `attest ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Attest {
    /// Make a signing key, and a trust store that lists it or the next serial of one that exists
    Keygen(Keygen),
}

impl Attest {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Keygen(_) => "attest keygen",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Keygen(args) => args.presentation,
        }
    }
}

/// `attest keygen`.
#[derive(Debug, clap::Args)]
pub struct Keygen {
    /// The directory to make; it gets the key (mode 0400), the public key and the trust store
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// What the key may sign
    #[arg(long, value_enum, value_name = "PURPOSE")]
    pub purpose: Signs,
    /// A trust store that exists: the key is added to it, and its serial rises; the new directory gets none then
    #[arg(long, value_name = "FILE")]
    pub trust_store: Option<PathBuf>,
    /// Mark the key as a development key: what it signs is refused wherever none is expected
    #[arg(long)]
    pub development: bool,
    /// When the key may begin to sign, as YYYY-MM-DDTHH:MM:SSZ; now when it is not given
    #[arg(long, value_name = "TIME", value_parser = instant)]
    pub not_before: Option<Instant>,
    /// When the key may sign no more; a year after its beginning when it is not given
    #[arg(long, value_name = "TIME", value_parser = instant)]
    pub not_after: Option<Instant>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// The value of `--purpose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Signs {
    Allowance,
    Certify,
    MigrateTarget,
    Review,
}

impl From<Signs> for Purpose {
    fn from(signs: Signs) -> Self {
        match signs {
            Signs::Allowance => Self::Allowance,
            Signs::Certify => Self::Certify,
            Signs::MigrateTarget => Self::MigrateTarget,
            Signs::Review => Self::Review,
        }
    }
}

fn instant(text: &str) -> Result<Instant, NotAnInstant> {
    Instant::parse(text)
}
