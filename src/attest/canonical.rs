//! Canonical JSON (RFC 8785) of printable ASCII: one document, one spelling.
//!
//! Invariant: what [`parse`] accepts, [`to_bytes`] turns into the same bytes. That one comparison refuses white space,
//! another order of keys, repeated keys, an array in the place of an object, escapes that need not be, `1.0` for `1`,
//! numbers that lose precision and bytes behind the end. Unknown fields are for the type to refuse
//! (`#[serde(deny_unknown_fields)]`); floats and optional fields are for the type not to have.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why bytes are not the canonical form of a document. The text of the JSON parser, which quotes values, is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// A value has no JSON form, or one that is not printable ASCII.
    #[error("cannot be written as canonical JSON of printable ASCII")]
    Unwritable,
    /// A byte outside 0x20 to 0x7e: a control character, a byte order mark, UTF-8, a newline at the end.
    #[error("byte {offset} is not printable ASCII")]
    NotPrintable {
        /// Counted from 0.
        offset: usize,
    },
    /// Not the JSON of a document of this kind.
    #[error("is not JSON of the expected kind (byte {offset})")]
    Malformed {
        /// Where reading stopped, counted from 0.
        offset: usize,
    },
    /// The same document has another spelling, and that one is its canonical form.
    #[error("is not the canonical spelling of what it says (byte {offset})")]
    NotCanonical {
        /// The first byte that differs, counted from 0.
        offset: usize,
    },
}

/// The canonical bytes of a document, without a newline.
///
/// # Errors
/// [`CanonicalError::Unwritable`].
pub fn to_bytes<T: Serialize>(document: &T) -> Result<Vec<u8>, CanonicalError> {
    let bytes = serde_jcs::to_vec(document).map_err(|_| CanonicalError::Unwritable)?;
    match unprintable(&bytes) {
        None => Ok(bytes),
        Some(_) => Err(CanonicalError::Unwritable),
    }
}

/// Reads a document whose canonical bytes are exactly these.
///
/// # Errors
/// Every [`CanonicalError`].
pub fn parse<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, CanonicalError> {
    if let Some(offset) = unprintable(bytes) {
        return Err(CanonicalError::NotPrintable { offset });
    }
    // Without newlines there is one line, so the column is the offset, counted from 1.
    let document: T = serde_json::from_slice(bytes)
        .map_err(|error| CanonicalError::Malformed { offset: error.column().saturating_sub(1) })?;
    let canonical = to_bytes(&document)?;
    if canonical == bytes {
        return Ok(document);
    }
    let same = canonical.iter().zip(bytes).take_while(|(ours, theirs)| ours == theirs).count();
    Err(CanonicalError::NotCanonical { offset: same })
}

fn unprintable(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| !matches!(byte, 0x20..=0x7e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Pair {
        number: u64,
        text: String,
    }

    #[test]
    fn one_spelling_is_accepted() {
        let bytes = br#"{"number":1,"text":"a\"b"}"#;
        let pair: Pair = parse(bytes).unwrap();
        assert_eq!(to_bytes(&pair).unwrap(), bytes);
        for other in [
            r#"{"number":1,"text":"a\"b"} "#,
            r#" {"number":1,"text":"a\"b"}"#,
            r#"{"number": 1,"text":"a\"b"}"#,
            r#"{"text":"a\"b","number":1}"#,
            r#"{"number":1,"text":"\u0061\"b"}"#,
            r#"{"number":1,"text":"\u00e9"}"#,
            r#"{"number":9007199254740993,"text":""}"#,
            r#"[1,"a\"b"]"#,
            r#"{"number":1.0,"text":"a"}"#,
            r#"{"number":1,"number":1,"text":"a"}"#,
            r#"{"number":1,"text":"a","other":1}"#,
            r#"{"number":1}"#,
            r#"{"number":1,"text":"a"}{}"#,
            "",
        ] {
            assert!(parse::<Pair>(other.as_bytes()).is_err(), "{other}");
        }
    }

    #[test]
    fn errors_say_where_and_nothing_else() {
        let newline = parse::<Pair>(b"{\"number\":1,\"text\":\"\"}\n");
        assert_eq!(newline, Err(CanonicalError::NotPrintable { offset: 22 }));
        let spaced = parse::<Pair>(br#"{"number":1, "text":""}"#);
        assert_eq!(spaced, Err(CanonicalError::NotCanonical { offset: 12 }));
        let wrong = parse::<Pair>(br#"{"number":"canary"}"#).unwrap_err();
        assert!(!format!("{wrong} {wrong:?}").contains("canary"));
    }

    #[test]
    fn what_is_not_ascii_is_not_written() {
        let pair = Pair { number: 1, text: "é".to_owned() };
        assert_eq!(to_bytes(&pair), Err(CanonicalError::Unwritable));
    }
}
