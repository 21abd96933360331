//! An entry that is one transaction, as the one message that is sent, and the way back from what the server reports
//! to a place in the file.
//!
//! Chunks are joined with a semicolon on a line of its own: a chunk may end without one, or in a `--` comment.
//! `BEGIN … COMMIT` around the whole entry is left out, since the transaction is the runner's.

use super::chunk::{Chunk, chunks};
use super::reader::{Reader, is_word};
use super::{Class, Control, Statement, classify, line_at};
use std::borrow::Cow;
use std::collections::BTreeSet;

const JOINT: &str = "\n;\n";

/// A place in an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The chunk, from 1.
    pub chunk: usize,
    /// The statement within the chunk, from 1.
    pub statement: usize,
    /// The line of the entry, from 1.
    pub line: usize,
}

/// The text of an entry as one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    body: &'a str,
    parts: Vec<Chunk<'a>>,
}

impl<'a> Message<'a> {
    /// The message of an entry.
    #[must_use]
    pub fn of(body: &'a str) -> Self {
        let mut parts: Vec<Chunk<'a>> = chunks(body).collect();
        if let Some((begin, commit)) = wrap(body) {
            for part in &mut parts {
                let from = if part.number == begin.chunk { begin.end() } else { part.start };
                let to =
                    if part.number == commit.chunk { commit.start } else { part.start + part.text.len() };
                part.text = body.get(from..to).unwrap_or_default();
                part.line = line_at(body, from);
                part.start = from;
            }
            // What follows the COMMIT are comments at most.
            parts.retain(|part| part.number >= begin.chunk && part.number <= commit.chunk);
        }
        Self { body, parts }
    }

    /// The text to send.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        match self.parts.as_slice() {
            [only] => only.text.into(),
            parts => parts.iter().map(|part| part.text).collect::<Vec<_>>().join(JOINT).into(),
        }
    }

    /// The chunks it consists of, without BEGIN and COMMIT around the whole.
    #[must_use]
    pub fn parts(&self) -> &[Chunk<'a>] {
        &self.parts
    }

    /// The place of a character of [`Message::text`], counted from 1 as in the server's error position (manual, 54.8
    /// Error and Notice Message Fields); `None` beyond the end.
    #[must_use]
    pub fn at_character(&self, position: usize) -> Option<Place> {
        let mut left = position.checked_sub(1)?;
        for part in &self.parts {
            let length = part.text.chars().count();
            // The joint belongs to the chunk before it.
            if left < length + JOINT.len() {
                let offset = part.text.char_indices().nth(left).map_or(part.text.len(), |(offset, _)| offset);
                let at = part.start + offset;
                let statement = part.statements().take_while(|statement| statement.start <= at).count();
                return Some(Place {
                    chunk: part.number,
                    statement: statement.max(1),
                    line: line_at(self.body, at),
                });
            }
            left -= length + JOINT.len();
        }
        None
    }

    /// The place of a statement, counted from 0 over the whole message: the number of statements that had completed
    /// when the server reported an error without a position. `None` beyond the last.
    #[must_use]
    pub fn at_statement(&self, ordinal: usize) -> Option<Place> {
        let all = self.parts.iter().flat_map(|part| part.statements().enumerate());
        all.map(|(at, found)| Place { chunk: found.chunk, statement: at + 1, line: found.line }).nth(ordinal)
    }
}

/// The BEGIN and the COMMIT that stand around a whole entry.
fn wrap(body: &str) -> Option<(Statement<'_>, Statement<'_>)> {
    // Nearly every entry is told apart by its first word; the rest need not be read.
    let first = chunks(body).find_map(|chunk| Reader::new(chunk.text).next())?;
    if !is_word(&first, "begin") && !is_word(&first, "start") {
        return None;
    }
    let mut statements = chunks(body).flat_map(|chunk| chunk.statements());
    let control = |statement: &Statement<'_>| match classify(statement.text, &BTreeSet::new()) {
        Ok(Class::Control(control)) => Some(control),
        _ => None,
    };
    let begin = statements.next().filter(|first| control(first) == Some(Control::Begin))?;
    let mut commits = statements.skip_while(|statement| control(statement) != Some(Control::Commit));
    let commit = commits.next()?;
    commits.next().is_none().then_some((begin, commit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_wrapped_entry_loses_its_wrap() {
        let body = "-- why\nBEGIN;\nselect 1;--> statement-breakpoint\nselect 2;\nEND; -- done";
        let message = Message::of(body);
        assert_eq!(message.text(), ";\nselect 1;\n;\n\nselect 2;\n");
        let second = message.at_statement(1).unwrap();
        assert_eq!(second, Place { chunk: 2, statement: 1, line: 4 });
        assert_eq!(Message::of("begin; a; commit; b").text(), "begin; a; commit; b");
        assert_eq!(Message::of("start transaction; a; commit").text(), "; a; ");
    }

    #[test]
    fn chunks_of_comments_around_a_wrap_are_left_out() {
        let body = "-- why --> statement-breakpoint\nbegin; a; --> statement-breakpoint\n b; commit; \
                    --> statement-breakpoint\n-- done";
        let message = Message::of(body);
        assert_eq!(message.parts().iter().map(|part| part.number).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(message.text(), "; a; \n;\n\n b; ");
        assert_eq!(Message::of("a; --> statement-breakpoint\n-- done").parts().len(), 2);
    }

    #[test]
    fn positions_lead_back_to_lines() {
        let body = "é; é;\né--> statement-breakpoint\n-- c\nx; y -- end";
        let message = Message::of(body);
        assert_eq!(message.text(), "é; é;\né\n;\n\n-- c\nx; y -- end");
        let place = |chunk, statement, line| Some(Place { chunk, statement, line });
        assert_eq!(message.at_character(1), place(1, 1, 1));
        assert_eq!(message.at_character(4), place(1, 2, 1));
        assert_eq!(message.at_character(7), place(1, 3, 2));
        assert_eq!(message.at_character(10), place(1, 3, 2), "the joint");
        assert_eq!(message.at_character(11), place(2, 1, 2));
        let x = message.text().chars().position(|c| c == 'x').unwrap();
        assert_eq!(message.at_character(x + 1), place(2, 1, 4));
        assert_eq!(message.at_character(x + 4), place(2, 2, 4));
        assert_eq!(message.at_character(0), None);
        assert_eq!(message.at_character(1000), None);
        assert_eq!(message.at_statement(3), place(2, 1, 4));
        assert_eq!(message.at_statement(5), None);
    }

    proptest! {
        #[test]
        fn every_character_leads_to_its_own_line(body in "(é|[a-z;' \n]|--> statement-breakpoint|begin;|commit;|--){0,25}") {
            let message = Message::of(&body);
            let text = message.text();
            for (at, character) in text.chars().enumerate() {
                let place = message.at_character(at + 1);
                prop_assert!(place.is_some());
                if character.is_ascii_lowercase() {
                    let line = body.lines().nth(place.unwrap().line - 1).unwrap();
                    prop_assert!(line.contains(character));
                }
            }
        }
    }
}
