//! What makes bytes another spelling than the canonical one: a name for a document that was refused already.
//!
//! Nothing is accepted because nothing was found here: [`super::parse`] decides by comparing bytes.

use std::fmt;

/// What was found first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blemish {
    /// A byte outside 0x20 to 0x7e: a control character, a byte order mark, UTF-8.
    NotPrintable,
    /// It does not begin as an object does: an array in its place, a bare value, nothing at all.
    NotAnObject,
    /// White space between the parts.
    WhiteSpace,
    /// An escape other than those of `"` and `\`, which printable ASCII does not need.
    Escape,
    /// Bytes behind the end of the document: a newline, a second document.
    Trailing,
    /// A key that its object had before.
    DuplicateKey,
    /// A key that stands behind a later one (RFC 8785, section 3.2.3).
    KeyOrder,
    /// A number that is no whole number from 0 to 2^53 - 1 (RFC 7493, section 2.2), or not in its shortest form.
    Number,
    /// No JSON: cut off, or broken otherwise.
    Broken,
    /// A field that this kind of document does not have.
    UnknownField,
    /// A field that this kind of document has is not there.
    MissingField,
    /// A field does not hold what it must.
    Value,
    /// A list in another order, or an equal element twice.
    ListOrder,
}

impl fmt::Display for Blemish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotPrintable => "holds a byte that is not printable ASCII",
            Self::NotAnObject => "is not an object",
            Self::WhiteSpace => "holds white space between its parts",
            Self::Escape => "holds an escape that printable ASCII does not need",
            Self::Trailing => "goes on behind its end",
            Self::DuplicateKey => "repeats a key",
            Self::KeyOrder => "has its keys in another order",
            Self::Number => "holds a number that is not whole, below 2^53 and in its shortest form",
            Self::Broken => "is cut off or broken",
            Self::UnknownField => "has a field that such a document does not have",
            Self::MissingField => "lacks a field",
            Self::Value => "has a field that does not hold what it must",
            Self::ListOrder => "has a list that is not in ascending order",
        })
    }
}

/// The first blemish of a document's spelling and where it is; `None` if there is none that needs no knowledge of the
/// kind of document.
pub(super) fn find(bytes: &[u8]) -> Option<(Blemish, usize)> {
    if bytes.first() != Some(&b'{') {
        return Some((Blemish::NotAnObject, 0));
    }
    // The keys of each object that is open; an open array has none.
    let mut open: Vec<Vec<&[u8]>> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let length = match byte {
            b'{' | b'[' => {
                open.push(Vec::new());
                1
            }
            b'}' | b']' => {
                open.pop();
                if open.is_empty() && at + 1 < bytes.len() {
                    return Some((Blemish::Trailing, at + 1));
                }
                1
            }
            b' ' | b'\t' | b'\n' | b'\r' => return Some((Blemish::WhiteSpace, at)),
            b'"' => match string(&bytes[at..]) {
                Ok(text) => {
                    let is_key = bytes.get(at + text.len()) == Some(&b':');
                    if let (true, Some(keys)) = (is_key, open.last_mut()) {
                        if keys.contains(&text) {
                            return Some((Blemish::DuplicateKey, at));
                        }
                        if keys.last().is_some_and(|before| *before > text) {
                            return Some((Blemish::KeyOrder, at));
                        }
                        keys.push(text);
                    }
                    text.len()
                }
                Err((blemish, offset)) => return Some((blemish, at + offset)),
            },
            b'-' | b'0'..=b'9' => match number(&bytes[at..]) {
                Some(length) => length,
                None => return Some((Blemish::Number, at)),
            },
            _ => 1,
        };
        at += length;
    }
    (!open.is_empty()).then_some((Blemish::Broken, at))
}

/// The string at the beginning, with its quotes.
fn string(bytes: &[u8]) -> Result<&[u8], (Blemish, usize)> {
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return Ok(&bytes[..=at]),
            b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => at += 2,
            b'\\' => return Err((Blemish::Escape, at)),
            0x20..=0x7e => at += 1,
            _ => return Err((Blemish::NotPrintable, at)),
        }
    }
    Err((Blemish::Broken, at))
}

/// The length of the number at the beginning, if it is one that every reader takes for the same.
fn number(bytes: &[u8]) -> Option<usize> {
    const LAST: u64 = (1 << 53) - 1;
    let part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    let length = bytes.iter().take_while(|byte| part(byte)).count();
    let text = std::str::from_utf8(&bytes[..length]).ok()?;
    let value: u64 = text.parse().ok()?;
    (value <= LAST && value.to_string() == text).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_blemish_has_words_of_its_own() {
        use Blemish::*;
        let all = [
            NotPrintable,
            NotAnObject,
            WhiteSpace,
            Escape,
            Trailing,
            DuplicateKey,
            KeyOrder,
            Number,
            Broken,
            UnknownField,
            MissingField,
            Value,
            ListOrder,
        ];
        let words: std::collections::BTreeSet<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(words.len(), all.len());
    }
}
