//! One migration: its record in the manifest, its record in the folder, and its text.

use super::sql::{self, Chunk, Message, Step};
use super::{BundleError, ManifestEntry, Phase, Tag, Transaction};
use crate::digest::Digest;
use std::borrow::Cow;

/// One migration whose bytes are those its manifest records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub(super) record: ManifestEntry,
    pub(super) when: i64,
    pub(super) name: String,
    pub(super) body: Cow<'static, str>,
}

impl Entry {
    /// The entry's name.
    #[must_use]
    pub const fn tag(&self) -> &Tag {
        &self.record.tag
    }

    /// SHA-256 of the exact bytes: what the ledger's `hash` holds.
    #[must_use]
    pub const fn sha256(&self) -> Digest {
        self.record.sha256
    }

    /// Milliseconds since 1970 in the journal: what the ledger's `created_at` holds.
    #[must_use]
    pub const fn when(&self) -> i64 {
        self.when
    }

    /// What the ledger's `name` holds where that column exists: the folder's name, or the folder that drizzle-kit
    /// makes of a classic entry.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Which search path it runs under.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.record.phase
    }

    /// How it meets transactions.
    #[must_use]
    pub const fn transaction(&self) -> Transaction {
        self.record.transaction
    }

    /// Names of the preconditions that must be met before it is pending.
    #[must_use]
    pub fn requires(&self) -> &[Tag] {
        &self.record.requires
    }

    /// Everything the manifest says about it.
    #[must_use]
    pub const fn record(&self) -> &ManifestEntry {
        &self.record
    }

    /// Its text as Drizzle cuts it.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk<'_>> {
        sql::chunks(&self.body)
    }

    /// Its text as one message: for [`Transaction::Single`].
    #[must_use]
    pub fn message(&self) -> Message<'_> {
        Message::of(&self.body)
    }

    /// Its text as steps: for [`Transaction::None`].
    ///
    /// # Errors
    /// [`BundleError::Sql`] for an entry that no checked bundle holds.
    pub fn steps(&self) -> Result<Vec<Step<'_>>, BundleError> {
        sql::steps(&self.body).map_err(|fault| BundleError::Sql { tag: self.tag().clone(), fault })
    }
}
