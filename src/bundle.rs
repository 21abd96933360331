//! The bundle: a Drizzle-kit migration folder, bytes unchanged, with the manifest that fixes what those bytes are.
//!
//! Invariant: a [`Bundle`] exists only if folder, manifest, grants and every entry's bytes agree. Nothing here
//! connects to anything; apart from [`directory`], nothing touches a file.

mod assemble;
mod build;
mod check;
mod clock;
mod diff;
mod digest;
pub mod directory;
mod effects;
mod entry;
mod error;
mod files;
mod grants;
mod listing;
mod manifest;
mod schema;
mod shipped;
pub mod sql;
mod tag;
mod text;
mod variant;
mod warning;

pub use build::{History, Settings};
pub use check::{Finding, check};
pub use diff::{Difference, diff};
use effects::Measured;
pub use effects::{Effects, EntryEffects, LedgerAlone};
pub use entry::Entry;
pub use error::BundleError;
pub use files::{File, FileSet};
pub use grants::{EntryGrants, Grant, Grantee, Grants, IMMUTABLE, Object, Privilege, TypeName};
pub use manifest::{
    Dialect, Extension, LedgerName, Manifest, ManifestEntry, ManifestFault, Needs, Phase, Transaction,
};
pub use schema::{outdated, schemas};
pub use tag::{NotATag, Tag};
pub use variant::Variant;
pub use warning::Warning;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

use crate::digest::Digest;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How a folder lays its entries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `NNNN_name.sql` files with `meta/_journal.json`.
    Classic,
    /// `YYYYMMDDHHMMSS_name/migration.sql` folders.
    Folders,
}

/// A checked bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    manifest: Manifest,
    fingerprint: Digest,
    form: Form,
    entries: Vec<Entry>,
    preconditions: BTreeMap<Tag, Cow<'static, str>>,
    grants: Grants,
    grants_digest: Digest,
    effects: Option<Measured>,
}

impl Bundle {
    /// What the bundle declares.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// SHA-256 of the manifest's canonical bytes.
    #[must_use]
    pub const fn fingerprint(&self) -> Digest {
        self.fingerprint
    }

    /// How the folder is laid out.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The entries in the order they run.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of this name.
    #[must_use]
    pub fn entry(&self, tag: &Tag) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.tag() == tag)
    }

    /// The query of a precondition that an entry requires: no rows means met.
    #[must_use]
    pub fn precondition(&self, name: &Tag) -> Option<&str> {
        self.preconditions.get(name).map(AsRef::as_ref)
    }

    /// Who gets what, by entry.
    #[must_use]
    pub const fn grants(&self) -> &Grants {
        &self.grants
    }

    /// SHA-256 of the grants file; of no bytes where there is none.
    #[must_use]
    pub const fn grants_digest(&self) -> Digest {
        self.grants_digest
    }

    /// SHA-256 over the canonical JSON of each precondition's name and SHA-256; of no bytes where there is none.
    ///
    /// # Errors
    /// [`BundleError::EffectsUnreadable`] if a name has no JSON form; each has.
    pub fn preconditions_digest(&self) -> Result<Digest, BundleError> {
        if self.preconditions.is_empty() {
            return Ok(Digest::of(b""));
        }
        let digests: BTreeMap<&Tag, Digest> =
            self.preconditions.iter().map(|(name, query)| (name, Digest::of(query.as_bytes()))).collect();
        Ok(Digest::of(&serde_jcs::to_vec(&digests).map_err(BundleError::EffectsUnreadable)?))
    }

    /// What the entries were measured to do; `None` for a bundle that was not measured. Read on demand, and once.
    ///
    /// # Errors
    /// [`BundleError`] if the file does not belong to this bundle.
    pub fn effects(&self) -> Result<Option<&Effects>, BundleError> {
        self.effects.as_ref().map(|measured| measured.effects(self)).transpose()
    }

    /// Whether there is a file of measured effects.
    #[must_use]
    pub const fn is_measured(&self) -> bool {
        self.effects.is_some()
    }

    /// The same bundle, as it was before the entries after the first `count` were added. What was measured is of the
    /// whole, so the part counts as not measured.
    #[must_use]
    pub fn through(&self, count: usize) -> Self {
        let mut bundle = self.clone();
        bundle.entries.truncate(count);
        bundle.effects = None;
        bundle
    }

    /// What is odd about the entries' times. `now` is in milliseconds since 1970.
    #[must_use]
    pub fn warnings(&self, now: i64) -> Vec<Warning> {
        warning::warnings(self.form, self.entries.iter().map(|entry| (entry.tag(), entry.when())), now)
    }
}
