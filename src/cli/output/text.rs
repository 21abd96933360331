//! The text form of failures and notes.

use super::super::exit::Failure;
use super::Paint;
use std::error::Error;
use std::fmt::Write as _;

/// The facts of a failure and of what caused it, on one line. The only place that prints a chain of sources: no
/// `Display` of this program repeats its own.
pub fn chain(failure: &Failure) -> String {
    let mut line = failure.to_string();
    let mut cause = failure.source();
    while let Some(error) = cause {
        let _infallible = write!(line, ": {error}");
        cause = error.source();
    }
    line
}

/// Code word and facts, then what it means for the database and what to do next.
pub(super) fn failure(failure: &Failure, paint: Paint) -> String {
    let entry = failure.code().entry();
    let (bold_red, bold, reset) = match paint {
        Paint::Coloured => ("\x1b[1;31m", "\x1b[1m", "\x1b[0m"),
        Paint::Plain => ("", "", ""),
    };
    let mut text = format!("{bold_red}error[{}]{reset}{bold}: {}{reset}\n", entry.code, chain(failure));
    for note in failure.notes() {
        let _infallible = writeln!(text, "  note:     {note}");
    }
    let _infallible = writeln!(text, "  database: {}\n  next:     {}", entry.database, entry.next);
    text
}

/// Remarks, one a line.
pub(super) fn notes(notes: &[String]) -> String {
    notes.iter().fold(String::new(), |mut text, note| {
        let _infallible = writeln!(text, "note: {note}");
        text
    })
}
