//! Preconditions: whether the next entry may run, or is held until something outside the bundle has happened; usually
//! a backfill between the entry that adds a column and the one that makes it NOT NULL.
//!
//! Only the next entry is asked about: what a later one asks may not exist before those in between have run. Each
//! query is declared as a cursor in a READ ONLY transaction, so the server takes a query and nothing else for it
//! (PostgreSQL manual, DECLARE), and one row is all that is read.

use crate::bundle::{Bundle, Entry, Tag};
use crate::error::Code;
use crate::postgres::identity::role;
use crate::postgres::{Batch, ServerError, Stop, StopCause, sqlstate};
use std::fmt;

/// An entry that may not run yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The entry.
    pub tag: Tag,
    /// Its preconditions that are not met.
    pub unmet: Vec<Tag>,
}

impl Hold {
    /// The hold of an entry whose preconditions nobody asked about: as if none were met.
    #[must_use]
    pub fn unasked(entry: &Entry) -> Self {
        Self { tag: entry.tag().clone(), unmet: entry.requires().to_vec() }
    }
}

/// Why a precondition has no answer.
#[derive(Debug, thiserror::Error)]
pub enum PreconditionError {
    /// The server refused the query.
    #[error("precondition {name} of entry {tag} cannot be answered: {cause}")]
    Refused {
        /// The entry.
        tag: Tag,
        /// The precondition, or those among which it is.
        name: String,
        /// What the server said.
        cause: ServerError,
    },
    /// The query writes.
    #[error("precondition {name} of entry {tag} writes: {cause}")]
    Writes {
        /// The entry.
        tag: Tag,
        /// The precondition, or those among which it is.
        name: String,
        /// What the server said.
        cause: ServerError,
    },
    /// The session could not be prepared for the question.
    #[error("the server refused what comes before the preconditions of entry {tag}: {cause}")]
    Session {
        /// The entry.
        tag: Tag,
        /// What the server said.
        cause: ServerError,
    },
    /// The connection was lost.
    #[error("the connection was lost while the preconditions of entry {0} were asked")]
    Lost(Tag),
}

impl PreconditionError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Refused { .. } => Code::PreconditionRefused,
            Self::Writes { .. } => Code::PreconditionWrites,
            Self::Session { .. } => Code::QuestionRefused,
            Self::Lost(_) => Code::ConnectionLost,
        }
    }
}

impl fmt::Display for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is held until ", self.tag)?;
        for (place, name) in self.unmet.iter().enumerate() {
            write!(f, "{}{name}", if place == 0 { "" } else { ", " })?;
        }
        f.write_str(" is met")
    }
}

const CURSOR: &str = "mosaic_precondition";

/// Statements before the first query.
const BEFORE: usize = 2;

/// Statements for each query.
const EACH: usize = 3;

/// The statements that ask what an entry requires, for a READ ONLY transaction, under the role and the search path the
/// entry itself will have.
#[must_use]
pub fn questions(bundle: &Bundle, entry: &Entry) -> Vec<String> {
    let mut statements = vec![
        format!("SET LOCAL ROLE {}", role::SCHEMA_OWNER),
        format!("SET LOCAL search_path = {}", bundle.manifest().search_path(entry.phase())),
    ];
    for query in entry.requires().iter().filter_map(|name| bundle.precondition(name)) {
        statements.extend([
            format!("DECLARE {CURSOR} NO SCROLL CURSOR FOR {query}"),
            format!("FETCH 1 FROM {CURSOR}"),
            format!("CLOSE {CURSOR}"),
        ]);
    }
    statements
}

/// Judges the message in which `before` other statements preceded the [`questions`]. No row means met.
///
/// # Errors
/// [`PreconditionError`].
pub fn judge(
    entry: &Entry,
    outcome: Result<Batch, Stop>,
    before: usize,
) -> Result<Option<Hold>, PreconditionError> {
    let answers = outcome.map_err(|stop| explain(entry, stop, before))?;
    let rows = |place: usize| answers.set(before + BEFORE + place * EACH + 1).rows();
    let unmet = entry.requires().iter().enumerate().filter(|(place, _)| !rows(*place).is_empty());
    let unmet: Vec<Tag> = unmet.map(|(_, name)| name.clone()).collect();
    Ok(if unmet.is_empty() { None } else { Some(Hold { tag: entry.tag().clone(), unmet }) })
}

fn explain(entry: &Entry, stop: Stop, before: usize) -> PreconditionError {
    let tag = entry.tag().clone();
    let StopCause::Server(cause) = stop.cause else { return PreconditionError::Lost(tag) };
    if sqlstate::ends_session(&cause.sqlstate) {
        return PreconditionError::Lost(tag);
    }
    let place = stop.completed.completed().checked_sub(before + BEFORE).map(|statement| statement / EACH);
    let name = match place.and_then(|place| entry.requires().get(place)) {
        Some(name) => name.to_string(),
        // The server reads the whole message before it runs any of it, and only the queries are not this program's own.
        None if cause.is(sqlstate::SYNTAX_ERROR) => {
            entry.requires().iter().map(Tag::as_str).collect::<Vec<_>>().join(" or ")
        }
        None => return PreconditionError::Session { tag, cause },
    };
    if cause.is(sqlstate::READ_ONLY_TRANSACTION) {
        PreconditionError::Writes { tag, name, cause }
    } else {
        PreconditionError::Refused { tag, name, cause }
    }
}
