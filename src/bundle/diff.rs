//! What differs between two manifests.

use super::{Manifest, ManifestEntry, Tag};
use std::collections::HashMap;

/// One difference, in the words of the newer manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// Only the newer has it.
    #[error("entry {0} was added")]
    Added(Tag),
    /// Only the older has it.
    #[error("entry {0} was removed")]
    Removed(Tag),
    /// Both have it, with another value in this field.
    #[error("entry {tag} has another {field}")]
    Changed {
        /// The entry.
        tag: Tag,
        /// The field's name in the manifest.
        field: &'static str,
    },
    /// Both have the same entries, but not in the same order.
    #[error("the order of the entries changed")]
    Order,
    /// A field of the manifest itself has another value.
    #[error("{0} changed")]
    Setting(&'static str),
}

/// What differs in `new`, seen from `old`.
#[must_use]
pub fn diff(old: &Manifest, new: &Manifest) -> Vec<Difference> {
    let settings = [
        ("ledger", old.ledger == new.ledger),
        ("managed_schemas", old.managed_schemas == new.managed_schemas),
        ("history_path", old.history_path == new.history_path),
        ("needs", old.needs == new.needs),
        ("seeded_tables", old.seeded_tables == new.seeded_tables),
    ];
    let mut found: Vec<Difference> =
        settings.into_iter().filter(|(_, same)| !same).map(|(name, _)| Difference::Setting(name)).collect();
    let before: HashMap<&Tag, &ManifestEntry> = by_tag(old);
    let after = by_tag(new);
    found.extend(
        old.entries
            .iter()
            .filter(|entry| !after.contains_key(&entry.tag))
            .map(|entry| Difference::Removed(entry.tag.clone())),
    );
    for entry in &new.entries {
        match before.get(&entry.tag) {
            None => found.push(Difference::Added(entry.tag.clone())),
            Some(before) => {
                let changed = |field| Difference::Changed { tag: entry.tag.clone(), field };
                found.extend(changes(before, entry).map(changed));
            }
        }
    }
    let common = |manifest: &Manifest| -> Vec<Tag> {
        let tags = manifest.entries.iter().map(|entry| &entry.tag);
        tags.filter(|tag| before.contains_key(tag) && after.contains_key(tag)).cloned().collect()
    };
    if common(old) != common(new) {
        found.push(Difference::Order);
    }
    found
}

fn by_tag(manifest: &Manifest) -> HashMap<&Tag, &ManifestEntry> {
    manifest.entries.iter().map(|entry| (&entry.tag, entry)).collect()
}

/// The names of the fields that differ.
fn changes(old: &ManifestEntry, new: &ManifestEntry) -> impl Iterator<Item = &'static str> {
    [
        ("idx", old.idx == new.idx),
        ("sha256", old.sha256 == new.sha256),
        ("phase", old.phase == new.phase),
        ("transaction", old.transaction == new.transaction),
        ("requires", old.requires == new.requires),
    ]
    .into_iter()
    .filter(|(_, same)| !same)
    .map(|(name, _)| name)
}
