//! The JSON Schema of SARIF 2.1.0 and a validator for it, run by Node: whatever is said about a log is said by others.

use crate::{cache, error::Error, process};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Carries the schema of the standard as its committee published it, errata included.
const SCHEMA: &str = "@microsoft/jest-sarif@1.0.0-beta.0";
/// The validator that the schema was made for.
const VALIDATOR: &str = "ajv@6.12.6";

const SCRIPT: &str = include_str!("sarif/validate.cjs");

/// Fails unless the file is a log of SARIF 2.1.0; what is wrong with it is in the error.
///
/// # Errors
/// When the log is refused, or npm or Node is missing or fails.
pub fn validate(log: &Path) -> Result<(), Error> {
    let directory = modules()?;
    let mut node = Command::new("node");
    // Where modules are looked up for a script without a file.
    node.args(["--input-type=commonjs", "--eval", SCRIPT, "--"]).arg(log).current_dir(directory);
    process::run(&mut node).map(drop)
}

fn modules() -> Result<PathBuf, Error> {
    cache::once(&format!("{}-{VALIDATOR}", SCHEMA.replace('/', "-")), |directory| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]);
        npm.args(["--ignore-scripts", SCHEMA, VALIDATOR]).arg("--prefix").arg(directory);
        process::run(npm.current_dir(directory)).map(drop)
    })
}
