//! Time as Drizzle's folder names write it: `YYYYMMDDHHMMSS`, UTC, in the proleptic Gregorian calendar.

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

/// Days from 1970-01-01 to the first day of a month (1 to 12).
const fn days_before(year: i64, month: i64) -> i64 {
    // Years that begin in March put the leap day last, so that month lengths follow one linear formula.
    let shifted = if month > 2 { year } else { year - 1 };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Year, month and day of a number of days since 1970-01-01.
const fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day_of_year - (153 * march_month + 2) / 5 + 1)
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
