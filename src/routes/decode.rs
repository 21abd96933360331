//! Bytes as text, and text as a reader takes it: without what is invisible and with one letter for all that look alike.

use super::mapped::Mapped;
use std::borrow::Cow;
use std::sync::LazyLock;

/// How the bytes of a file were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, which its byte order mark says.
    Utf16,
    /// No valid UTF-8: every byte one character. What is ASCII in it is read right, whatever the rest is.
    Latin1,
}

/// Reads bytes; `None` for what is no text: NULs outside UTF-16.
#[must_use]
pub(super) fn decode(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    let utf16 = |of: fn([u8; 2]) -> u16, bytes: &[u8]| {
        let units = bytes.as_chunks::<2>().0.iter().map(|pair| of(*pair));
        let text =
            char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        Some((Cow::Owned(text), Encoding::Utf16))
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => utf16(u16::from_be_bytes, rest),
        _ if memchr::memchr(0, bytes).is_some() => None,
        _ => Some(str::from_utf8(bytes).map_or_else(
            |_| (bytes.iter().map(|byte| char::from(*byte)).collect(), Encoding::Latin1),
            |text| (Cow::Borrowed(text), Encoding::Utf8),
        )),
    }
}

/// The text with what is invisible taken out and look-alikes replaced by the ASCII they look like.
#[must_use]
pub(super) fn fold(text: &str) -> Mapped {
    if text.is_ascii() {
        return Mapped::whole(text);
    }
    let mut folded = Mapped::default();
    let mut from = 0;
    for (at, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
        folded.push(text.get(from..at).unwrap_or_default(), from);
        from = at + character.len_utf8();
        if !is_invisible(character) {
            folded.push(alike(character).encode_utf8(&mut [0; 4]), at);
        }
    }
    folded.push(text.get(from..).unwrap_or_default(), from);
    folded
}

/// Format characters (general category Cf) that move or hide letters, and the fillers that show as nothing.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Pairs of a letter and the ASCII that looks the same (Unicode Technical Standard 39, the single letters in it that
/// occur in Latin, Greek and Cyrillic fonts).
const ALIKE: &str = "АAВBСCЕEНHІIЈJКKМMОOРPЅSТTХXУYаaсcеeһhіiјjоoрpѕsхxуyԁdԛqѡwԝwкkмmтtвbнhгrпn\
                     ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaοoρpνvκkιiτtυuγyχxςs\
                     ıiɑaɡgɩiʟlℓlⅼlⅰiⅽcⅾdⅿmⅹxⅴvꓐBꓑPꓒPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓤRꓥVꓧHꓨGꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴUꓵUꓶLꓷD";

/// The same pairs in the order of their letters: texts in other scripts ask for each of theirs.
static SORTED: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let letters: Vec<char> = ALIKE.chars().collect();
    let mut pairs: Vec<(char, char)> =
        letters.as_chunks::<2>().0.iter().map(|[letter, ascii]| (*letter, *ascii)).collect();
    pairs.sort_by_key(|(letter, _)| *letter);
    pairs.dedup_by_key(|(letter, _)| *letter);
    pairs
});

/// The ASCII that a character looks like, or itself.
fn alike(character: char) -> char {
    match character {
        // Full-width forms are ASCII, one plane up.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\u{2018}' | '\u{2019}' | '\u{2032}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{2033}' => '"',
        '\u{2010}' | '\u{2011}' | '\u{2212}' => '-',
        '\u{2024}' => '.',
        '\u{a789}' | '\u{2236}' => ':',
        '\u{2215}' | '\u{2044}' => '/',
        // Mathematical letters: 13 alphabets of A to Z and a to z, one after the other.
        '\u{1d400}'..='\u{1d6a3}' => {
            let letter = (u32::from(character) - 0x1d400) % 52;
            char::from_u32(if letter < 26 { 0x41 + letter } else { 0x61 + letter - 26 }).unwrap_or(character)
        }
        _ => SORTED
            .binary_search_by_key(&character, |(letter, _)| *letter)
            .ok()
            .and_then(|at| SORTED.get(at))
            .map_or(character, |(_, ascii)| *ascii),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_table_becomes_ascii() {
        let letters: Vec<char> = ALIKE.chars().collect();
        for pair in letters.chunks(2) {
            assert!(!pair[0].is_ascii() && pair[1].is_ascii(), "{pair:?}");
        }
    }

    #[test]
    fn what_a_reader_sees_is_what_is_compared() {
        let folded = fold("dr\u{200b}op \u{441}re\u{0430}te ＴＡＢＬＥ 𝐱");
        assert_eq!(folded.as_str(), "drop create TABLE x");
        assert_eq!(folded.source(5), "dr\u{200b}op ".len());
    }

    #[test]
    fn bytes_of_any_kind_are_read_or_said_to_be_none() {
        assert_eq!(decode(b"\xff\xfeA\0").expect("text"), ("A".into(), Encoding::Utf16));
        assert_eq!(decode(b"k\xf6r").expect("text"), ("kör".into(), Encoding::Latin1));
        assert!(decode(b"\0asm").is_none());
    }
}
