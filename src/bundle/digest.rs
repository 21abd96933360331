//! One digest of everything a bundle consists of.
//!
//! The manifest's fingerprint fixes the bytes of the entries, their order and how they run. It does not fix what stands
//! in the other files: the journal's times and names, which become ledger rows; who is granted what; the text of the
//! preconditions; what was measured. Whoever exchanges one of those has another bundle with the same manifest.

use super::{Bundle, BundleError, Measured, Tag};
use crate::digest::Digest;
use serde::Serialize;

#[derive(Serialize)]
struct Contents<'a> {
    schema: &'static str,
    manifest: Digest,
    entries: Vec<EntryRow<'a>>,
    grants: Digest,
    effects: Digest,
    requires: Digest,
}

/// What the folder says of an entry beside its bytes. Times are text: a JSON number has 53 bits.
#[derive(Serialize)]
struct EntryRow<'a> {
    tag: &'a Tag,
    name: &'a str,
    when: String,
}

impl Bundle {
    /// SHA-256 over the canonical JSON (RFC 8785) of what the bundle consists of: its manifest, the folder's times and
    /// names, grants, preconditions and measured effects. A file that is not there counts as empty.
    ///
    /// # Errors
    /// [`BundleError::ManifestUnreadable`] if a value has no JSON form; no bundle that was assembled has one.
    pub fn digest(&self) -> Result<Digest, BundleError> {
        let entries = self.entries.iter();
        let contents = Contents {
            schema: "mosaic.bundle/v1",
            manifest: self.fingerprint,
            entries: entries
                .map(|entry| EntryRow {
                    tag: entry.tag(),
                    name: entry.name(),
                    when: entry.when().to_string(),
                })
                .collect(),
            grants: self.grants_digest,
            effects: Digest::of(self.effects.as_ref().map(Measured::bytes).unwrap_or_default()),
            requires: self.preconditions_digest()?,
        };
        serde_jcs::to_vec(&contents).map(|bytes| Digest::of(&bytes)).map_err(BundleError::ManifestUnreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn everything_counts() {
        let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundle/precondition");
        let bundle = Bundle::load(&case).unwrap();
        let changes: [fn(&mut Bundle); 7] = [
            |_| {},
            |bundle| bundle.fingerprint = Digest::of(b"other"),
            |bundle| bundle.entries[0].when += 1,
            |bundle| bundle.entries[0].name.push('x'),
            |bundle| bundle.grants_digest = Digest::of(b"other"),
            |bundle| bundle.effects = Some(Measured::new(Cow::Borrowed(b"other"))),
            |bundle| bundle.preconditions.values_mut().for_each(|query| query.to_mut().push(' ')),
        ];
        let digests: BTreeSet<_> = changes
            .iter()
            .map(|change| {
                let mut changed = bundle.clone();
                change(&mut changed);
                changed.digest().unwrap()
            })
            .collect();
        assert_eq!(digests.len(), changes.len());
    }
}
