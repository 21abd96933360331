//! What was measured, as data. Everything that is shown, in whatever form, is made from this, so that a page can be
//! made again without measuring anew.
//!
//! Invariant: nothing in here names a directory, an account or a host.

mod comparison;
mod goal;
mod growth;

pub(super) use comparison::{Absence, Absent, Comparison, Row};
pub(super) use goal::{Goal, Unit};
pub(super) use growth::{Curve, Growth, grouped};

use super::{machine::Machine, piece::Piece};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All that was measured on one machine.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) machine: Machine,
    /// The profile that the product was built in.
    pub(super) profile: String,
    /// The programs that were measured, and their versions.
    pub(super) programs: BTreeMap<String, String>,
    /// What came of each piece that was measured.
    pub(super) pieces: BTreeMap<Piece, Vec<Part>>,
}

impl Figures {
    /// Nothing yet, of a product that was built in this profile.
    pub(super) fn new(profile: &str) -> Self {
        Self {
            machine: Machine::here(),
            profile: profile.to_owned(),
            programs: BTreeMap::new(),
            pieces: BTreeMap::new(),
        }
    }

    /// In the order of the page.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.pieces.values().flatten()
    }

    /// Whether figures of the other can stand beside these.
    pub(super) fn are_alike(&self, other: &Self) -> bool {
        self.machine == other.machine && self.profile == other.profile
    }

    /// Whether all of the piece was measured.
    pub(super) fn have(&self, piece: Piece) -> bool {
        self.pieces
            .get(&piece)
            .is_some_and(|parts| parts.iter().all(|part| !matches!(part, Part::Failed { .. })))
    }
}

/// One thing that was measured, or that should have been.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Part {
    Comparison(Comparison),
    Growth(Growth),
    /// Why is said where it happened, and only there.
    Failed {
        name: String,
    },
}

impl From<Comparison> for Part {
    fn from(comparison: Comparison) -> Self {
        Self::Comparison(comparison)
    }
}

impl From<Growth> for Part {
    fn from(growth: Growth) -> Self {
        Self::Growth(growth)
    }
}
