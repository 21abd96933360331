//! A new file appears under its name whole and durable, or not at all, and never replaces another.

use super::path::Directory;
use super::rules::Owner;
use super::write::{is_temporary, listing, new_file, temporary};
use super::{Error, Refusal};
use rustix::fs::{
    Access, AtFlags, Dir, Mode, RenameFlags, accessat, fsync, mkdirat, renameat_with, unlinkat,
};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// Writes a new file that only its owner may read, in a directory that passes the rules for reading.
///
/// The bytes are durable under a temporary name before they are renamed into place, and the name is durable when this
/// returns. The temporary name is random: what a killed process left behind is in nobody's way.
///
/// # Errors
/// [`Error`] if the directory is unsafe, the name is taken, or writing failed; the temporary file is removed.
pub fn publish(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    publish_as(path, bytes, Mode::RUSR)
}

/// Writes a new file as [`publish`] does, which everybody may read and its owner may change.
///
/// # Errors
/// As [`publish`].
pub fn publish_for_all(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    publish_as(path, bytes, Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH)
}

fn publish_as(path: &Path, bytes: &[u8], mode: Mode) -> Result<(), Error> {
    let (directory, name) = Directory::of_file(path, Owner::Ours.believed())?;
    let refused = |errno: Errno| Error::at(path, Refusal::of_write(errno));
    let directory = listing(&directory).map_err(refused)?;
    let temporary = temporary(name);
    new_file(&directory, &temporary, bytes, mode, None).map_err(refused)?;
    if let Err(errno) = renameat_with(&directory, &temporary, &directory, name, RenameFlags::NOREPLACE) {
        // Nothing better can be done about a temporary file that cannot be removed.
        let _left_behind = unlinkat(&directory, &temporary, AtFlags::empty());
        return Err(refused(errno));
    }
    fsync(&directory).map_err(refused)
}

/// Makes a new directory that only its owner may enter, in one that passes the rules for reading.
///
/// # Errors
/// [`Error`] if the directory above is unsafe, the name is taken, or writing failed.
pub fn create_directory(path: &Path) -> Result<(), Error> {
    let (directory, name) = Directory::of_file(path, Owner::Ours.believed())?;
    let refused = |errno: Errno| Error::at(path, Refusal::of_write(errno));
    let directory = listing(&directory).map_err(refused)?;
    mkdirat(&directory, name, Mode::RWXU).map_err(refused)?;
    fsync(&directory).map_err(refused)
}

/// The names in a directory that passes the rules for reading, but for those that a killed [`publish`] left.
///
/// # Errors
/// [`Error`] if the directory is unsafe or cannot be read.
pub fn list(directory: &Path) -> Result<Vec<OsString>, Error> {
    let refused = |errno: Errno| Error::at(directory, Refusal::Open(errno.into()));
    let opened = Directory::open(directory, Owner::Ours.believed())?;
    let opened = listing(&opened).map_err(refused)?;
    let mut names = Vec::new();
    for entry in Dir::read_from(&opened).map_err(refused)? {
        let entry = entry.map_err(refused)?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if !matches!(name.as_bytes(), b"." | b"..") && !is_temporary(name) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// Whether files can be made in this directory, and whether it passes the rules for reading.
///
/// # Errors
/// [`Error`] if not.
pub fn require_writable(directory: &Path) -> Result<(), Error> {
    let opened = Directory::open(directory, Owner::Ours.believed())?;
    accessat(&opened.fd, ".", Access::WRITE_OK | Access::EXEC_OK, AtFlags::empty())
        .map_err(|errno| Error::at(directory, Refusal::Write(errno.into())))
}
