//! An inventory: which hits of a scan are permitted, by whom, why and until when.
//!
//! Invariants: a hit is permitted only by one record that is about its file, that names its rule and its exact text, and
//! with which nothing is wrong; a rule about what a text means is never permitted; whatever is permitted is listed with
//! its record. So an inventory can only ever explain what was found, not keep it from being found.

mod corpus;
mod document;
mod draft;
mod fault;
mod judge;
mod pattern;
mod record;

#[cfg(test)]
mod tests;

pub use corpus::Agreement;
pub use document::{InventoryError, MAX_BYTES};
pub use draft::draft;
pub use fault::{Fault, FaultRule, Mistake};
pub use judge::{Judgement, Seen, Verdict, Why};
pub use pattern::{NotAPattern, Pattern};
pub use record::{Disposition, FileClass, Record};

/// The records of a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory(Vec<Record>);

impl Inventory {
    /// Reads one. What is read may still be wrong about the repository; see [`Inventory::judge`].
    ///
    /// # Errors
    /// [`InventoryError`] with the place of the first thing that is no inventory.
    pub fn parse(bytes: &[u8]) -> Result<Self, InventoryError> {
        document::parse(bytes).map(Self)
    }

    /// The records, in the order of the document.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.0
    }

    /// Whether a file's digest is needed to judge.
    #[must_use]
    pub fn seals(&self, path: &str) -> bool {
        let sealed = |record: &&Record| record.class == FileClass::HistoricalSql || record.sha256.is_some();
        self.0.iter().filter(sealed).any(|record| record.path.matches(path))
    }

    /// Whether a file is to be read snippet by snippet, as [`super::snippet`] has it.
    #[must_use]
    pub fn is_corpus(&self, path: &str) -> bool {
        self.0.iter().any(|record| record.is_corpus() && record.path.matches(path))
    }
}
