//! From signed documents to one certificate, or to every reason why there is none.
//!
//! A trust store lists a key once, for one purpose, so the key of a review has signed nothing else; that the reviewer is
//! another person than the authors is told by their names.

use super::document::{Admitted, Document, Signed, admit};
use super::evidence::{Database, Evidence, Login, Outcome, Relation};
use super::reason::{NotCertified, Reason};
use super::slot::{Slot, SlotKind};
use crate::attest::{Instant, MAX_SKEW_SECONDS, TrustStore};
use crate::bundle::IMMUTABLE;
use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// The value of [`Certificate::schema`].
pub const CERTIFICATE_SCHEMA: &str = "mosaic.certificate.v1";

/// How old, in seconds, what was seen of a database may be: what a login can do may have changed since.
pub const PART_MAX_AGE: u64 = 24 * 3600;

/// How old, in seconds, a person's word may be: nobody rotates or rolls back every day.
pub const SLOT_MAX_AGE: u64 = 90 * 24 * 3600;

/// What is certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// That every deployed login is denied what it must be.
    Foundation,
    /// That besides, nobody who is deployed can change the rows that are evidence.
    Immutability,
}

/// One canonical document. It holds every document that it rests on with its signature, and no time of its own: the same
/// documents give the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`CERTIFICATE_SCHEMA`].
    pub schema: String,
    /// What is certified.
    pub kind: Kind,
    /// Of which database.
    pub database: Database,
    /// SHA-256 of all that the bundle consists of.
    pub bundle: Digest,
    /// The fingerprint of the schema.
    pub catalog: Digest,
    /// When the first of the parts was made.
    pub seen_from: Instant,
    /// When the last of them was.
    pub seen_until: Instant,
    /// What was seen: of importer, migrator and runtime.
    pub parts: Vec<Signed<Evidence>>,
    /// Who vouches: for review, rollback and rotation.
    pub slots: Vec<Signed<Slot>>,
}

/// Merges documents, in whatever order they come.
///
/// # Errors
/// [`NotCertified`] with every reason.
pub fn assemble(
    kind: Kind,
    documents: &[Document<'_>],
    trust: &TrustStore,
    program: &str,
    now: Instant,
) -> Result<Certificate, NotCertified> {
    let mut reasons = Vec::new();
    let mut admitted = Vec::new();
    for document in documents {
        match admit(document, trust, now) {
            Ok(document) => admitted.push(document),
            Err(reason) => reasons.push(reason),
        }
    }
    let (mut parts, mut slots) = (Vec::new(), Vec::new());
    for document in &admitted {
        reasons.extend(of_one(document, program, now));
        let repeated = match document {
            Admitted::Part(_, part) => add(&mut parts, &**part, |part| part.statement.login),
            Admitted::Slot(_, slot) => add(&mut slots, &**slot, |slot| slot.statement.kind),
        };
        if repeated {
            reasons.push(Reason::Repeated { document: document.name() });
        }
    }
    reasons.extend(incomplete(&parts, &slots));
    reasons.extend(of_all(&admitted, &slots));
    if kind == Kind::Immutability {
        reasons.extend(immutability(&parts));
    }
    parts.sort_by_key(|part| part.statement.login);
    slots.sort_by_key(|slot| slot.statement.kind);
    match merged(kind, &parts, &slots) {
        Some(certificate) if reasons.is_empty() => Ok(certificate),
        // Where something is missing, that is among the reasons.
        Some(_) | None => Err(NotCertified(reasons)),
    }
}

/// Whether there was one already.
fn add<'a, T, K: PartialEq>(all: &mut Vec<&'a T>, one: &'a T, kind: impl Fn(&T) -> K) -> bool {
    let repeated = all.iter().any(|other| kind(other) == kind(one));
    all.push(one);
    repeated
}

/// What is wrong with a document by itself.
fn of_one(document: &Admitted<'_>, program: &str, now: Instant) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let name = || document.name();
    let (issued, allowed) = match document {
        Admitted::Part(_, part) => (part.statement.issued, PART_MAX_AGE),
        Admitted::Slot(_, slot) => (slot.statement.issued, SLOT_MAX_AGE),
    };
    if issued.seconds_since(now) > MAX_SKEW_SECONDS {
        reasons.push(Reason::FromTheFuture { document: name() });
    }
    if now.seconds_since(issued) > allowed {
        reasons.push(Reason::TooOld { document: name(), allowed });
    }
    if document.program() != program {
        reasons.push(Reason::OtherProgram { document: name() });
    }
    if document.by().is_none() {
        reasons.push(Reason::Nameless { document: name() });
    }
    if let Admitted::Part(_, part) = document {
        if let Err(cause) = part.statement.require_sufficient() {
            reasons.push(Reason::Insufficient { document: name(), cause });
        }
        let catalog = part.statement.verified.as_ref().and_then(|verified| verified.schema);
        if part.statement.login == Login::Migrator && catalog.is_none() {
            reasons.push(Reason::Unverified { document: name() });
        }
    }
    reasons
}

fn incomplete(parts: &[&Signed<Evidence>], slots: &[&Signed<Slot>]) -> Vec<Reason> {
    let logins = [Login::Runtime, Login::Migrator, Login::Importer].into_iter();
    let logins = logins.filter(|login| !parts.iter().any(|part| part.statement.login == *login));
    let kinds = SlotKind::ALL.into_iter();
    let kinds = kinds.filter(|kind| !slots.iter().any(|slot| slot.statement.kind == *kind));
    logins.map(Reason::PartMissing).chain(kinds.map(Reason::SlotEmpty)).collect()
}

/// What is wrong with documents beside each other. All are compared with the first part.
fn of_all(admitted: &[Admitted<'_>], slots: &[&Signed<Slot>]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let first = admitted.iter().find_map(|document| match document {
        Admitted::Part(_, part) => Some(&part.statement),
        Admitted::Slot(..) => None,
    });
    let review = slots.iter().find(|slot| slot.statement.kind == SlotKind::Review);
    for document in admitted {
        let name = || document.name();
        if first.is_some_and(|first| first.database.id != document.database_id()) {
            reasons.push(Reason::OtherDatabase { document: name() });
        }
        if let (Some(first), Admitted::Part(_, part)) = (first, document) {
            let server = |evidence: &Evidence| {
                let Database { system_identifier, timeline, oid, .. } = evidence.database.clone();
                (system_identifier, timeline, oid)
            };
            if server(first) != server(&part.statement) {
                reasons.push(Reason::OtherServer { document: name() });
            }
            if first.bundle != part.statement.bundle {
                reasons.push(Reason::OtherBundle { document: name() });
            }
        }
        let Some(review) = review.filter(|review| review.sha256 != document.sha256()) else { continue };
        if !review.statement.reviewed.contains(&document.sha256()) {
            reasons.push(Reason::NotReviewed { document: name() });
        }
        if document.by().is_some_and(|by| by.is(&review.statement.by)) {
            reasons.push(Reason::ReviewersName { document: name() });
        }
    }
    reasons
}

/// That each login was denied every change of each relation.
fn immutability(parts: &[&Signed<Evidence>]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for name in IMMUTABLE {
        let relation = format!("mosaic.{name}");
        let there =
            |part: &&Signed<Evidence>| part.statement.immutable.get(name) == Some(&Relation::Attempted);
        if !parts.iter().all(there) {
            reasons.push(Reason::RelationNotThere { relation });
            continue;
        }
        for part in parts {
            for (id, verb) in [
                ("immutable.update", "UPDATE"),
                ("immutable.delete", "DELETE"),
                ("immutable.truncate", "TRUNCATE"),
            ] {
                let shown = part
                    .statement
                    .observations
                    .iter()
                    .any(|made| made.id == id && made.on == relation && made.outcome == Outcome::Denied);
                if !shown {
                    let (relation, login) = (relation.clone(), part.statement.login);
                    reasons.push(Reason::RelationNotShown { relation, login, verb });
                }
            }
        }
    }
    reasons
}

fn merged(kind: Kind, parts: &[&Signed<Evidence>], slots: &[&Signed<Slot>]) -> Option<Certificate> {
    let migrator = parts.iter().find(|part| part.statement.login == Login::Migrator)?;
    let verified = migrator.statement.verified.as_ref()?;
    let times = parts.iter().map(|part| part.statement.issued);
    Some(Certificate {
        schema: CERTIFICATE_SCHEMA.to_owned(),
        kind,
        database: migrator.statement.database.clone(),
        bundle: migrator.statement.bundle,
        catalog: verified.schema?,
        seen_from: times.clone().min()?,
        seen_until: times.max()?,
        parts: parts.iter().map(|part| (*part).clone()).collect(),
        slots: slots.iter().map(|slot| (*slot).clone()).collect(),
    })
}

#[cfg(test)]
mod tests;
