//! Writing: a file appears under its name whole and durable, or not at all, and never replaces another.

use super::path::Directory;
use super::{Error, Refusal};
use rustix::fs::{
    Access, AtFlags, Mode, OFlags, RenameFlags, accessat, fsync, mkdirat, openat, renameat_with, unlinkat,
};
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};
use std::ffi::OsString;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

/// Writes a new file that only its owner may read, in a directory that passes the rules for reading.
///
/// The bytes are durable under a temporary name before they are renamed into place, and the name is durable when this
/// returns. The temporary name is random: what a killed process left behind is in nobody's way.
///
/// # Errors
/// [`Error`] if the directory is unsafe, the name is taken, or writing failed; the temporary file is removed.
pub fn publish(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let (directory, name) = Directory::of_file(path)?;
    let suffix = format!(".{:016x}.tmp", random());
    let temporary = [".".as_ref(), name, suffix.as_ref()].into_iter().collect::<OsString>();
    let refused = |errno: Errno| {
        let refusal = if errno == Errno::EXIST { Refusal::Exists } else { Refusal::Write(errno.into()) };
        Error::at(path, refusal)
    };
    // The walk's descriptor only names the directory; syncing it needs one that is open for reading.
    let listing = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = openat(&directory.fd, ".", listing, Mode::empty()).map_err(refused)?;
    let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = openat(&directory, &temporary, new, Mode::RUSR).map_err(refused)?;
    let placed = write_durably(file.into(), bytes)
        .and_then(|()| renameat_with(&directory, &temporary, &directory, name, RenameFlags::NOREPLACE));
    if let Err(errno) = placed {
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
    let (directory, name) = Directory::of_file(path)?;
    let refused = |errno: Errno| {
        let refusal = if errno == Errno::EXIST { Refusal::Exists } else { Refusal::Write(errno.into()) };
        Error::at(path, refusal)
    };
    mkdirat(&directory.fd, name, Mode::RWXU).map_err(refused)?;
    let listing = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = openat(&directory.fd, ".", listing, Mode::empty()).map_err(refused)?;
    fsync(&directory).map_err(refused)
}

/// Whether files can be made in this directory, and whether it passes the rules for reading.
///
/// # Errors
/// [`Error`] if not.
pub fn require_writable(directory: &Path) -> Result<(), Error> {
    let opened = Directory::open(directory)?;
    accessat(&opened.fd, ".", Access::WRITE_OK | Access::EXEC_OK, AtFlags::empty())
        .map_err(|errno| Error::at(directory, Refusal::Write(errno.into())))
}

/// Where the kernel has no randomness yet, names merely collide, and a collision is an error.
fn random() -> u64 {
    let mut bytes = [0; 8];
    let _named_all_the_same = getrandom(&mut bytes, GetRandomFlags::NONBLOCK);
    u64::from_ne_bytes(bytes)
}

fn write_durably(mut file: File, bytes: &[u8]) -> Result<(), Errno> {
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
}
