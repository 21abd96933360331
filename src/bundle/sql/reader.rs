//! Reads a statement's tokens the way the grammar does: key words in any case, names with their quotes undone,
//! blanks and comments passed over.

use super::{Kind, Lexer, Token};
use crate::identifier::Identifier;
use std::borrow::Cow;
use std::fmt;

/// A name with or without its schema, as the catalog stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectName {
    /// The schema, if the statement names one; otherwise the search path decides.
    pub schema: Option<Identifier>,
    /// The name.
    pub name: Identifier,
}

impl fmt::Display for ObjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(schema) = &self.schema {
            write!(f, "{schema}.")?;
        }
        write!(f, "{}", self.name)
    }
}

/// A position among the tokens of one statement. A clone looks ahead.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a>(Lexer<'a>);

impl<'a> Iterator for Reader<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.0.by_ref().find(|token| !token.kind.is_blank())
    }
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self(Lexer::new(text))
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next()
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().is_none()
    }

    /// Takes the next token if it satisfies the test.
    pub(super) fn accept_if(&mut self, test: impl Fn(&Token<'a>) -> bool) -> Option<Token<'a>> {
        let mut ahead = self.clone();
        let token = ahead.next().filter(test)?;
        *self = ahead;
        Some(token)
    }

    /// Takes the next token if it is this key word, in any case.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        self.accept_if(|token| is_word(token, word)).is_some()
    }

    /// Takes these key words if all of them follow.
    pub(super) fn accept_all(&mut self, words: &[&str]) -> bool {
        let mut ahead = self.clone();
        let all = words.iter().all(|word| ahead.accept(word));
        if all {
            *self = ahead;
        }
        all
    }

    /// Takes the next token if it is this punctuation or operator.
    pub(super) fn accept_sign(&mut self, sign: &str) -> bool {
        self.accept_if(|token| token.text == sign).is_some()
    }

    /// Takes a name.
    pub(super) fn identifier(&mut self) -> Option<Identifier> {
        let mut ahead = self.clone();
        let name = cut_to_fit(&identifier_text(&ahead.next()?)?)?;
        *self = ahead;
        Some(name)
    }

    /// Takes a name with an optional schema. A database before the schema is dropped: PostgreSQL accepts only the
    /// current one there.
    pub(super) fn object(&mut self) -> Option<ObjectName> {
        let mut parts = vec![self.identifier()?];
        while self.accept_sign(".") {
            parts.push(self.identifier()?);
        }
        let name = parts.pop()?;
        Some(ObjectName { schema: parts.pop(), name })
    }

    /// Passes over a parenthesised list, if one follows, and gives back a reader of what is inside.
    pub(super) fn parenthesised(&mut self) -> Option<Vec<Token<'a>>> {
        if !self.accept_sign("(") {
            return None;
        }
        Some(self.by_ref().take_while(|token| token.text != ")").collect())
    }
}

/// Whether a token is this key word.
pub(super) fn is_word(token: &Token<'_>, word: &str) -> bool {
    token.kind == Kind::Word && token.text.eq_ignore_ascii_case(word)
}

/// Whether a token names this lower-case object, quoted or not.
pub(super) fn names(token: &Token<'_>, name: &str) -> bool {
    identifier_text(token).is_some_and(|text| text == name)
}

/// The name a token stands for, before PostgreSQL cuts it to its longest length.
pub(super) fn identifier_text<'a>(token: &Token<'a>) -> Option<Cow<'a, str>> {
    let inside = |prefix: usize| token.text.get(prefix..token.text.len() - 1);
    match token.kind {
        Kind::Word => Some(token.text.to_ascii_lowercase().into()),
        Kind::QuotedIdentifier => {
            let inside = inside(1)?;
            Some(if inside.contains('"') { inside.replace("\"\"", "\"").into() } else { inside.into() })
        }
        Kind::UnicodeIdentifier => unicode(&inside(3)?.replace("\"\"", "\"")).map(Cow::from),
        _ => None,
    }
}

/// The value of a string literal that has no escape in it; `None` for any other token.
pub(super) fn plain_string<'a>(token: &Token<'a>) -> Option<Cow<'a, str>> {
    let text = token.text;
    let inside = match token.kind {
        Kind::DollarString => {
            let opening = text.get(1..)?.find('$')? + 2;
            return text.get(opening..text.len().checked_sub(opening)?).map(Cow::from);
        }
        Kind::String => text.get(1..),
        Kind::EscapeString => text.get(2..),
        Kind::UnicodeString => text.get(3..),
        _ => None,
    }?;
    let inside = inside.strip_suffix('\'')?;
    // A quote within is an escaped one or a continuation on another line.
    (!inside.contains(['\\', '\''])).then(|| inside.into())
}

/// Undoes `\XXXX` and `\+XXXXXX` (manual, 4.1.2.3); `None` if an escape is not one.
fn unicode(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        out.push_str(plain);
        if let Some(after) = escaped.strip_prefix('\\') {
            out.push('\\');
            rest = after;
            continue;
        }
        let (digits, skip) = match escaped.strip_prefix('+') {
            Some(long) => (long.get(..6)?, 7),
            None => (escaped.get(..4)?, 4),
        };
        out.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        rest = escaped.get(skip..)?;
    }
    out.push_str(rest);
    Some(out)
}

/// Cuts a name to 63 bytes between characters, as the server does with a notice.
fn cut_to_fit(name: &str) -> Option<Identifier> {
    let mut end = name.len().min(63);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    Identifier::new(name.get(..end)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_lose_their_quotes() {
        let read = |text: &str| Reader::new(text).object().map(|object| object.to_string());
        assert_eq!(read("Public . /* c */ \"My\"\"Table\" x"), Some("\"public\".\"My\"\"Table\"".into()));
        assert_eq!(read(r#"U&"d\0061t\+000061""#), Some("\"data\"".into()));
        assert_eq!(read("'x'"), None);
        let long = "é".repeat(40);
        assert_eq!(read(&long), Some(format!("\"{}\"", "é".repeat(31))));
    }

    #[test]
    fn only_literals_without_escapes_have_a_plain_value() {
        let value =
            |text: &'static str| plain_string(&Reader::new(text).next().unwrap()).map(Cow::into_owned);
        for text in ["'role'", "E'role'", "U&'role'", "$x$role$x$", "$$role$$"] {
            assert_eq!(value(text).as_deref(), Some("role"), "{text}");
        }
        for text in [r"E'r\x6fle'", "'ro'\n'le'", "'ro''le'", "role", "1"] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in r#"(\PC|[-'"$\\.&uU+0-9()]){0,40}"#) {
            let mut reader = Reader::new(&text);
            while let Some(token) = reader.peek() {
                let _ = (plain_string(&token), names(&token, "x"), reader.clone().parenthesised());
                if reader.object().is_none() {
                    reader.next();
                }
            }
        }
    }
}
