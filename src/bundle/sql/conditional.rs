//! Which objects an entry may leave otherwise than it was measured to, because it decides by rows.
//!
//! A scratch database has no rows, so measuring shows one outcome of a DO block that looks at some. Which others there
//! are is read from the text. What counts: a statement that can change the catalog, chooses whether or what, and looks
//! for that at something other than the catalog, which is part of what is measured. Invariant: whatever is not
//! recognised counts as looking at rows, and what it does as concerning any object.

mod ddl;
mod known;
mod walk;

use super::chunk::chunks;
use super::reader::{Reader, plain_string};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use walk::Walk;

/// Objects of the catalog, as far as a text names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Objects {
    /// None.
    #[default]
    None,
    /// Those of these names, and what belongs to them. Without their schemas, because a search path may have chosen
    /// them, and a later entry may move them: `name`, or `table.name` for what has a name only within its table.
    Named(BTreeSet<String>),
    /// The text does not say which.
    Any,
}

impl Objects {
    /// Whether there are none.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    fn of(name: String) -> Self {
        Self::Named([name].into())
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => Self::Any,
            (Self::None, objects) | (objects, Self::None) => objects,
            (Self::Named(mut names), Self::Named(others)) => {
                names.extend(others);
                Self::Named(names)
            }
        }
    }
}

/// The bodies of the routines that a bundle creates, by name.
#[derive(Clone, Debug, Default)]
pub struct Routines(BTreeMap<String, Vec<String>>);

impl Routines {
    /// Those of these entries.
    pub fn of<'a>(bodies: impl Iterator<Item = &'a str>) -> Self {
        let mut routines = Self::default();
        for statement in bodies.flat_map(chunks).flat_map(|chunk| chunk.statements()) {
            routines.note(statement.text);
        }
        routines
    }

    /// Takes the body of a routine whose statement this is: a string. One that is written as statements (`BEGIN
    /// ATOMIC`, `RETURN`) can change no catalog (manual, CREATE FUNCTION, `sql_body`), and counts as unknown.
    fn note(&mut self, statement: &str) {
        let mut reader = Reader::new(statement);
        let create = reader.accept("create");
        reader.accept_all(&["or", "replace"]);
        if !create || !(reader.accept("function") || reader.accept("procedure")) {
            return;
        }
        let Some(name) = reader.object() else { return };
        while let Some(token) = reader.next() {
            if super::reader::is_word(&token, "as") {
                let body = reader.next().and_then(|token| plain_string(&token));
                if let Some(body) = body {
                    self.0.entry(name.name.as_str().to_owned()).or_default().push(body.into_owned());
                }
            }
        }
    }
}

/// What an entry's rows decide about.
#[must_use]
pub fn conditional(body: &str, routines: &Routines) -> Objects {
    let statements = chunks(body).flat_map(|chunk| chunk.statements());
    statements.fold(Objects::None, |objects, statement| objects.and(of_statement(statement.text, routines)))
}

fn of_statement(statement: &str, routines: &Routines) -> Objects {
    let mut reader = Reader::new(statement);
    if reader.accept("do") {
        // DO [LANGUAGE name] 'body' [LANGUAGE name]
        return match reader.find_map(|token| plain_string(&token)) {
            Some(body) => Walk::over(&body, routines).decided(),
            None => Objects::Any,
        };
    }
    match ddl::objects(statement) {
        // It does what it says, or it fails.
        Some(_) => Objects::None,
        None => Walk::over(statement, routines).decided(),
    }
}

#[cfg(test)]
mod tests;
