//! `report`: documents of this program, for a person to read.

use super::{Presentation, from_here};
use std::path::PathBuf;

/// `report ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Report {
    /// Turn answers, receipts, evidence, certificates and attestations into one page that loads nothing
    Html(Html),
}

impl Report {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Html(_) => "report html",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Html(args) => args.presentation,
        }
    }
}

/// `report html`.
#[derive(Debug, clap::Args)]
pub struct Html {
    /// JSON documents of this program, in the order in which they are shown
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The page; there must not be such a file yet. Without it, the page goes to standard output
    #[arg(long, value_name = "FILE", value_parser = from_here())]
    pub out: Option<PathBuf>,
    /// Trust store: verify each signed document with the signature beside it (FILE.sig), and show none whose signature does
    /// not hold. Without it, the page says that nobody did
    #[arg(long, value_name = "FILE")]
    pub trust_store: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}
