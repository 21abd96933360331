//! `schema/<tag>.v1.json`: the catalog as it is expected after an entry, for whoever reads it without this program.
//!
//! After the last entry, and before each that requires something: the states in which a database may stay. Invariant: the
//! files are what the measured effects lead to, byte for byte. Nothing here decides by them; the effects say the same.

use super::effects::Effects;
use super::files::FileSet;
use super::{Bundle, BundleError, Tag};
use std::collections::BTreeMap;

const DIRECTORY: &str = "schema/";
const ENDING: &str = ".v1.json";

/// Whether this is the path of such a file.
pub(super) fn is_schema(path: &str) -> bool {
    name(path).is_some_and(|name| !name.contains('/'))
}

fn name(path: &str) -> Option<&str> {
    path.strip_prefix(DIRECTORY)?.strip_suffix(ENDING)
}

fn path(tag: &Tag) -> String {
    format!("{DIRECTORY}{tag}{ENDING}")
}

/// The path and the bytes of every file that belongs to a bundle.
///
/// # Errors
/// [`BundleError::SchemaEncoding`] if a value has no JSON form; what was measured has.
pub fn schemas(bundle: &Bundle, effects: &Effects) -> Result<BTreeMap<String, Vec<u8>>, BundleError> {
    let mut files = BTreeMap::new();
    let entries = bundle.entries();
    for (position, entry) in entries.iter().enumerate() {
        let stays = entries.get(position + 1).is_none_or(|next| !next.requires().is_empty());
        if stays {
            let through = entries.iter().take(position + 1).map(|entry| entry.tag());
            let bytes = effects.expected(through).encode().map_err(BundleError::SchemaEncoding)?;
            files.insert(path(entry.tag()), bytes);
        }
    }
    Ok(files)
}

/// The paths of such files of this bundle's entries that are there and do not belong to it any more.
pub fn outdated<'a>(
    bundle: &Bundle,
    files: &'a FileSet,
    schemas: &BTreeMap<String, Vec<u8>>,
) -> impl Iterator<Item = &'a str> {
    let stray = files.paths().filter(move |path| is_schema(path) && !schemas.contains_key(*path));
    stray.filter(move |path| {
        name(path).is_some_and(|name| bundle.entries().iter().any(|entry| entry.tag().as_str() == name))
    })
}

/// Everything that keeps the files that are there from being those that belong to the bundle.
pub(super) fn faults(files: &FileSet, schemas: &BTreeMap<String, Vec<u8>>) -> Vec<BundleError> {
    let wrong = schemas.iter().filter_map(|(path, bytes)| match files.regular(path) {
        None => Some(BundleError::SchemaMissing(path.clone())),
        Some(found) if found != bytes => Some(BundleError::SchemaDiffers(path.clone())),
        Some(_) => None,
    });
    let stray = files.paths().filter(|path| is_schema(path) && !schemas.contains_key(*path));
    wrong.chain(stray.map(|path| BundleError::SchemaStray(path.to_owned()))).collect()
}
