//! `allowance`: objects that a database may have beside what its bundle makes.

use super::{Presentation, from_here};
use mosaic_db::attest::{Instant, NotAText, NotAnInstant, Text};
use std::path::PathBuf;

/// `allowance ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Allowance {
    /// Write down, as the migrator, what a database has beside the bundle and what could be allowed of it
    Draft(Box<Draft>),
    /// Sign a draft that was reviewed
    Sign(Sign),
    /// Verify signed allowances and list them
    Check(Check),
}

impl Allowance {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Draft(_) => "allowance draft",
            Self::Sign(_) => "allowance sign",
            Self::Check(_) => "allowance check",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Draft(args) => args.presentation,
            Self::Sign(args) => args.presentation,
            Self::Check(args) => args.presentation,
        }
    }
}

/// `allowance draft`.
#[derive(Debug, clap::Args)]
pub struct Draft {
    /// Where to write the draft; a file that is there is replaced
    #[arg(long, value_name = "FILE", value_parser = from_here())]
    pub out: PathBuf,
    /// The person or team that answers for the objects
    #[arg(long, value_name = "NAME", value_parser = text::<128>)]
    pub owner: Text<128>,
    /// Why they are there
    #[arg(long, value_name = "TEXT", value_parser = text::<512>)]
    pub reason: Text<512>,
    /// Until when they may be there, as YYYY-MM-DDTHH:MM:SSZ; at most 366 days from now
    #[arg(long, value_name = "TIME", value_parser = instant)]
    pub expires: Instant,
    /// Only the object of this name, schema.name; may be repeated; every one that could be allowed when it is not given
    #[arg(long, value_name = "NAME")]
    pub object: Vec<String>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `allowance sign`.
#[derive(Debug, clap::Args)]
pub struct Sign {
    /// The draft; its signature is written beside it, as the same name with .sig
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file with the key, as attest keygen --purpose allowance makes it
    #[arg(long, value_name = "FILE")]
    pub signing_key_file: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `allowance check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The allowances; their signature is the file of the same name with .sig
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The trust store that says who may sign
    #[arg(long, value_name = "FILE")]
    pub trust_store: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

fn text<const MAX: usize>(text: &str) -> Result<Text<MAX>, NotAText> {
    Text::new(text)
}

fn instant(text: &str) -> Result<Instant, NotAnInstant> {
    Instant::parse(text)
}
