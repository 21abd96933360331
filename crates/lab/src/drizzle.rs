//! Drizzle's own migrator, run by Node: whatever is said about its ledgers is tried on ledgers it wrote.

use crate::{
    cache,
    cluster::{Cluster, SUPERUSER},
    error::Error,
    process,
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The driver that Drizzle connects with. Exact versions, so that two machines test against the same programs.
const DRIVER: &str = "pg@8.23.1";

const SCRIPT: &str = include_str!("drizzle/migrate.mjs");

/// A line of releases that decides in its own way what is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// Journal folders and a ledger of three columns; runs what is newer than the newest row.
    Classic,
    /// One folder for each migration and a ledger of five columns; runs what has no row of its name.
    Newer,
}

impl Release {
    /// The exact version.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::Classic => "0.45.4",
            Self::Newer => "1.0.0-rc.5",
        }
    }
}

/// An installed release.
#[derive(Clone, Debug)]
pub struct Drizzle {
    directory: PathBuf,
}

impl Drizzle {
    /// The release from the cache, installed now if it is not there.
    ///
    /// # Errors
    /// When npm is missing or fails.
    pub fn find(release: Release) -> Result<Self, Error> {
        let version = release.version();
        let directory = cache::once(&format!("drizzle-orm-{version}-{DRIVER}"), |directory| {
            let package = format!("drizzle-orm@{version}");
            let mut npm = Command::new("npm");
            npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]);
            process::run(npm.args([&package, DRIVER]).arg("--prefix").arg(directory).current_dir(directory))
                .map(drop)
        })?;
        Ok(Self { directory })
    }

    /// Where its modules are.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The command that migrates a database to the end of a folder, as the superuser over TLS. `options` are
    /// settings of the session as PGOPTIONS has them, such as `-c role=owner`.
    #[must_use]
    pub fn migrate(&self, cluster: &Cluster, database: &str, folder: &Path, options: &str) -> Command {
        let mut node = Command::new("node");
        node.args(["--input-type=module", "--eval", SCRIPT, "--"]).arg(folder);
        // Where modules are looked up for a script without a file.
        node.current_dir(&self.directory);
        node.env("PGHOST", cluster.host())
            .env("PGPORT", cluster.port().to_string())
            .env("PGUSER", SUPERUSER)
            .env("PGPASSWORD", cluster.superuser_password())
            .env("PGDATABASE", database)
            .env("PGOPTIONS", options)
            .env("PGSSLROOTCERT", cluster.ca_pem_path());
        node.stdin(Stdio::null());
        node
    }
}
