//! The command line: the only place that knows clap and the only one that prints.
//!
//! [`args`] says what can be typed, without touching anything; [`resolve`] turns what was typed, the environment
//! and the files it names into typed configurations; [`command`] holds one short file per command; [`output`]
//! renders what a command returned. Invariant: the exit status comes from [`exit`] alone, so a path that did not
//! reach the requested state cannot exit 0.

mod args;
mod clock;
mod columns;
mod command;
mod exit;
mod import_progress;
mod invocation;
mod output;
mod panic;
mod progress;
mod resolve;
mod runtime;

use crate::environment::{self, Environment};
use crate::witness;
use args::{Args, Command};
use exit::Failure;
use output::{Output, Reply};
use std::process::ExitCode;

/// What every command may use.
pub struct Context<'a> {
    /// The snapshot of the process environment.
    pub environment: &'a Environment,
    /// Where diagnostics go, and how this invocation is called.
    pub output: &'a Output,
}

/// Runs the program: parse, dispatch, render.
pub fn run() -> ExitCode {
    panic::install_hook();
    let environment = Environment::capture();
    let arguments = environment::arguments();
    if witness::is_called(&arguments) {
        return witness::serve(command::verify::testify);
    }
    let mut output = Output::before_parsing(&arguments, &environment);
    let mut name = None;
    let ended = panic::caught(|| {
        let command = match Args::read(&arguments)? {
            args::Read::Command(command) => command,
            args::Read::Document(text) => return Ok(Reply::Document(text)),
        };
        name = Some(command.name());
        output.choose(command.presentation(), &environment)?;
        dispatch(&command, &Context { environment: &environment, output: &output })
    });
    output.finish(name, ended)
}

fn dispatch(command: &Command, context: &Context<'_>) -> Result<Reply, Failure> {
    match command {
        Command::Run => command::run::run(context),
        Command::Verify => command::verify::verify(context),
        Command::Rehearse(_) => command::rehearse::rehearse(context),
        Command::Backfill(action) => command::backfill::backfill(action, context),
        Command::Readiness(args) => command::readiness::readiness(args, context),
        Command::Status(_) => command::status::status(context),
        Command::Bootstrap(action) => command::bootstrap::bootstrap(action, context),
        Command::Manifest(action) => command::manifest::manifest(action, context),
        Command::Attest(action) => command::attest::attest(action, context),
        Command::Certify(action) => command::certify::certify(action, context),
        Command::Allowance(action) => command::allowance::allowance(action, context),
        Command::Handoff(args) => command::handoff::handoff(args, context),
        Command::Deploy(action) => command::deploy::deploy(action, context),
        Command::Routes(action) => command::routes::routes(action),
        Command::Report(action) => command::report::report(action),
        Command::Roles(action) => command::roles::roles(action, context),
        Command::Tls(action) => command::tls::tls(action, context),
        Command::Activate(action) => command::activate::activate(action),
        Command::Secrets(action) => command::secrets::secrets(action, context),
        Command::Doctor(args) => command::doctor::doctor(args, context),
        Command::MigrateTier(args) => command::migrate_tier::migrate_tier(args, context),
        Command::Explain(args) => command::explain::explain(args),
        Command::Completions(args) => Ok(command::completions::completions(args)),
        Command::Man => Ok(command::man::man()),
    }
}
