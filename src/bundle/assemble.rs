//! From a directory as data to a [`Bundle`]: the only way to get one.

use super::files::{FileSet, GRANTS, MANIFEST};
use super::listing::{self, Listed};
use super::{Bundle, BundleError, Entry, Grants, Manifest, ManifestEntry, Tag, Variant, sql, text};
use crate::digest::Digest;
use std::borrow::Cow;
use std::collections::BTreeMap;

impl Bundle {
    /// Checks a directory against its manifest: the lists, the digests, and every statement.
    ///
    /// # Errors
    /// The first thing found wrong: see [`BundleError`].
    pub fn assemble(files: FileSet) -> Result<Self, BundleError> {
        let bundle = Self::gather(files)?;
        let guarded = bundle.manifest.guarded_schemas();
        for entry in &bundle.entries {
            let inspected = sql::inspect(entry.body(), &guarded)
                .map_err(|fault| BundleError::Sql { tag: entry.tag().clone(), fault })?;
            if inspected.transaction != entry.transaction() {
                return Err(BundleError::TransactionDiffers(entry.tag().clone()));
            }
        }
        Ok(bundle)
    }

    /// Everything but the reading of statements, for bytes whose digests are known to have passed it.
    pub(super) fn gather(mut files: FileSet) -> Result<Self, BundleError> {
        let bytes = files.take(MANIFEST)?.ok_or(BundleError::ManifestMissing)?;
        let manifest = Manifest::read(&bytes)?;
        let fingerprint = Digest::of(&bytes);
        let (form, listed) = listing::list(&mut files)?;
        compare(&listed, manifest.entries())?;
        let mut entries = Vec::with_capacity(listed.len());
        for (listed, record) in listed.into_iter().zip(manifest.entries()) {
            let bytes =
                files.take(&listed.path)?.ok_or_else(|| BundleError::MissingFile(listed.tag.clone()))?;
            entries.push(entry(listed, record, bytes)?);
        }
        let preconditions = preconditions(&mut files, &entries)?;
        let grants = match files.take(GRANTS)? {
            Some(bytes) => Grants::read(&bytes)?,
            None => Grants::default(),
        };
        if let Some(tag) = grants.tags().find(|tag| !entries.iter().any(|entry| entry.tag() == *tag)) {
            return Err(BundleError::GrantsUnknownEntry(tag.clone()));
        }
        Ok(Self { manifest, fingerprint, form, entries, preconditions, grants })
    }
}

/// The folder and the manifest list the same entries in the same order.
fn compare(listed: &[Listed], records: &[ManifestEntry]) -> Result<(), BundleError> {
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

/// One entry, if its bytes are those the manifest records.
fn entry(listed: Listed, record: &ManifestEntry, bytes: Cow<'static, [u8]>) -> Result<Entry, BundleError> {
    let same_size = u64::try_from(bytes.len()) == Ok(record.size);
    if !same_size || Digest::of(&bytes) != record.sha256 {
        let variant = Variant::explain(&bytes, record.sha256);
        return Err(BundleError::BytesDiffer { tag: listed.tag, variant });
    }
    let body = text::checked(&listed.path, bytes)?;
    Ok(Entry { record: record.clone(), when: listed.when, name: listed.name, body })
}

/// The text of every precondition that an entry requires.
fn preconditions(
    files: &mut FileSet,
    entries: &[Entry],
) -> Result<BTreeMap<Tag, Cow<'static, str>>, BundleError> {
    let mut found = BTreeMap::new();
    for entry in entries {
        for name in entry.requires() {
            if found.contains_key(name) {
                continue;
            }
            let path = format!("requires/{name}.sql");
            let Some(bytes) = files.take(&path)? else {
                return Err(BundleError::PreconditionMissing {
                    tag: entry.tag().clone(),
                    name: name.clone(),
                });
            };
            found.insert(name.clone(), text::checked(&path, bytes)?);
        }
    }
    Ok(found)
}
