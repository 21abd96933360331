//! `manifest.v1.json`: what a bundle consists of, in canonical bytes.
//!
//! Invariant: a [`Manifest`] equals its file byte for byte (RFC 8785), so its fingerprint is the SHA-256 of that
//! file, and one state of a bundle has exactly one fingerprint. Sets are sorted, `idx` rises, tags are unique, and
//! no `history` entry follows an `application` entry.

use super::{BundleError, Tag};
use crate::digest::Digest;
use crate::identifier::{Identifier, QualifiedName};
use crate::jcs;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};

/// The only manifest version this program reads and writes.
pub(super) const VERSION: u32 = 1;

/// Everything a bundle declares about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub(super) dialect: Dialect,
    pub(super) entries: Vec<ManifestEntry>,
    pub(super) history_path: Vec<Identifier>,
    pub(super) ledger: LedgerName,
    pub(super) managed_schemas: BTreeSet<Identifier>,
    pub(super) needs: Needs,
    pub(super) seeded_tables: BTreeSet<QualifiedName>,
    pub(super) version: u32,
}

/// The SQL dialect of the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// PostgreSQL, the only one.
    Postgresql,
}

/// The ledger's place. Drizzle's own default is `drizzle.__drizzle_migrations`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerName {
    /// The schema.
    pub schema: Identifier,
    /// The table in it.
    pub table: Identifier,
}

impl std::fmt::Display for LedgerName {
    /// As the catalog snapshot names relations: without quotes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.schema.as_str(), self.table.as_str())
    }
}

/// What the entries need from the database before they can run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needs {
    pub(super) database_create: bool,
    pub(super) extensions: Vec<Extension>,
}

/// One extension the entries use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extension {
    pub(super) name: Identifier,
    pub(super) versions: BTreeSet<String>,
}

/// Which search path an entry runs under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The legacy path: `public`, the extension schema and the folder's own [`Manifest::history_path`].
    History,
    /// `pg_catalog, mosaic`: every declaration is qualified.
    Application,
}

/// How an entry meets transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transaction {
    /// One transaction with its grants and its ledger row.
    Single,
    /// Step by step: it holds statements that refuse a transaction, or a `COMMIT` of its own.
    None,
}

/// What the manifest says about one entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    pub(super) idx: u32,
    pub(super) phase: Phase,
    pub(super) requires: Vec<Tag>,
    pub(super) sha256: Digest,
    pub(super) size: u64,
    pub(super) tag: Tag,
    pub(super) transaction: Transaction,
}

/// Why bytes are not a manifest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestFault {
    /// Another version than 1.
    #[error("version {0} is not known, only version {VERSION}")]
    Version(u32),
    /// The `idx` of an entry is not above the one before.
    #[error("entry {0} has an idx that is not above the one before")]
    IndexOrder(Tag),
    /// A tag appears twice.
    #[error("entry {0} appears twice")]
    RepeatedTag(Tag),
    /// A `history` entry follows an `application` entry.
    #[error("entry {0} is history but follows an application entry")]
    PhaseOrder(Tag),
    /// An extension appears twice or out of order.
    #[error("extension {0} is repeated or out of order")]
    ExtensionOrder(Identifier),
    /// A schema of PostgreSQL itself cannot be managed.
    #[error("schema {0} belongs to PostgreSQL and cannot be managed")]
    SystemSchema(Identifier),
}

impl Manifest {
    /// Reads `manifest.v1.json`.
    ///
    /// # Errors
    /// [`BundleError::ManifestUnreadable`] if it is not the JSON of a manifest, [`BundleError::ManifestInvalid`] if
    /// its parts contradict each other, [`BundleError::ManifestNotCanonical`] if the bytes are not RFC 8785.
    pub fn read(bytes: &[u8]) -> Result<Self, BundleError> {
        let manifest = Self::parse(bytes)?;
        if manifest.encode()? != bytes {
            return Err(BundleError::ManifestNotCanonical);
        }
        Ok(manifest)
    }

    /// As [`Manifest::read`], in any spelling.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, BundleError> {
        let manifest: Self = serde_json::from_slice(bytes).map_err(BundleError::ManifestUnreadable)?;
        manifest.validate().map_err(BundleError::ManifestInvalid)?;
        Ok(manifest)
    }

    /// The canonical bytes (RFC 8785), exactly what stands in the file: no final newline.
    ///
    /// # Errors
    /// [`BundleError::ManifestUnreadable`] if a value has no JSON form; no manifest that was read or built has one.
    pub fn encode(&self) -> Result<Vec<u8>, BundleError> {
        jcs::in_order(self).map_err(BundleError::ManifestUnreadable)
    }

    /// SHA-256 of the canonical bytes.
    ///
    /// # Errors
    /// As [`Manifest::encode`].
    pub fn fingerprint(&self) -> Result<Digest, BundleError> {
        Ok(Digest::of(&self.encode()?))
    }

    pub(super) fn validate(&self) -> Result<(), ManifestFault> {
        if self.version != VERSION {
            return Err(ManifestFault::Version(self.version));
        }
        let mut tags = HashSet::new();
        for entry in &self.entries {
            if !tags.insert(&entry.tag) {
                return Err(ManifestFault::RepeatedTag(entry.tag.clone()));
            }
        }
        for (before, entry) in self.entries.iter().zip(self.entries.iter().skip(1)) {
            if entry.idx <= before.idx {
                return Err(ManifestFault::IndexOrder(entry.tag.clone()));
            }
            if entry.phase < before.phase {
                return Err(ManifestFault::PhaseOrder(entry.tag.clone()));
            }
        }
        let extensions = &self.needs.extensions;
        if let Some((_, late)) =
            extensions.iter().zip(extensions.iter().skip(1)).find(|(a, b)| a.name >= b.name)
        {
            return Err(ManifestFault::ExtensionOrder(late.name.clone()));
        }
        let system =
            |name: &&Identifier| name.as_str().starts_with("pg_") || name.as_str() == "information_schema";
        match self.managed_schemas.iter().find(system) {
            Some(schema) => Err(ManifestFault::SystemSchema(schema.clone())),
            None => Ok(()),
        }
    }

    /// The ledger's place.
    #[must_use]
    pub const fn ledger(&self) -> &LedgerName {
        &self.ledger
    }

    /// The schemas whose objects are this bundle's business, sorted.
    #[must_use]
    pub const fn managed_schemas(&self) -> &BTreeSet<Identifier> {
        &self.managed_schemas
    }

    /// The schemas that no entry may drop: the managed ones and the ledger's.
    pub(super) fn guarded_schemas(&self) -> BTreeSet<Identifier> {
        self.managed_schemas.iter().chain([&self.ledger.schema]).cloned().collect()
    }

    /// The folder's own schemas for `history` entries, searched beside the legacy path, in search order.
    #[must_use]
    pub fn history_path(&self) -> &[Identifier] {
        &self.history_path
    }

    /// The `search_path` that entries of this phase run under.
    #[must_use]
    pub fn search_path(&self, phase: Phase) -> String {
        match phase {
            // With pg_catalog written first, an unqualified CREATE TABLE would go there and fail; left out, it is
            // still searched first.
            Phase::History => {
                let own = self.history_path.iter().map(ToString::to_string);
                let ours = ["public", "mosaic_extensions"].map(str::to_owned);
                own.chain(ours).collect::<Vec<_>>().join(", ")
            }
            Phase::Application => "pg_catalog, mosaic".to_owned(),
        }
    }

    /// What the entries need from the database.
    #[must_use]
    pub const fn needs(&self) -> &Needs {
        &self.needs
    }

    /// Tables whose rows the entries themselves insert.
    #[must_use]
    pub const fn seeded_tables(&self) -> &BTreeSet<QualifiedName> {
        &self.seeded_tables
    }

    /// The entries in the order they run.
    #[must_use]
    pub fn entries(&self) -> &[ManifestEntry] {
        &self.entries
    }
}

impl Needs {
    /// Extensions, sorted by name.
    #[must_use]
    pub fn extensions(&self) -> &[Extension] {
        &self.extensions
    }

    /// Whether entries create schemas, for which PostgreSQL wants CREATE on the database.
    #[must_use]
    pub const fn database_create(&self) -> bool {
        self.database_create
    }
}

impl Extension {
    /// The extension's name.
    #[must_use]
    pub const fn name(&self) -> &Identifier {
        &self.name
    }

    /// Accepted versions, exact; an empty set accepts every version.
    #[must_use]
    pub const fn versions(&self) -> &BTreeSet<String> {
        &self.versions
    }

    /// Whether this version is accepted.
    #[must_use]
    pub fn accepts(&self, version: &str) -> bool {
        self.versions.is_empty() || self.versions.contains(version)
    }
}

impl ManifestEntry {
    /// The journal's number; it rises, gaps are normal.
    #[must_use]
    pub const fn idx(&self) -> u32 {
        self.idx
    }

    /// The entry's name.
    #[must_use]
    pub const fn tag(&self) -> &Tag {
        &self.tag
    }

    /// SHA-256 of the exact bytes: the hash Drizzle stores.
    #[must_use]
    pub const fn sha256(&self) -> Digest {
        self.sha256
    }

    /// The number of bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Which search path it runs under.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How it meets transactions.
    #[must_use]
    pub const fn transaction(&self) -> Transaction {
        self.transaction
    }

    /// Names of the preconditions (`requires/<name>.sql`) that must be met before it is pending.
    #[must_use]
    pub fn requires(&self) -> &[Tag] {
        &self.requires
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::Bundle;

    #[test]
    fn it_is_written_as_the_standard_writes_it() {
        let mut manifest = Bundle::shipped().unwrap().manifest().clone();
        let name = |text: &str| Identifier::new(text).unwrap();
        manifest.seeded_tables = [("b", "a"), ("a", "b")]
            .map(|(schema, table)| QualifiedName { schema: name(schema), name: name(table) })
            .into();
        assert!(!manifest.needs.extensions.is_empty());
        assert_eq!(manifest.encode().unwrap(), serde_jcs::to_vec(&manifest).unwrap());
    }
}
