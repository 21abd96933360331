//! SQL, cut into statements by the project's own lexer. Bodies that a statement runs (DO, EXECUTE) are read in turn.

use super::super::mapped::Mapped;
use super::super::region::Role;
use super::Reader;
use crate::bundle::sql::{Kind, Lexer, Token};
use regex::Regex;
use std::sync::LazyLock;

static DOLLAR_TAG: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\$\w*\$").ok());
static STATEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:\s|--.*|/\*(?s:.*?)\*/)*(?:create|alter|drop|grant|revoke|reassign|insert|select|update|delete|with|do|begin|set|comment\s+on|truncate|lock|import|security)(?:\s|--.*|/\*(?s:.*?)\*/)+[\w($\x22\x27:%*]",
    )
    .ok()
});

/// Whether a text of unknown kind is SQL rather than commands.
pub(super) fn begins_statement(text: &str) -> bool {
    STATEMENT.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let mut statement = Vec::new();
    let mut depth = 0usize;
    let mut from = 0;
    for token in Lexer::new(text.as_str()) {
        if token.start < from {
            continue;
        }
        match token.kind {
            // What psql understands itself ends with its line.
            Kind::Other if token.text == "\\" => {
                flush(reader, text, &mut statement);
                from = meta_command(reader, text, token.start);
            }
            Kind::Punctuation if token.text == ";" && depth == 0 => flush(reader, text, &mut statement),
            Kind::Punctuation if token.text == "(" => {
                depth += 1;
                statement.push(token);
            }
            Kind::Punctuation if token.text == ")" => {
                depth = depth.saturating_sub(1);
                statement.push(token);
            }
            kind if kind.is_blank() => {}
            _ => statement.push(token),
        }
    }
    flush(reader, text, &mut statement);
}

/// `\i file` and the like, as a command: `\gexec` sends what a query made up.
fn meta_command(reader: &mut Reader, text: &Mapped, start: usize) -> usize {
    let line = text.as_str().get(start..).unwrap_or_default();
    let end = start + line.find('\n').unwrap_or(line.len());
    reader.push(Role::Command, text.trimmed(start..end));
    end
}

fn flush(reader: &mut Reader, text: &Mapped, statement: &mut Vec<Token<'_>>) {
    let words: Vec<&str> =
        statement.iter().filter(|token| token.kind == Kind::Word).take(2).map(|token| token.text).collect();
    let is = |at: usize, word: &str| words.get(at).is_some_and(|found| found.eq_ignore_ascii_case(word));
    let runs_text = is(0, "do")
        || statement.iter().any(|token| {
            token.kind == Kind::Word
                && ["execute", "dblink_exec", "dblink", "schedule", "run_command_on_workers"]
                    .iter()
                    .any(|word| token.text.eq_ignore_ascii_case(word))
        });
    let mut joined = Mapped::default();
    for token in statement.drain(..) {
        match token.kind {
            Kind::String | Kind::EscapeString | Kind::DollarString if runs_text => {
                body(reader, text, token);
            }
            // A value is no statement, whatever it says.
            Kind::String | Kind::EscapeString | Kind::DollarString => {
                joined.blank(token.start);
                joined.push("''", text.source(token.start));
                continue;
            }
            _ => {}
        }
        let tight = token.kind == Kind::Punctuation && matches!(token.text, "." | "," | ")");
        if !tight && !joined.as_str().ends_with(['.', '(']) {
            joined.blank(text.source(token.start));
        }
        joined.append(text, token.start..token.start + token.text.len());
    }
    reader.push(Role::Statement, joined);
}

/// The text between the quotes, as SQL. PL/pgSQL differs in its blocks; its key words before statements are cut off so
/// that what follows them begins one.
fn body(reader: &mut Reader, text: &Mapped, token: Token<'_>) {
    let quote = match token.kind {
        Kind::DollarString => {
            DOLLAR_TAG.as_ref().and_then(|tag| tag.find(token.text)).map_or(0, |tag| tag.len())
        }
        Kind::EscapeString => 2,
        _ => 1,
    };
    let close = if token.kind == Kind::DollarString { quote } else { 1 };
    let (start, end) = (token.start + quote, token.start + token.text.len().saturating_sub(close));
    // A block that catches its refusal is there to see it.
    let attempts = token.text.contains("insufficient_privilege") || token.text.contains("42501");
    if reader.nesting >= super::NESTING || start >= end || attempts {
        return;
    }
    let inner = text.slice(start..end);
    let mut plain = Mapped::default();
    let mut from = 0;
    // Quotes are doubled inside of quotes.
    if token.kind != Kind::DollarString {
        while let Some(at) = inner.as_str().get(from..).and_then(|rest| rest.find("''")) {
            plain.append(&inner, from..from + at + 1);
            from += at + 2;
        }
    }
    plain.append(&inner, from..inner.as_str().len());
    let parts = block_parts(plain.as_str());
    reader.nesting += 1;
    reader.bodies += 1;
    for part in parts {
        read(reader, &plain.slice(part));
    }
    reader.bodies -= 1;
    reader.nesting -= 1;
}

/// A block, cut after the words that statements follow.
fn block_parts(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for token in Lexer::new(text) {
        let opens = token.kind == Kind::Word
            && ["begin", "then", "else", "loop"].iter().any(|word| token.text.eq_ignore_ascii_case(word));
        if opens {
            parts.push(from..token.start);
            from = token.start + token.text.len();
        }
    }
    parts.push(from..text.len());
    parts
}
