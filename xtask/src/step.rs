//! A program run as a step of a command: shown first, then run with our own input and output.

use crate::failure::Failure;
use std::process::{Command, Stdio};

/// Shows and runs the program, and fails when it does.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.status().map_err(|source| Failure::Start { command: shown.clone(), source })?;
    if status.success() { Ok(()) } else { Err(Failure::Step { command: shown, status }) }
}

/// The same without its answer.
pub(crate) fn quietly(command: &mut Command) -> Result<(), Failure> {
    run(command.stdout(Stdio::null()))
}

fn shown(command: &Command) -> String {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    words.join(" ")
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
