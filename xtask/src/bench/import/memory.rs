//! How much memory a process takes at most.

use super::super::{
    Error,
    figures::{Goal, Unit},
    rounds,
    statistics::Spread,
};
use crate::failure::Failure;
use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Between two looks. The peak never falls, so only what is added in the last of these goes unseen.
const OFTEN: Duration = Duration::from_millis(5);

/// What a process took.
pub(in super::super) struct Taken {
    pub(in super::super) time: Duration,
    /// The most that was resident, in KiB.
    pub(in super::super) peak: u64,
    pub(in super::super) printed: Vec<u8>,
}

/// Runs the program to its end, and watches it.
pub(in super::super) fn watch(command: &mut Command) -> Result<Taken, Failure> {
    watch_until(command, &[0])
}

/// The same for a program that may end with any of these.
pub(in super::super) fn watch_until(command: &mut Command, statuses: &[i32]) -> Result<Taken, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let begin = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|source| Failure::Start { command: program.clone(), source })?;
    let mut peak = 0;
    while !ended(&mut child) {
        peak = peak_of(child.id()).unwrap_or(peak);
        thread::sleep(OFTEN);
    }
    let time = begin.elapsed();
    let output = child.wait_with_output();
    let output = output.map_err(|source| Failure::Start { command: program.clone(), source })?;
    let printed = rounds::ended(program, output, statuses)?;
    if peak == 0 { Err(Error::Unseen.into()) } else { Ok(Taken { time, peak, printed }) }
}

/// A target for the memory of a process, in KiB.
pub(in super::super) fn goal(what: String, most: u64, peak: u64) -> Goal {
    #[expect(clippy::cast_precision_loss, reason = "less than a float holds")]
    let (most, peak) = (most as f64, peak as f64);
    Goal { what, unit: Unit::Kibibytes, most, measured: Some(Spread::once(peak)) }
}

fn ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// `VmHWM` of proc(5), in KiB. A process that has ended has none.
fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
