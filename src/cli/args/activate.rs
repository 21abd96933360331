//! `activate`: the way to a runtime that serves.

use super::Presentation;
use mosaic_db::attest::{NotAText, Text};
use std::path::PathBuf;

/// `activate ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Activate {
    /// Show the steps, which of them documents prove done, what comes next, and the way back; connects to nothing
    Plan(Plan),
}

impl Activate {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Plan(_) => "activate plan",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Plan(args) => args.presentation,
        }
    }
}

/// `activate plan`, and what other plans take too.
#[derive(Debug, clap::Args)]
pub struct Plan {
    /// Directory with the documents: answers of this program in JSON, receipts, certificates
    #[arg(long, value_name = "DIR")]
    pub evidence: Option<PathBuf>,
    /// How many hours old a document may be
    #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=8760))]
    pub max_age: u32,
    /// The random id of the database that is meant, as status shows it; needed where the documents are of several
    #[arg(long, value_name = "ID", value_parser = |id: &str| -> Result<Text<36>, NotAText> { Text::new(id) })]
    pub database_id: Option<Text<36>>,
    #[command(flatten)]
    pub presentation: Presentation,
}
