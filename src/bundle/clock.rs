//! Time as Drizzle's folder names write it: `YYYYMMDDHHMMSS`, UTC, in the proleptic Gregorian calendar.

use crate::calendar::{civil, days_before};

/// Milliseconds of one day.
const DAY: i64 = 86_400_000;

/// Milliseconds since 1970 of a 14-digit stamp, or `None` if it is not 14 digits.
///
/// As ECMAScript's `Date.UTC` (ECMA-262, 21.4.3.4), with which Drizzle reads it: parts out of range carry over,
/// and years below 100 count from 1900.
pub(super) fn millis(stamp: &str) -> Option<i64> {
    if stamp.len() != 14 || !stamp.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize, to: usize| stamp.get(from..to)?.parse::<i64>().ok();
    let year = part(0, 4)?;
    let year = if year < 100 { year + 1900 } else { year };
    let month = part(4, 6)? - 1;
    let days = days_before(year + month.div_euclid(12), month.rem_euclid(12) + 1) + part(6, 8)? - 1;
    Some(days * DAY + part(8, 10)? * 3_600_000 + part(10, 12)? * 60_000 + part(12, 14)? * 1000)
}

/// The 14-digit stamp of milliseconds since 1970, cut to whole seconds.
pub(super) fn stamp(millis: i64) -> String {
    let (year, month, day) = civil(millis.div_euclid(DAY));
    let seconds = millis.rem_euclid(DAY) / 1000;
    format!("{year:04}{month:02}{day:02}{:02}{:02}{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_times() {
        for (text, time) in [
            ("19700101000000", 0),
            ("20240229123456", 1_709_210_096_000),
            ("20000301000000", 951_868_800_000),
            ("19691231235959", -1000),
        ] {
            assert_eq!(millis(text), Some(time));
            assert_eq!(stamp(time), text);
        }
        // Values of Date.UTC(2024, 12, 32, 25, 61, 61) and Date.UTC(70, 0, 1).
        assert_eq!(millis("20241332256161"), millis("20250202020201"));
        assert_eq!(millis("00700101000000"), Some(0));
        assert_eq!(millis("2024010100000"), None);
        assert_eq!(millis("2024010100000x"), None);
    }

    proptest! {
        #[test]
        fn stamps_round_trip(seconds in -62_135_596_800i64..253_402_300_800) {
            prop_assume!(stamp(seconds * 1000) .as_str() >= "01000101000000");
            prop_assert_eq!(millis(&stamp(seconds * 1000)), Some(seconds * 1000));
        }
    }
}
