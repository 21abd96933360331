//! Points in time, to the second, in one spelling.

use crate::calendar::{civil, days_before};
use crate::spelling::by_spelling;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Seconds of one day.
const DAY: u64 = 86_400;
/// 9999-12-31T23:59:59Z, the last second that four digits of a year can name.
const LAST: u64 = 253_402_300_799;

/// A second between 1970 and the end of 9999, UTC. Text and JSON are `YYYY-MM-DDTHH:MM:SSZ`, a subset of RFC 3339.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Instant(u64);

/// The text or number names no such second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a time of the form YYYY-MM-DDTHH:MM:SSZ")]
pub struct NotAnInstant;

impl Instant {
    /// From seconds since 1970, UTC.
    ///
    /// # Errors
    /// [`NotAnInstant`] after the year 9999.
    pub const fn from_unix(seconds: u64) -> Result<Self, NotAnInstant> {
        if seconds > LAST { Err(NotAnInstant) } else { Ok(Self(seconds)) }
    }

    /// Seconds since 1970, UTC.
    #[must_use]
    pub const fn unix(self) -> u64 {
        self.0
    }

    /// So many seconds later, or the last second there is.
    #[must_use]
    pub const fn plus(self, seconds: u64) -> Self {
        let later = self.0.saturating_add(seconds);
        Self(if later > LAST { LAST } else { later })
    }

    /// How many seconds it is later than another; zero if it is not.
    #[must_use]
    pub const fn seconds_since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Reads the one spelling. Leap seconds are refused: `23:59:60` is no second of its own in Unix time.
    ///
    /// # Errors
    /// [`NotAnInstant`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotAnInstant> {
        let number = |from: usize, to: usize| {
            let digits = text.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            digits.and_then(|part| part.parse::<u64>().ok()).ok_or(NotAnInstant)
        };
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(NotAnInstant);
        }
        let days = days_before(year.cast_signed(), month.cast_signed()).cast_unsigned() + day - 1;
        let instant = Self(days * DAY + hour * 3600 + minute * 60 + second);
        // A day 31 of April, an hour 24 or another separator has another spelling than the one it was read from.
        if instant.0 <= LAST && instant.to_string() == text { Ok(instant) } else { Err(NotAnInstant) }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil((self.0 / DAY).cast_signed());
        let second = self.0 % DAY;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

by_spelling!(Instant, NotAnInstant);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_times() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2024-02-29T12:34:56Z", 1_709_210_096),
            ("9999-12-31T23:59:59Z", LAST),
        ] {
            assert_eq!(Instant::parse(text), Ok(Instant(seconds)));
            assert_eq!(Instant(seconds).to_string(), text);
            assert_eq!(Instant::from_unix(seconds).map(Instant::unix), Ok(seconds));
        }
        assert_eq!(Instant::from_unix(LAST + 1), Err(NotAnInstant));
    }

    #[test]
    fn nothing_is_later_than_the_last_second() {
        for (from, seconds, later) in
            [(0, 1, 1), (LAST - 1, 1, LAST), (LAST, 1, LAST), (1, LAST, LAST), (LAST, u64::MAX, LAST)]
        {
            assert_eq!(Instant(from).plus(seconds), Instant(later));
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "",
            "2024-02-30T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-00-01T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-01-00T00:00:00Z",
            "1970-01-00T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T23:60:00Z",
            "2024-01-01T23:59:60Z",
            "2024-01-01 23:59:59Z",
            "2024-01-01T23:59:59z",
            "2024-01-01T23:59:59",
            "2024-01-01T23:59:59.0Z",
            "2024-01-01T23:59:59+00:00",
            "1969-12-31T23:59:59Z",
            "+024-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z",
        ] {
            assert_eq!(Instant::parse(text), Err(NotAnInstant), "{text}");
        }
    }

    proptest! {
        #[test]
        fn text_round_trips(seconds in 0..=LAST) {
            prop_assert_eq!(Instant::parse(&Instant(seconds).to_string()), Ok(Instant(seconds)));
        }

        #[test]
        fn parse_never_panics(text in "[0-9TZ:é-]{0,24}") {
            let _ = Instant::parse(&text);
        }
    }
}
