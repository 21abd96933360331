//! The project's own commands, as `cargo xtask COMMAND`.
//!
//! Invariant: this builds on a machine that has Rust and a C compiler and nothing else, so that it can install
//! what the product itself needs.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a console program of the project, not of the product"
)]

mod bench;
mod chaos;
mod command;
mod digest;
mod failure;
mod lab;
mod package;
mod product;
mod random;
mod soak;
mod step;
mod system;

use clap::Parser;
use std::process::ExitCode;

/// The project's own commands
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Install the system packages that building and testing need, or say which are missing
    Setup,
    /// Set up and run all tests; further arguments go to the test runner
    Test(command::test::Arguments),
    /// Show the main job on a real server: bootstrap, migrate, verify, status
    Demo,
    /// Write the manual page, the completions and the reference pages anew from the program itself
    Docs,
    /// Check that the pages of the manual make a book, and build it where mdBook is installed
    Book,
    /// Make the pictures of the manual anew
    Screens(command::screens::Arguments),
    /// Make a measured bundle of a Drizzle folder, with a server that is started for it
    Bundle(command::bundle::Arguments),
    /// Measure the product beside psql and other tools
    Bench(command::bench::Arguments),
    /// Disturb the product in every way that production knows, and see whether it keeps its word
    Chaos(command::chaos::Arguments),
    /// Keep the product busy for long, and see that it stays truthful and that nothing adds up
    Soak(command::soak::Arguments),
    /// Make what is given to others, and see that it is what it should be
    #[command(subcommand)]
    Package(command::package::Action),
    /// Try every parser with texts that nobody would write, for as long as asked
    Fuzz(command::fuzz::Arguments),
    /// Start or end a server to try things by hand
    #[command(subcommand)]
    Lab(command::lab::Action),
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Setup => system::set_up(system::FOR_TESTS),
        Command::Test(arguments) => command::test::run(&arguments),
        Command::Docs => command::docs::run(),
        Command::Book => command::book::run(),
        Command::Demo => command::demo::run(),
        Command::Screens(arguments) => command::screens::run(&arguments),
        Command::Bundle(arguments) => command::bundle::run(&arguments),
        Command::Bench(arguments) => command::bench::run(&arguments),
        Command::Chaos(arguments) => command::chaos::run(&arguments),
        Command::Soak(arguments) => command::soak::run(&arguments),
        Command::Package(action) => command::package::run(&action),
        Command::Fuzz(arguments) => command::fuzz::run(&arguments),
        Command::Lab(action) => command::lab::run(action),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {}", failure.chain());
            ExitCode::FAILURE
        }
    }
}
