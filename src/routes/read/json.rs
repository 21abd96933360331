//! JSON as RFC 8259 has it, and with what editors' configurations add: comments, a comma too many, several values one after
//! the other.

use std::ops::Range;

/// One part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Begins an object.
    Object,
    /// Begins an array.
    Array,
    /// Ends either.
    End,
    /// A string with its quotes: a key where one is due, or a value.
    Text(Range<usize>),
    /// A number, `true`, `false` or `null`.
    Word(Range<usize>),
}

/// The text is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Key,
    Colon,
    Value,
    Comma,
}

/// The parts of a text, up to the first place that is none.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    due: Due,
    /// Of what is open, whether it is an object.
    objects: Vec<bool>,
}

impl<'a> Tokens<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, due: Due::Value, objects: Vec::new() }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Passes over blanks and comments.
    fn pass_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += match rest {
                [b' ' | b'\t' | b'\n' | b'\r', ..] => 1,
                [b'/', b'/', ..] => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
                [b'/', b'*', body @ ..] => {
                    memchr::memmem::find(body, b"*/").map_or(rest.len(), |end| end + 4)
                }
                _ => return,
            };
        }
    }

    /// The string that begins here.
    fn text(&mut self) -> Result<Range<usize>, Malformed> {
        let start = self.at;
        let mut at = start + 1;
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            let found = memchr::memchr3(b'"', b'\\', b'\n', rest).ok_or(Malformed)?;
            at += found + 1;
            match rest.get(found) {
                Some(b'"') => break,
                Some(b'\\') => at += 1,
                _ => return Err(Malformed),
            }
        }
        self.at = at;
        Ok(start..at)
    }

    fn word(&mut self) -> Result<Range<usize>, Malformed> {
        let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let length = self.rest().iter().take_while(is_of_word).count();
        let range = self.at..self.at + length;
        self.at = range.end;
        let word = self.bytes.get(range.clone()).unwrap_or_default();
        match word {
            b"true" | b"false" | b"null" | [b'-', b'0'..=b'9', ..] | [b'0'..=b'9', ..] => Ok(range),
            _ => Err(Malformed),
        }
    }

    fn open(&mut self, token: Token) -> Token {
        let is_object = token == Token::Object;
        self.at += 1;
        self.objects.push(is_object);
        self.due = if is_object { Due::Key } else { Due::Value };
        token
    }

    /// What is due behind a value: of several values of a text, the next one.
    fn behind_value(&self) -> Due {
        if self.objects.is_empty() { Due::Value } else { Due::Comma }
    }

    fn step(&mut self) -> Result<Option<Token>, Malformed> {
        loop {
            self.pass_blanks();
            let in_object = self.objects.last().copied();
            match (self.rest().first(), self.due) {
                (None, Due::Value) if in_object.is_none() => return Ok(None),
                (Some(b'{'), Due::Value) => return Ok(Some(self.open(Token::Object))),
                (Some(b'['), Due::Value) => return Ok(Some(self.open(Token::Array))),
                (Some(b'}'), Due::Key | Due::Comma) if in_object == Some(true) => {
                    return Ok(Some(self.end()));
                }
                (Some(b']'), Due::Value | Due::Comma) if in_object == Some(false) => {
                    return Ok(Some(self.end()));
                }
                (Some(b'"'), Due::Key) => {
                    self.due = Due::Colon;
                    return self.text().map(Token::Text).map(Some);
                }
                (Some(b'"'), Due::Value) => {
                    self.due = self.behind_value();
                    return self.text().map(Token::Text).map(Some);
                }
                (Some(b':'), Due::Colon) => self.due = Due::Value,
                (Some(b','), Due::Comma) => {
                    self.due = if in_object == Some(true) { Due::Key } else { Due::Value };
                }
                (Some(_), Due::Value) => {
                    self.due = self.behind_value();
                    return self.word().map(Token::Word).map(Some);
                }
                _ => return Err(Malformed),
            }
            self.at += 1;
        }
    }

    fn end(&mut self) -> Token {
        self.at += 1;
        self.objects.pop();
        self.due = self.behind_value();
        Token::End
    }
}

/// Whether a text is JSON to its end, and nowhere nested deeper than this.
pub(super) fn is_json(text: &str, depth: usize) -> bool {
    let mut tokens = Tokens::of(text);
    while let Some(token) = tokens.next() {
        if token.is_err() || tokens.objects.len() > depth {
            return false;
        }
    }
    true
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, Tokens};

    fn shown(text: &str) -> Option<String> {
        let mut parts = Vec::new();
        for token in Tokens::of(text) {
            parts.push(match token.ok()? {
                Token::Object => "{".to_owned(),
                Token::Array => "[".to_owned(),
                Token::End => ".".to_owned(),
                Token::Text(range) | Token::Word(range) => text[range].to_owned(),
            });
        }
        Some(parts.join(" "))
    }

    #[test]
    fn what_is_json_is_read_to_its_end() {
        for (text, parts) in [
            (r#"{"a": [1, -2.5e3, true], "b": {}}"#, r#"{ "a" [ 1 -2.5e3 true . "b" { . ."#),
            (r#"{"a\"b": "c\\", /* no: " */ "d": [],}"#, r#"{ "a\"b" "c\\" "d" [ . ."#),
            ("// first\n{\"a\": 1}\n{\"b\": null}\n", r#"{ "a" 1 . { "b" null ."#),
            ("[1, 2,]", "[ 1 2 ."),
            ("", ""),
        ] {
            assert_eq!(shown(text).as_deref(), Some(parts), "{text}");
        }
    }

    #[test]
    fn what_is_none_is_said_to_be_none() {
        for text in [
            "{a: 1}",
            "{\"a\" 1}",
            "{\"a\": 1",
            "[1 2]",
            "{\"a\": 1]",
            "[}",
            "\"a\nb\"",
            "\"a",
            "{,}",
            "[,]",
            "'a'",
            "key: value",
            "{\"a\": }",
            "- a",
            "{1: 2}",
            "\"a\\",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
