//! SQL as text: tokens, statements, what each statement means for a transaction, and where in a file it stands.
//!
//! Invariant: nothing here changes SQL. Every piece is a slice of the entry's own bytes, and what cannot be judged
//! from tokens (DO bodies, routine bodies in dollar quotes) is left to the checks that run beside the entry.

mod chunk;
mod classify;
mod conditional;
mod inspect;
mod lexer;
mod message;
#[cfg(test)]
mod oracle;
mod quiet;
mod reader;
mod refusal;
mod statement;
mod steps;

pub use chunk::{Chunk, chunks};
pub use classify::{Class, Control, Postcondition, ReindexTarget, classify};
pub use conditional::{Objects, Routines, conditional};
pub use inspect::{Fault, FaultKind, Inspection, inspect, is_one_statement};
pub use lexer::{Kind, Lexer, Open, Token};
pub use message::{Message, Place};
pub use quiet::is_quiet;
pub use reader::ObjectName;
pub use refusal::Refusal;
pub use statement::{Statement, Statements};
pub use steps::{Step, StepKind, steps};

/// The line, from 1, of a byte offset.
fn line_at(text: &str, offset: usize) -> usize {
    super::text::line_at(text.as_bytes(), offset)
}
