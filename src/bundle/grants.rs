//! `grants.v1.json`: who gets what on which object, by the entry that creates or changes it.
//!
//! Invariant: what is not listed is not granted, and nothing can be listed that its grantee must never have. The
//! file is canonical JSON (RFC 8785), so that it has one spelling.

use super::{BundleError, Tag};
use crate::identifier::Identifier;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

mod object;

pub use object::{IMMUTABLE, Object, TypeName};

/// The role that holds a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grantee {
    /// The gateway, through its capability role.
    Runtime,
    /// The tier import's login.
    Importer,
}

/// A privilege that grants files give. TRUNCATE, REFERENCES, TRIGGER, MAINTAIN and CREATE are never given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is the SQL privilege of the same name")]
pub enum Privilege {
    Delete,
    Execute,
    Insert,
    Select,
    Update,
    Usage,
}

/// Privileges of one grantee on one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    on: Object,
    to: Grantee,
    privileges: BTreeSet<Privilege>,
}

/// What one entry changes about privileges: first what it takes back, then what it gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryGrants {
    revoke: Vec<Grant>,
    grant: Vec<Grant>,
}

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants(BTreeMap<Tag, EntryGrants>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GrantsFile {
    entries: BTreeMap<Tag, EntryGrants>,
}

impl Grants {
    /// Reads `grants.v1.json`.
    ///
    /// # Errors
    /// [`BundleError::GrantsUnreadable`], [`BundleError::GrantsNotCanonical`], and [`BundleError::GrantRefused`] for
    /// a privilege that the object does not have or the grantee must not hold.
    pub fn read(bytes: &[u8]) -> Result<Self, BundleError> {
        let file: GrantsFile = serde_json::from_slice(bytes).map_err(BundleError::GrantsUnreadable)?;
        if serde_jcs::to_vec(&file).map_err(BundleError::GrantsUnreadable)? != bytes {
            return Err(BundleError::GrantsNotCanonical);
        }
        for (tag, entry) in &file.entries {
            entry.grant.iter().try_for_each(|grant| grant.within(tag, grant.on.grantable(grant.to)))?;
            entry.revoke.iter().try_for_each(|grant| grant.within(tag, grant.on.privileges()))?;
        }
        Ok(Self(file.entries))
    }

    /// Every entry it speaks of is among these.
    pub(super) fn known<'a>(&self, tags: impl Iterator<Item = &'a Tag>) -> Result<(), BundleError> {
        let tags: BTreeSet<&Tag> = tags.collect();
        match self.0.keys().find(|tag| !tags.contains(tag)) {
            Some(tag) => Err(BundleError::GrantsUnknownEntry(tag.clone())),
            None => Ok(()),
        }
    }

    /// The part of one entry.
    #[must_use]
    pub fn entry(&self, tag: &Tag) -> Option<&EntryGrants> {
        self.0.get(tag)
    }

    /// The statements to run in the entry's own transaction, after its body; none for an entry not listed.
    #[must_use]
    pub fn statements(&self, tag: &Tag) -> Vec<String> {
        let Some(entry) = self.0.get(tag) else { return Vec::new() };
        let revokes = entry.revoke.iter().map(|grant| grant.statement("REVOKE", "FROM"));
        revokes.chain(entry.grant.iter().map(|grant| grant.statement("GRANT", "TO"))).collect()
    }
}

impl EntryGrants {
    /// What the entry gives.
    #[must_use]
    pub fn granted(&self) -> &[Grant] {
        &self.grant
    }

    /// What the entry takes back, before it gives.
    #[must_use]
    pub fn revoked(&self) -> &[Grant] {
        &self.revoke
    }
}

impl Grant {
    /// The object.
    #[must_use]
    pub const fn object(&self) -> &Object {
        &self.on
    }

    /// Who holds it.
    #[must_use]
    pub const fn grantee(&self) -> Grantee {
        self.to
    }

    /// The privileges, sorted.
    #[must_use]
    pub const fn privileges(&self) -> &BTreeSet<Privilege> {
        &self.privileges
    }

    /// It names privileges, and only these.
    fn within(&self, tag: &Tag, allowed: &[Privilege]) -> Result<(), BundleError> {
        if self.privileges.is_empty() {
            return Err(BundleError::GrantEmpty { tag: tag.clone(), object: self.on.to_string() });
        }
        match self.privileges.iter().find(|privilege| !allowed.contains(privilege)) {
            None => Ok(()),
            Some(privilege) => Err(BundleError::GrantRefused {
                tag: tag.clone(),
                privilege: privilege.sql(),
                object: self.on.to_string(),
                grantee: self.to.role(),
            }),
        }
    }

    fn statement(&self, verb: &str, preposition: &str) -> String {
        let privileges: Vec<&str> = self.privileges.iter().map(|privilege| privilege.sql()).collect();
        format!("{verb} {} ON {} {preposition} {}", privileges.join(", "), self.on, Quoted(self.to.role()))
    }
}

/// A fixed role name, quoted.
struct Quoted(&'static str);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

impl Grantee {
    /// The role's name on the server.
    #[must_use]
    pub const fn role(self) -> &'static str {
        match self {
            Self::Runtime => "mosaic_runtime_capability",
            Self::Importer => "mosaic_data_importer",
        }
    }
}

impl Privilege {
    /// The SQL key word.
    #[must_use]
    pub const fn sql(self) -> &'static str {
        match self {
            Self::Delete => "DELETE",
            Self::Execute => "EXECUTE",
            Self::Insert => "INSERT",
            Self::Select => "SELECT",
            Self::Update => "UPDATE",
            Self::Usage => "USAGE",
        }
    }
}
