//! The embedded database (PGlite) behind its own socket server, run by Node.

use crate::{
    cache,
    error::{At, Error},
    process,
};
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    num::NonZeroU8,
    process::{Child, Command, Stdio},
};

/// Exact versions, so that two machines test against the same programs.
const PACKAGES: [&str; 3] = [
    "@electric-sql/pglite@0.5.14",
    "@electric-sql/pglite-pgvector@0.0.15",
    "@electric-sql/pglite-socket@0.2.17",
];

const SCRIPT: &str = include_str!("pglite/serve.mjs");

/// A running embedded database. It ends with this value, and with this process.
#[derive(Debug)]
pub struct Pglite {
    child: Child,
    address: String,
}

impl Pglite {
    /// Starts one in which this SQL has run, in which `vector` can be created.
    ///
    /// # Errors
    /// When npm or Node is missing or fails, or the SQL does.
    pub fn start(sql: &str) -> Result<Self, Error> {
        Self::start_for(NonZeroU8::MIN, sql)
    }

    /// The same for so many clients at a time, who take turns on the one session there is.
    ///
    /// # Errors
    /// As for [`Pglite::start`].
    pub fn start_for(clients: NonZeroU8, sql: &str) -> Result<Self, Error> {
        let modules = cache::once(&PACKAGES.concat().replace(['@', '/'], "-"), |directory| {
            let mut npm = Command::new("npm");
            npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]);
            process::run(npm.args(PACKAGES).arg("--prefix").arg(directory).current_dir(directory)).map(drop)
        })?;
        let directory =
            tempfile::tempdir().map_err(|source| Error::Start { program: "a directory".into(), source })?;
        let file = directory.path().join("seed.sql");
        fs::write(&file, sql).at("write", &file)?;
        let mut node = Command::new("node");
        node.args(["--input-type=module", "--eval", SCRIPT, "--"]).arg(&file).arg(clients.to_string());
        node.current_dir(&modules);
        node.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = node.spawn().map_err(|source| Error::Start { program: "node".into(), source })?;
        let mut port = String::new();
        if let Some(stdout) = child.stdout.take() {
            let _empty_if_it_failed = BufReader::new(stdout).read_line(&mut port);
        }
        match port.trim().parse::<u16>() {
            Ok(port) => Ok(Self { child, address: format!("127.0.0.1:{port}") }),
            Err(_) => Err(failed(child)),
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}

fn failed(mut child: Child) -> Error {
    let _it_may_have_ended = child.kill();
    let mut words = String::new();
    if let Some(stderr) = child.stderr.as_mut() {
        let _as_far_as_it_goes = stderr.read_to_string(&mut words);
    }
    match child.wait() {
        Ok(status) => Error::Failed { program: "node".into(), status, stderr: process::tail(&words) },
        Err(source) => Error::Start { program: "node".into(), source },
    }
}

impl Drop for Pglite {
    fn drop(&mut self) {
        let _it_may_have_ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}
