//! Single statements, cut where the server's grammar ends them: at a semicolon outside parentheses (rules with
//! several actions) and outside `BEGIN ATOMIC … END` (SQL-standard routine bodies, manual, CREATE FUNCTION).

use super::{Chunk, Kind, Lexer, Open, Token, line_at};

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

/// The statements of a chunk, in one reading. Between them are only blanks, comments and semicolons.
#[derive(Clone, Debug)]
pub struct Statements<'a> {
    chunk: Chunk<'a>,
    lexer: Lexer<'a>,
    last: Option<Token<'a>>,
    open: Option<Open>,
    /// Up to where lines were counted, and the line there.
    counted: (usize, usize),
}

impl<'a> Statements<'a> {
    pub(super) const fn of(chunk: Chunk<'a>) -> Self {
        Self { chunk, lexer: Lexer::new(chunk.text), last: None, open: None, counted: (0, chunk.line) }
    }

    /// The last token read: the chunk's very last, once there is no more statement.
    pub(super) const fn last_token(&self) -> Option<Token<'a>> {
        self.last
    }

    /// What the last statement read leaves open beside tokens.
    pub(super) const fn open(&self) -> Option<Open> {
        self.open
    }

    fn statement(&mut self, start: usize, end: usize) -> Option<Statement<'a>> {
        let (counted, line) = self.counted;
        let before = self.chunk.text.get(counted..start)?;
        let line = line + line_at(before, before.len()) - 1;
        self.counted = (start, line);
        let text = self.chunk.text.get(start..end)?;
        Some(Statement { chunk: self.chunk.number, line, start: self.chunk.start + start, text })
    }
}

impl<'a> Iterator for Statements<'a> {
    type Item = Statement<'a>;

    fn next(&mut self) -> Option<Statement<'a>> {
        let mut nesting = Nesting::default();
        let mut range: Option<(usize, usize)> = None;
        for token in self.lexer.by_ref() {
            self.last = Some(token);
            if token.kind.is_blank() {
                continue;
            }
            if !nesting.ends_statement(&token) {
                let start = range.map_or(token.start, |(start, _)| start);
                range = Some((start, token.start + token.text.len()));
            } else if range.is_some() {
                break;
            }
        }
        let (start, end) = range?;
        self.open = nesting.open();
        self.statement(start, end)
    }
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
    const fn open(&self) -> Option<Open> {
        match (self.parentheses, self.blocks) {
            (0, 0) => None,
            (0, _) => Some(Open::Body),
            _ => Some(Open::Parenthesis),
        }
    }

    /// Takes the next token that is not blank; true if it is the semicolon that ends the statement.
    fn ends_statement(&mut self, token: &Token<'_>) -> bool {
        match token.kind {
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
    use super::super::chunks;
    use super::*;
    use proptest::prelude::*;

    fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
        chunks(text).flat_map(|chunk| chunk.statements())
    }

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
        let routine = "create function atomic() returns atomic language sql return 1";
        assert_eq!(texts(&format!("{routine}; select 1")), [routine, "select 1"]);
        // Only a routine has such a body.
        let view = "create view v as select begin atomic from t";
        assert_eq!(texts(&format!("{view}; select 1")), [view, "select 1"]);
        assert_eq!(texts("begin atomic; select 1"), ["begin atomic", "select 1"]);
    }

    #[test]
    fn lines_count_from_one() {
        let lines: Vec<_> = statements("\na;\n\nb\n;c").map(|statement| statement.line).collect();
        assert_eq!(lines, [2, 4, 5]);
    }

    proptest! {
        #[test]
        fn nothing_is_left_between_statements(text in r#"(begin atomic|create function |case |end |as |\PC|[-'"$/*\\;()\n ]){0,40}"#) {
            let mut at = 0;
            let between = |gap: &str| Lexer::new(gap).all(|token| token.kind.is_blank() || token.text == ";");
            for statement in statements(&text) {
                prop_assert!(between(&text[at..statement.start]));
                prop_assert_eq!(&text[statement.start..statement.end()], statement.text);
                prop_assert_eq!(statement.line, line_at(&text, statement.start));
                at = statement.end();
            }
            prop_assert!(between(&text[at..]));
        }
    }
}
