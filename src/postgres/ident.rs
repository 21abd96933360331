//! SQL identifiers: the only names from outside that are ever written into SQL text.

use std::fmt;

/// A plain SQL identifier: `[a-z_][a-z0-9_]*`, at most 63 bytes, always written in double quotes.
///
/// The alphabet is narrow on purpose: with it, quoting cannot go wrong, and a name means the same quoted and
/// unquoted (PostgreSQL manual, "Identifiers and Key Words").
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ident(String);

/// The text is not a plain SQL identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a plain SQL identifier: [a-z_][a-z0-9_]*, at most 63 bytes")]
pub struct NotAnIdent;

impl Ident {
    /// Checks the text.
    ///
    /// # Errors
    /// [`NotAnIdent`] for anything but a plain identifier.
    pub fn parse(text: &str) -> Result<Self, NotAnIdent> {
        let first_fits = text.bytes().next().is_some_and(|b| b.is_ascii_lowercase() || b == b'_');
        let rest_fits = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if first_fits && rest_fits && text.len() <= 63 { Ok(Self(text.to_owned())) } else { Err(NotAnIdent) }
    }

    /// The name without quotes.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// Writes the identifier in double quotes, as it goes into SQL.
impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

/// Writes text as a string literal (PostgreSQL manual, "String Constants"), whatever
/// `standard_conforming_strings` says.
pub struct Literal<'a>(pub &'a str);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.contains('\\') { " E'" } else { "'" })?;
        for character in self.0.chars() {
            match character {
                '\'' => f.write_str("''")?,
                '\\' => f.write_str("\\\\")?,
                // The protocol cannot carry it; what is left is still one literal.
                '\0' => {}
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
    fn only_plain_names_pass() {
        for good in ["drizzle", "__drizzle_migrations", "a1", "_"] {
            assert_eq!(Ident::parse(good).map(|ident| ident.to_string()), Ok(format!("\"{good}\"")));
        }
        for bad in ["", "1a", "A", "a b", "a\"b", "a;b", "ä", &"x".repeat(64)] {
            assert_eq!(Ident::parse(bad), Err(NotAnIdent), "{bad:?}");
        }
    }

    #[test]
    fn literals_stay_one_literal() {
        assert_eq!(Literal("plain").to_string(), "'plain'");
        assert_eq!(Literal("it's").to_string(), "'it''s'");
        assert_eq!(Literal("back\\slash'").to_string(), " E'back\\\\slash'''");
    }
}
