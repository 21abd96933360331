//! SHA-256 digests as a type of their own, so that a digest is never mistaken for other text.

use crate::spelling::by_spelling;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256 digest (FIPS 180-4). `Display` and JSON are 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

/// The text is not 64 lowercase hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a SHA-256 digest: 64 lowercase hexadecimal digits are expected")]
pub struct NotADigest;

impl Digest {
    /// The digest of exactly these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Reads 64 lowercase hexadecimal digits; upper case is refused, so that one digest has one spelling.
    ///
    /// # Errors
    /// [`NotADigest`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotADigest> {
        let bytes = text.as_bytes();
        if bytes.len() != 64 {
            return Err(NotADigest);
        }
        let mut out = [0u8; 32];
        for (byte, pair) in out.iter_mut().zip(bytes.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Ok(Self(out))
    }

    /// Takes the 32 raw bytes of one that was computed elsewhere.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 raw bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

const fn nibble(digit: u8) -> Result<u8, NotADigest> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(NotADigest),
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

by_spelling!(Digest, NotADigest);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_answer() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::of(b"").to_string(), empty);
        assert_eq!(Digest::parse(empty), Ok(Digest::of(b"")));
        assert_eq!(Digest::parse(&empty.to_uppercase()), Err(NotADigest));
    }

    proptest! {
        #[test]
        fn text_round_trips(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let digest = Digest::of(&bytes);
            prop_assert_eq!(Digest::parse(&digest.to_string()), Ok(digest));
        }

        #[test]
        fn parse_never_panics(text in ".{0,80}") {
            let _ = Digest::parse(&text);
        }
    }
}
