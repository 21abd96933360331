//! What is given to others: the Debian package, the program with OpenSSL inside, the list of what it is made of.
//!
//! All of it is built in one way, which leaves neither the time nor the place of the build in the result.

pub(crate) mod deb;
pub(crate) mod portable;
pub(crate) mod reproduce;
pub(crate) mod sbom;

use crate::{
    failure::{At, Failure},
    product, step,
};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The programs that are given away.
const PROGRAMS: [&str; 2] = [product::NAME, "mosaic"];

/// Why a package is not what it should be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0} is not in the package")]
    Missing(PathBuf),
    #[error("{0} is not what is in the repository")]
    Differs(PathBuf),
    #[error("{program} says {said:?}, not {expected:?}")]
    Says { program: PathBuf, said: String, expected: String },
    #[error("{0} has mode {1:o}")]
    Mode(PathBuf, u32),
    #[error("the package has files that survive it: {0:?}")]
    Remains(Vec<PathBuf>),
    #[error("the package has configuration files: {0}")]
    ConfigurationFiles(String),
    #[error("{0} needs {1}")]
    Needs(PathBuf, String),
    #[error("two builds of {program} differ: {here} and {there}")]
    NotReproducible { program: &'static str, here: String, there: String },
    #[error("{0} has been built where it can be seen: it holds {1}")]
    Place(PathBuf, String),
    #[error("the bill of materials: {0}")]
    Sbom(String),
    #[error("{0} printed nothing to go by")]
    Unreadable(String),
}

/// A place to build in.
struct Workshop {
    /// The repository, or a copy of it.
    source: PathBuf,
    /// What cargo writes.
    target: PathBuf,
    /// Seconds since 1970 that stand for the time of the build.
    epoch: String,
}

impl Workshop {
    /// The repository itself.
    fn here() -> Result<Self, Failure> {
        let source = root()?;
        Ok(Self { target: source.join("target/package"), epoch: epoch(&source)?, source })
    }

    /// A cargo that leaves no trace of this place.
    fn cargo(&self) -> Command {
        let mut cargo = step::cargo();
        cargo.current_dir(&self.source).env("CARGO_TARGET_DIR", &self.target);
        cargo.env("SOURCE_DATE_EPOCH", &self.epoch).env("CARGO_ENCODED_RUSTFLAGS", self.flags());
        // Incremental compilation is for whoever builds often, and splits code by what was there before.
        cargo.env("CARGO_INCREMENTAL", "0").env_remove("RUSTFLAGS");
        cargo
    }

    /// Builds the programs, and gives the directory they are in.
    fn build(&self, profile: &str) -> Result<PathBuf, Failure> {
        self.build_with(&[], profile)
    }

    /// The same with these variables for build scripts.
    fn build_with(&self, variables: &[(&str, &str)], profile: &str) -> Result<PathBuf, Failure> {
        let mut build = self.cargo();
        build.envs(variables.iter().copied());
        build.args(["build", "--locked", "--package", "mosaic-db", "--profile", profile]);
        step::run(build.args(PROGRAMS.iter().flat_map(|program| ["--bin", program])))?;
        Ok(self.output(profile))
    }

    fn output(&self, profile: &str) -> PathBuf {
        self.target.join(if profile == "dev" { "debug" } else { profile })
    }

    /// What the compiler writes instead of paths of this machine. The last one that fits wins.
    fn flags(&self) -> OsString {
        let mut flags = OsString::new();
        for (from, to) in self.places() {
            if !flags.is_empty() {
                flags.push("\u{1f}");
            }
            flags.push("--remap-path-prefix=");
            flags.push(from);
            flags.push("=");
            flags.push(to);
        }
        flags
    }

    fn places(&self) -> [(PathBuf, &'static str); 3] {
        [(cargo_home(), "/cargo"), (self.source.clone(), "/source"), (self.target.clone(), "/target")]
    }
}

/// The repository.
fn root() -> Result<PathBuf, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::canonicalize(&root).at("find", &root)
}

/// Where cargo keeps the sources of crates.
fn cargo_home() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).unwrap_or_default()
}

/// The time that was named (reproducible-builds.org, SOURCE_DATE_EPOCH), or that of the last commit.
fn epoch(source: &Path) -> Result<String, Failure> {
    if let Some(named) = std::env::var_os("SOURCE_DATE_EPOCH") {
        return Ok(named.to_string_lossy().into_owned());
    }
    printed(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(source))
}

/// What a program that must succeed prints, without the space around it.
fn printed(command: &mut Command) -> Result<String, Failure> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|source| Failure::Start { command: shown.clone(), source })?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(Failure::Step { command: shown, status: output.status });
    }
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if text.is_empty() { Err(Error::Unreadable(shown).into()) } else { Ok(text) }
}
