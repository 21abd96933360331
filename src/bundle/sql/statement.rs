//! Single statements, cut where the server's grammar ends them: at a semicolon outside parentheses (rules with
//! several actions) and outside `BEGIN ATOMIC … END` (SQL-standard routine bodies, manual, CREATE FUNCTION).

use super::{Kind, Lexer, Token, line_at};

/// One statement. It begins and ends with a token the server reads; the semicolon is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// The chunk it stands in, from 1.
    pub chunk: usize,
    /// The line, from 1, on which it begins.
    pub line: usize,
    /// Byte offset of its first byte.
    pub start: usize,
    /// Its text.
    pub text: &'a str,
}

impl<'a> Statement<'a> {
    /// Byte offset after its last byte.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The text cut behind each semicolon that ends a statement; concatenated, the whole text again.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut tokens = Lexer::new(text);
    let mut start = 0;
    std::iter::from_fn(move || {
        let mut state = Nesting::default();
        let from = start;
        for token in tokens.by_ref() {
            start = token.start + token.text.len();
            if state.ends_statement(&token) {
                break;
            }
        }
        text.get(from..start).filter(|piece| !piece.is_empty())
    })
}

/// The statements of a text that hold at least one token, as if it were a chunk of its own.
pub fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let (mut offset, mut counted, mut line) = (0, 0, 1);
    pieces(text).filter_map(move |piece| {
        let from = offset;
        offset += piece.len();
        let mut read = Lexer::new(piece).filter(|token| !token.kind.is_blank());
        let first = read.next().filter(|token| token.text != ";")?;
        // The semicolon, if there is one, is the last token that is not blank.
        let end =
            read.filter(|token| token.text != ";" || token.start + 1 < piece.len()).last().unwrap_or(first);
        let start = from + first.start;
        line += line_at(text.get(counted..start)?, start - counted) - 1;
        counted = start;
        let text = text.get(start..from + end.start + end.text.len())?;
        Some(Statement { chunk: 1, line, start, text })
    })
}

/// How deep the lexer is within one statement.
#[derive(Default)]
struct Nesting {
    parentheses: usize,
    /// `BEGIN ATOMIC` and the CASE expressions within it, each closed by END.
    blocks: usize,
    /// Words read so far, as far as they matter.
    words: usize,
    creates: bool,
    routine: bool,
    before: Before,
}

/// What the token before this one means for the word that follows it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Nothing,
    /// `BEGIN`: `ATOMIC` after it opens a block.
    Begin,
    /// `AS` or a dot: a name follows, even if it is spelled like a reserved word.
    NameFollows,
}

impl Nesting {
    /// Takes the next token; true if it is the semicolon that ends the statement.
    fn ends_statement(&mut self, token: &Token<'_>) -> bool {
        match token.kind {
            kind if kind.is_blank() => return false,
            Kind::Word => self.word(token.text),
            _ => {
                self.before = if token.text == "." { Before::NameFollows } else { Before::Nothing };
                match token.text {
                    "(" => self.parentheses += 1,
                    ")" => self.parentheses = self.parentheses.saturating_sub(1),
                    ";" => return self.parentheses == 0 && self.blocks == 0,
                    _ => {}
                }
            }
        }
        false
    }

    fn word(&mut self, word: &str) {
        let is = |keyword: &str| word.eq_ignore_ascii_case(keyword);
        let before = std::mem::take(&mut self.before);
        self.words += 1;
        match self.words {
            1 => self.creates = is("create"),
            // CREATE [OR REPLACE] FUNCTION
            2 | 4 => self.routine |= self.creates && (is("function") || is("procedure")),
            _ => {}
        }
        if before == Before::NameFollows {
            return;
        }
        if is("as") {
            self.before = Before::NameFollows;
        } else if self.blocks > 0 {
            if is("case") {
                self.blocks += 1;
            } else if is("end") {
                self.blocks -= 1;
            }
        } else if self.routine && self.parentheses == 0 {
            if is("begin") {
                self.before = Before::Begin;
            } else if is("atomic") && before == Before::Begin {
                self.blocks = 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<&str> {
        statements(text).map(|statement| statement.text).collect()
    }

    #[test]
    fn statements_stand_between_semicolons() {
        assert_eq!(texts("a; /* ; */ b -- ;\n; ';' c"), ["a", "b", "';' c"]);
        assert_eq!(texts(" ; -- nothing\n;;"), Vec::<&str>::new());
        assert_eq!(texts("do $$ a; b; $$; c"), ["do $$ a; b; $$", "c"]);
    }

    #[test]
    fn a_rule_with_two_actions_is_one_statement() {
        let rule =
            "create rule r as on insert to t do also (insert into a values (1); insert into b values (2))";
        assert_eq!(texts(&format!("{rule}; select 1")), [rule, "select 1"]);
    }

    #[test]
    fn a_standard_body_is_one_statement() {
        let body = "create or replace function f(a int) returns int language sql begin atomic \
                    select case when a > 0 then case a when 1 then 2 end else 3 end as end; select x.end, 1 as case; end";
        assert_eq!(texts(&format!("{body}; begin; select 1; end")), [body, "begin", "select 1", "end"]);
        // Only a routine has such a body.
        assert_eq!(texts("begin atomic; select 1"), ["begin atomic", "select 1"]);
    }

    #[test]
    fn lines_count_from_one() {
        let lines: Vec<_> = statements("\na;\n\nb\n;c").map(|statement| statement.line).collect();
        assert_eq!(lines, [2, 4, 5]);
    }

    proptest! {
        #[test]
        fn pieces_concatenate(text in r#"(begin atomic|create function |case |end |as |\PC|[-'"$/*\\;()\n ]){0,40}"#) {
            let together: String = pieces(&text).collect();
            prop_assert_eq!(&together, &text);
            for statement in statements(&text) {
                prop_assert_eq!(&text[statement.start..statement.end()], statement.text);
                prop_assert_eq!(statement.line, line_at(&text, statement.start));
            }
        }
    }
}
