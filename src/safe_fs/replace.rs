//! Writing anew what is no secret: a file changes as a whole or not at all.

use super::write::new_file;
use super::{Error, Refusal};
use rustix::fd::AsFd;
use rustix::fs::{AtFlags, Mode, OFlags, fsync, mkdirat, open, openat, renameat, unlinkat};
use rustix::io::Errno;
use std::path::Path;

/// Gives a file in this directory these bytes, whatever it held before, readable for everybody.
///
/// The bytes are durable under a temporary name before they take the place of the old ones.
///
/// # Errors
/// [`Error`] if the directory cannot be opened or writing failed; the old file is still there then.
pub fn replace(directory: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    let refused = |errno: Errno| Error::at(&directory.join(name), Refusal::Write(errno.into()));
    let listing = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let place = open(directory, listing, Mode::empty()).map_err(refused)?;
    replace_in(&place, name, bytes).map_err(refused)
}

/// The same in an opened directory.
pub(super) fn replace_in(place: impl AsFd, name: &str, bytes: &[u8]) -> Result<(), Errno> {
    let temporary = temporary(name);
    let readable = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
    new_file(&place, temporary.as_ref(), bytes, readable, None)?;
    if let Err(errno) = renameat(&place, &temporary, &place, name) {
        // Nothing better can be done about a temporary file that cannot be removed.
        let _left_behind = unlinkat(&place, &temporary, AtFlags::empty());
        return Err(errno);
    }
    fsync(&place)
}

/// Where the new bytes wait. Two that write the same file at once meet here, and one of them is refused.
pub(super) fn temporary(name: &str) -> String {
    format!(".{name}.tmp")
}

/// Makes a directory in this one, readable for everybody, unless there is one.
///
/// # Errors
/// [`Error`] if the directory cannot be opened, or something else has the name.
pub fn make_directory(directory: &Path, name: &str) -> Result<(), Error> {
    let refused = |errno: Errno| Error::at(&directory.join(name), Refusal::Write(errno.into()));
    let listing = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let place = open(directory, listing, Mode::empty()).map_err(refused)?;
    let readable = Mode::RWXU | Mode::RGRP | Mode::XGRP | Mode::ROTH | Mode::XOTH;
    match mkdirat(&place, name, readable) {
        Ok(()) => fsync(&place).map_err(refused),
        Err(Errno::EXIST) => {
            let inner = openat(&place, name, listing | OFlags::NOFOLLOW, Mode::empty());
            inner.map(drop).map_err(refused)
        }
        Err(errno) => Err(refused(errno)),
    }
}

/// Removes a file of this directory.
///
/// # Errors
/// [`Error`] if the directory cannot be opened, or the file cannot be removed.
pub fn remove(directory: &Path, name: &str) -> Result<(), Error> {
    let refused = |errno: Errno| Error::at(&directory.join(name), Refusal::Write(errno.into()));
    let listing = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let place = open(directory, listing, Mode::empty()).map_err(refused)?;
    unlinkat(&place, name, AtFlags::empty()).map_err(refused)?;
    fsync(&place).map_err(refused)
}
