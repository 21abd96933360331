//! The platform's own name for two commands of the control plane. It decides nothing: what it accepts, it becomes.
#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, clippy::print_stdout, reason = "a program of one page has no output layer")]

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

/// Wrong usage, as in the control plane's own table.
const EX_USAGE: u8 = 64;
/// A file that must be there is not, as in the same table.
const EX_IOERR: u8 = 74;

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
        Asked::FormerTierCopy => {
            eprintln!(
                "error[TIER_COPY_MOVED]: storage migrate takes no --from and --to\n  \
                 database: Nothing was connected to.\n  \
                 next:     mosaic storage migrate-tier --help copies a tier, into an attested database only"
            );
            ExitCode::from(EX_USAGE)
        }
        Asked::Unknown => {
            eprintln!("error[USAGE]: not a command of this program\n{USAGE}");
            ExitCode::from(EX_USAGE)
        }
    }
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
    eprintln!("error[PROGRAM_MISSING]: {} cannot be started: {error}", program.display());
    ExitCode::from(EX_IOERR)
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
