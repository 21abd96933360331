//! The platform's own name for two commands of the control plane. It decides nothing: what it accepts, it becomes.
#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, clippy::print_stdout, reason = "a program of one page has no output layer")]

use mosaic_db::error::Code;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
usage: mosaic storage migrate
       mosaic storage migrate-tier [OPTIONS]

  migrate       bring the database to the state of the bundle (mosaic-db-migrator --run)
  migrate-tier  copy a tier's rows into an attested database (mosaic-db-migrator migrate-tier)

What can be said after migrate-tier: mosaic storage migrate-tier --help";

/// The control plane's program, beside this one.
const PROGRAM: &str = "mosaic-db-migrator";

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Usage,
    Become(Vec<OsString>),
    /// Words of the command that once copied tiers.
    FormerTierCopy,
    Unknown,
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match asked(&arguments) {
        Asked::Usage => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        Asked::Become(arguments) => become_program(&arguments),
        Asked::FormerTierCopy => refused(Code::TierCopyMoved, "storage migrate takes no --from and --to"),
        Asked::Unknown => {
            let refusal = refused(Code::Usage, "not a command of this program");
            eprintln!("{USAGE}");
            refusal
        }
    }
}

/// Says what the catalogue says of the code, and gives its exit status.
fn refused(code: Code, fact: &str) -> ExitCode {
    let entry = code.entry();
    eprintln!("error[{}]: {fact}\n  database: {}\n  next:     {}", entry.code, entry.database, entry.next);
    ExitCode::from(entry.status.number())
}

fn asked(arguments: &[OsString]) -> Asked {
    let former = |argument: &OsString| {
        let text = argument.to_string_lossy();
        ["--from", "--to"].iter().any(|word| text == *word || text.starts_with(&format!("{word}=")))
    };
    let words: Vec<&str> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
    match words.as_slice() {
        ["--help" | "-h" | "help"] | ["storage", "--help" | "-h" | "help"] => Asked::Usage,
        ["storage", "migrate" | "migrate-tier", ..] if arguments.iter().any(former) => Asked::FormerTierCopy,
        ["storage", "migrate"] => Asked::Become(vec!["--run".into()]),
        ["storage", "migrate-tier", ..] => Asked::Become(arguments.iter().skip(1).cloned().collect()),
        _ => Asked::Unknown,
    }
}

/// Replaces this process, so that signals and the exit status are the other's own.
fn become_program(arguments: &[OsString]) -> ExitCode {
    let program = match std::env::current_exe() {
        Ok(own) => own.with_file_name(PROGRAM),
        Err(_) => OsStr::new(PROGRAM).into(),
    };
    let error = Command::new(&program).args(arguments).exec();
    refused(Code::ProgramMissing, &format!("{} cannot be started: {error}", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &[&str]) -> Asked {
        asked(&arguments.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn two_commands_and_nothing_else() {
        assert_eq!(of(&["storage", "migrate"]), Asked::Become(vec!["--run".into()]));
        assert_eq!(
            of(&["storage", "migrate-tier", "--yes"]),
            Asked::Become(vec!["migrate-tier".into(), "--yes".into()])
        );
        for former in
            [&["storage", "migrate", "--from", "local"][..], &["storage", "migrate", "--to=federated"]]
        {
            assert_eq!(of(former), Asked::FormerTierCopy);
        }
        for unknown in [&["storage"][..], &[], &["storage", "migrate", "--yes"], &["migrate"]] {
            assert_eq!(of(unknown), Asked::Unknown, "{unknown:?}");
        }
        assert_eq!(of(&["--help"]), Asked::Usage);
    }
}
