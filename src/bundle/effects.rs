//! `effects.v1.json`: what each entry was measured to do to the catalog.
//!
//! Measured, not parsed: the builder runs the entries one by one against a scratch database and compares what is there
//! around each. Invariant: the file speaks of every entry of the manifest and of no other, so where the entries that
//! have run lead is known for any set of them.

use super::sql::{Objects, Routines, conditional};
use super::{Bundle, BundleError, Entry, Tag};
use crate::catalog::{Class, Delta, Snapshot};
use crate::digest::Digest;
use crate::jcs;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

const VERSION: u32 = 1;

/// The whole file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effects {
    /// What bootstrap leaves, before the first entry, as a delta from nothing.
    base: Delta,
    entries: BTreeMap<Tag, EntryEffects>,
    /// SHA-256 of the grants file that was measured; of no bytes where there is none.
    grants: Digest,
    /// The fingerprint of the manifest that was measured.
    manifest: Digest,
    /// The digest of the preconditions that were there.
    preconditions: Digest,
    version: u32,
}

/// The file of one bundle, read when it is first needed: a run that finds nothing to do has no use for it.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    bytes: Cow<'static, [u8]>,
    /// Nothing where it cannot be read.
    read: OnceLock<Option<Effects>>,
}

impl Measured {
    pub(super) const fn new(bytes: Cow<'static, [u8]>) -> Self {
        Self { bytes, read: OnceLock::new() }
    }

    /// The file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads it, once; whoever comes meanwhile waits for that. Why it cannot be read is found out each time.
    pub(super) fn effects(&self, bundle: &Bundle) -> Result<&Effects, BundleError> {
        match self.read.get_or_init(|| Effects::read(&self.bytes, bundle).ok()) {
            Some(effects) => Ok(effects),
            None => Err(Effects::read(&self.bytes, bundle).err().unwrap_or(BundleError::EffectsNotCanonical)),
        }
    }
}

impl PartialEq for Measured {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Measured {}

/// What one entry does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryEffects {
    /// Objects that may be otherwise where the entry finds other rows: not measured, but read from its text.
    #[serde(default, skip_serializing_if = "Objects::is_none")]
    pub conditional: Objects,
    /// What happens to the catalog.
    pub delta: Delta,
    /// Tables whose storage is written anew.
    pub rewrites: Vec<String>,
    /// Tables that existed before and are read whole.
    pub scans: Vec<String>,
}

impl Effects {
    /// Puts measurements together, and marks the entries that decide by rows.
    ///
    /// # Errors
    /// [`BundleError::EffectsUnreadable`] if a name has no JSON form; each has.
    pub fn new(
        bundle: &Bundle,
        base: &Snapshot,
        mut entries: BTreeMap<Tag, EntryEffects>,
    ) -> Result<Self, BundleError> {
        let base = Delta::between(&Snapshot::default(), base);
        for (tag, objects) in by_rows(bundle) {
            if let Some(entry) = entries.get_mut(tag) {
                entry.conditional = objects;
            }
        }
        Ok(Self {
            version: VERSION,
            manifest: bundle.fingerprint(),
            grants: bundle.grants_digest(),
            preconditions: bundle.preconditions_digest()?,
            base,
            entries,
        })
    }

    /// Reads the file.
    ///
    /// # Errors
    /// [`BundleError`] if it is not canonical, was measured of other files, or leaves an entry out.
    fn read(bytes: &[u8], bundle: &Bundle) -> Result<Self, BundleError> {
        let effects: Self = serde_json::from_slice(bytes).map_err(BundleError::EffectsUnreadable)?;
        if effects.version != VERSION || effects.encode()? != bytes {
            return Err(BundleError::EffectsNotCanonical);
        }
        // With the manifest's fingerprint it is bound to every entry's bytes, and so to the entries it speaks of.
        if effects.manifest != bundle.fingerprint()
            || effects.grants != bundle.grants_digest()
            || effects.preconditions != bundle.preconditions_digest()?
        {
            return Err(BundleError::EffectsStale);
        }
        match bundle.entries().iter().find(|entry| !effects.entries.contains_key(entry.tag())) {
            Some(entry) => Err(BundleError::EffectsMissing(entry.tag().clone())),
            None => Ok(effects),
        }
    }

    /// The canonical bytes (RFC 8785).
    ///
    /// # Errors
    /// [`BundleError::EffectsUnreadable`] if a value has no JSON form; what was measured has.
    pub fn encode(&self) -> Result<Vec<u8>, BundleError> {
        jcs::in_order(self).map_err(BundleError::EffectsUnreadable)
    }

    /// Where these entries lead, in the order given.
    pub fn expected<'a>(&self, applied: impl Iterator<Item = &'a Tag>) -> Snapshot {
        let mut snapshot = Snapshot::default();
        self.base.apply(&mut snapshot);
        for tag in applied {
            if let Some(entry) = self.entries.get(tag) {
                entry.delta.apply(&mut snapshot);
            }
        }
        snapshot
    }

    /// Whether an object of this name is there before the first entry, or an entry makes, changes or drops one.
    #[must_use]
    pub fn speaks_of(&self, class: Class, name: &str) -> bool {
        let deltas = std::iter::once(&self.base).chain(self.entries.values().map(|entry| &entry.delta));
        deltas.flat_map(Delta::effects).any(|(of, named, _)| (of, named) == (class, name))
    }

    /// What these entries decide by rows.
    pub fn conditional<'a>(&self, applied: impl Iterator<Item = &'a Tag>) -> Objects {
        let objects = applied.filter_map(|tag| Some(&self.entry(tag)?.conditional));
        objects.fold(Objects::None, |all, objects| all.and(objects.clone()))
    }

    /// That every entry that decides by rows is marked as such, and no other.
    pub(super) fn require_marks(&self, bundle: &Bundle) -> Result<(), BundleError> {
        let differs = |(tag, objects): &(&Tag, Objects)| {
            self.entry(tag).is_some_and(|entry| entry.conditional != *objects)
        };
        match by_rows(bundle).find(differs) {
            Some((tag, _)) => Err(BundleError::EffectsUnmarked(tag.clone())),
            None => Ok(()),
        }
    }

    /// What one entry does.
    #[must_use]
    pub fn entry(&self, tag: &Tag) -> Option<&EntryEffects> {
        self.entries.get(tag)
    }
}

impl EntryEffects {
    /// Why the catalog cannot show whether the entry has run; `None` where it can.
    #[must_use]
    pub fn ledger_alone(&self) -> Option<LedgerAlone> {
        match &self.conditional {
            Objects::Named(_) | Objects::Any => Some(LedgerAlone::ByRows),
            Objects::None => self.delta.is_empty().then_some(LedgerAlone::NoEffect),
        }
    }
}

/// Why only the ledger says whether an entry has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerAlone {
    /// It leaves the catalog as it was: it changes rows, or nothing.
    NoEffect,
    /// What it does depends on the rows it finds.
    ByRows,
}

impl fmt::Display for LedgerAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoEffect => "known by its ledger row alone: it does not change the catalog",
            Self::ByRows => "known by its ledger row alone: what it does depends on the rows it finds",
        })
    }
}

/// What each entry decides by rows.
fn by_rows(bundle: &Bundle) -> impl Iterator<Item = (&Tag, Objects)> {
    let routines = Routines::of(bundle.entries().iter().map(Entry::body));
    bundle.entries().iter().map(move |entry| (entry.tag(), conditional(entry.body(), &routines)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_declared_in_the_order_of_their_names() {
        let entry = EntryEffects {
            conditional: Objects::Named(["table".to_owned()].into()),
            delta: Delta::default(),
            rewrites: vec!["b".to_owned(), "a".to_owned()],
            scans: Vec::new(),
        };
        assert_eq!(serde_json::to_vec(&entry).unwrap(), serde_jcs::to_vec(&entry).unwrap());
    }

    #[test]
    fn files_are_written_as_the_standard_writes_them() {
        let bundle = Bundle::shipped().unwrap();
        let effects = bundle.effects().unwrap().unwrap();
        assert_eq!(effects.encode().unwrap(), serde_jcs::to_vec(effects).unwrap());
        let bytes = effects.expected(bundle.entries().iter().map(Entry::tag)).encode().unwrap();
        let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(bytes, serde_jcs::to_vec(&document).unwrap());
    }
}
