//! Whole processes, timed in turns.

use super::{
    Error,
    figures::{Absence, Absent},
};
use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::{
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

/// Who made what is measured. When what is ours fails, there is nothing to show; when theirs does, the others go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Whose {
    Ours,
    Theirs,
}

/// Makes the command to run in a round, counted from 0, before the clock runs.
type Make<'bench> = Box<dyn Fn(usize) -> Result<Command, Failure> + 'bench>;

/// Something to be timed.
pub(super) struct Contender<'bench> {
    name: String,
    whose: Whose,
    make: Make<'bench>,
}

/// The times of a contender, round by round, and what it printed.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) whose: Whose,
    pub(super) times: Vec<Duration>,
    pub(super) printed: Vec<Vec<u8>>,
}

/// All contenders that came to the end, and the others.
pub(super) struct Measured {
    pub(super) series: Vec<Series>,
    pub(super) absent: Vec<Absent>,
}

impl<'bench> Contender<'bench> {
    pub(super) fn new(
        name: impl Into<String>,
        whose: Whose,
        make: impl Fn(usize) -> Result<Command, Failure> + 'bench,
    ) -> Self {
        Self { name: name.into(), whose, make: Box::new(make) }
    }

    /// The product, or a part of it.
    pub(super) fn ours(
        name: impl Into<String>,
        make: impl Fn(usize) -> Result<Command, Failure> + 'bench,
    ) -> Self {
        Self::new(name, Whose::Ours, make)
    }

    /// What it is compared with.
    pub(super) fn theirs(
        name: impl Into<String>,
        make: impl Fn(usize) -> Result<Command, Failure> + 'bench,
    ) -> Self {
        Self::new(name, Whose::Theirs, make)
    }

    fn run(&self, round: usize) -> Result<(Duration, Vec<u8>), Failure> {
        let mut command = (self.make)(round)?;
        let begin = Instant::now();
        let printed = finish(&mut command)?;
        Ok((begin.elapsed(), printed))
    }
}

impl Series {
    /// Nothing yet.
    pub(super) fn of(name: impl Into<String>, whose: Whose) -> Self {
        Self { name: name.into(), whose, times: Vec::new(), printed: Vec::new() }
    }

    /// The times in milliseconds, to the microsecond.
    pub(super) fn milliseconds(&self) -> Vec<f64> {
        self.times.iter().map(|time| (time.as_secs_f64() * 1e6).round() / 1e3).collect()
    }
}

impl Measured {
    /// What was not measured in rounds, but is shown like it.
    pub(super) fn all(series: impl Into<Vec<Series>>) -> Self {
        Self { series: series.into(), absent: Vec::new() }
    }

    /// The series of this name, unless it could not be measured.
    pub(super) fn series(&self, name: &str) -> Option<&Series> {
        self.series.iter().find(|series| series.name == name)
    }

    /// Takes out what turns out to be no measurement.
    pub(super) fn dismiss(&mut self, name: &str, why: Absence) {
        self.series.retain(|series| series.name != name);
        self.absent.push(Absent { name: name.to_owned(), why });
    }
}

/// Runs every contender once in each round, in one order and then in the other, so that none is always the one
/// that comes after a slow one. Round 0 warms up and is not counted.
pub(super) fn interleaved(mut contenders: Vec<Contender<'_>>, rounds: usize) -> Result<Measured, Failure> {
    let empty = |contender: &Contender<'_>| Series::of(&contender.name, contender.whose);
    let mut measured = Measured::all(contenders.iter().map(empty).collect::<Vec<_>>());
    for round in 0..=rounds {
        let mut order: Vec<_> = contenders.iter().zip(&mut measured.series).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        let mut failed = Vec::new();
        for (contender, series) in order {
            match contender.run(round) {
                Ok((time, printed)) if round > 0 => {
                    series.times.push(time);
                    series.printed.push(printed);
                }
                Ok(_) => {}
                Err(failure) if contender.whose == Whose::Theirs => {
                    eprintln!("{} is left out: {}", contender.name, failure.chain());
                    failed.push(contender.name.clone());
                }
                Err(failure) => return Err(failure),
            }
        }
        for name in failed {
            contenders.retain(|contender| contender.name != name);
            measured.dismiss(&name, Absence::Failed);
        }
    }
    Ok(measured)
}

/// Runs the program to its end, and gives its standard output.
pub(super) fn finish(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|source| Failure::Start { command: program.clone(), source })?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn who_fails_in_any_round_is_left_out_and_the_others_go_on() {
        let contenders = vec![
            Contender::theirs("late", |round| Ok(shell(if round == 2 { "exit 3" } else { "exit 0" }))),
            Contender::ours("ours", |_| Ok(shell("echo done"))),
        ];
        let measured = interleaved(contenders, 3).unwrap();
        let ours = measured.series("ours").unwrap();
        assert_eq!((ours.times.len(), &ours.printed[2][..]), (3, &b"done\n"[..]));
        assert!(measured.series("late").is_none());
        assert_eq!(measured.absent, [Absent { name: "late".into(), why: Absence::Failed }]);
    }

    #[test]
    fn nothing_is_shown_when_the_product_fails() {
        assert!(interleaved(vec![Contender::ours("ours", |_| Ok(shell("exit 3")))], 1).is_err());
    }
}
