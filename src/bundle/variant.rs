//! Explaining a digest mismatch: which well-meant change of the bytes would account for it. Only ever to explain,
//! never to accept.

use crate::digest::Digest;
use std::borrow::Cow;

/// U+FEFF in UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A change that tools make to text without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The digest is that of the same text with LF line ends.
    LineFeeds,
    /// The digest is that of the same text with CR LF line ends.
    CarriageReturns,
    /// The digest is that of the same text without the byte order mark.
    WithoutMark,
    /// The digest is that of the same text with a byte order mark.
    WithMark,
    /// The digest is that of the same text without its final newline.
    WithoutFinalNewline,
    /// The digest is that of the same text with a final newline.
    WithFinalNewline,
}

impl Variant {
    const ALL: [Self; 6] = [
        Self::LineFeeds,
        Self::CarriageReturns,
        Self::WithoutMark,
        Self::WithMark,
        Self::WithoutFinalNewline,
        Self::WithFinalNewline,
    ];

    /// The variant of `bytes` whose digest is `wanted`, if there is one.
    #[must_use]
    pub fn explain(bytes: &[u8], wanted: Digest) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.of(bytes).is_some_and(|changed| Digest::of(&changed) == wanted))
    }

    /// The changed bytes, or `None` where the change does not apply.
    fn of(self, bytes: &[u8]) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::LineFeeds => bytes.contains(&b'\r').then(|| line_feeds(bytes).into()),
            Self::CarriageReturns => bytes.contains(&b'\n').then(|| carriage_returns(bytes).into()),
            Self::WithoutMark => bytes.strip_prefix(BOM).map(Cow::from),
            Self::WithMark => (!bytes.starts_with(BOM)).then(|| [BOM, bytes].concat().into()),
            Self::WithoutFinalNewline => bytes.strip_suffix(b"\n").map(Cow::from),
            Self::WithFinalNewline => Some([bytes, b"\n"].concat().into()),
        }
    }

    /// Reads after "other bytes than recorded".
    #[must_use]
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::LineFeeds => "; the record is that of the same text with LF line ends",
            Self::CarriageReturns => "; the record is that of the same text with CR LF line ends",
            Self::WithoutMark => "; the record is that of the same text without its byte order mark",
            Self::WithMark => "; the record is that of the same text with a byte order mark",
            Self::WithoutFinalNewline => "; the record is that of the same text without its final newline",
            Self::WithFinalNewline => "; the record is that of the same text with a final newline",
        }
    }
}

/// CR LF becomes LF; a lone CR stays.
fn line_feeds(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            out.push(*byte);
        }
    }
    out
}

/// LF becomes CR LF, unless a CR is there already.
fn carriage_returns(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    let mut before = 0;
    for byte in bytes {
        if *byte == b'\n' && before != b'\r' {
            out.push(b'\r');
        }
        out.push(*byte);
        before = *byte;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_recognised() {
        for (have, recorded, variant) in [
            ("a;\r\nb;", "a;\nb;", Variant::LineFeeds),
            ("a;\nb;", "a;\r\nb;", Variant::CarriageReturns),
            ("\u{feff}a;", "a;", Variant::WithoutMark),
            ("a;", "\u{feff}a;", Variant::WithMark),
            ("a;\n", "a;", Variant::WithoutFinalNewline),
            ("a;", "a;\n", Variant::WithFinalNewline),
        ] {
            assert_eq!(Variant::explain(have.as_bytes(), Digest::of(recorded.as_bytes())), Some(variant));
        }
        assert_eq!(Variant::explain(b"a;", Digest::of(b"b;")), None);
    }
}
