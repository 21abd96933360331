//! The parts that a file is made of, each with what it is there for.

use super::mapped::Mapped;

/// What a part of a file is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// One command of a shell, on one line, with its arguments.
    Command,
    /// One SQL statement that is sent, on one line, without comments.
    Statement,
    /// Source text of a program without its comments.
    Code,
    /// What stands between the quotes of a program's string.
    Literal,
    /// One setting, as `path.of.keys = value`.
    Setting,
    /// One sentence.
    Sentence,
    /// Code that a sentence speaks of.
    Mention,
    /// Two sentences of which the second goes on about what the first named.
    Passage,
    /// A sentence of the comment that a file begins with.
    Remark,
}

impl Role {
    /// Every one of them.
    pub(super) const ALL: [Self; 9] = [
        Self::Command,
        Self::Statement,
        Self::Code,
        Self::Literal,
        Self::Setting,
        Self::Sentence,
        Self::Mention,
        Self::Passage,
        Self::Remark,
    ];

    /// Its place among all of them.
    pub(super) const fn number(self) -> usize {
        self as usize
    }
}

/// What a writer means with a sentence, as far as it decides whether a reader would act on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// It says what is so, or what to do.
    Asserts,
    /// It denies, forbids, asks, or tells what once was.
    Denies,
}

/// Where the part itself stands in what is around it.
pub(super) const HERE: char = '\u{1}';

/// What is around the statements of a body in PL/pgSQL.
pub(super) const BODY: &str = "body\u{1}";

/// What is around the settings of a file of variables.
pub(super) const VARIABLES: &str = "env\u{1}";

/// One part.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// What it is there for.
    pub(super) role: Role,
    /// Its text; places are those of the file.
    pub(super) text: Mapped,
    /// How it is meant. Only prose denies; whatever runs, asserts.
    pub(super) mood: Mood,
    /// What stands around it, with [`HERE`] in its place: whom a string is handed to, what a sentence says of its code.
    pub(super) around: String,
}

impl Region {
    /// A part that means what it says.
    pub(super) const fn new(role: Role, text: Mapped) -> Self {
        Self { role, text, mood: Mood::Asserts, around: String::new() }
    }
}
