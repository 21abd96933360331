//! What a process takes, from proc(5).

use super::Error;
use crate::failure::Failure;
use std::{
    fs,
    path::Path,
    process::{Command, ExitStatus},
    thread,
    time::Duration,
};

/// Between two looks at a process that is short.
const OFTEN: Duration = Duration::from_millis(4);

/// What a process that runs has.
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// What is resident, in KiB.
    pub(super) resident: u64,
    /// Open files, sockets among them.
    pub(super) files: usize,
    pub(super) threads: u64,
}

/// Looks at a process.
pub(super) fn look_at(process: u32) -> Result<Held, Failure> {
    let seen = || {
        let status = status(process)?;
        let files = fs::read_dir(format!("/proc/{process}/fd")).ok()?.count();
        Some(Held { resident: number(&status, "VmRSS:")?, files, threads: number(&status, "Threads:")? })
    };
    seen().ok_or_else(|| Error::Unseen(process).into())
}

/// Runs a program to its end, and gives with its status the most that was resident, in KiB. The peak never falls, so only
/// what is added after the last look goes unseen.
pub(super) fn watch(command: &mut Command) -> Result<(ExitStatus, u64), Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let start = |source| Failure::Start { command: program.clone(), source };
    let mut child = command.spawn().map_err(start)?;
    let mut peak = 0;
    loop {
        if let Some(status) = child.try_wait().map_err(start)? {
            return Ok((status, peak));
        }
        let seen = status(child.id()).and_then(|status| number(&status, "VmHWM:"));
        peak = seen.unwrap_or(peak);
        thread::sleep(OFTEN);
    }
}

/// How many entries a directory has, at any depth.
pub(super) fn entries_below(directory: &Path) -> usize {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.map(|entry| 1 + if entry.path().is_dir() { entries_below(&entry.path()) } else { 0 }).sum()
}

fn status(process: u32) -> Option<String> {
    fs::read_to_string(format!("/proc/{process}/status")).ok()
}

fn number(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
