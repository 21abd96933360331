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
