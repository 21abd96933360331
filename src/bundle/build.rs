//! Makes the manifest of a folder: what can be read from the bytes is read, the rest are settings.

use super::assemble::fits;
use super::files::{FileSet, MANIFEST};
use super::listing::{self, Listed};
use super::manifest::VERSION;
use super::{
    BundleError, Dialect, Extension, LedgerName, Manifest, ManifestEntry, Needs, Phase, Tag, sql, text,
};
use crate::digest::Digest;
use crate::identifier::{Identifier, QualifiedName};
use std::collections::{BTreeMap, BTreeSet};

/// What no byte of a folder says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The ledger's place.
    pub ledger: LedgerName,
    /// The schemas whose objects are the bundle's business, beside those its entries create.
    pub managed_schemas: BTreeSet<Identifier>,
    /// The folder's own schemas that `history` entries search, in search order.
    pub history_path: Vec<Identifier>,
    /// Which entries are history.
    pub history: History,
    /// Accepted versions of extensions, beside those the entries create; an empty set accepts every version.
    pub extensions: BTreeMap<Identifier, BTreeSet<String>>,
    /// Tables whose rows the entries themselves insert.
    pub seeded_tables: BTreeSet<QualifiedName>,
    /// Preconditions of entries.
    pub requires: BTreeMap<Tag, Vec<Tag>>,
}

/// Which entries run under the legacy search path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum History {
    /// All: a folder that has known no other path.
    All,
    /// Those up to and including this one.
    Through(Tag),
    /// None.
    None,
}

impl Default for Settings {
    /// What suits a folder that nobody has described yet: Drizzle's own ledger, schema `public`, all history.
    fn default() -> Self {
        Self {
            ledger: LedgerName {
                schema: Identifier::fixed("drizzle"),
                table: Identifier::fixed("__drizzle_migrations"),
            },
            managed_schemas: [Identifier::fixed("public")].into(),
            history_path: Vec::new(),
            history: History::All,
            extensions: BTreeMap::new(),
            seeded_tables: BTreeSet::new(),
            requires: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The settings with which this manifest was made.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        let mut history = manifest.entries.iter().filter(|entry| entry.phase == Phase::History);
        let history = match (history.next_back(), manifest.entries.last()) {
            (Some(entry), Some(last)) if entry.tag != last.tag => History::Through(entry.tag.clone()),
            (None, Some(_)) => History::None,
            _ => History::All,
        };
        let requires = manifest.entries.iter().filter(|entry| !entry.requires.is_empty());
        let extensions = manifest.needs.extensions.iter();
        Self {
            ledger: manifest.ledger.clone(),
            managed_schemas: manifest.managed_schemas.clone(),
            history_path: manifest.history_path.clone(),
            history,
            extensions: extensions.map(|found| (found.name.clone(), found.versions.clone())).collect(),
            seeded_tables: manifest.seeded_tables.clone(),
            requires: requires.map(|entry| (entry.tag.clone(), entry.requires.clone())).collect(),
        }
    }
}

impl Manifest {
    /// Makes the manifest of a folder. A manifest that is there already is not looked at.
    ///
    /// # Errors
    /// See [`BundleError`]; whatever would keep the folder from being loaded keeps it from having a manifest.
    pub fn build(mut files: FileSet, settings: &Settings) -> Result<Self, BundleError> {
        let (_, listed) = listing::list(&mut files)?;
        settings.known(&listed)?;
        let mut manifest = Self {
            version: VERSION,
            dialect: Dialect::Postgresql,
            ledger: settings.ledger.clone(),
            managed_schemas: settings.managed_schemas.clone(),
            history_path: settings.history_path.clone(),
            needs: Needs::default(),
            seeded_tables: settings.seeded_tables.clone(),
            entries: Vec::with_capacity(listed.len()),
        };
        let mut extensions = settings.extensions.clone();
        let mut phase = if settings.history == History::None { Phase::Application } else { Phase::History };
        let mut bodies = Vec::with_capacity(listed.len());
        for entry in listed {
            let bytes =
                files.take(&entry.path)?.ok_or_else(|| BundleError::MissingFile(entry.tag.clone()))?;
            let sha256 = Digest::of(&bytes);
            let size = bytes.len() as u64;
            let body = text::checked(&entry.path, bytes)?;
            let inspected = sql::inspect(&body, &manifest.guarded_schemas())
                .map_err(|fault| BundleError::Sql { tag: entry.tag.clone(), fault })?;
            manifest.needs.database_create |= !inspected.schemas.is_empty();
            manifest.managed_schemas.extend(inspected.schemas);
            for extension in inspected.extensions {
                extensions.entry(extension).or_default();
            }
            let requires = settings.requires.get(&entry.tag).cloned().unwrap_or_default();
            let ends_history = settings.history == History::Through(entry.tag.clone());
            let transaction = inspected.transaction;
            manifest.entries.push(ManifestEntry {
                idx: entry.idx,
                tag: entry.tag,
                sha256,
                size,
                phase,
                transaction,
                requires,
            });
            bodies.push(body);
            if ends_history {
                phase = Phase::Application;
            }
        }
        // A schema that one entry creates, no entry may drop, not even one before it.
        let guarded = manifest.guarded_schemas();
        manifest.entries.iter().zip(&bodies).try_for_each(|(record, body)| fits(record, body, &guarded))?;
        manifest.needs.extensions =
            extensions.into_iter().map(|(name, versions)| Extension { name, versions }).collect();
        manifest.validate().map_err(BundleError::ManifestInvalid)?;
        Ok(manifest)
    }

    /// The manifest that a folder has already, if any.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub fn recorded(files: &FileSet) -> Result<Option<Self>, BundleError> {
        files.regular(MANIFEST).map(Self::read).transpose()
    }

    /// As [`Manifest::recorded`], in any spelling: for whoever is about to write it anew, perhaps after editing it.
    ///
    /// # Errors
    /// As [`Manifest::read`], but for the spelling.
    pub fn draft(files: &FileSet) -> Result<Option<Self>, BundleError> {
        files.regular(MANIFEST).map(Self::parse).transpose()
    }
}

impl Settings {
    /// Every entry the settings name is in the folder.
    fn known(&self, listed: &[Listed]) -> Result<(), BundleError> {
        let through = match &self.history {
            History::Through(tag) => Some(tag),
            History::All | History::None => None,
        };
        let unknown = |tag: &&Tag| !listed.iter().any(|entry| entry.tag == **tag);
        match self.requires.keys().chain(through).find(unknown) {
            Some(tag) => Err(BundleError::UnknownEntry(tag.clone())),
            None => Ok(()),
        }
    }
}
