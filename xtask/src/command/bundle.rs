//! `cargo xtask bundle`: from a Drizzle folder to a bundle that was measured, on a server that goes away afterwards.
//!
//! The folder itself is only read. What is done is what an operator with a scratch server does by hand, and is shown.

use crate::{
    failure::{At, Failure},
    lab::{self, Bootstrap},
    product, step,
};
use mosaic_lab::postgres::Major;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder that drizzle-kit keeps
    #[arg(long, value_name = "DIR")]
    drizzle: PathBuf,
    /// Where to put the bundle: a new or an empty directory
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Options for `manifest build`
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let program = product::build()?.join(product::NAME);
    let out = copy(&arguments.drizzle, &arguments.out)?;
    let manifest = |action: &str| {
        let mut command = Command::new(&program);
        command.env_clear().args(["manifest", action]).arg(&out);
        command
    };
    // What bootstrap prepares depends on what the manifest says, and only then can anything be measured.
    step::run(manifest("build").args(&arguments.options))?;
    let temporary = tempfile::Builder::new().prefix("mosaic-bundle-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let laboratory = lab::up(temporary.path(), Major::V17, Bootstrap::AppliedFor(&out))?;
    let directory = laboratory.directory;
    let measured = step::run(
        manifest("build")
            .arg("--scratch-url-file")
            .arg(directory.secret_path("migrator.url"))
            .env("DATABASE_TLS_CA_CERT_PATH", directory.path().join("ca.pem")),
    );
    lab::down(&directory)?;
    measured?;
    step::run(&mut manifest("check"))
}

/// Copies the folder, and gives the copy's absolute path.
fn copy(from: &Path, to: &Path) -> Result<PathBuf, Failure> {
    fs::create_dir_all(to).at("make", to)?;
    if fs::read_dir(to).at("read", to)?.next().is_some() {
        return Err(Failure::Occupied(to.to_owned()));
    }
    copy_into(from, to)?;
    fs::canonicalize(to).at("find", to)
}

fn copy_into(from: &Path, to: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(from).at("read", from)? {
        let entry = entry.at("read", from)?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().at("look at", &path)?;
        if kind.is_dir() {
            fs::create_dir(&target).at("make", &target)?;
            copy_into(&path, &target)?;
        } else if kind.is_file() {
            fs::copy(&path, &target).at("copy", &path)?;
        } else {
            return Err(Failure::NotAFile(path));
        }
    }
    Ok(())
}
