//! The pieces that the whole falls into: each is measured and kept by itself, so that what is cut off keeps what it has and
//! any of them can be measured again.

use serde::{Deserialize, Serialize};

/// In the order of the page. The names are those of the command line and of the file with the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Piece {
    /// Opening a session
    Connect,
    /// Applying a folder
    Apply,
    /// Applying where nothing is pending
    NothingPending,
    /// Applying over a long way
    ApplyFar,
    /// --verify and readiness
    Prove,
    /// Attesting the target of an import
    Attest,
    /// Importing a tier
    Import,
    /// Scanning a repository for routes
    Scan,
    /// Bringing rows over
    Backfill,
    /// Applying as a folder grows
    Entries,
    /// --verify as a schema grows
    Tables,
    /// Importing as a tier grows
    ImportGrowth,
}

impl Piece {
    /// In words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Connect => "opening a session",
            Self::Apply => "applying a folder",
            Self::NothingPending => "applying where nothing is pending",
            Self::ApplyFar => "applying over a long way",
            Self::Prove => "proving a schema",
            Self::Attest => "attesting the target of an import",
            Self::Import => "importing a tier",
            Self::Scan => "scanning a repository",
            Self::Backfill => "bringing rows over",
            Self::Entries => "applying as a folder grows",
            Self::Tables => "proving as a schema grows",
            Self::ImportGrowth => "importing as a tier grows",
        }
    }
}
