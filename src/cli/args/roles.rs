//! `roles`: who is a member of what.

use super::Presentation;
use clap::ValueEnum;
use std::path::PathBuf;

/// `roles ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Roles {
    /// Print the graph of roles for another program to draw, or drawn: what is required, or what is there beside it
    Graph(Graph),
}

impl Roles {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Graph(_) => "roles graph",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Graph(args) => args.presentation,
        }
    }
}

/// `roles graph`.
#[derive(Debug, clap::Args)]
pub struct Graph {
    /// Language of the graph
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::Dot)]
    pub format: Language,
    /// File of mode 0400 with the database URL of any login of the server that is to be looked at; without it, what is
    /// required is shown, and nothing is connected to
    #[arg(long, value_name = "FILE")]
    pub url_file: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// What a graph is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Dot,
    Mermaid,
    Svg,
}
