//! The JSON form of every answer. Readers may rely on all keys being there, whatever happened.

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
    outcome: &'static str,
    status: u8,
    /// Null when the requested state was reached, like `database` and `next`.
    code: Option<&'static str>,
    message: String,
    database: Option<&'static str>,
    next: Option<&'static str>,
    notes: Vec<&'a str>,
    result: &'a serde_json::Value,
}

/// One line of JSON with its newline.
pub(super) fn render(command: Option<&str>, invocation: Invocation, answer: &Answer) -> String {
    let (message, entry, failure_notes) = match &answer.ending {
        Ending::Reached(message) => (message.clone(), None, Vec::new()),
        Ending::NotReached(failure) => (text::chain(failure), Some(failure.code().entry()), failure.notes()),
    };
    let status = answer.status();
    let envelope = Envelope {
        schema: SCHEMA,
        command,
        invocation: invocation.to_string(),
        outcome: status.word(),
        status: status.number(),
        code: entry.map(|entry| entry.code),
        message,
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
