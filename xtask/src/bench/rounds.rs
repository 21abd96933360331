//! Whole processes, timed in turns.

use super::Error;
use crate::failure::Failure;
use std::{
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

/// Something to be timed: the command to run in each round, counted from 0.
pub(super) struct Contender<'bench> {
    name: &'static str,
    command: Make<'bench>,
}

/// How a command is made, before the clock runs.
enum Make<'bench> {
    Simply(&'bench dyn Fn(usize) -> Command),
    Preparing(&'bench dyn Fn(usize) -> Result<Command, Failure>),
}

/// The times of a contender, round by round, and what it printed.
pub(super) struct Series {
    pub(super) name: &'static str,
    pub(super) times: Vec<Duration>,
    pub(super) printed: Vec<Vec<u8>>,
}

impl<'bench> Contender<'bench> {
    pub(super) fn new(name: &'static str, command: &'bench dyn Fn(usize) -> Command) -> Self {
        Self { name, command: Make::Simply(command) }
    }

    /// What has something prepared for each round, which may fail.
    pub(super) fn prepared(
        name: &'static str,
        command: &'bench dyn Fn(usize) -> Result<Command, Failure>,
    ) -> Self {
        Self { name, command: Make::Preparing(command) }
    }
}

impl Series {
    /// Nothing yet.
    pub(super) const fn of(name: &'static str) -> Self {
        Self { name, times: Vec::new(), printed: Vec::new() }
    }
}

/// Runs every contender once in each round, in one order and then in the other, so that none is always the one
/// that comes after a slow one. Round 0 warms up and is not counted.
pub(super) fn interleaved(contenders: &[Contender<'_>], rounds: usize) -> Result<Vec<Series>, Failure> {
    let empty =
        |contender: &Contender<'_>| Series { name: contender.name, times: Vec::new(), printed: Vec::new() };
    let mut all: Vec<_> = contenders.iter().map(empty).collect();
    for round in 0..=rounds {
        let mut order: Vec<_> = contenders.iter().zip(&mut all).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for (contender, series) in order {
            let mut command = match contender.command {
                Make::Simply(make) => make(round),
                Make::Preparing(make) => make(round)?,
            };
            let begin = Instant::now();
            let printed = finish(&mut command)?;
            if round > 0 {
                series.times.push(begin.elapsed());
                series.printed.push(printed);
            }
        }
    }
    Ok(all)
}

/// Runs the program to its end, and gives its standard output.
pub(super) fn finish(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|source| Failure::Start { command: program.clone(), source })?;
    succeeded(program, output)
}

/// The standard output of a program that succeeded.
pub(super) fn succeeded(program: String, output: Output) -> Result<Vec<u8>, Failure> {
    ended(program, output, &[0])
}

/// The standard output of a program that ended with one of these.
pub(super) fn ended(program: String, output: Output, statuses: &[i32]) -> Result<Vec<u8>, Failure> {
    if output.status.code().is_some_and(|status| statuses.contains(&status)) {
        return Ok(output.stdout);
    }
    let words = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    Err(Error::Failed { program, status: output.status, words: words.into_owned() }.into())
}
