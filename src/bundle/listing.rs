//! Which entries a folder has, in which order: from the classic journal, or from the names of migration folders.
//!
//! Order is the journal's array order, and its `idx` must agree; `when` never decides anything. In the folder form
//! the name decides.

use super::files::{FileSet, JOURNAL};
use super::{BundleError, Form, Tag, clock};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The furthest time from 1970 that ECMAScript's `Date` has, in milliseconds (ECMA-262, 21.4.1.1).
const LAST_TIME: i64 = 8_640_000_000_000_000;

/// The file that holds an entry's SQL in the folder form.
const MIGRATION: &str = "migration.sql";

/// One entry as the folder lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) idx: u32,
    pub(super) tag: Tag,
    pub(super) when: i64,
    /// What Drizzle writes into a five-column ledger.
    pub(super) name: String,
    /// Where its SQL stands.
    pub(super) path: String,
}

/// Lists the entries and checks that every SQL file belongs to one of them.
pub(super) fn list(files: &mut FileSet) -> Result<(Form, Vec<Listed>), BundleError> {
    files.without_links()?;
    let journal = files.take(JOURNAL)?;
    let folders: Vec<String> =
        files.paths().filter_map(|path| path.strip_suffix("/migration.sql")).map(str::to_owned).collect();
    let (form, listed) = match (journal, folders.first()) {
        (Some(_), Some(folder)) => return Err(BundleError::TwoForms { folder: shortened(folder) }),
        (None, None) => return Err(BundleError::NoEntries),
        (Some(journal), None) => (Form::Classic, read_journal(&journal)?),
        (None, Some(_)) => (Form::Folders, read_folders(&folders)?),
    };
    let expected: HashSet<&str> = listed.iter().map(|entry| entry.path.as_str()).collect();
    match files.paths().find(|path| is_entry_file(path) && !expected.contains(path)) {
        Some(orphan) => Err(BundleError::Orphan(shortened(orphan))),
        None => Ok((form, listed)),
    }
}

/// Whether Drizzle, or a person reading the folder, would take this path for an entry.
fn is_entry_file(path: &str) -> bool {
    !path.contains('/') && path.ends_with(".sql")
}

#[derive(Deserialize)]
struct Journal {
    dialect: String,
    entries: Vec<JournalEntry>,
}

#[derive(Deserialize)]
struct JournalEntry {
    idx: Value,
    when: Value,
    tag: String,
}

/// Reads the classic journal. Keys that are not needed (`version`, `breakpoints`) are left to Drizzle.
fn read_journal(bytes: &[u8]) -> Result<Vec<Listed>, BundleError> {
    let journal: Journal = serde_json::from_slice(bytes).map_err(BundleError::Journal)?;
    // Early releases of drizzle-kit wrote `pg`.
    if !matches!(journal.dialect.as_str(), "postgresql" | "pg") {
        return Err(BundleError::Dialect(shortened(&journal.dialect)));
    }
    let mut listed: Vec<Listed> = Vec::with_capacity(journal.entries.len());
    let mut tags = HashSet::new();
    let mut by_index = HashMap::new();
    for (position, raw) in journal.entries.into_iter().enumerate() {
        let Ok(tag) = Tag::new(raw.tag.as_str()) else {
            return Err(BundleError::BadTag { position, tag: shortened(&raw.tag) });
        };
        if !tags.insert(tag.clone()) {
            return Err(BundleError::RepeatedTag(tag));
        }
        let Some(idx) = raw.idx.as_u64().and_then(|idx| u32::try_from(idx).ok()) else {
            return Err(BundleError::IndexOrder { tag, idx: shortened(&raw.idx.to_string()) });
        };
        if let Some(first) = by_index.insert(idx, tag.clone()) {
            return Err(BundleError::RepeatedIndex { idx, first, second: tag });
        }
        if listed.last().is_some_and(|before| idx < before.idx) {
            return Err(BundleError::IndexOrder { tag, idx: idx.to_string() });
        }
        let Some(when) = raw.when.as_i64().filter(|when| (-LAST_TIME..=LAST_TIME).contains(when)) else {
            return Err(BundleError::BadWhen { tag, when: shortened(&raw.when.to_string()) });
        };
        listed.push(Listed { idx, when, name: folder_name(&tag, when), path: format!("{tag}.sql"), tag });
    }
    Ok(listed)
}

/// The folder that drizzle-kit's `up` makes of a classic entry: the time of its `when`, then its tag without the
/// part before the first underscore.
fn folder_name(tag: &Tag, when: i64) -> String {
    let rest = tag.as_str().split_once('_').map_or("", |(_, rest)| rest);
    format!("{}_{rest}", clock::stamp(when))
}

/// Reads folder names, which arrive sorted by their bytes.
fn read_folders(folders: &[String]) -> Result<Vec<Listed>, BundleError> {
    let mut listed = Vec::with_capacity(folders.len());
    for (idx, folder) in (0u32..).zip(folders) {
        let bad = || BundleError::BadFolder(shortened(folder));
        let tag = Tag::new(folder.as_str()).map_err(|_| bad())?;
        let (stamp, _) = folder.split_once('_').ok_or_else(bad)?;
        let when = clock::millis(stamp).ok_or_else(bad)?;
        listed.push(Listed { idx, when, name: folder.clone(), path: format!("{folder}/{MIGRATION}"), tag });
    }
    Ok(listed)
}

/// Untrusted text for a message: at most 80 characters.
fn shortened(text: &str) -> String {
    const LIMIT: usize = 80;
    match text.char_indices().nth(LIMIT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn drizzles_name_for_a_classic_entry() {
        let name = |tag: &str, when| folder_name(&Tag::new(tag).unwrap(), when);
        assert_eq!(name("0000_swift_moth", 1_709_210_096_789), "20240229123456_swift_moth");
        assert_eq!(name("_only", 0), "19700101000000_only");
        assert_eq!(name("plain", 0), "19700101000000_");
    }

    #[test]
    fn gaps_in_idx_are_normal_and_order_is_the_arrays() {
        let journal = br#"{"version":"7","dialect":"postgresql","entries":[
            {"idx":0,"version":"7","when":20,"tag":"a","breakpoints":true},
            {"idx":8,"version":"7","when":10,"tag":"b","breakpoints":true}]}"#;
        let listed = read_journal(journal).unwrap();
        assert_eq!(
            listed.iter().map(|entry| (entry.idx, entry.when)).collect::<Vec<_>>(),
            [(0, 20), (8, 10)]
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_journal(&bytes);
        }

        #[test]
        fn any_entry_is_read_or_refused(idx in any::<f64>(), when in any::<i64>(), tag in ".{0,300}") {
            let entry = serde_json::json!({"idx": idx, "when": when, "tag": tag});
            let twice = serde_json::json!({"dialect": "postgresql", "entries": [entry, entry]});
            prop_assert!(read_journal(twice.to_string().as_bytes()).is_err());
        }

        #[test]
        fn any_folder_is_read_or_refused(folder in "[0-9]{14}_.{0,20}|.{0,40}") {
            let _ = read_folders(&[folder]);
        }
    }
}
