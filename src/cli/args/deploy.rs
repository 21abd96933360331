//! `deploy`: files that deploy the parts.

use super::Presentation;
use clap::ValueEnum;
use std::path::PathBuf;

/// `deploy ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Deploy {
    /// Say where Compose and stack files, Dockerfiles, pg_hba.conf and postgresql.conf do not keep the parts apart
    Check(Check),
    /// List the rules, with what each asks for and why
    Rules(Presentation),
}

impl Deploy {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Check(_) => "deploy check",
            Self::Rules(_) => "deploy rules",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Check(args) => args.presentation,
            Self::Rules(presentation) => *presentation,
        }
    }
}

/// `deploy check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The files, each judged by itself; what they refer to is not read
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What all of them are; told by what is in them when it is not given, which takes a stack of Portainer for one of Compose
    #[arg(long, value_enum, value_name = "KIND")]
    pub kind: Option<Kind>,
    /// A server's certificate in PEM; may be repeated. Each database service has to be among the names of one
    #[arg(long, value_name = "FILE")]
    pub certificate: Vec<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    Compose,
    Swarm,
    Portainer,
    Dockerfile,
    Hba,
    Settings,
}

impl From<Kind> for mosaic_db::deploy::Kind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Compose => Self::Compose,
            Kind::Swarm => Self::Swarm,
            Kind::Portainer => Self::Portainer,
            Kind::Dockerfile => Self::Dockerfile,
            Kind::Hba => Self::Hba,
            Kind::Settings => Self::Settings,
        }
    }
}
