//! The program that the project is about, built from this checkout.

use crate::{
    failure::{At, Failure},
    step, system,
};
use std::path::PathBuf;

/// Its name.
pub(crate) const NAME: &str = "mosaic-db-migrator";

/// Builds it, and gives the directory it is in: cargo puts it beside our own executable.
pub(crate) fn build() -> Result<PathBuf, Failure> {
    system::set_up(system::TO_RUN)?;
    step::run(step::cargo().args(["build", "--package", "mosaic-db", "--bin", NAME]))?;
    let own = std::env::current_exe().at("find", "our own executable".as_ref())?;
    Ok(own.parent().map(PathBuf::from).unwrap_or_default())
}

/// Builds it with this profile, and these examples with it, and gives the directory they are in.
pub(crate) fn build_with(profile: &str, examples: &[&str]) -> Result<PathBuf, Failure> {
    system::set_up(system::TO_RUN)?;
    let mut build = step::cargo();
    build.args(["build", "--quiet", "--package", "mosaic-db", "--bin", NAME]);
    build.args(examples.iter().flat_map(|example| ["--example", example]));
    step::run(build.args(["--profile", profile]))?;
    let own = std::env::current_exe().at("find", "our own executable".as_ref())?;
    let directory = if profile == "dev" { "debug" } else { profile };
    // Ours is in the directory of another profile of the same target directory.
    Ok(own.ancestors().nth(2).map(|target| target.join(directory)).unwrap_or_default())
}
