//! What every way of writing is made of: a new file under a temporary name, whole and durable before anything refers
//! to it.

use super::path::Directory;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Gid, Mode, OFlags, Uid, fchmod, fchown, fsync, openat, unlinkat};
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use zeroize::Zeroizing;

/// Who a file or directory is handed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The user.
    pub user: u32,
    /// The group.
    pub group: u32,
}

/// The walk's descriptor only names a directory; listing, locking and syncing it need one that is open for reading.
pub(super) fn listing(directory: &Directory) -> Result<OwnedFd, Errno> {
    openat(&directory.fd, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

/// A name that nobody else uses, by which what a killed process left behind can be told from everything else.
pub(super) fn temporary(name: &OsStr) -> OsString {
    let suffix = format!(".{:016x}.tmp", random());
    [".".as_ref(), name, suffix.as_ref()].into_iter().collect()
}

/// Whether a name is one that [`temporary`] makes.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    let inner = name.as_bytes().strip_prefix(b".").and_then(|rest| rest.strip_suffix(b".tmp"));
    let random = inner.and_then(|inner| inner.len().checked_sub(17).map(|at| &inner[at..]));
    random.is_some_and(|random| {
        random[0] == b'.' && random[1..].iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Where the kernel has no randomness yet, names merely collide, and a collision is an error.
fn random() -> u64 {
    let mut bytes = [0; 8];
    let _named_all_the_same = getrandom(&mut bytes, GetRandomFlags::NONBLOCK);
    u64::from_ne_bytes(bytes)
}

/// Makes a file of these bytes, reads it back, and returns when it is durable; on failure it is gone again. Nobody can
/// ever open it with more rights than it ends up with.
pub(super) fn new_file(
    directory: impl AsFd,
    name: &OsStr,
    bytes: &[u8],
    mode: Mode,
    recipient: Option<Recipient>,
) -> Result<(), Errno> {
    let new = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file = File::from(openat(&directory, name, new, mode)?);
    let written =
        fill(&mut file, bytes).and_then(|()| seal(&file, mode, recipient)).and_then(|()| fsync(&file));
    if written.is_err() {
        // Nothing better can be done about a file that cannot be removed; its name says what it is.
        let _left_behind = unlinkat(&directory, name, AtFlags::empty());
    }
    written
}

fn fill(file: &mut File, bytes: &[u8]) -> Result<(), Errno> {
    // One byte more than expected: a buffer that grew would leave copies of a secret behind.
    let mut read_back = Zeroizing::new(Vec::with_capacity(bytes.len() + 1));
    file.write_all(bytes)
        .and_then(|()| file.seek(SeekFrom::Start(0)))
        .and_then(|_| file.read_to_end(&mut read_back))
        .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    if *read_back == bytes { Ok(()) } else { Err(Errno::IO) }
}

/// Gives a mode, whatever the umask took away, and then an owner: after that, changing the mode would take a
/// privilege (CAP_FOWNER) that is not needed otherwise.
pub(super) fn seal(fd: impl AsFd, mode: Mode, recipient: Option<Recipient>) -> Result<(), Errno> {
    fchmod(&fd, mode)?;
    match recipient {
        Some(Recipient { user, group }) => fchown(&fd, Some(Uid::from_raw(user)), Some(Gid::from_raw(group))),
        None => Ok(()),
    }
}
