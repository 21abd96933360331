//! Everything that is wrong with a folder at once, for the person who mends it. Loading stops at the first error.

use super::assemble::{self, fits, preconditions, same_bytes};
use super::build::Settings;
use super::files::{FileSet, GRANTS};
use super::listing::{self, Listed};
use super::warning::warnings;
use super::{Bundle, BundleError, Grants, Manifest, ManifestEntry, Warning, schema, sql, text};
use crate::identifier::Identifier;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One thing found.
#[derive(Debug)]
pub enum Finding {
    /// It keeps the bundle from being used.
    Error(BundleError),
    /// It keeps nothing from running.
    Warning(Warning),
}

/// Looks at all of a folder. No [`Finding::Error`] means that the folder assembles into a bundle, and that what was
/// measured and every expected snapshot are of this one. `now` is in milliseconds since 1970.
#[must_use]
pub fn check(mut files: FileSet, now: i64) -> Vec<Finding> {
    let mut found = Vec::new();
    let whole = files.clone();
    let (manifest, unusable) = match assemble::manifest(&mut files) {
        Ok((manifest, _)) => (Some(manifest), None),
        Err(error) => (None, Some(error)),
    };
    let (form, listed) = match listing::list(&mut files) {
        Ok(list) => list,
        Err(error) => return [error].into_iter().chain(unusable).map(Finding::Error).collect(),
    };
    let records = manifest.as_ref().map_or(&[][..], Manifest::entries);
    if manifest.is_some() {
        found.extend(assemble::compare(&listed, records).err());
    }
    let guarded = match &manifest {
        Some(manifest) => manifest.guarded_schemas(),
        None => Settings::default().managed_schemas,
    };
    let by_tag: HashMap<_, _> = records.iter().map(|record| (record.tag(), record)).collect();
    for entry in &listed {
        found.extend(check_entry(&mut files, entry, by_tag.get(&entry.tag).copied(), &guarded).err());
    }
    found.extend(preconditions(&mut files, records).err());
    found.extend(grants(&mut files, &listed).err());
    // Last, since what is wrong with the folder has to be mended before it can have a manifest.
    found.extend(unusable);
    // Only of a bundle can it be said whether what was measured is of this one.
    if found.is_empty() {
        found.extend(measured(whole));
    }
    let odd = warnings(form, listed.iter().map(|entry| (&entry.tag, entry.when)), now);
    found.into_iter().map(Finding::Error).chain(odd.into_iter().map(Finding::Warning)).collect()
}

fn check_entry(
    files: &mut FileSet,
    entry: &Listed,
    record: Option<&ManifestEntry>,
    guarded: &BTreeSet<Identifier>,
) -> Result<(), BundleError> {
    let bytes = files.take(&entry.path)?.ok_or_else(|| BundleError::MissingFile(entry.tag.clone()))?;
    if let Some(record) = record {
        same_bytes(record, &bytes)?;
    }
    let body = text::checked(&entry.path, bytes)?;
    match record {
        Some(record) => fits(record, &body, guarded),
        None => match sql::inspect(&body, guarded) {
            Ok(_) => Ok(()),
            Err(fault) => Err(BundleError::Sql { tag: entry.tag.clone(), fault }),
        },
    }
}

/// What keeps the files that were measured from being of this bundle.
fn measured(files: FileSet) -> Vec<BundleError> {
    let schemas = Bundle::assemble(files.clone()).and_then(|bundle| {
        let Some(effects) = bundle.effects()? else { return Ok(BTreeMap::new()) };
        effects.require_marks(&bundle)?;
        schema::schemas(&bundle, effects)
    });
    match schemas {
        Ok(schemas) => schema::faults(&files, &schemas),
        Err(error) => vec![error],
    }
}

fn grants(files: &mut FileSet, listed: &[Listed]) -> Result<(), BundleError> {
    let Some(bytes) = files.take(GRANTS)? else { return Ok(()) };
    Grants::read(&bytes)?.known(listed.iter().map(|entry| &entry.tag))
}
