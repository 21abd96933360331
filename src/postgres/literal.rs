//! String literals, for the few values that go into SQL text and cannot be bound: the simple query protocol, which
//! carries a whole entry in one message, has no parameters.

use std::fmt;

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
    fn literals_stay_one_literal() {
        assert_eq!(Literal("plain").to_string(), "'plain'");
        assert_eq!(Literal("it's").to_string(), "'it''s'");
        assert_eq!(Literal("back\\slash'").to_string(), " E'back\\\\slash'''");
    }
}
