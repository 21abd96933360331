//! Secrets that do not show: no `Display`, no `Clone`, a redacted `Debug`, memory wiped on drop.
//!
//! The database driver copies a password into buffers of its own that are not wiped; the threat model says so.

use std::fmt;
use zeroize::Zeroizing;

/// Text that must never be printed, logged or put in an error.
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes ownership of the text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The text itself. Every call is a place to review.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_nothing() {
        assert_eq!(format!("{:?}", Secret::new("canary".into())), "Secret(…)");
    }
}
