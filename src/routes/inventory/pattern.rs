//! Which files a record is about: one path, or a glob that says nearly as much as a list of paths.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A path from the root of the tree, with `/` between its segments. `*` stands for any characters but `/`; every other
/// character is itself, brackets included, which occur in the names of files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern(String);

/// The text is no path from a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a path from the root: segments with / between them, none of them empty, . or .., and no backslash"
)]
pub struct NotAPattern;

impl Pattern {
    /// Reads one.
    ///
    /// # Errors
    /// [`NotAPattern`] for an absolute path, one that leaves the tree, and one with a second spelling.
    pub fn parse(text: &str) -> Result<Self, NotAPattern> {
        let wrong = |segment: &str| {
            matches!(segment, "" | "." | "..") || segment.contains(|c: char| c == '\\' || c.is_control())
        };
        if text.split('/').any(wrong) { Err(NotAPattern) } else { Ok(Self(text.to_owned())) }
    }

    /// Whether it names one file.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !self.0.contains('*')
    }

    /// Whether it takes in files that nobody thought of: it begins anywhere, goes to any depth, or has a segment without
    /// a letter of its own.
    #[must_use]
    pub fn is_broad(&self) -> bool {
        let mut segments = self.0.split('/');
        let anywhere = segments.next().is_some_and(|first| first.contains('*'));
        let any = |segment: &str| {
            segment.contains("**")
                || (segment.contains('*') && !segment.contains(|c: char| c.is_alphanumeric()))
        };
        anywhere || segments.any(any)
    }

    /// Whether it is every file of one directory.
    #[must_use]
    pub fn is_directory(&self) -> bool {
        self.0.strip_suffix("/*").is_some_and(|directory| !directory.contains('*'))
    }

    /// Whether a path, spelt in the same way, is one of them.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        let (mut ours, mut theirs) = (self.0.split('/'), path.split('/'));
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(pattern), Some(segment)) if segment_matches(pattern, segment) => {}
                _ => return false,
            }
        }
    }
}

/// Each piece between asterisks is looked for where the one before it ended; only the last has to be at the end.
fn segment_matches(pattern: &str, segment: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == segment };
    let Some(mut left) = segment.strip_prefix(head) else { return false };
    let mut pieces = rest.split('*').peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return left.ends_with(piece);
        }
        match left.find(piece) {
            Some(at) => left = &left[at + piece.len()..],
            None => return false,
        }
    }
    true
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl TryFrom<String> for Pattern {
    type Error = NotAPattern;
    fn try_from(text: String) -> Result<Self, NotAPattern> {
        Self::parse(&text)
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        Pattern::parse(text).expect("a path")
    }

    #[test]
    fn an_asterisk_stays_in_its_segment() {
        for (text, path, expected) in [
            ("docs/a.md", "docs/a.md", true),
            ("docs/a.md", "docs/a.mdx", false),
            ("docs/*.md", "docs/a.md", true),
            ("docs/*.md", "docs/sub/a.md", false),
            ("docs/*.md", "docs/.md", true),
            ("a/0*_*.sql", "a/01_first.sql", true),
            ("a/0*_*.sql", "a/01first.sql", false),
            ("a/x*x", "a/x", false),
            ("a/*b*b", "a/b", false),
            ("a/*b*b", "a/bcb", true),
            ("app/[id]/page.tsx", "app/[id]/page.tsx", true),
            ("app/[id]/page.tsx", "app/i/page.tsx", false),
            ("docs", "docs/a.md", false),
        ] {
            assert_eq!(pattern(text).matches(path), expected, "{text} on {path}");
        }
    }

    #[test]
    fn what_takes_in_unknown_files_is_broad() {
        for broad in ["*", "*.sql", "src/**/a.rs", "src/**", "src/*/a.rs", "src/*", "src/*.*", "s*/a.rs"] {
            assert!(pattern(broad).is_broad(), "{broad}");
        }
        for narrow in ["a.sql", "src/*.rs", "src/0*", "src/case-*/a.rs", "app/[id]/page.tsx"] {
            assert!(!pattern(narrow).is_broad(), "{narrow}");
        }
    }

    #[test]
    fn a_path_has_one_spelling() {
        for text in ["", "/a", "a/", "a//b", "./a", "a/../b", "..", "a\\b", "a\nb"] {
            assert_eq!(Pattern::parse(text), Err(NotAPattern), "{text:?}");
        }
    }
}
