//! A program run as a step of a command: shown first, then run with our own input and output.

use crate::failure::Failure;
use std::process::Command;

/// Shows and runs the program, and fails when it does.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let shown = words.join(" ");
    println!("$ {shown}");
    let status = command.status().map_err(|source| Failure::Start { command: shown.clone(), source })?;
    if status.success() { Ok(()) } else { Err(Failure::Step { command: shown, status }) }
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
