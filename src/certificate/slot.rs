//! What no probe can show, vouched for by a named person: that credentials were rotated, that a rollback was rehearsed,
//! and that somebody else has looked at all of it.

use super::printable;
use crate::attest::Instant;
use crate::digest::Digest;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The value of [`Slot::schema`].
pub const SLOT_SCHEMA: &str = "mosaic.certify.slot.v1";

/// What is vouched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlotKind {
    /// The verdict of somebody who made none of the other documents.
    Review,
    /// A rehearsed way back.
    Rollback,
    /// A change of credentials under load.
    Rotation,
}

/// One person's word, bound to the bytes that it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// [`SLOT_SCHEMA`].
    pub schema: String,
    /// What is vouched for.
    pub kind: SlotKind,
    /// Who vouches.
    pub by: Person,
    /// The random id of the database.
    pub database_id: String,
    /// SHA-256 of the evidence, in its exact bytes.
    pub evidence: Digest,
    /// How many bytes it has.
    pub evidence_bytes: u32,
    /// When this was said.
    pub issued: Instant,
    /// The run of the program that wrote this.
    pub invocation: String,
    /// Name and version of the program.
    pub program: String,
    /// SHA-256 of each document that was looked at, sorted; none but in a review.
    pub reviewed: Vec<Digest>,
}

/// A person's name: up to 100 printable characters, words separated by one space.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Person(String);

/// The text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a name: 1 to 100 printable characters are expected")]
pub struct NotAPerson;

impl SlotKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Rotation, Self::Rollback, Self::Review];

    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Rollback => "rollback",
            Self::Rotation => "rotation",
        }
    }
}

impl fmt::Display for SlotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Person {
    /// Takes a name as it was typed.
    ///
    /// # Errors
    /// [`NotAPerson`] for no text, a long one, or one with control characters.
    pub fn new(typed: &str) -> Result<Self, NotAPerson> {
        let words: Vec<&str> = typed.split_whitespace().collect();
        let name = printable(&words.join(" "));
        let fits = (1..=100).contains(&name.len()) && !typed.chars().any(char::is_control);
        if fits { Ok(Self(name)) } else { Err(NotAPerson) }
    }

    /// Whether it is the same name, whatever its case.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Person {
    type Error = NotAPerson;
    fn try_from(text: String) -> Result<Self, NotAPerson> {
        Self::new(&text).ok().filter(|person| person.0 == text).ok_or(NotAPerson)
    }
}

impl From<Person> for String {
    fn from(person: Person) -> Self {
        person.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_has_one_spelling_but_for_its_case() {
        let person = Person::new("  Ada   Lovelace ").unwrap();
        assert_eq!(person.to_string(), "Ada Lovelace");
        assert!(person.is(&Person::new("ADA lovelace").unwrap()));
        assert!(!person.is(&Person::new("Ada").unwrap()));
        for refused in ["", "  ", "Ada\nLovelace", &"x".repeat(101)] {
            assert_eq!(Person::new(refused), Err(NotAPerson));
        }
        assert_eq!(Person::try_from("Ada  Lovelace".to_owned()), Err(NotAPerson));
        let accented = Person::new("Zo\u{eb}").unwrap();
        assert_eq!(Person::try_from(String::from(accented.clone())), Ok(accented));
    }
}
