//! Tokens of PostgreSQL's SQL (manual, 4.1 Lexical Structure; `scan.l` of releases 16 to 18), with
//! `standard_conforming_strings` on.
//!
//! Invariant: total. Any text gives tokens that concatenate to it; what never ends is one last
//! [`Kind::Unterminated`] token.

use memchr::{memchr, memchr2, memmem};

/// One token and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its text, as it stands.
    pub text: &'a str,
    /// Byte offset of its first byte.
    pub start: usize,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blanks and line ends.
    Whitespace,
    /// `-- …` up to the line's end.
    LineComment,
    /// `/* … */`, nested.
    BlockComment,
    /// A key word or an unquoted identifier.
    Word,
    /// `"…"`
    QuotedIdentifier,
    /// `U&"…"`
    UnicodeIdentifier,
    /// `'…'`, with its continuations on following lines. (`N'…'` is the key word NCHAR and a string.)
    String,
    /// `E'…'`
    EscapeString,
    /// `U&'…'`
    UnicodeString,
    /// `B'…'` or `X'…'`
    BitString,
    /// `$tag$ … $tag$`
    DollarString,
    /// `$1`
    Parameter,
    /// An integer or decimal.
    Number,
    /// An operator.
    Operator,
    /// One of `; , ( ) [ ] . :`
    Punctuation,
    /// A character that begins no token.
    Other,
    /// Something that runs to the end of the text without being closed.
    Unterminated(Open),
}

/// What was opened and never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A `/*` comment.
    Comment,
    /// A quoted string.
    String,
    /// A quoted identifier.
    Identifier,
    /// A dollar-quoted string.
    Dollar,
    /// `(`, which is a token of its own.
    Parenthesis,
    /// The SQL-standard body of a routine, which is made of many tokens.
    Body,
}

impl Kind {
    /// Whether the server reads over it.
    #[must_use]
    pub const fn is_blank(self) -> bool {
        matches!(self, Self::Whitespace | Self::LineComment | Self::BlockComment)
    }
}

impl Open {
    /// With its article, to read after "inside".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comment => "a comment",
            Self::String => "a string",
            Self::Identifier => "a quoted identifier",
            Self::Dollar => "a dollar-quoted body",
            Self::Parenthesis => "parentheses",
            Self::Body => "a BEGIN ATOMIC body",
        }
    }
}

/// The tokens of a text, in order.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Begins at the start of the text.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let (kind, length) = scan(rest)?;
        let start = self.at;
        self.at += length;
        // Every token ends after an ASCII byte or before one, or at the end: always between characters.
        Some(Token { kind, text: self.text.get(start..self.at)?, start })
    }
}

/// The kind and length of the token at the start of these bytes; `None` at the end.
fn scan(rest: &[u8]) -> Option<(Kind, usize)> {
    let second = rest.get(1).copied();
    Some(match (*rest.first()?, second) {
        (first, _) if is_space(first) => (Kind::Whitespace, run(rest, is_space)),
        (b'-', Some(b'-')) => (Kind::LineComment, run(rest, |byte| !matches!(byte, b'\n' | b'\r'))),
        (b'/', Some(b'*')) => block_comment(rest),
        (b'\'', _) => string(rest, 0, Kind::String),
        (b'"', _) => quoted_identifier(rest, 0, Kind::QuotedIdentifier),
        (b'e' | b'E', Some(b'\'')) => string(rest, 1, Kind::EscapeString),
        (b'b' | b'B' | b'x' | b'X', Some(b'\'')) => string(rest, 1, Kind::BitString),
        (b'u' | b'U', Some(b'&')) if rest.get(2) == Some(&b'\'') => string(rest, 2, Kind::UnicodeString),
        (b'u' | b'U', Some(b'&')) if rest.get(2) == Some(&b'"') => {
            quoted_identifier(rest, 2, Kind::UnicodeIdentifier)
        }
        (b'$', _) => dollar(rest),
        (b'.', Some(b'0'..=b'9')) | (b'0'..=b'9', _) => (Kind::Number, number(rest)),
        (first, _) if begins_word(first) => (Kind::Word, run(rest, continues_word)),
        (b';' | b',' | b'(' | b')' | b'[' | b']' | b'.' | b':', _) => (Kind::Punctuation, 1),
        (first, _) if is_operator(first) => (Kind::Operator, operator(rest)),
        _ => (Kind::Other, 1),
    })
}

/// How many leading bytes satisfy the test.
fn run(bytes: &[u8], test: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| !test(*byte)).unwrap_or(bytes.len())
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Every byte beyond ASCII belongs to a word, whatever character it is part of.
const fn begins_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

const fn continues_word(byte: u8) -> bool {
    begins_word(byte) || byte.is_ascii_digit() || byte == b'$'
}

const fn is_operator(byte: u8) -> bool {
    matches!(
        byte,
        b'~' | b'!'
            | b'@'
            | b'#'
            | b'^'
            | b'&'
            | b'|'
            | b'`'
            | b'?'
            | b'+'
            | b'-'
            | b'*'
            | b'/'
            | b'%'
            | b'<'
            | b'>'
            | b'='
    )
}

/// An operator ends before a comment begins (manual, 4.1.3).
fn operator(rest: &[u8]) -> usize {
    let length = run(rest, is_operator);
    let comment =
        rest.windows(2).take(length.saturating_sub(1)).position(|pair| matches!(pair, b"--" | b"/*"));
    comment.unwrap_or(length)
}

/// Digits, letters and underscores, one decimal point unless a second follows (`1..9`), and a signed exponent.
/// Misspelt numbers are the server's to refuse.
fn number(rest: &[u8]) -> usize {
    let digits =
        |from: usize| run(rest.get(from..).unwrap_or_default(), |b| b.is_ascii_alphanumeric() || b == b'_');
    let mut end = digits(0);
    if rest.get(end) == Some(&b'.') && rest.get(end + 1) != Some(&b'.') {
        end += 1;
        end += digits(end);
    }
    let exponent = matches!(rest.get(end.wrapping_sub(1)), Some(b'e' | b'E')) && !rest.starts_with(b"0x");
    if exponent
        && matches!(rest.get(end), Some(b'+' | b'-'))
        && rest.get(end + 1).is_some_and(u8::is_ascii_digit)
    {
        end += 1;
        end += digits(end);
    }
    end
}

fn block_comment(rest: &[u8]) -> (Kind, usize) {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(skip) = rest.get(at..).and_then(|left| memchr2(b'/', b'*', left)) {
        at += skip;
        match (rest.get(at), rest.get(at + 1)) {
            (Some(b'/'), Some(b'*')) => {
                depth += 1;
                at += 2;
            }
            (Some(b'*'), Some(b'/')) => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return (Kind::BlockComment, at);
                }
            }
            _ => at += 1,
        }
    }
    (Kind::Unterminated(Open::Comment), rest.len())
}

/// A quoted string whose opening quote stands at `at`. A string followed by a line end and another quote goes on
/// there, in the same mode (manual, 4.1.2.1).
fn string(rest: &[u8], mut at: usize, kind: Kind) -> (Kind, usize) {
    loop {
        let Some(end) = closing_quote(rest, at + 1, kind) else {
            return (Kind::Unterminated(Open::String), rest.len());
        };
        match continuation(rest, end) {
            Some(next) => at = next,
            None => return (kind, end),
        }
    }
}

/// The offset after the quote that closes a string begun before `at`.
fn closing_quote(rest: &[u8], mut at: usize, kind: Kind) -> Option<usize> {
    let escapes = kind == Kind::EscapeString;
    let doubles = kind != Kind::BitString;
    loop {
        let left = rest.get(at..)?;
        at += if escapes { memchr2(b'\'', b'\\', left) } else { memchr(b'\'', left) }?;
        match (rest.get(at), rest.get(at + 1)) {
            (Some(b'\''), Some(b'\'')) if doubles => at += 2,
            (Some(b'\\'), _) => at += 2,
            _ => return Some(at + 1),
        }
    }
}

/// The offset of the quote that continues a string which ended before `at`: only blanks and line comments may
/// stand between, with at least one line end.
fn continuation(rest: &[u8], mut at: usize) -> Option<usize> {
    let mut new_line = false;
    loop {
        match (rest.get(at)?, rest.get(at + 1)) {
            (b'\n' | b'\r', _) => new_line = true,
            (byte, _) if is_space(*byte) => {}
            (b'-', Some(b'-')) => {
                at += run(rest.get(at..)?, |byte| !matches!(byte, b'\n' | b'\r'));
                continue;
            }
            (b'\'', _) if new_line => return Some(at),
            _ => return None,
        }
        at += 1;
    }
}

/// A quoted identifier whose opening quote stands at `at`.
fn quoted_identifier(rest: &[u8], at: usize, kind: Kind) -> (Kind, usize) {
    let mut end = at + 1;
    loop {
        match rest.get(end..).and_then(|left| memchr(b'"', left)) {
            None => return (Kind::Unterminated(Open::Identifier), rest.len()),
            Some(skip) if rest.get(end + skip + 1) == Some(&b'"') => end += skip + 2,
            Some(skip) => return (kind, end + skip + 1),
        }
    }
}

/// `$1`, `$tag$ … $tag$`, or a dollar sign that begins nothing.
fn dollar(rest: &[u8]) -> (Kind, usize) {
    let after = rest.get(1..).unwrap_or_default();
    let digits = run(after, |byte| byte.is_ascii_digit());
    if digits > 0 {
        return (Kind::Parameter, 1 + digits);
    }
    let tag = run(after, |byte| begins_word(byte) || byte.is_ascii_digit());
    if after.get(tag) != Some(&b'$') {
        return (Kind::Other, 1);
    }
    let opening = tag + 2;
    let (delimiter, body) = rest.split_at(opening);
    match memmem::find(body, delimiter) {
        Some(skip) => (Kind::DollarString, opening + skip + delimiter.len()),
        None => (Kind::Unterminated(Open::Dollar), rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The tokens that are not blank.
    fn lex(text: &str) -> Vec<(Kind, &str)> {
        Lexer::new(text)
            .filter(|token| !token.kind.is_blank())
            .map(|token| (token.kind, token.text))
            .collect()
    }

    #[test]
    fn each_open_thing_has_a_name_of_its_own() {
        let open =
            [Open::Comment, Open::String, Open::Identifier, Open::Dollar, Open::Parenthesis, Open::Body];
        let names: std::collections::BTreeSet<_> = open.map(Open::name).into();
        assert_eq!(names.len(), open.len());
    }

    #[test]
    fn comments_nest_and_end() {
        assert_eq!(lex("/* a /* b */ c */x--y\nz"), [(Kind::Word, "x"), (Kind::Word, "z")]);
        assert_eq!(lex("/* a /* b */"), [(Kind::Unterminated(Open::Comment), "/* a /* b */")]);
        assert_eq!(lex("/*/"), [(Kind::Unterminated(Open::Comment), "/*/")]);
    }

    #[test]
    fn strings_end_where_the_server_says() {
        assert_eq!(lex(r"'a''b\' x"), [(Kind::String, r"'a''b\'"), (Kind::Word, "x")]);
        assert_eq!(lex(r"E'a\'b' x"), [(Kind::EscapeString, r"E'a\'b'"), (Kind::Word, "x")]);
        assert_eq!(lex(r"u&'\0061' x"), [(Kind::UnicodeString, r"u&'\0061'"), (Kind::Word, "x")]);
        assert_eq!(lex("X'1f'B'01'"), [(Kind::BitString, "X'1f'"), (Kind::BitString, "B'01'")]);
        assert_eq!(lex("'open"), [(Kind::Unterminated(Open::String), "'open")]);
        assert_eq!(lex(r"E'open\'"), [(Kind::Unterminated(Open::String), r"E'open\'")]);
    }

    #[test]
    fn a_string_goes_on_in_its_own_mode_on_the_next_line() {
        assert_eq!(
            lex("E'a' -- note\n  '\\'b';"),
            [(Kind::EscapeString, "E'a' -- note\n  '\\'b'"), (Kind::Punctuation, ";")]
        );
        assert_eq!(lex("'a' 'b'"), [(Kind::String, "'a'"), (Kind::String, "'b'")]);
        assert_eq!(lex("'a'\n/* */'b'"), [(Kind::String, "'a'"), (Kind::String, "'b'")]);
        assert_eq!(
            lex("'a'\n- x\n'b'"),
            [(Kind::String, "'a'"), (Kind::Operator, "-"), (Kind::Word, "x"), (Kind::String, "'b'")]
        );
    }

    #[test]
    fn identifiers_keep_their_quotes_and_dollars() {
        assert_eq!(
            lex("a$b$ \"x\"\"y\" U&\"z\" größe"),
            [
                (Kind::Word, "a$b$"),
                (Kind::QuotedIdentifier, "\"x\"\"y\""),
                (Kind::UnicodeIdentifier, "U&\"z\""),
                (Kind::Word, "größe"),
            ]
        );
        assert_eq!(
            lex("u & \"z\""),
            [(Kind::Word, "u"), (Kind::Operator, "&"), (Kind::QuotedIdentifier, "\"z\"")]
        );
        assert_eq!(lex("u&z"), [(Kind::Word, "u"), (Kind::Operator, "&"), (Kind::Word, "z")]);
        assert_eq!(lex("\"open"), [(Kind::Unterminated(Open::Identifier), "\"open")]);
    }

    #[test]
    fn dollar_bodies_close_with_their_own_tag() {
        assert_eq!(
            lex("$a$ $b$ $$ ; $a$;"),
            [(Kind::DollarString, "$a$ $b$ $$ ; $a$"), (Kind::Punctuation, ";")]
        );
        assert_eq!(lex("$a$ $ab$a$"), [(Kind::DollarString, "$a$ $ab$a$")]);
        assert_eq!(lex("$1 $x"), [(Kind::Parameter, "$1"), (Kind::Other, "$"), (Kind::Word, "x")]);
        assert_eq!(lex("1$$;$$"), [(Kind::Number, "1"), (Kind::DollarString, "$$;$$")]);
        assert_eq!(lex("$$ $"), [(Kind::Unterminated(Open::Dollar), "$$ $")]);
    }

    #[test]
    fn operators_stop_before_comments() {
        assert_eq!(lex("2*/* c */3"), [(Kind::Number, "2"), (Kind::Operator, "*"), (Kind::Number, "3")]);
        assert_eq!(lex("a@>--c\nb"), [(Kind::Word, "a"), (Kind::Operator, "@>"), (Kind::Word, "b")]);
    }

    #[test]
    fn numbers() {
        for text in ["1", "1_000", "1.5e-3", ".5", "0xFF", "1e+10", "5."] {
            assert_eq!(lex(text), [(Kind::Number, text)]);
        }
        assert_eq!(lex("1..2"), [(Kind::Number, "1"), (Kind::Punctuation, "."), (Kind::Number, ".2")]);
        assert_eq!(lex("0xe-1"), [(Kind::Number, "0xe"), (Kind::Operator, "-"), (Kind::Number, "1")]);
    }

    proptest! {
        #[test]
        fn tokens_concatenate_to_the_text(text in r#"(\PC|[-'"$/*\\;\n eEuU&]){0,60}"#) {
            let together: String = Lexer::new(&text).map(|token| token.text).collect();
            prop_assert_eq!(&together, &text);
            let mut at = 0;
            for token in Lexer::new(&text) {
                prop_assert_eq!(token.start, at);
                prop_assert!(!token.text.is_empty());
                at += token.text.len();
            }
        }
    }
}
