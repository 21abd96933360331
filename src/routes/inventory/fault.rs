//! What is wrong with a record.

use super::super::kind::Kind;
use super::record::{Disposition, FileClass};
use crate::attest::Instant;
use crate::digest::Digest;
use serde::Serialize;

/// Something that is wrong with one record. While it is, the record permits nothing, unless it only permits too much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line of the inventory on which the record begins.
    pub line: usize,
    /// Its path or glob.
    pub path: String,
    /// What is wrong.
    #[serde(flatten)]
    pub mistake: Mistake,
}

/// What can be wrong with a record. `Display` reads after the path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "kebab-case", tag = "fault")]
#[expect(missing_docs, reason = "each variant is described by its text and its FaultRule")]
pub enum Mistake {
    #[error("has no owner")]
    Ownerless,
    #[error("has no rationale")]
    Unexplained,
    #[error("was reviewed by nobody")]
    Unreviewed,
    #[error("expired {expires}")]
    Expired { expires: Instant },
    #[error("ends {expires}, more than {days} days from now")]
    TooLong { expires: Instant, days: u64 },
    #[error("names no file")]
    Missing,
    #[error(
        "takes in files that nobody thought of: ** or an asterisk in the first segment or for a whole one"
    )]
    Broad,
    #[error("{file} has a record on line {other} too, of {owner}")]
    Duplicate { file: String, other: usize, owner: String },
    #[error("{file} was read as {kind}, which cannot be {}", .class.name())]
    Unfit { file: String, kind: Kind, class: FileClass },
    #[error("{} cannot be {}", .class.name(), .disposition.name())]
    Unreasonable { class: FileClass, disposition: Disposition },
    #[error("{} may permit nothing", .class.name())]
    AllowsNothing { class: FileClass },
    #[error("permits by {rule}, which is no rule")]
    UnknownRule { rule: String },
    #[error("permits by {rule}, which is about what a text means; no record permits that")]
    Semantic { rule: String },
    #[error("permits {token:?} by {rule}, which is not found there any more")]
    Stale { rule: String, token: String },
    #[error("is historical-sql without sha256, so a change would not be seen; what is there now has {found}")]
    Unsealed { found: Digest },
    #[error("has sha256 without being historical-sql")]
    SealedForNothing,
    #[error("{file} is not made of labelled snippets from beginning to end")]
    NotSnippets { file: String },
    #[error("holds {found} snippets, the record says {recorded}")]
    Miscounted { recorded: usize, found: usize },
    #[error("holds snippets, {agreeing} of {snippets} of which are as they are labelled")]
    Disbelieved { snippets: usize, agreeing: usize },
    #[error("has changed: sha256 is {found}, the record says {recorded}")]
    Changed { recorded: Digest, found: Digest },
}

/// What a kind of fault is called and why it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultRule {
    /// Its identifier, stable across releases.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Why it is one, or what to do.
    pub why: &'static str,
}

macro_rules! fault_rules {
    ($( $variant:ident $id:literal $title:literal $why:literal )*) => {
        impl FaultRule {
            /// Every kind of fault.
            pub const ALL: &[Self] = &[ $( Self { id: concat!("routes.inventory.", $id), title: $title, why: $why }, )* ];
        }

        impl Mistake {
            /// Its kind in reports.
            #[must_use]
            pub const fn rule(&self) -> FaultRule {
                match self {
                    $( Self::$variant { .. } => FaultRule { id: concat!("routes.inventory.", $id), title: $title, why: $why }, )*
                }
            }
        }
    };
}

fault_rules! {
    Ownerless "ownerless"
        "a record without an owner"
        "Whoever answers for a file is asked before its record is renewed; nobody can be asked here."
    Unexplained "unexplained"
        "a record without a rationale"
        "A permission without a reason cannot be reviewed, only believed."
    Unreviewed "unreviewed"
        "a record that nobody but its author has looked at"
        "Put the revision at which somebody else looked at files and record in its place."
    Expired "expired"
        "a record that has ended"
        "Look at the files again, and date the record anew or correct them."
    TooLong "too-long"
        "a record that holds longer than anybody remembers it"
        "A record holds for 731 days at most, one of a file that is to go for 92."
    Missing "missing"
        "a record of no file"
        "A record of what is not there would permit whatever is put there next. Remove it."
    Broad "broad"
        "a record of files that nobody thought of"
        "Name each file, or a glob whose every segment has letters of its own and whose first has no asterisk."
    Duplicate "duplicate"
        "two records of one file"
        "Two owners can each believe that the other has looked."
    Unfit "unfit"
        "a class that a file of this kind cannot have"
        "A manifest that is called a report is still deployed. Correct the class, or the record's path."
    Unreasonable "unreasonable"
        "a class that the reason does not go with"
        "For example, what is deployed is not inert, and history is not thrown away."
    AllowsNothing "allows-nothing"
        "a permission where there is none"
        "What only says how far something is has no use for commands."
    UnknownRule "unknown-rule"
        "a permission by what is no rule"
        "mosaic-db-migrator routes explain lists the rules."
    Semantic "semantic"
        "a permission of what a text means"
        "No class makes such a text safe to read or to run. Correct the file."
    Stale "stale"
        "a permission of what is not there any more"
        "It would permit the same text when it comes back. Remove it."
    Unsealed "unsealed"
        "historical SQL without a digest"
        "Put the digest that is named into the record, after comparing the files with what was applied."
    SealedForNothing "sealed-for-nothing"
        "a digest where files may change"
        "Only historical-sql is compared with sha256."
    NotSnippets "not-snippets"
        "a record of snippets whose file has something else in it"
        "A file of labelled snippets is made of them from the first line to the last."
    Miscounted "miscounted"
        "another number of snippets than was reviewed"
        "Look at what came or went, and correct the number."
    Disbelieved "disbelieved"
        "snippets that are not as they are labelled"
        "At least four of five have to be, or the labels were not given in earnest."
    Changed "changed"
        "history that has changed"
        "Bring the file back from the revision of its record; a change of the database is a new entry."
}
