//! A value as it is written, with the variables in it kept as variables: what a deployment will put in their place is
//! not known here, so nothing is concluded from it.

use super::place::Place;
use std::fmt;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    text: String,
    pub(super) place: Place,
}

/// A part of a value (Compose specification, "Interpolation").
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Literal(String),
    Variable { name: String, default: Option<String> },
}

impl Text {
    pub(super) fn new(text: impl Into<String>, place: Place) -> Self {
        Self { text: text.into(), place }
    }

    /// As it is written.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// What it is, where no variable decides.
    pub(super) fn literal(&self) -> Option<String> {
        match self.pieces().as_slice() {
            [] => Some(String::new()),
            [Piece::Literal(text)] => Some(text.clone()),
            _ => None,
        }
    }

    /// Whether it is exactly this, whatever the variables.
    pub(super) fn is(&self, text: &str) -> bool {
        self.literal().is_some_and(|literal| literal == text)
    }

    /// The same text in one spelling: a variable is `${NAME}`, whatever is said for the case that it is not set.
    pub(super) fn symbolic(&self) -> String {
        self.pieces().iter().fold(String::new(), |text, piece| match piece {
            Piece::Literal(literal) => text + literal,
            Piece::Variable { name, .. } => text + "${" + name + "}",
        })
    }

    /// The text with the defaults of its variables, which is what a deployment gets where nobody set them.
    pub(super) fn with_defaults(&self) -> String {
        self.pieces().iter().fold(String::new(), |text, piece| match piece {
            Piece::Literal(literal) | Piece::Variable { default: Some(literal), .. } => text + literal,
            Piece::Variable { name, .. } => text + "${" + name + "}",
        })
    }

    /// Its parts: literal text and variables.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = self.text.as_str();
        while let Some(dollar) = rest.find('$') {
            literal.push_str(&rest[..dollar]);
            let after = &rest[dollar + 1..];
            rest = match variable(after) {
                Some((piece, length)) => {
                    if !literal.is_empty() {
                        pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                    }
                    pieces.push(piece);
                    &after[length..]
                }
                None => {
                    literal.push('$');
                    after.strip_prefix('$').unwrap_or(after)
                }
            };
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        pieces
    }

    /// Its parts between colons; those inside a variable do not count.
    pub(super) fn split_colons(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let (mut depth, mut start, mut column) = (0_usize, 0, self.place.column);
        let mut part_column = column;
        for (index, character) in self.text.char_indices() {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ':' if depth == 0 => {
                    parts.push(self.part(start, index, part_column));
                    start = index + 1;
                    part_column = column + 1;
                }
                _ => {}
            }
            column += 1;
        }
        parts.push(self.part(start, self.text.len(), part_column));
        parts
    }

    fn part(&self, start: usize, end: usize, column: usize) -> Self {
        let text = &self.text[start..end];
        Self::new(text, Place::new(self.place.line, column, text.chars().count()))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The variable that begins after a dollar sign, and how long it is written.
fn variable(after: &str) -> Option<(Piece, usize)> {
    let Some(inner) = after.strip_prefix('{') else {
        let name = name(after)?;
        return Some((Piece::Variable { name: name.to_owned(), default: None }, name.len()));
    };
    let name = name(inner)?;
    let mut depth = 1_usize;
    let end = inner.char_indices().find_map(|(index, character)| {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(index)
    })?;
    let operation = &inner[name.len()..end];
    let default = operation.strip_prefix(":-").or_else(|| operation.strip_prefix('-')).map(str::to_owned);
    Some((Piece::Variable { name: name.to_owned(), default }, end + 2))
}

fn name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    let name = &text[..end];
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Text {
        Text::new(text, Place::START)
    }

    #[test]
    fn a_variable_stays_one() {
        let literal = |text: &str| Piece::Literal(text.to_owned());
        let variable = |name: &str, default: Option<&str>| Piece::Variable {
            name: name.to_owned(),
            default: default.map(str::to_owned),
        };
        assert_eq!(text("a$$b").pieces(), [literal("a$b")]);
        assert_eq!(text("$").pieces(), [literal("$")]);
        assert_eq!(text("${").pieces(), [literal("${")]);
        assert_eq!(text("a$B-c").pieces(), [literal("a"), variable("B", None), literal("-c")]);
        assert_eq!(text("${A:?must be {set}}/x").pieces(), [variable("A", None), literal("/x")]);
        assert_eq!(text("${A:-${B:-c}}").pieces(), [variable("A", Some("${B:-c}"))]);
        assert_eq!(text("${A:?x}/b").symbolic(), text("$A/b").symbolic());
    }

    #[test]
    fn a_colon_in_a_variable_separates_nothing() {
        let parts = text("${A:?b:c}/d:/e:ro").split_colons();
        let parts: Vec<_> = parts.iter().map(|part| (part.as_str(), part.place.column)).collect();
        assert_eq!(parts, [("${A:?b:c}/d", 1), ("/e", 13), ("ro", 16)]);
    }
}
