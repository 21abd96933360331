//! `routes`: whether a repository has another way to DDL than the runner.

use super::{Colour, Form, Presentation, from_here};
use clap::ValueEnum;
use std::path::PathBuf;

/// `routes ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Routes {
    /// Say what in a tree of files leads to DDL past the runner, or shows a credential
    Scan(Scan),
    /// Draft an inventory of what is found in a tree; it permits nothing before people complete and review it
    Init(Init),
    /// Explain a rule, or list all of them
    Explain(Explain),
    /// Prove of each rule that it finds what it is there to find, and leaves alone what only looks like it
    SelfTest(Presentation),
}

impl Routes {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Scan(_) => "routes scan",
            Self::Init(_) => "routes init",
            Self::Explain(_) => "routes explain",
            Self::SelfTest(_) => "routes self-test",
        }
    }

    /// How the answer is to be shown.
    pub fn presentation(&self) -> Presentation {
        match self {
            Self::Scan(args) => args.presentation(),
            Self::Init(args) => args.presentation,
            Self::Explain(args) => args.presentation,
            Self::SelfTest(presentation) => *presentation,
        }
    }
}

/// `routes scan`.
#[derive(Debug, clap::Args)]
pub struct Scan {
    /// The tree of files, or one file
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// The inventory: which hits are permitted, by whom, why and until when
    #[arg(long, value_name = "FILE")]
    pub inventory: Option<PathBuf>,
    /// Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is
    #[arg(long, value_enum, value_name = "FORM")]
    pub output: Option<Format>,
    /// Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// Form of a scan's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Github,
    Json,
    Sarif,
    Text,
}

impl Scan {
    /// What other programs read in a form of their own is text to everything around it.
    fn presentation(&self) -> Presentation {
        let form = |format| match format {
            Format::Json => Form::Json,
            Format::Github | Format::Sarif | Format::Text => Form::Text,
        };
        Presentation { output: self.output.map(form), color: self.color }
    }
}

/// `routes init`.
#[derive(Debug, clap::Args)]
pub struct Init {
    /// The tree of files, or one file
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// The new inventory; there must not be such a file yet
    #[arg(long, value_name = "FILE", value_parser = from_here())]
    pub out: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `routes explain [RULE]`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// The rule, as printed with a hit
    pub rule: Option<String>,
    #[command(flatten)]
    pub presentation: Presentation,
}
