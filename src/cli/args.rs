//! What can be typed. No I/O, no environment, no decision beyond form.
//!
//! `--run`, `--verify`, `--help` and `--version` are a frozen surface: each stands alone. Everything else is a
//! subcommand with its own options.

pub mod activate;
pub mod allowance;
pub mod attest;
pub mod backfill;
pub mod bootstrap;
pub mod certify;
pub mod deploy;
pub mod doctor;
pub mod handoff;
pub mod import;
pub mod manifest;
pub mod report;
pub mod roles;
pub mod routes;
pub mod secrets;
pub mod tls;

use super::exit::UsageError;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, CommandFactory as _, Parser, Subcommand, ValueEnum};
use mosaic_db::dsn::resembles_credential;
use std::ffi::OsString;
use std::path::{self, PathBuf};

/// The four arguments that stand alone.
const FROZEN: [&str; 4] = ["--run", "--verify", "--help", "--version"];

/// Moves a PostgreSQL database from one reviewed shape to the next, and proves what shape it is in
#[derive(Debug, Parser)]
#[command(
    name = "mosaic-db-migrator",
    version,
    after_help = "--run, --verify, --help and --version take no other argument: they are configured by \
                  environment variables and files. The manual (mosaic-db-migrator man) lists the variables, \
                  exit statuses and error codes.",
    override_usage = "mosaic-db-migrator --run | --verify | --help | --version\n       \
                      mosaic-db-migrator <COMMAND> [OPTIONS]",
    color = clap::ColorChoice::Never,
    term_width = 100,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    args_conflicts_with_subcommands = true
)]
pub struct Args {
    /// Bring the database to the state of the bundle, or change nothing and say why
    #[arg(long)]
    run: bool,
    /// Prove, read-only, that the database is in the state of the bundle
    #[arg(long)]
    verify: bool,
    /// Print this help
    #[arg(long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    /// Print the version
    #[arg(long, action = ArgAction::Version)]
    version: Option<bool>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// One thing to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The frozen `--run`.
    #[command(skip)]
    Run,
    /// The frozen `--verify`.
    #[command(skip)]
    Verify,
    /// Say which entries are applied and which are pending, changing nothing
    Status(Presentation),
    /// Run the pending entries in one transaction, say what they lock and change, and roll it back
    Rehearse(Presentation),
    /// Bring the rows of the release before into the tables of this one
    #[command(subcommand)]
    Backfill(backfill::Backfill),
    /// Prove, read-only and as the runtime, that a gateway may serve from the database
    Readiness(Readiness),
    /// Prepare a database through psql, and prove that it is prepared
    #[command(subcommand)]
    Bootstrap(bootstrap::Bootstrap),
    /// Record what a bundle directory consists of, check it, show it, compare it
    #[command(subcommand)]
    Manifest(manifest::Manifest),
    /// Make the keys that sign statements, and say which of them are believed
    #[command(subcommand)]
    Attest(attest::Attest),
    /// Prove by attempting what a deployed login is denied
    #[command(subcommand)]
    Certify(certify::Certify),
    /// Name who answers, and until when, for indexes and statistics that a database has beside the bundle's
    #[command(subcommand)]
    Allowance(allowance::Allowance),
    /// Hand a verified attestation from the identity that made it to the one that imports with it
    Handoff(handoff::Handoff),
    /// Prove offline that the files of a deployment keep its identities apart
    #[command(subcommand)]
    Deploy(deploy::Deploy),
    /// Prove that a repository has no other way to DDL than the runner
    #[command(subcommand)]
    Routes(routes::Routes),
    /// Show who is a member of what, and what must not be there
    #[command(subcommand)]
    Roles(roles::Roles),
    /// Show what this program wrote to people
    #[command(subcommand)]
    Report(report::Report),
    /// Prove that a server lets nobody in without TLS
    #[command(subcommand)]
    Tls(tls::Tls),
    /// Say which steps to a serving gateway are done, which is next, and the way back
    #[command(subcommand)]
    Activate(activate::Activate),
    /// Give the consumers of an environment their credentials, one generation at a time
    #[command(subcommand)]
    Secrets(secrets::Secrets),
    /// Prove on a scratch server that every check finds what it is there to find
    Doctor(doctor::Doctor),
    /// Copy a tier's rows into an attested database, and compare them there; without --yes, show what that would do
    MigrateTier(Box<import::MigrateTier>),
    /// Explain an error code or a variable, or list all of them
    Explain(Explain),
    /// Print the completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// How the answer is shown.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Presentation {
    /// Form of the answer; MOSAIC_OUTPUT when it is not given, text when neither is
    #[arg(long, value_enum, value_name = "FORM")]
    pub output: Option<Form>,
    /// Colour of diagnostics; auto is colour on a terminal unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// Form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    Json,
    Text,
}

/// When diagnostics are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    Always,
    #[default]
    Auto,
    Never,
}

/// `readiness`.
#[derive(Debug, clap::Args)]
pub struct Readiness {
    /// Ask again until the database is ready or this many seconds are over; what does not pass by itself ends it at once
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub wait: Option<u32>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `explain [WORD]`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// The code, as printed with an error, or the name of a variable
    pub word: Option<String>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `completions SHELL`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell to complete for
    #[arg(value_enum)]
    pub shell: Shell,
}

/// The shells there are completions for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Fish,
    Zsh,
}

/// What the command line asked for.
pub enum Read {
    /// Run this.
    Command(Command),
    /// Print this: help or the version.
    Document(String),
}

impl Args {
    /// Reads the arguments, the program's own name first.
    ///
    /// # Errors
    /// [`UsageError`]; an argument that looks like a credential is refused before anything could repeat it.
    pub fn read(arguments: &[OsString]) -> Result<Read, UsageError> {
        refuse_credentials(arguments)?;
        refuse_company(arguments)?;
        if let Some(command) = standing_alone(arguments) {
            return Ok(Read::Command(command));
        }
        match Self::try_parse_from(arguments) {
            Ok(Self { command: Some(command), .. }) => Ok(Read::Command(command)),
            Ok(_) => Err(UsageError::NoCommand),
            Err(error) => match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    Ok(Read::Document(error.render().to_string()))
                }
                _ => Err(rejected(&error)),
            },
        }
    }

    /// The definition itself, from which completions and the manual are made.
    pub fn definition() -> clap::Command {
        let mut definition = Self::command();
        definition.build();
        definition
    }
}

impl Command {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Verify => "verify",
            Self::Status(_) => "status",
            Self::Rehearse(_) => "rehearse",
            Self::Backfill(action) => action.name(),
            Self::Readiness(_) => "readiness",
            Self::Bootstrap(action) => action.name(),
            Self::Manifest(action) => action.name(),
            Self::Attest(action) => action.name(),
            Self::Certify(action) => action.name(),
            Self::Allowance(action) => action.name(),
            Self::Deploy(action) => action.name(),
            Self::Routes(action) => action.name(),
            Self::Roles(action) => action.name(),
            Self::Report(action) => action.name(),
            Self::Tls(action) => action.name(),
            Self::Activate(action) => action.name(),
            Self::Secrets(action) => action.name(),
            Self::Doctor(_) => "doctor",
            Self::Handoff(_) => "handoff",
            Self::MigrateTier(_) => "migrate-tier",
            Self::Explain(_) => "explain",
            Self::Completions(_) => "completions",
            Self::Man => "man",
        }
    }

    /// How the answer is to be shown, as far as the command line says.
    pub fn presentation(&self) -> Presentation {
        match self {
            Self::Run | Self::Verify | Self::Completions(_) | Self::Man => Presentation::default(),
            Self::Status(presentation) | Self::Rehearse(presentation) => *presentation,
            Self::Backfill(action) => action.presentation(),
            Self::Readiness(args) => args.presentation,
            Self::Bootstrap(action) => action.presentation(),
            Self::Manifest(action) => action.presentation(),
            Self::Attest(action) => action.presentation(),
            Self::Certify(action) => action.presentation(),
            Self::Allowance(action) => action.presentation(),
            Self::Deploy(action) => action.presentation(),
            Self::Routes(action) => action.presentation(),
            Self::Roles(action) => action.presentation(),
            Self::Report(action) => action.presentation(),
            Self::Tls(action) => action.presentation(),
            Self::Activate(action) => action.presentation(),
            Self::Secrets(action) => action.presentation(),
            Self::Doctor(args) => args.presentation,
            Self::Handoff(args) => args.presentation,
            Self::MigrateTier(args) => args.presentation,
            Self::Explain(args) => args.presentation,
        }
    }
}

/// Where to write a document that is no secret: a path may begin in the current directory. What is published is named in full,
/// since its directories are judged one by one.
fn from_here() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(path::absolute::<PathBuf>)
}

/// What runs and proves, told apart from all else before the definition of every command is built.
fn standing_alone(arguments: &[OsString]) -> Option<Command> {
    match arguments {
        [_, only] if only == "--run" => Some(Command::Run),
        [_, only] if only == "--verify" => Some(Command::Verify),
        _ => None,
    }
}

/// Arguments are visible to every user of the machine.
fn refuse_credentials(arguments: &[OsString]) -> Result<(), UsageError> {
    for (position, argument) in arguments.iter().enumerate().skip(1) {
        let argument = argument.to_string_lossy();
        if resembles_credential(&argument) && !is_host(&argument) {
            return Err(UsageError::Credential { position });
        }
    }
    Ok(())
}

/// Whether it is the address of a host and nothing else, which no credential fits into.
fn is_host(argument: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':' | b'-' | b'[' | b']');
    argument.split_once("https://").is_some_and(|(option, host)| {
        (option.is_empty() || option == "--vault-address=") && host.bytes().all(part)
    })
}

fn refuse_company(arguments: &[OsString]) -> Result<(), UsageError> {
    match arguments {
        [_, first, _, ..] => match FROZEN.into_iter().find(|frozen| first == frozen) {
            Some(frozen) => Err(UsageError::NotAlone(frozen)),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn rejected(error: &clap::Error) -> UsageError {
    let usage =
        error.get(ContextKind::Usage).map(|usage| usage.to_string().trim().replace("\n      ", " or"));
    let text = error.render().to_string();
    // clap's text is paragraphs: what is wrong, tips, usage, where to find help. The first is the fact.
    let fact = text.split("\n\n").next().unwrap_or_default();
    let fact = fact.trim_start_matches("error: ").split_whitespace().collect::<Vec<_>>().join(" ");
    UsageError::Rejected { fact, usage }
}

#[cfg(test)]
mod manual;
#[cfg(test)]
mod tests;
