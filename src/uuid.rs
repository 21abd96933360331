//! UUIDs as the database writes them.
//!
//! Invariant: text and JSON are 32 lower-case hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562, 4), which is
//! what PostgreSQL prints; it reads more spellings, and none of those is taken here, so that equal ids are equal text.
//! The order is that of the bytes, which is also PostgreSQL's.

use crate::spelling::by_spelling;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A UUID of any version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Uuid(u128);

/// The text is no UUID in the one spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a UUID in lower case and with hyphens")]
pub struct NotAUuid;

impl Uuid {
    /// From its 128 bits, the first byte first.
    #[must_use]
    pub const fn from_u128(bits: u128) -> Self {
        Self(bits)
    }

    /// Reads the one spelling.
    ///
    /// # Errors
    /// [`NotAUuid`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotAUuid> {
        let digits = text.replace('-', "");
        let uuid = u128::from_str_radix(&digits, 16).map(Self).map_err(|_not_hexadecimal| NotAUuid)?;
        // Upper case, a sign and hyphens elsewhere have another spelling than the one they were read from.
        if uuid.to_string() == text { Ok(uuid) } else { Err(NotAUuid) }
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| digits.get(group).unwrap_or_default());
        f.write_str(&groups.join("-"))
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

by_spelling!(Uuid, NotAUuid);

/// Ids as types, so that none stands where another is meant.
macro_rules! ids {
    ($( $(#[$doc:meta])* $name:ident )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $crate::uuid::Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )* };
}

pub(crate) use ids;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_spellings_are_refused() {
        assert!(Uuid::parse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").is_ok());
        for text in [
            "",
            "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            "f81d4fae7dec11d0a76500a0c91e6bf6",
            "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf60",
            "f81d4fa-e7dec-11d0-a765-00a0c91e6bf6",
            "+81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        ] {
            assert_eq!(Uuid::parse(text), Err(NotAUuid), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn text_round_trips_and_keeps_the_order(one: u128, other: u128) {
            let (one, other) = (Uuid::from_u128(one), Uuid::from_u128(other));
            prop_assert_eq!(Uuid::parse(&one.to_string()), Ok(one));
            prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
        }
    }
}
