//! Running a helper program to its end, with its words in the error when it fails.

use crate::error::Error;
use std::process::{Command, Output, Stdio};

/// Runs the command without input and returns its standard output.
pub(crate) fn run(command: &mut Command) -> Result<String, Error> {
    let Output { status, stdout, stderr } = command
        .stdin(Stdio::null())
        .output()
        .map_err(|source| Error::Start { program: program(command), source })?;
    if status.success() {
        Ok(String::from_utf8_lossy(&stdout).into_owned())
    } else {
        let words = if stderr.is_empty() { stdout } else { stderr };
        Err(Error::Failed {
            program: program(command),
            status,
            stderr: tail(&String::from_utf8_lossy(&words)),
        })
    }
}

/// The last lines of a long text, where programs state the reason.
pub(crate) fn tail(text: &str) -> String {
    const LINES: usize = 20;
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

fn program(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}
