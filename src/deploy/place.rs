//! Where in a file something is.

use super::credential;
use serde::Serialize;

/// A stretch of one line. Lines and columns count from one, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The first character.
    pub column: usize,
    /// How many characters; at least one.
    #[serde(skip)]
    pub width: usize,
}

impl Place {
    /// The beginning of a file.
    pub(super) const START: Self = Self { line: 1, column: 1, width: 1 };

    /// A stretch of a line, both counted from one.
    pub(super) const fn new(line: usize, column: usize, width: usize) -> Self {
        Self { line, column, width: if width == 0 { 1 } else { width } }
    }
}

/// The line of a place with a marker below, as compilers show it. A line that may hold a credential is not shown.
pub(super) fn excerpt(text: &str, place: Place) -> String {
    /// A longer line is not one that a person wrote.
    const SHOWN: usize = 160;
    let line = text.lines().nth(place.line - 1).unwrap_or_default();
    if credential::is_in_line(line) {
        return format!("  {} | (a credential is on this line, so it is not shown)\n", place.line);
    }
    let line: String = line.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let before = " ".repeat(place.column.saturating_sub(1).min(SHOWN));
    let left = line.chars().count().saturating_sub(place.column.saturating_sub(1)).max(1);
    let marker = "^".repeat(place.width.min(left));
    format!("  {number} | {line}\n  {margin} | {before}{marker}\n")
}
