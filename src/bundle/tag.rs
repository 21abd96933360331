//! The name of an entry, safe to be part of a path.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest file name Linux file systems keep, in bytes.
const MAX_BYTES: usize = 255;

/// The name of one entry, or of a precondition: `[A-Za-z0-9_.-]+`, no `..`, at most 255 bytes.
///
/// Drizzle puts a tag into a path unchecked, so that `../x` would be read and run; here it cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tag(String);

/// The text cannot name an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a tag: 1 to 255 characters of A-Z a-z 0-9 _ . - without two dots in a row are expected")]
pub struct NotATag;

impl Tag {
    /// Checks the text.
    ///
    /// # Errors
    /// [`NotATag`] for anything but the characters above.
    pub fn new(text: impl Into<String>) -> Result<Self, NotATag> {
        let text = text.into();
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
        if text.is_empty()
            || text.len() > MAX_BYTES
            || text == "."
            || text.contains("..")
            || !text.bytes().all(plain)
        {
            return Err(NotATag);
        }
        Ok(Self(text))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Tag {
    type Error = NotATag;
    fn try_from(text: String) -> Result<Self, NotATag> {
        Self::new(text)
    }
}

impl From<Tag> for String {
    fn from(tag: Tag) -> Self {
        tag.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_names() {
        for good in ["0000_fine", "20240101120000_x", "1712345678_a.b-c", "_name", ".x"] {
            assert!(Tag::new(good).is_ok(), "{good}");
        }
        for bad in ["", ".", "..", "../x", "a/b", "a..b", "a b", "é", "a\0", &"x".repeat(256)] {
            assert_eq!(Tag::new(bad), Err(NotATag), "{bad:?}");
        }
    }
}
