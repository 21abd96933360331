//! Routes: what in a repository leads to a change of a database's shape past the runner, or shows a credential.
//!
//! A file is decoded, folded to the ASCII it looks like, and cut into regions by a reader for its kind, so that a rule
//! knows whether words are a command, a statement, or a sentence that forbids them. Rules are data. Nothing is executed,
//! and whatever cannot be read is named.

mod bits;
mod decode;
mod excuse;
pub mod inventory;
mod kind;
mod mapped;
mod matcher;
mod order;
mod pattern;
mod prefilter;
mod read;
mod redact;
mod region;
mod required;
mod rule;
mod rules;
mod scan;
pub mod self_test;
mod sentences;
pub mod snippet;
mod vocabulary;
mod walk;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod equality;
#[cfg(test)]
mod tests;

pub use decode::Encoding;
pub use kind::Kind;
pub use matcher::words;
pub use region::Role;
pub use rule::{Basis, Class, Rule};
pub use scan::{Disposition, Hit, LARGEST, Scanned, Span, scan};
pub use walk::{Coverage, File, WalkError, walk};

/// Every rule, in the order of the manual.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    rules::all()
}

/// The rule of this identifier.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules::named(id)
}
