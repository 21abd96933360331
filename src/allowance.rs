//! Signed allowances: objects that a database may have beside what its bundle makes, each by name, with who answers for
//! it and until when.
//!
//! Only what changes no meaning can be allowed (see [`Harm`]): a database with its allowed objects accepts the same rows
//! and gives the same answers as one without, so they are taken out before the catalog is compared and fingerprinted.
//! Invariants:
//!
//! - [`Allowances`] exist only of a document whose signature held, for a key that may sign allowances.
//! - An object is taken out only if it is exactly the one that was allowed, in the database that was named, before the
//!   end, and no entry of the bundle makes one of its name.

mod document;
mod error;
mod kind;

pub use document::{Allowance, Draft, MAX_DAYS, PAYLOAD_TYPE};
pub use error::AllowanceError;
pub use kind::{Harm, judge};

use crate::attest::{Grade, Instant, KeyId, Purpose, TrustStore, verify_signature};
use crate::bundle::Effects;
use crate::catalog::Snapshot;
use serde::{Deserialize, Serialize};

/// The verified allowances of one database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowances(Option<Verified>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Verified {
    document: Draft,
    key: KeyId,
}

/// Allowances at a point in time.
#[derive(Clone, Copy, Debug)]
pub struct InForce<'a> {
    allowances: &'a Allowances,
    now: Instant,
}

/// A snapshot without the objects that are allowed.
#[derive(Clone, Debug)]
pub struct Admitted {
    /// The rest.
    pub snapshot: Snapshot,
    /// What was taken out.
    pub allowed: Vec<Allowance>,
    /// Why other objects that an allowance names were not.
    pub remarks: Vec<String>,
}

/// The files as they were read, from which allowances follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// The document.
    pub document: Vec<u8>,
    /// Its signature.
    pub signature: Vec<u8>,
    /// The trust store.
    pub trust_store: Vec<u8>,
}

impl Signed {
    /// Decides whether they are allowances to go by.
    ///
    /// # Errors
    /// As [`verify`], and for a trust store that is refused.
    pub fn verify(&self, now: Instant) -> Result<Allowances, AllowanceError> {
        verify(&self.document, &self.signature, &TrustStore::parse(&self.trust_store)?, now)
    }
}

/// Decides whether these bytes, under this signature, are allowances to go by.
///
/// # Errors
/// [`AllowanceError`]: the first step that failed. Nothing is parsed before the signature held.
pub fn verify(
    bytes: &[u8],
    signature: &[u8],
    trust: &TrustStore,
    now: Instant,
) -> Result<Allowances, AllowanceError> {
    let key = verify_signature(bytes, signature, PAYLOAD_TYPE, Purpose::Allowance, trust, now)?;
    if trust.key(key).is_none_or(|key| key.grade != Grade::Production) {
        return Err(AllowanceError::DevelopmentKey);
    }
    let document = Draft::parse(bytes)?;
    document.require_issued(now)?;
    Ok(Allowances(Some(Verified { document, key })))
}

impl Allowances {
    /// That nothing is allowed.
    pub const NONE: Self = Self(None);

    /// Each of them, the expired ones included.
    #[must_use]
    pub fn list(&self) -> &[Allowance] {
        self.0.as_ref().map_or(&[], |verified| verified.document.list())
    }

    /// The database they are for, and the key that signed them.
    #[must_use]
    pub fn origin(&self) -> Option<(&str, KeyId)> {
        self.0.as_ref().map(|verified| (verified.document.database_id(), verified.key))
    }

    /// As they are at this time.
    #[must_use]
    pub const fn as_of(&self, now: Instant) -> InForce<'_> {
        InForce { allowances: self, now }
    }
}

impl InForce<'_> {
    /// That nothing is allowed.
    #[must_use]
    pub fn none() -> Self {
        InForce { allowances: &Allowances::NONE, now: Instant::default() }
    }

    /// Whether there is anything to take out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.allowances.list().is_empty()
    }

    /// Takes what is allowed out of the snapshot of a database. `effects` are what the entries of its bundle do.
    ///
    /// # Errors
    /// [`AllowanceError::OtherDatabase`] if they are for another one.
    pub fn admit(
        &self,
        database_id: &str,
        mut snapshot: Snapshot,
        effects: Option<&Effects>,
    ) -> Result<Admitted, AllowanceError> {
        if self.allowances.origin().is_some_and(|(meant, _)| meant != database_id) {
            return Err(AllowanceError::OtherDatabase);
        }
        let (mut allowed, mut remarks) = (Vec::new(), Vec::new());
        for allowance in self.allowances.list() {
            let Some(found) = snapshot.objects().get(&allowance.key()) else { continue };
            let object = format!("{} {}", allowance.class.word(), allowance.name.as_str());
            if effects.is_some_and(|effects| effects.speaks_of(allowance.class, allowance.name.as_str())) {
                remarks.push(format!(
                    "an allowance for {object} is of no effect: an entry makes one of this name"
                ));
            } else if *found != allowance.fields {
                remarks.push(format!("the allowance for {object} is for one that is defined otherwise"));
            } else if self.now >= allowance.expires {
                let (owner, end) = (allowance.owner.as_str(), allowance.expires);
                remarks.push(format!("the allowance of {owner} for {object} expired {end}"));
            } else {
                snapshot.remove(&allowance.key());
                allowed.push(allowance.clone());
            }
        }
        Ok(Admitted { snapshot, allowed, remarks })
    }
}

#[cfg(test)]
mod tests;
