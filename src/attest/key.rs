//! Public keys that are safe to verify with.

use crate::digest::{Digest, NotADigest};
use ed25519_dalek::VerifyingKey;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a key: SHA-256 of its 32 raw bytes. `Display` and JSON are 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(Digest);

/// An Ed25519 public key (RFC 8032, section 5.1.5). `Display` is 64 lowercase hexadecimal digits.
///
/// Invariant: it is the canonical encoding of a point that is not of small order. The library alone accepts other
/// encodings of the same point, and small-order keys, under which one signature holds for many messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// Why bytes are not a key to verify with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No point of the curve has this encoding.
    #[error("is not the encoding of a point of the curve")]
    NotAPoint,
    /// The point has another encoding, and that is its canonical one.
    #[error("is not the canonical encoding of its point")]
    NotCanonical,
    /// The point is of small order.
    #[error("is of small order, so that its signatures prove nothing")]
    Weak,
}

impl KeyId {
    /// Reads 64 lowercase hexadecimal digits.
    ///
    /// # Errors
    /// [`NotADigest`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotADigest> {
        Digest::parse(text).map(Self)
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PublicKey {
    /// Takes the 32 bytes of a key.
    ///
    /// # Errors
    /// [`KeyError`] if they are not one that is safe to verify with.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::NotAPoint)?;
        if key.to_edwards().compress().as_bytes() != bytes {
            return Err(KeyError::NotCanonical);
        }
        if key.is_weak() {
            return Err(KeyError::Weak);
        }
        Ok(Self(key))
    }

    /// The 32 raw bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The key's name.
    #[must_use]
    pub fn id(&self) -> KeyId {
        KeyId(Digest::of(self.bytes()))
    }

    /// Whether this is the key's signature over exactly these bytes. Strict: no low-order or non-canonical part is
    /// accepted anywhere (RFC 8032, section 5.1.7, with the equation that has no cofactor).
    pub(super) fn signed(&self, bytes: &[u8], signature: &[u8; 64]) -> bool {
        self.0.verify_strict(bytes, &ed25519_dalek::Signature::from_bytes(signature)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(first: u8, rest: u8, last: u8) -> [u8; 32] {
        let mut bytes = [rest; 32];
        bytes[0] = first;
        bytes[31] = last;
        bytes
    }

    #[test]
    fn a_key_is_shown_as_its_digits() {
        let text = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29";
        let public = ed25519_dalek::SigningKey::from_bytes(&[0; 32]).verifying_key();
        let key = PublicKey::from_bytes(public.as_bytes()).unwrap();
        assert_eq!((key.to_string(), format!("{key:?}")), (text.to_owned(), format!("PublicKey({text})")));
    }

    #[test]
    fn unsafe_keys_are_refused() {
        // y = 1 is the neutral element, y = 0 a point of order four.
        assert_eq!(PublicKey::from_bytes(&bytes(1, 0, 0)), Err(KeyError::Weak));
        assert_eq!(PublicKey::from_bytes(&[0; 32]), Err(KeyError::Weak));
        // y = p + 1 encodes the neutral element again (p = 2^255 - 19).
        assert_eq!(PublicKey::from_bytes(&bytes(0xee, 0xff, 0x7f)), Err(KeyError::NotCanonical));
        // No point has y = 2.
        assert_eq!(PublicKey::from_bytes(&bytes(2, 0, 0)), Err(KeyError::NotAPoint));
    }
}
