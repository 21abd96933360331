//! Whether two builds in different places come to the same bytes.

use super::{Error, PROGRAMS, Workshop, printed};
use crate::{
    digest,
    failure::{At, Failure},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Builds here and, from a copy, somewhere else.
pub(crate) fn run(profile: &str) -> Result<(), Failure> {
    let here = Workshop::here()?;
    let first = here.build(profile)?;
    // A longer path and another depth: both would show.
    let temporary = tempfile::Builder::new().prefix("mosaic-reproduce-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let there = Workshop {
        source: temporary.path().join("a/copy/of/the/source"),
        target: temporary.path().join("and/what/is/made/of/it"),
        epoch: here.epoch.clone(),
    };
    copy(&here.source, &there.source)?;
    let second = there.build(profile)?;
    for program in PROGRAMS {
        let [first, second] = [&first, &second].map(|directory| directory.join(program));
        let read = |path: &Path| fs::read(path).at("read", path);
        let (one, other) = (read(&first)?, read(&second)?);
        let [here_is, there_is] = [&one, &other].map(|bytes| digest::sha256(bytes));
        if here_is != there_is {
            return Err(Error::NotReproducible { program, here: here_is, there: there_is }.into());
        }
        for (place, _) in here.places() {
            if holds(&one, place.as_os_str().as_encoded_bytes()) {
                return Err(Error::Place(first, place.display().to_string()).into());
            }
        }
        println!("{here_is}  {program}, {} bytes, twice", one.len());
    }
    Ok(())
}

/// Copies what git knows of, as it is now.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let listed = printed(Command::new("git").args(["ls-files", "-z"]).current_dir(from))?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (path, copy): (PathBuf, PathBuf) = (from.join(name), to.join(name));
        // One that was removed and not committed yet.
        if !path.is_file() {
            continue;
        }
        let parent = copy.parent().unwrap_or(to);
        fs::create_dir_all(parent).at("make", parent)?;
        fs::copy(&path, &copy).at("copy", &path)?;
    }
    Ok(())
}

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}
