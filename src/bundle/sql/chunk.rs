//! Chunks: what Drizzle sends as one message each.

use super::statement::Statements;
use super::{Kind, Open, line_at};

/// Drizzle splits at this plain text wherever it stands, case-sensitive, and keeps empty pieces.
const BREAKPOINT: &str = "--> statement-breakpoint";

/// One piece of an entry between breakpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// From 1.
    pub number: usize,
    /// The line, from 1, on which its text begins.
    pub line: usize,
    /// Byte offset of its text in the entry.
    pub start: usize,
    /// Its text, as Drizzle would send it.
    pub text: &'a str,
}

/// A breakpoint that cuts something in two, or something that is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The line, from 1, of the breakpoint, or where the unclosed thing begins.
    pub line: usize,
    /// What is cut or open.
    pub open: Open,
    /// Whether a breakpoint cuts it.
    pub by: CutBy,
}

/// What leaves something open at the end of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutBy {
    /// A breakpoint.
    Breakpoint,
    /// The end of the file.
    End,
}

/// The chunks of an entry; at least one, and they concatenate with breakpoints between to the whole.
pub fn chunks(body: &str) -> impl Iterator<Item = Chunk<'_>> {
    let (mut start, mut line) = (0, 1);
    body.split(BREAKPOINT).enumerate().map(move |(before, text)| {
        let chunk = Chunk { number: before + 1, line, start, text };
        start += text.len() + BREAKPOINT.len();
        line += line_at(text, text.len()) - 1;
        chunk
    })
}

impl<'a> Chunk<'a> {
    /// The statements in it; none for an empty or comment-only chunk.
    #[must_use]
    pub const fn statements(&self) -> Statements<'a> {
        Statements::of(*self)
    }

    /// Whether the chunk, whose statements these are, read to the end, ends within a comment, a string, a quoted
    /// identifier or a dollar body, or within parentheses or a routine's body that could go on in the next chunk: as one
    /// message, the two would be a statement that Drizzle cannot run and that nobody has judged.
    ///
    /// A breakpoint at the end of a `--` comment cuts nothing if the rest of its line is blank: with and without
    /// the cut the text means the same. With text after it, Drizzle would run that text as SQL.
    pub(super) fn cut(&self, read: &Statements<'_>, next: Option<&Self>) -> Option<Cut> {
        let last = read.last_token()?;
        let open = match (last.kind, next) {
            (Kind::Unterminated(open), _) => open,
            (Kind::LineComment, Some(next)) if !rest_of_line_is_blank(next.text) => Open::Comment,
            (_, Some(_)) => read.open()?,
            (_, None) => return None,
        };
        let (at, by) = match next {
            Some(_) => (self.text.len(), CutBy::Breakpoint),
            None => (last.start, CutBy::End),
        };
        Some(Cut { line: line_at(self.text, at) + self.line - 1, open, by })
    }
}

fn rest_of_line_is_blank(text: &str) -> bool {
    text.split('\n').next().is_none_or(|rest| rest.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(body: &str) -> Option<Cut> {
        let mut chunks = chunks(body).peekable();
        std::iter::from_fn(|| {
            let chunk = chunks.next()?;
            let mut statements = chunk.statements();
            while statements.next().is_some() {}
            Some(chunk.cut(&statements, chunks.peek()))
        })
        .flatten()
        .next()
    }

    fn texts(body: &str) -> Vec<&str> {
        chunks(body).map(|chunk| chunk.text).collect()
    }

    #[test]
    fn split_is_drizzles() {
        assert_eq!(texts(""), [""]);
        assert_eq!(texts("a;--> statement-breakpoint\nb;"), ["a;", "\nb;"]);
        assert_eq!(texts("--> statement-breakpoint--> statement-breakpoint"), ["", "", ""]);
        for other in ["-->statement-breakpoint", "--> Statement-Breakpoint", "->  statement-breakpoint"] {
            assert_eq!(texts(other), [other]);
        }
    }

    #[test]
    fn statements_know_their_chunk_and_line() {
        let body = "-- note\na;\n b--> statement-breakpoint\n\n c; ;d";
        let found: Vec<_> = chunks(body)
            .flat_map(|chunk| chunk.statements().map(|s| (s.chunk, s.line, s.text)).collect::<Vec<_>>())
            .collect();
        assert_eq!(found, [(1, 2, "a"), (1, 3, "b"), (2, 5, "c"), (2, 5, "d")]);
    }

    #[test]
    fn a_breakpoint_that_cuts_is_found_with_its_line() {
        let at = |body: &str| cut(body).map(|cut| (cut.line, cut.open, cut.by));
        let breakpoint = |line, open| Some((line, open, CutBy::Breakpoint));
        assert_eq!(at("/* use --> statement-breakpoint */ select 1;"), breakpoint(1, Open::Comment));
        assert_eq!(at("select 1;\ndo $$\n--> statement-breakpoint\n$$;"), breakpoint(3, Open::Dollar));
        assert_eq!(at("select '--> statement-breakpoint'"), breakpoint(1, Open::String));
        assert_eq!(at("select \"--> statement-breakpoint\""), breakpoint(1, Open::Identifier));
        assert_eq!(at("-- so --> statement-breakpoint ends one\na"), breakpoint(1, Open::Comment));
        let rule = "create rule r as on insert to a do (select 1; --> statement-breakpoint\nselect 2)";
        assert_eq!(at(rule), breakpoint(1, Open::Parenthesis));
        let routine = "create function f() returns int begin atomic\n--> statement-breakpoint\nselect 1; end";
        assert_eq!(at(routine), breakpoint(2, Open::Body));
        assert_eq!(at("select (1;"), None);
        assert_eq!(at("a;--> statement-breakpoint\nb\n'"), Some((3, Open::String, CutBy::End)));
        assert_eq!(at("a; -- note --> statement-breakpoint\nb -- end"), None);
        assert_eq!(at("-- only--> statement-breakpoint--> statement-breakpoint"), None);
    }

    proptest! {
        #[test]
        fn chunks_rejoin(body in "(--> statement-breakpoint|[a-z;'\n]){0,12}") {
            prop_assert_eq!(texts(&body).join(BREAKPOINT), body.as_str());
            for chunk in chunks(&body) {
                prop_assert!(body[chunk.start..].starts_with(chunk.text));
                prop_assert_eq!(chunk.line, line_at(&body, chunk.start));
            }
            let _ = cut(&body);
        }
    }
}
