//! Fencing tokens: whoever holds something presents the number under which it was given, and an older number is refused.
//!
//! Invariant: a [`Fence`] is a value of PostgreSQL's `bigint` that a counter from zero can reach. Text and JSON are
//! decimal digits in a string, because a JSON number loses precision above 2^53 in most readers (RFC 8259, 6), and there
//! is one spelling, so that tokens may be compared as text.

use crate::spelling::by_spelling;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A fencing token. A counter that nothing was given under yet is at [`Fence::ZERO`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fence(i64);

/// The text or number is no fencing token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a fence: decimal digits without sign and leading zeros, at most {}, are expected", i64::MAX)]
pub struct NotAFence;

impl Fence {
    /// Where a counter begins.
    pub const ZERO: Self = Self(0);

    /// From the database's `bigint`.
    ///
    /// # Errors
    /// [`NotAFence`] below zero.
    pub const fn from_bigint(value: i64) -> Result<Self, NotAFence> {
        if value < 0 { Err(NotAFence) } else { Ok(Self(value)) }
    }

    /// As the database's `bigint`.
    #[must_use]
    pub const fn bigint(self) -> i64 {
        self.0
    }

    /// The token after this one; `None` after the last there is, because a counter must not wrap.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self.0.checked_add(1) {
            Some(next) => Some(Self(next)),
            None => None,
        }
    }

    /// Reads the one spelling.
    ///
    /// # Errors
    /// [`NotAFence`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotAFence> {
        let fence = text.parse().map(Self).map_err(|_not_a_number| NotAFence)?;
        // A sign or a leading zero has another spelling than the one it was read from.
        if fence.0 >= 0 && fence.to_string() == text { Ok(fence) } else { Err(NotAFence) }
    }
}

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

by_spelling!(Fence, NotAFence);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_spellings_are_refused() {
        for text in
            ["", "-1", "-0", "+1", "01", "00", " 1", "1 ", "1.0", "1e3", "0x1", "9223372036854775808", "١"]
        {
            assert_eq!(Fence::parse(text), Err(NotAFence), "{text:?}");
        }
        assert_eq!(Fence::from_bigint(-1), Err(NotAFence));
    }

    #[test]
    fn a_counter_ends_and_does_not_wrap() {
        assert_eq!(Fence::ZERO.next(), Fence::from_bigint(1).ok());
        assert_eq!(Fence(i64::MAX).next(), None);
    }

    #[test]
    fn json_numbers_are_refused() {
        assert_eq!(serde_json::to_string(&Fence(i64::MAX)).unwrap(), "\"9223372036854775807\"");
        assert!(serde_json::from_str::<Fence>("7").is_err());
        assert!(serde_json::from_str::<Fence>("\"07\"").is_err());
    }

    proptest! {
        #[test]
        fn text_and_json_round_trip(value in 0..=i64::MAX) {
            let fence = Fence::from_bigint(value).unwrap();
            prop_assert_eq!(Fence::parse(&fence.to_string()), Ok(fence));
            prop_assert_eq!(fence.bigint(), value);
            let json = serde_json::to_string(&fence).unwrap();
            prop_assert_eq!(serde_json::from_str::<Fence>(&json).unwrap(), fence);
        }
    }
}
