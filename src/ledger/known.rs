//! What reconciliation needs to know of one entry of the bundle.

use crate::bundle::{Entry, Phase};
use crate::digest::Digest;

/// One entry of the bundle, in the order of the bundle.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The entry's name in the bundle.
    pub tag: &'a str,
    /// The text the ledger's `name` column holds for it, where there is one: the folder name of the newer layout.
    pub name: &'a str,
    /// The journal's time, in milliseconds since 1970; it ends up in `created_at`.
    pub when: i64,
    /// SHA-256 of the entry's exact bytes; it ends up in `hash`.
    pub sha256: Digest,
    /// Which search path it runs under.
    pub phase: Phase,
    /// The bytes, to explain an edit by what a tool may have done to them.
    pub sql: &'a [u8],
}

impl<'a> From<&'a Entry> for Known<'a> {
    fn from(entry: &'a Entry) -> Self {
        Self {
            tag: entry.tag().as_str(),
            name: entry.name(),
            when: entry.when(),
            sha256: entry.sha256(),
            phase: entry.phase(),
            sql: entry.body().as_bytes(),
        }
    }
}
