//! Canonical JSON (RFC 8785) of printable ASCII: one document, one spelling.
//!
//! Invariant: what [`parse`] accepts, [`to_bytes`] turns into the same bytes. That one comparison refuses white space,
//! another order of keys, repeated keys, an array in the place of an object, escapes that need not be, `1.0` for `1`,
//! numbers that lose precision and bytes behind the end. Unknown fields are for the type to refuse
//! (`#[serde(deny_unknown_fields)]`); floats and optional fields are for the type not to have.

mod blemish;

pub use blemish::Blemish;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Why bytes are not the canonical form of a document. The text of the JSON parser, which quotes values, is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// A value has no JSON form, or one that is not printable ASCII.
    #[error("cannot be written as canonical JSON of printable ASCII")]
    Unwritable,
    /// It is another document, or another spelling of one.
    #[error("{blemish} (byte {offset})")]
    Refused {
        /// What is wrong with it.
        blemish: Blemish,
        /// Where, in bytes from 0.
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
/// [`CanonicalError::Refused`].
pub fn parse<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, CanonicalError> {
    let refused = |blemish, offset| match blemish::find(bytes) {
        Some((found, at)) => CanonicalError::Refused { blemish: found, offset: at },
        None => CanonicalError::Refused { blemish, offset },
    };
    if let Some(offset) = unprintable(bytes) {
        return Err(refused(Blemish::NotPrintable, offset));
    }
    // Without newlines there is one line, so the column is the offset, counted from 1.
    let document: T = serde_json::from_slice(bytes)
        .map_err(|error| refused(misfit(&error), error.column().saturating_sub(1)))?;
    let canonical = serde_jcs::to_vec(&document).map_err(|_| refused(Blemish::Value, 0))?;
    if canonical == bytes {
        return Ok(document);
    }
    let same = canonical.iter().zip(bytes).take_while(|(ours, theirs)| ours == theirs).count();
    Err(refused(Blemish::ListOrder, same))
}

fn unprintable(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| !matches!(byte, 0x20..=0x7e))
}

/// How JSON fails to be a document of its kind. The parser has no other way to say which it was than these words of
/// `serde::de::Error`; the document is refused in any case.
fn misfit(error: &serde_json::Error) -> Blemish {
    let text = error.to_string();
    match error.classify() {
        Category::Data if text.starts_with("unknown field") => Blemish::UnknownField,
        Category::Data if text.starts_with("missing field") => Blemish::MissingField,
        Category::Data => Blemish::Value,
        Category::Io | Category::Syntax | Category::Eof => Blemish::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeSet;

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Pair {
        list: BTreeSet<u8>,
        number: u64,
        text: String,
    }

    #[test]
    fn one_spelling_is_accepted() {
        let bytes = br#"{"list":[1,2],"number":1,"text":"a\"\\"}"#;
        let pair: Pair = parse(bytes).unwrap();
        assert_eq!(to_bytes(&pair).unwrap(), bytes);
    }

    #[test]
    fn every_other_spelling_is_refused_by_name() {
        use Blemish::*;
        for (other, blemish, offset) in [
            ("", NotAnObject, 0),
            (r#"[[],1,"a"]"#, NotAnObject, 0),
            (r#" {"list":[],"number":1,"text":"a"}"#, NotAnObject, 0),
            ("\u{feff}{\"list\":[],\"number\":1,\"text\":\"a\"}", NotAnObject, 0),
            (r#"{"list":[], "number":1,"text":"a"}"#, WhiteSpace, 11),
            ("{\"list\":[],\n\"number\":1,\"text\":\"a\"}", WhiteSpace, 11),
            (r#"{"list":[],"number":1,"text":"\u0061"}"#, Escape, 30),
            (r#"{"list":[],"number":1,"text":"\/"}"#, Escape, 30),
            (r#"{"list":[],"number":1,"text":"\u00e9"}"#, Escape, 30),
            (r#"{"list":[],"number":1,"text":"é"}"#, NotPrintable, 30),
            ("{\"list\":[],\"number\":1,\"text\":\"a\"}\n", Trailing, 33),
            (r#"{"list":[],"number":1,"text":"a"} "#, Trailing, 33),
            (r#"{"list":[],"number":1,"text":"\"\\a"} "#, Trailing, 37),
            (r#"{"list":[],"number":9007199254740991,"text":"a"} "#, Trailing, 48),
            (r#"{"list":[],"number":9007199254740992,"text":"a"} "#, Number, 20),
            (r#"{"list":[],"number":1,"text":"a"}{}"#, Trailing, 33),
            (r#"{"list":[],"number":1,"number":1,"text":"a"}"#, DuplicateKey, 22),
            (r#"{"list":[],"text":"a","number":1}"#, KeyOrder, 22),
            (r#"{"list":[],"number":9007199254740993,"text":"a"}"#, Number, 20),
            (r#"{"list":[],"number":1.0,"text":"a"}"#, Number, 20),
            (r#"{"list":[],"number":-0,"text":"a"}"#, Number, 20),
            (r#"{"list":[],"number":01,"text":"a"}"#, Number, 20),
            (r#"{"list":[],"number":1,"text":"a"#, Broken, 31),
            (r#"{"list":[],"number":1,"text":"a""#, Broken, 32),
            (r#"{"list":[],"number":1,"text":nul}"#, Broken, 32),
            (r#"{"list":[],"number":1,"other":1,"text":"a"}"#, UnknownField, 28),
            (r#"{"list":[],"number":1}"#, MissingField, 21),
            (r#"{"list":[],"number":"1","text":"a"}"#, Value, 22),
            (r#"{"list":[2,1],"number":1,"text":"a"}"#, ListOrder, 9),
            (r#"{"list":[1,1],"number":1,"text":"a"}"#, ListOrder, 10),
        ] {
            let refused = parse::<Pair>(other.as_bytes()).unwrap_err();
            assert_eq!(refused, CanonicalError::Refused { blemish, offset }, "{other}");
        }
    }

    #[test]
    fn errors_hold_no_value() {
        let wrong = parse::<Pair>(br#"{"list":"canary"}"#).unwrap_err();
        assert!(!format!("{wrong} {wrong:?}").contains("canary"));
    }

    #[test]
    fn what_is_not_ascii_is_not_written() {
        let pair = Pair { list: BTreeSet::new(), number: 1, text: "é".to_owned() };
        assert_eq!(to_bytes(&pair), Err(CanonicalError::Unwritable));
    }
}
