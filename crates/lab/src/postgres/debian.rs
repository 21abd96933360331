//! Debian's own PostgreSQL packages, made to run in place.

use super::Major;
use crate::{
    cache, debian,
    error::{At, Error},
    process,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The directory of the executables, fetched now unless the cache has them.
pub(super) fn fetch(major: Major) -> Result<PathBuf, Error> {
    let root = cache::once(&format!("postgresql-{major}-{}", debian::SUITE), |root| {
        let wanted =
            [format!("postgresql-{major}"), format!("postgresql-{major}-pgvector"), "patchelf".into()];
        debian::unpack(root, &wanted, is_needed).map_err(|error| match error {
            Error::NoArchive => Error::NoServer { major, why: format!("none is installed, and {error}") },
            other => other,
        })?;
        run_in_place(root, major)
    })?;
    Ok(bin(&root, major))
}

fn bin(root: &Path, major: Major) -> PathBuf {
    root.join(format!("usr/lib/postgresql/{major}/bin"))
}

/// Whether a dependency matters for running the server in place: libraries do, and the client programs.
fn is_needed(name: &str) -> bool {
    debian::is_library(name) || name.starts_with("postgresql-client-1")
}

/// Points every executable at the unpacked loader and libraries. A forced run path (DT_RPATH) also holds for the
/// libraries that libraries need, and is looked at before the system's directories (ld.so(8)).
fn run_in_place(root: &Path, major: Major) -> Result<(), Error> {
    let (loader, libraries) = debian::loader(root)?;
    let executables = bin(root, major);
    for entry in fs::read_dir(&executables).at("read", &executables)?.flatten() {
        process::run(
            Command::new(&loader)
                .arg("--library-path")
                .arg(&libraries)
                .arg(root.join("usr/bin/patchelf"))
                .arg("--set-interpreter")
                .arg(&loader)
                .arg("--force-rpath")
                .arg("--set-rpath")
                .arg(&libraries)
                .arg(entry.path()),
        )?;
    }
    let server = executables.join("postgres");
    let loaded = process::run(Command::new(&loader).arg("--list").arg(&server))?;
    let foreign: Vec<_> = loaded
        .lines()
        .filter(|line| line.contains(" => ") && !line.contains(&*libraries.to_string_lossy()))
        .collect();
    if foreign.is_empty() {
        Ok(())
    } else {
        Err(Error::NoServer {
            major,
            why: format!("the unpacked server needs {}", foreign.join(", ").trim()),
        })
    }
}
