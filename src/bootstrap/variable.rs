//! The only way from data into the script: a `psql` variable.
//!
//! Invariant: a value is between single quotes with every quote and backslash escaped, so `psql` reads back exactly
//! what was put in (PostgreSQL manual, psql, "Meta-Commands": quoted arguments). The templates use it as `:'name'` or
//! `:"name"` only, which `psql` quotes for the server.

use std::fmt;

/// A `\set` line.
pub struct Variable {
    name: &'static str,
    value: String,
}

impl Variable {
    /// A variable that holds this text.
    pub fn text(name: &'static str, value: &str) -> Self {
        Self { name, value: value.to_owned() }
    }

    /// A variable that holds this JSON, in one line.
    pub fn json(name: &'static str, value: &serde_json::Value) -> Self {
        Self { name, value: value.to_string() }
    }
}

impl Variable {
    /// Name and value of a `set` command, without its backslash.
    pub fn read(command: &str) -> Option<(String, String)> {
        let (name, argument) = command.strip_prefix("set ")?.split_once(' ')?;
        let Some(quoted) = argument.strip_prefix('\'') else {
            return Some((name.to_owned(), argument.to_owned()));
        };
        let mut value = String::new();
        let mut characters = quoted.strip_suffix('\'')?.chars();
        while let Some(character) = characters.next() {
            value.push(match character {
                '\\' => match characters.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    escaped => escaped,
                },
                plain => plain,
            });
        }
        Some((name.to_owned(), value))
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\\set {} '", self.name)?;
        for character in self.value.chars() {
            match character {
                '\'' => f.write_str("\\'")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                other => write!(f, "{other}")?,
            }
        }
        f.write_str("'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_one_quoted_argument_in_one_line() {
        let line = Variable::text("x", "it's \\a `b` :c\n\r\"d\"").to_string();
        assert_eq!(line, "\\set x 'it\\'s \\\\a `b` :c\\n\\r\"d\"'");
        let read = Variable::read(line.trim_start_matches('\\')).expect("a command");
        assert_eq!(read, ("x".to_owned(), "it's \\a `b` :c\n\r\"d\"".to_owned()));
    }
}
