//! What the figures were taken on: as much as decides them, and nothing that tells whose machine it is.

use super::rounds;
use serde::{Deserialize, Serialize};
use std::{fs, process::Command, thread};

/// The facts, as the kernel states them in proc(5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Machine {
    pub(super) processor: String,
    /// Those that a process may run on.
    pub(super) cores: usize,
    /// All of it, in MiB.
    pub(super) memory: u64,
    pub(super) kernel: String,
}

impl Machine {
    /// This one. What the kernel does not say is unknown and stops nothing.
    pub(super) fn here() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let unknown = || "unknown".to_owned();
        let kernel = read("/proc/sys/kernel/osrelease");
        Self {
            processor: value(&read("/proc/cpuinfo"), "model name")
                .map_or_else(|| std::env::consts::ARCH.to_owned(), str::to_owned),
            cores: thread::available_parallelism().map_or(0, Into::into),
            memory: value(&read("/proc/meminfo"), "MemTotal").and_then(mebibytes).unwrap_or_default(),
            kernel: kernel
                .split_whitespace()
                .next()
                .map_or_else(unknown, |release| format!("Linux {release}")),
        }
    }
}

/// What stands behind the colon in the first line of this name.
fn value<'text>(text: &'text str, name: &str) -> Option<&'text str> {
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    lines.into_iter().find_map(|(key, value)| (key.trim() == name).then(|| value.trim()))
}

fn mebibytes(kibibytes: &str) -> Option<u64> {
    kibibytes.strip_suffix(" kB")?.parse::<u64>().ok().map(|number| number / 1_024)
}

/// The version that a program states of itself, or nothing when it cannot be run.
pub(super) fn version(program: &mut Command) -> Option<String> {
    let printed = rounds::finish(program.arg("--version")).ok()?;
    String::from_utf8_lossy(&printed)
        .split_whitespace()
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_cores_speaks_for_all() {
        let text = "processor\t: 0\nmodel name\t: Fast: 9\n\nprocessor\t: 1\nmodel name\t: Slow\n";
        assert_eq!(value(text, "model name"), Some("Fast: 9"));
        assert_eq!(value(text, "flags"), None);
    }

    #[test]
    fn memory_is_stated_in_kibibytes() {
        assert_eq!(mebibytes("2097152 kB"), Some(2_048));
        assert_eq!(mebibytes("2097152"), None);
    }
}
