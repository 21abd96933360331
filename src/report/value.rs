//! Looking into a document that may be anything: what is not there, or is something else, is nothing.

use super::html::cut;
use serde_json::Value;

/// The most characters of one text that are shown in its place.
const MOST_CHARACTERS: usize = 2_000;

/// A text.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

/// A number that is not negative.
pub(super) fn number(value: &Value, key: &str) -> Option<u64> {
    value.get(key)?.as_u64()
}

/// The items of a list.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A field as it is shown in a table; nothing for null and for what is not there.
pub(super) fn shown(value: &Value, key: &str) -> String {
    value.get(key).map(plain).unwrap_or_default()
}

/// A value on one line.
pub(super) fn plain(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => return cut(text, MOST_CHARACTERS),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            // More of them would be cut off anyway.
            let items: Vec<&str> = items.iter().take(MOST_CHARACTERS).filter_map(Value::as_str).collect();
            items.join(", ")
        }
        other => other.to_string(),
    };
    cut(&text, MOST_CHARACTERS)
}

/// Milliseconds since 1970, as text, as a time to read; the text itself where it is no such number.
pub(super) fn time(text: &str) -> String {
    use mosaic_db::attest::Instant;
    let milliseconds: Option<u64> = text.parse().ok();
    let instant =
        milliseconds.and_then(|it| Some((Instant::from_unix(it / 1000).ok()?.to_string(), it % 1000)));
    match instant {
        Some((second, rest)) => format!("{}.{rest:03}Z", second.trim_end_matches('Z')),
        None => cut(text, 40),
    }
}

/// A duration in milliseconds, as one reads it.
pub(super) fn took(milliseconds: u64) -> String {
    match milliseconds {
        0..1_000 => format!("{milliseconds} ms"),
        1_000..120_000 => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds / 1000 % 60),
    }
}

/// A number with its digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes in the largest unit of a thousand that fits.
pub(super) fn bytes(count: u64) -> String {
    let mut unit = 1_u64;
    for name in ["B", "kB", "MB", "GB", "TB"] {
        let next = unit.saturating_mul(1000);
        if count < next || name == "TB" {
            let tenths = u128::from(count) * 10 / u128::from(unit);
            return if unit == 1 {
                format!("{count} B")
            } else {
                format!("{}.{} {name}", tenths / 10, tenths % 10)
            };
        }
        unit = next;
    }
    format!("{count} B")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_shown_as_one_reads_them() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(
            (bytes(999), bytes(1_500), bytes(u64::MAX)),
            ("999 B".into(), "1.5 kB".into(), "18446744.0 TB".into())
        );
        assert_eq!(
            (took(999), took(61_990), took(3_600_000)),
            ("999 ms".into(), "61.9 s".into(), "60 min 0 s".into())
        );
    }

    #[test]
    fn times_are_those_of_the_document() {
        assert_eq!(time("1700000000123"), "2023-11-14T22:13:20.123Z");
        assert_eq!(time("yesterday"), "yesterday");
        assert_eq!(time(&u64::MAX.to_string()), u64::MAX.to_string());
    }

    #[test]
    fn what_is_not_there_is_nothing() {
        let value = json!({ "a": ["b", "c"], "d": { "e": 1 }, "f": null });
        assert_eq!(shown(&value, "a"), "b, c");
        assert_eq!(shown(&value, "d"), "{\"e\":1}");
        assert_eq!((shown(&value, "f"), shown(&value, "g")), (String::new(), String::new()));
        assert_eq!(list(&json!(3), "a").len(), 0);
    }
}
