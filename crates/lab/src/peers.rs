//! Other tools that apply SQL migrations to PostgreSQL, fetched into the cache to be measured beside the product:
//! dbmate, node-pg-migrate and Liquibase here, Drizzle in [`crate::drizzle`]. Exact versions, so that two machines measure the
//! same programs.

use crate::{
    cache,
    error::{At, Error},
    process,
};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The version of dbmate.
pub const DBMATE: &str = "2.36.0";
/// The version of node-pg-migrate.
pub const NODE_PG_MIGRATE: &str = "8.0.3";
/// The version of Liquibase.
pub const LIQUIBASE: &str = "4.28.1";
/// The driver that node-pg-migrate connects with.
const DRIVER: &str = "pg@8.23.1";

/// The program `dbmate`.
///
/// # Errors
/// When npm, which carries it, is missing or fails.
pub fn dbmate() -> Result<PathBuf, Error> {
    let machine = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let package = format!("@dbmate/linux-{machine}@{DBMATE}");
    let directory =
        cache::once(&format!("dbmate-{machine}-{DBMATE}"), |directory| unpack(&package, directory, &[]))?;
    Ok(directory.join("package/bin/dbmate"))
}

/// The home of Liquibase, to be run by Java: 120 MB.
///
/// # Errors
/// When npm, which carries it, is missing or fails.
pub fn liquibase() -> Result<PathBuf, Error> {
    let directory = cache::once(&format!("liquibase-{LIQUIBASE}"), |directory| {
        // What it needs for PostgreSQL is a small part of the archive.
        unpack(
            &format!("liquibase@{LIQUIBASE}"),
            directory,
            &["--exclude=*snowflake*", "package/dist/liquibase/internal"],
        )
    })?;
    Ok(directory.join("package/dist/liquibase"))
}

/// Puts the files of a package into the directory: all, or as the further arguments of tar say.
fn unpack(package: &str, directory: &Path, arguments: &[&str]) -> Result<(), Error> {
    let mut npm = Command::new("npm");
    let archive = process::run(npm.args(["pack", "--silent", package]).current_dir(directory))?;
    let archive = archive.trim();
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--no-same-owner", "--file", archive]).args(arguments).current_dir(directory);
    process::run(&mut tar)?;
    let archive = directory.join(archive);
    std::fs::remove_file(&archive).at("remove", &archive)
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
