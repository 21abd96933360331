//! The texts a statement is made of: printable ASCII with an end.

use crate::spelling::by_spelling;
use serde::{Deserialize, Serialize};
use std::fmt;

/// 1 to `MAX` bytes of printable ASCII (0x20 to 0x7e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Text<const MAX: usize>(String);

/// A whole number from 1, as decimal digits: a JSON number would lose what exceeds 53 bits (RFC 8785, appendix B).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Decimal(String);

/// 16 random bytes by which one statement is told from every other. Text and JSON are 32 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Nonce([u8; 16]);

/// The text has no place in a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a text of the expected form and length")]
pub struct NotAText;

impl<const MAX: usize> Text<MAX> {
    /// Takes a text.
    ///
    /// # Errors
    /// [`NotAText`] if it is empty, longer than `MAX` bytes or not printable ASCII.
    pub fn new(text: impl Into<String>) -> Result<Self, NotAText> {
        let text = text.into();
        let printable = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e));
        if printable && (1..=MAX).contains(&text.len()) { Ok(Self(text)) } else { Err(NotAText) }
    }

    /// A text that stands in this program's text.
    pub(crate) fn fixed(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Decimal {
    /// Takes 1 to 20 digits, the first not 0.
    ///
    /// # Errors
    /// [`NotAText`] for any other text.
    pub fn new(text: impl Into<String>) -> Result<Self, NotAText> {
        let text = text.into();
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        if digits && (1..=20).contains(&text.len()) && !text.starts_with('0') {
            Ok(Self(text))
        } else {
            Err(NotAText)
        }
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Nonce {
    /// Takes 16 random bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The number that the digits write.
    #[must_use]
    pub const fn number(self) -> u128 {
        u128::from_be_bytes(self.0)
    }

    /// Reads 32 lowercase hexadecimal digits.
    ///
    /// # Errors
    /// [`NotAText`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotAText> {
        let mut bytes = [0; 16];
        let lower = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !lower || text.len() != 2 * bytes.len() {
            return Err(NotAText);
        }
        for (position, byte) in bytes.iter_mut().enumerate() {
            let pair = text.get(2 * position..2 * position + 2).ok_or(NotAText)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NotAText)?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = NotAText;
    fn try_from(text: String) -> Result<Self, NotAText> {
        Self::new(text)
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

impl TryFrom<String> for Decimal {
    type Error = NotAText;
    fn try_from(text: String) -> Result<Self, NotAText> {
        Self::new(text)
    }
}

impl From<Decimal> for String {
    fn from(decimal: Decimal) -> Self {
        decimal.0
    }
}

by_spelling!(Nonce, NotAText);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_end_and_are_printable() {
        assert_eq!(Text::<3>::new("a b").unwrap().as_str(), "a b");
        for bad in ["", "abcd", "a\n", "é", "\u{7f}"] {
            assert_eq!(Text::<3>::new(bad), Err(NotAText), "{bad:?}");
        }
    }

    #[test]
    fn decimals_have_one_spelling() {
        assert_eq!(Decimal::new("18446744073709551615").unwrap().as_str(), "18446744073709551615");
        for bad in ["", "0", "01", "+1", "-1", "1.0", " 1", "184467440737095516150"] {
            assert_eq!(Decimal::new(bad), Err(NotAText), "{bad:?}");
        }
    }

    #[test]
    fn a_nonce_is_the_number_that_its_digits_write() {
        let digits = "00112233445566778899aabbccddeeff";
        let number = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff;
        assert_eq!(Nonce::parse(digits).map(Nonce::number), Ok(number));
        for bad in
            ["00112233445566778899AABBCCDDEEFF", "0011223344556677889", "+0112233445566778899aabbccddeeff"]
        {
            assert_eq!(Nonce::parse(bad), Err(NotAText), "{bad}");
        }
        assert_eq!(Nonce::parse(&format!("{digits}00")), Err(NotAText));
    }

    proptest! {
        #[test]
        fn nonces_round_trip(bytes: [u8; 16]) {
            let nonce = Nonce::from_bytes(bytes);
            prop_assert_eq!(Nonce::parse(&nonce.to_string()), Ok(nonce));
            prop_assert!(Nonce::parse(&nonce.to_string()[1..]).is_err());
        }

        #[test]
        fn nonces_are_read_without_panics(text in ".{0,40}") {
            let _ = Nonce::parse(&text);
        }
    }
}
