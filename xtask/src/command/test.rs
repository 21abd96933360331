//! `cargo xtask test`: set up, then run everything.

use crate::{
    failure::Failure,
    step,
    system::{self, FOR_TESTS},
};
use mosaic_lab::{
    drizzle::{Drizzle, Release},
    openbao,
    postgres::{self, Major},
};
use std::process::Stdio;

/// What to pass on.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Filters and options of the test runner
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    runner: Vec<String>,
}

/// Documentation tests first: the last line is the summary of all others.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    system::set_up(FOR_TESTS)?;
    fetch_servers();
    fetch_drizzle();
    fetch_openbao();
    if !has_nextest() {
        return step::run(
            step::cargo().args(["test", "--workspace", "--no-fail-fast", "--"]).args(&arguments.runner),
        );
    }
    if arguments.runner.is_empty() {
        step::run(step::cargo().args(["test", "--quiet", "--workspace", "--doc"]))?;
    }
    step::run(
        step::cargo().args(["nextest", "run", "--workspace", "--profile", "ci"]).args(&arguments.runner),
    )
}

/// Fetched before the tests start, so that the first test of each version does not pay for it. A version that
/// cannot be had fails its own tests and no others.
fn fetch_servers() {
    for major in [Major::V15, Major::V16, Major::V17, Major::V18] {
        match postgres::find(major) {
            Ok(found) => println!("PostgreSQL {}: {}", found.version(), found.bin().display()),
            Err(error) => eprintln!("PostgreSQL {major}: {error}"),
        }
    }
}

/// As [`fetch_servers`].
fn fetch_drizzle() {
    for release in [Release::Classic, Release::Newer] {
        match Drizzle::find(release) {
            Ok(found) => println!("Drizzle {}: {}", release.version(), found.directory().display()),
            Err(error) => eprintln!("Drizzle {}: {error}", release.version()),
        }
    }
}

/// As [`fetch_servers`].
fn fetch_openbao() {
    match openbao::find() {
        Ok(found) => println!("OpenBao: {}", found.display()),
        Err(error) => eprintln!("OpenBao: {error}"),
    }
}

fn has_nextest() -> bool {
    let mut asked = step::cargo();
    asked.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}
