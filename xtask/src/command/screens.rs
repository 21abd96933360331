//! `cargo xtask screens`: pictures of the terminal, from real runs of the program in a laboratory of their own.
//!
//! What is shown as typed is what is run, and what is shown of the answer is what was printed, but for what differs from run to
//! run: times, digests, and the place of the laboratory. A test compares the pictures with those that are committed.

use crate::{
    failure::{At, Failure},
    lab::{self, Bootstrap, Directory, Laboratory},
};
use anstyle_svg::Term;
use mosaic_lab::postgres::Major;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// How wide the terminal is, in characters.
const COLUMNS: usize = 104;
/// Where the laboratory seems to be.
const PLACE: &str = "/tmp/lab";
/// How a prompt is painted.
const PROMPT: &str = "\x1b[1;32m$\x1b[0m";
/// The variables of one identity, as the manual has them.
const AS: &str = r#"as() { ( set -a; . "$LAB/$1.env"; shift; mosaic-db-migrator "$@" ); }"#;

/// A picture: its name, and what is typed. What is typed second acts on what was done before it.
const SCREENS: [(&str, &[&str]); 5] = [
    ("help", &["mosaic-db-migrator --help"]),
    ("run", &["as migrator --run 2>progress | tail -n 9", "as migrator --run 2>progress"]),
    ("verify", &["as migrator --verify", "as runtime readiness"]),
    ("refusal", &["chmod 644 secrets/migrator.url", "as migrator --verify"]),
    ("explain", &["mosaic-db-migrator explain SCHEMA_DRIFT"]),
];

/// Where to put them.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The directory
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/screens"))]
    out: PathBuf,
}

/// Writes all of them.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let temporary = tempfile::Builder::new().prefix("mosaic-screens-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let laboratory = lab::up(temporary.path(), Major::V17, Bootstrap::Applied)?;
    let written = SCREENS.iter().try_for_each(|(name, typed)| {
        let path = arguments.out.join(name).with_extension("svg");
        let picture = Term::new().min_width_px(COLUMNS * 8).render_svg(&screen(&laboratory, typed)?);
        std::fs::write(&path, picture).at("write", &path)
    });
    lab::down(&laboratory.directory)?;
    written
}

/// Everything that is seen after these lines.
fn screen(laboratory: &Laboratory, typed: &[&str]) -> Result<String, Failure> {
    let mut seen = String::new();
    for line in typed {
        let printed = printed(&laboratory.directory, &laboratory.programs, line)?;
        let place = laboratory.directory.path().display().to_string();
        seen.push_str(&format!("{PROMPT} {line}\n"));
        for line in printed.replace(&place, PLACE).lines() {
            seen.push_str(&wrapped(&masked(line)));
            seen.push('\n');
        }
    }
    Ok(seen.trim_end().to_owned())
}

/// What a line prints on a terminal; whether it ends well is part of the picture. script(1) has a terminal to print to.
fn printed(directory: &Directory, programs: &Path, line: &str) -> Result<String, Failure> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path)));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command"]).arg(format!("{AS}\n{line}")).arg("/dev/null");
    command.current_dir(directory.path()).env_clear();
    command.env("PATH", path.unwrap_or_default()).env("LAB", directory.path()).env("SHELL", "/bin/sh");
    let output = command.output().map_err(|source| Failure::Start { command: line.to_owned(), source })?;
    Ok(String::from_utf8_lossy(&output.stdout).replace('\r', ""))
}

/// Without what differs from run to run.
fn masked(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(without_digests).collect();
    for at in 1..words.len() {
        if words[at] == "ms" && words[at - 1].bytes().all(|byte| byte.is_ascii_digit()) {
            "…".clone_into(&mut words[at - 1]);
        }
    }
    words.join(" ")
}

/// Times become the same sign as digests: whatever is a long word of digits.
fn without_digests(word: &str) -> String {
    if word.len() == "2027-01-01T00:00:00Z".len() && word.ends_with('Z') && word.contains('T') {
        return "…".to_owned();
    }
    let mut shown = String::new();
    let mut digits = String::new();
    for letter in word.chars().chain([' ']) {
        if letter.is_ascii_hexdigit() && !letter.is_ascii_uppercase() {
            digits.push(letter);
            continue;
        }
        shown.push_str(if digits.len() >= 32 { "…" } else { &digits });
        digits.clear();
        shown.push(letter);
    }
    shown.pop();
    shown
}

/// As a terminal breaks a line. Signs that only paint take no place.
fn wrapped(line: &str) -> String {
    let (mut shown, mut column, mut painting) = (String::new(), 0, false);
    for letter in line.chars() {
        painting |= letter == '\x1b';
        if !painting {
            if column == COLUMNS {
                shown.push('\n');
                column = 0;
            }
            column += 1;
        }
        shown.push(letter);
        painting &= letter != 'm';
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_masked_and_nothing_else() {
        assert_eq!(masked("applied 0001_a in 12 ms"), "applied 0001_a in … ms");
        let digest = "0123456789abcdef".repeat(4);
        assert_eq!(masked(&format!("x gen-{digest}/y until 2026-12-01T00:56:54Z")), "x gen-…/y until …");
        assert_eq!(masked("of 34 entries"), "of 34 entries");
    }

    #[test]
    fn lines_are_broken_by_what_is_seen() {
        let line = format!("\x1b[1m{}\x1b[0m", "x".repeat(COLUMNS + 1));
        assert_eq!(wrapped(&line), format!("\x1b[1m{}\nx\x1b[0m", "x".repeat(COLUMNS)));
    }
}
