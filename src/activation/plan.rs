//! What every plan has in common: which documents count, what contradicts what, and how steps are told.

use super::document::{Document, Place, Source};
use mosaic_db::attest::{Instant, MAX_SKEW_SECONDS};
use mosaic_db::error::Code;
use serde::Serialize;
use std::collections::BTreeSet;

/// What documents are held against.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The time, in milliseconds since 1970, UTC.
    pub now: u64,
    /// How many milliseconds old a document may be.
    pub max_age: u64,
    /// The random id of the database that is meant; the one that the documents agree on where it is not given.
    pub database_id: Option<&'a str>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    pub id: &'static str,
    pub title: &'static str,
    /// What to type.
    pub command: String,
    /// What shows that it is done.
    pub proof: &'static str,
    /// How to take it back.
    pub back: &'static str,
    pub standing: Standing,
}

/// Where a step stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Standing {
    Done { document: String, at: Instant },
    Open { reason: String },
}

/// Steps in their order, and what is to be said of the documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Documents that do not count, and why.
    pub set_aside: Vec<String>,
    /// What cannot be true at once.
    pub contradictions: Vec<String>,
}

/// A plan that is not through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error("{done} of {steps} steps are done; {next} is next: {reason}")]
    Open { done: usize, steps: usize, next: &'static str, reason: String },
    #[error("the documents contradict each other: {}", .0.join("; "))]
    Contradictory(Vec<String>),
}

impl PlanError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Open { .. } => Code::PlanOpen,
            Self::Contradictory(_) => Code::PlanContradictory,
        }
    }
}

impl Standing {
    pub fn open(reason: impl Into<String>) -> Self {
        Self::Open { reason: reason.into() }
    }

    pub fn done(document: &Document) -> Self {
        Self::Done { document: document.name.clone(), at: document.instant() }
    }

    pub const fn is_done(&self) -> bool {
        matches!(self, Self::Done { .. })
    }
}

impl Plan {
    /// That every step is done.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn conclude(&self) -> Result<(), PlanError> {
        if !self.contradictions.is_empty() {
            return Err(PlanError::Contradictory(self.contradictions.clone()));
        }
        let steps = self.steps.len();
        let done = self.steps.iter().filter(|step| step.standing.is_done()).count();
        let open = self.steps.iter().find_map(|step| match &step.standing {
            Standing::Open { reason } => Some((step.id, reason.clone())),
            Standing::Done { .. } => None,
        });
        match open {
            Some((next, reason)) => Err(PlanError::Open { done, steps, next, reason }),
            None => Ok(()),
        }
    }
}

/// Documents about one database, young enough and not of the future, with what is to be said of the others.
pub struct Sorted<'a> {
    documents: Vec<&'a Document>,
    pub set_aside: Vec<String>,
    pub contradictions: Vec<String>,
}

impl<'a> Sorted<'a> {
    pub fn new(documents: &'a [Document], terms: Terms<'_>) -> Self {
        let mut sorted =
            Self { documents: Vec::new(), set_aside: Vec::new(), contradictions: repeated(documents) };
        let meant = sorted.meant(documents, terms);
        for document in documents {
            let name = &document.name;
            let aside = if document.at > terms.now + MAX_SKEW_SECONDS * 1000 {
                sorted.contradictions.push(format!("{name} is of the future ({})", document.instant()));
                continue;
            } else if terms.now.saturating_sub(document.at) > terms.max_age {
                format!("{name} is stale: it is of {}", document.instant())
            } else {
                match &document.place {
                    None => format!("{name} does not say of which database it is"),
                    Some(place) if meant.is(place) => {
                        sorted.documents.push(document);
                        continue;
                    }
                    Some(_) => format!("{name} is foreign: it is of another database"),
                }
            };
            sorted.set_aside.push(aside);
        }
        sorted
    }

    /// Which database is meant. Where nobody says so, the documents must agree on one.
    fn meant(&mut self, documents: &[Document], terms: Terms<'_>) -> Meant {
        let places = || documents.iter().filter_map(|document| document.place.as_ref());
        let ids: BTreeSet<&str> = places().filter_map(|place| place.id.as_deref()).collect();
        let id = terms.database_id.or_else(|| ids.first().copied());
        if terms.database_id.is_none() && ids.len() > 1 {
            self.contradictions
                .push(format!("they are of {} databases; --database-id says which is meant", ids.len()));
        }
        let of_it = || places().filter(|place| id.is_none() || place.id.as_deref() == id);
        let cluster = of_it().next().map(|first| first.cluster.clone());
        if of_it().any(|place| Some(&place.cluster) != cluster.as_ref()) {
            self.contradictions.push(match id {
                Some(_) => "the same database id is on several clusters, as after a copy".to_owned(),
                None => "they are of several clusters".to_owned(),
            });
        }
        Meant { id: id.map(str::to_owned), cluster }
    }

    /// The newest document of this kind.
    pub fn newest(&self, source: Source) -> Option<&'a Document> {
        self.all(source).max_by_key(|document| document.at)
    }

    /// Every document of this kind.
    pub fn all(&self, source: Source) -> impl Iterator<Item = &'a Document> {
        self.documents.iter().copied().filter(move |document| document.source == source)
    }

    /// The newest document of a kind, if it says that the state was reached.
    pub fn reached(&self, source: Source) -> Result<&'a Document, String> {
        let word = source.word();
        let newest = self.newest(source).ok_or_else(|| format!("there is no document of {word}"))?;
        match &newest.failure {
            None => Ok(newest),
            Some(code) => Err(format!("{} failed with {code}", newest.name)),
        }
    }

    pub fn plan(self, steps: Vec<Step>) -> Plan {
        Plan { steps, set_aside: self.set_aside, contradictions: self.contradictions }
    }
}

/// The database that is meant, as far as it is known.
struct Meant {
    id: Option<String>,
    cluster: Option<(String, String)>,
}

impl Meant {
    /// A document whose login could not read the id is told by the cluster alone.
    fn is(&self, place: &Place) -> bool {
        let same_id = place.id.is_none() || self.id.is_none() || place.id == self.id;
        same_id && self.cluster.as_ref() == Some(&place.cluster)
    }
}

/// One run of the program says one thing. A receipt and an answer are two documents of one run.
fn repeated(documents: &[Document]) -> Vec<String> {
    let said = |document: &Document| (document.failure.clone(), document.place.clone(), document.source);
    let mut contradictions = Vec::new();
    for (position, document) in documents.iter().enumerate() {
        let earlier = documents.iter().take(position);
        let other = earlier.filter(|other| {
            other.invocation.is_some()
                && other.invocation == document.invocation
                && said(other) != said(document)
        });
        contradictions.extend(
            other.map(|other| format!("{} and {} are of one run and differ", other.name, document.name)),
        );
    }
    contradictions
}
