//! The JSON form of every answer. Readers may rely on all keys being there, whatever happened.

use super::super::clock;
use super::super::invocation::Invocation;
use super::{Answer, Ending, text};
use serde::Serialize;

/// The version of the envelope; it changes when a key changes its meaning or goes away.
const SCHEMA: &str = "mosaic.output.v1";

#[derive(Serialize)]
struct Envelope<'a> {
    schema: &'static str,
    /// Null when the command line was not understood.
    command: Option<&'a str>,
    invocation: String,
    /// When the answer was made: milliseconds since 1970, UTC, as text.
    ended: String,
    outcome: &'static str,
    status: u8,
    /// Null when the requested state was reached, like `database` and `next`.
    code: Option<&'static str>,
    message: String,
    /// What a program needs to know of this failure; null where the message says it all.
    facts: serde_json::Value,
    database: Option<&'static str>,
    next: Option<&'static str>,
    notes: Vec<&'a str>,
    result: &'a serde_json::Value,
}

/// One line of JSON with its newline.
pub(super) fn render(command: Option<&str>, invocation: Invocation, answer: &Answer) -> String {
    let (message, entry) = match &answer.ending {
        Ending::Reached(message) => (message.clone(), None),
        Ending::NotReached(failure) => (text::chain(failure), Some(failure.code().entry())),
    };
    let (facts, failure_notes) = match &answer.ending {
        Ending::Reached(_) => (serde_json::Value::Null, Vec::new()),
        Ending::NotReached(failure) => (failure.facts(), failure.notes()),
    };
    let status = answer.status();
    let envelope = Envelope {
        schema: SCHEMA,
        command,
        invocation: invocation.to_string(),
        ended: clock::now().to_string(),
        outcome: status.word(),
        status: status.number(),
        code: entry.map(|entry| entry.code),
        message,
        facts,
        database: entry.map(|entry| entry.database),
        next: entry.map(|entry| entry.next),
        notes: answer.notes.iter().chain(&failure_notes).map(String::as_str).collect(),
        result: &answer.result,
    };
    // Strings, numbers and an existing Value: nothing here can fail to serialise.
    let mut line = serde_json::to_string(&envelope).unwrap_or_default();
    line.push('\n');
    line
}
