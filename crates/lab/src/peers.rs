//! Other tools that apply SQL migrations to PostgreSQL, fetched into the cache to be measured beside the product:
//! dbmate and node-pg-migrate here, Drizzle in [`crate::drizzle`]. Exact versions, so that two machines measure the
//! same programs.

use crate::{cache, error::Error, process};
use std::{path::PathBuf, process::Command};

const DBMATE: &str = "2.36.0";
const NODE_PG_MIGRATE: &str = "8.0.3";
/// The driver that node-pg-migrate connects with.
const DRIVER: &str = "pg@8.23.1";

/// The program `dbmate`.
///
/// # Errors
/// When npm, which carries it, is missing or fails.
pub fn dbmate() -> Result<PathBuf, Error> {
    let machine = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let package = format!("@dbmate/linux-{machine}@{DBMATE}");
    let directory = cache::once(&format!("dbmate-{machine}-{DBMATE}"), |directory| {
        let mut npm = Command::new("npm");
        let archive = process::run(npm.args(["pack", "--silent", &package]).current_dir(directory))?;
        let mut tar = Command::new("tar");
        tar.args(["--extract", "--no-same-owner", "--file", archive.trim()]).current_dir(directory);
        process::run(&mut tar).map(drop)
    })?;
    Ok(directory.join("package/bin/dbmate"))
}

/// The script of node-pg-migrate's command line, to be run by Node.
///
/// # Errors
/// When npm is missing or fails.
pub fn node_pg_migrate() -> Result<PathBuf, Error> {
    let package = format!("node-pg-migrate@{NODE_PG_MIGRATE}");
    let directory = cache::once(&format!("node-pg-migrate-{NODE_PG_MIGRATE}-{DRIVER}"), |directory| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]);
        npm.args([&package, DRIVER]).arg("--prefix").arg(directory).current_dir(directory);
        process::run(&mut npm).map(drop)
    })?;
    Ok(directory.join("node_modules/node-pg-migrate/bin/node-pg-migrate.js"))
}
