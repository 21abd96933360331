//! From a directory as data to a [`Bundle`]: the only way to get one.

use super::files::{EFFECTS, FileSet, GRANTS, MANIFEST};
use super::listing::{self, Listed};
use super::{Bundle, BundleError, Entry, Grants, Manifest, ManifestEntry, Measured, Tag, Variant, sql, text};
use crate::digest::Digest;
use crate::identifier::Identifier;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

impl Bundle {
    /// Checks a directory against its manifest: the lists, the digests, and every statement.
    ///
    /// # Errors
    /// The first thing found wrong: see [`BundleError`].
    pub fn assemble(files: FileSet) -> Result<Self, BundleError> {
        let bundle = Self::gather(files)?;
        let guarded = bundle.manifest.guarded_schemas();
        bundle.entries.iter().try_for_each(|entry| fits(&entry.record, &entry.body, &guarded))?;
        Ok(bundle)
    }

    /// The schemas that entries create themselves, sorted.
    ///
    /// # Errors
    /// [`BundleError::Sql`] for an entry that cannot be read; a bundle that was assembled has none.
    pub fn created_schemas(&self) -> Result<BTreeSet<Identifier>, BundleError> {
        let guarded = self.manifest.guarded_schemas();
        let mut created = BTreeSet::new();
        for entry in &self.entries {
            let inspected = sql::inspect(&entry.body, &guarded)
                .map_err(|fault| BundleError::Sql { tag: entry.tag().clone(), fault })?;
            created.extend(inspected.schemas);
        }
        Ok(created)
    }

    /// Everything but the reading of statements, for bytes whose digests are known to have passed it.
    pub(super) fn gather(mut files: FileSet) -> Result<Self, BundleError> {
        let (manifest, fingerprint) = manifest(&mut files)?;
        let (form, listed) = listing::list(&mut files)?;
        compare(&listed, manifest.entries())?;
        let mut entries = Vec::with_capacity(listed.len());
        for (listed, record) in listed.into_iter().zip(manifest.entries()) {
            let bytes =
                files.take(&listed.path)?.ok_or_else(|| BundleError::MissingFile(listed.tag.clone()))?;
            same_bytes(record, &bytes)?;
            let body = text::checked(&listed.path, bytes)?;
            entries.push(Entry { record: record.clone(), when: listed.when, name: listed.name, body });
        }
        let preconditions = preconditions(&mut files, manifest.entries())?;
        let (grants, grants_digest) = match files.take(GRANTS)? {
            Some(bytes) => (Grants::read(&bytes)?, Digest::of(&bytes)),
            None => (Grants::default(), Digest::of(b"")),
        };
        let effects = files.take(EFFECTS)?.map(Measured::new);
        grants.known(entries.iter().map(Entry::tag))?;
        Ok(Self { manifest, fingerprint, form, entries, preconditions, grants, grants_digest, effects })
    }
}

/// The manifest of a folder and its fingerprint.
pub(super) fn manifest(files: &mut FileSet) -> Result<(Manifest, Digest), BundleError> {
    let bytes = files.take(MANIFEST)?.ok_or(BundleError::ManifestMissing)?;
    Ok((Manifest::read(&bytes)?, Digest::of(&bytes)))
}

/// The folder and the manifest list the same entries in the same order.
pub(super) fn compare(listed: &[Listed], records: &[ManifestEntry]) -> Result<(), BundleError> {
    for (at, found) in listed.iter().enumerate() {
        match records.get(at) {
            Some(record) if record.tag == found.tag && record.idx == found.idx => {}
            Some(record) if record.tag == found.tag => {
                return Err(BundleError::IndexDiffers(found.tag.clone()));
            }
            other => {
                let expected = other.map(|record| record.tag.clone());
                return Err(BundleError::EntryNotInManifest { found: found.tag.clone(), expected });
            }
        }
    }
    match records.get(listed.len()) {
        Some(record) => Err(BundleError::EntryNotInFolder(record.tag.clone())),
        None => Ok(()),
    }
}

/// The bytes are those of the record.
pub(super) fn same_bytes(record: &ManifestEntry, bytes: &[u8]) -> Result<(), BundleError> {
    if u64::try_from(bytes.len()) == Ok(record.size) && Digest::of(bytes) == record.sha256 {
        return Ok(());
    }
    let variant = Variant::explain(bytes, record.sha256);
    Err(BundleError::BytesDiffer { tag: record.tag.clone(), variant })
}

/// The statements may run, and run as the record says.
pub(super) fn fits(
    record: &ManifestEntry,
    body: &str,
    guarded: &BTreeSet<Identifier>,
) -> Result<(), BundleError> {
    match sql::inspect(body, guarded) {
        Err(fault) => Err(BundleError::Sql { tag: record.tag.clone(), fault }),
        Ok(found) if found.transaction != record.transaction => {
            Err(BundleError::TransactionDiffers(record.tag.clone()))
        }
        Ok(_) => Ok(()),
    }
}

/// The text of every precondition that an entry requires.
pub(super) fn preconditions(
    files: &mut FileSet,
    records: &[ManifestEntry],
) -> Result<BTreeMap<Tag, Cow<'static, str>>, BundleError> {
    let mut found = BTreeMap::new();
    for record in records {
        for name in record.requires() {
            if found.contains_key(name) {
                continue;
            }
            let path = format!("requires/{name}.sql");
            let Some(bytes) = files.take(&path)? else {
                return Err(BundleError::PreconditionMissing { tag: record.tag.clone(), name: name.clone() });
            };
            let query = text::checked(&path, bytes)?;
            if !sql::is_one_statement(&query) {
                return Err(BundleError::PreconditionNotOneQuery(name.clone()));
            }
            found.insert(name.clone(), query);
        }
    }
    // One that nothing requires keeps nothing from running, and somebody thinks it does.
    match files.paths().find(|path| path.starts_with("requires/") && path.ends_with(".sql")) {
        Some(path) => Err(BundleError::Orphan(path.to_owned())),
        None => Ok(found),
    }
}
