//! From a path to an opened directory, component by component.
//!
//! The kernel's `openat2` could refuse links in one call, but each directory has to be judged anyway, and some
//! container runtimes forbid that call. Opening every component by itself with `O_NOFOLLOW` needs neither.

use super::rules::{Believed, Facts, judge_directory};
use super::{Error, Refusal};
use rustix::fd::OwnedFd;
use rustix::fs::{CWD, Mode, OFlags, fstat, openat};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// `PATH_MAX` of Linux, path_resolution(7).
const MAX_BYTES: usize = 4096;

/// Names a file or directory without opening it: to open a device may do something.
pub(super) const NAMED: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A judged directory. The descriptor stays on it, whatever becomes of its name.
pub(super) struct Directory {
    pub(super) fd: OwnedFd,
    pub(super) path: PathBuf,
    pub(super) facts: Facts,
    /// The file system that what is opened from here must be on, where that matters.
    device: Option<u64>,
}

impl Error {
    pub(super) fn at(path: &Path, refusal: Refusal) -> Self {
        Self { path: path.to_owned(), refusal }
    }
}

impl Directory {
    /// Opens and judges every directory of the path.
    pub(super) fn open(path: &Path, owners: Believed) -> Result<Self, Error> {
        let components = components(path).map_err(|refusal| Error::at(path, refusal))?;
        let root = Path::new("/");
        let fd = openat(CWD, root, NAMED, Mode::empty())
            .map_err(|errno| Error::at(root, Refusal::Open(errno.into())))?;
        let mut here = Self::judged(fd, root.to_owned(), None, owners)?;
        for component in components {
            here = here.enter(component, owners)?;
        }
        Ok(here)
    }

    /// Opens and judges a directory in this one.
    pub(super) fn enter(&self, name: &OsStr, owners: Believed) -> Result<Self, Error> {
        let path = self.path.join(name);
        let fd = openat(&self.fd, name, NAMED, Mode::empty())
            .map_err(|errno| Error::at(&path, Refusal::Open(errno.into())))?;
        Self::judged(fd, path, self.device, owners)
    }

    /// The same directory, from which nothing on another file system is opened any more: somebody else's may answer
    /// whatever and whenever it likes.
    pub(super) fn confined(self) -> Self {
        Self { device: Some(self.facts.device()), ..self }
    }

    /// That something named in this directory is where it must be.
    pub(super) fn require_here(&self, facts: &Facts) -> Result<(), Refusal> {
        require_on(self.device, facts)
    }

    /// Opens the directory of a file and gives the file's name in it.
    pub(super) fn of_file(path: &Path, owners: Believed) -> Result<(Self, &OsStr), Error> {
        let plain = components(path).map_err(|refusal| Error::at(path, refusal))?;
        match (path.parent(), plain.last()) {
            (Some(parent), Some(name)) => Ok((Self::open(parent, owners)?, name)),
            _ => Err(Error::at(path, Refusal::NotAPlainPath)),
        }
    }

    fn judged(fd: OwnedFd, path: PathBuf, device: Option<u64>, owners: Believed) -> Result<Self, Error> {
        let judge = |facts: &Facts| require_on(device, facts).and_then(|()| judge_directory(facts, owners));
        let stat = fstat(&fd).map_err(|errno| Refusal::Open(errno.into()));
        let judged = stat.map(|stat| Facts::of(&stat)).and_then(|facts| judge(&facts).map(|()| facts));
        match judged {
            Ok(facts) => Ok(Self { fd, path, facts, device }),
            Err(refusal) => Err(Error { path, refusal }),
        }
    }
}

fn require_on(device: Option<u64>, facts: &Facts) -> Result<(), Refusal> {
    match device {
        Some(device) if device != facts.device() => Err(Refusal::OtherFileSystem),
        _ => Ok(()),
    }
}

/// The components of an absolute path without detours. `Path::components` would hide `//` and `/./`.
fn components(path: &Path) -> Result<Vec<&OsStr>, Refusal> {
    let bytes = path.as_os_str().as_bytes();
    let plain = |component: &&[u8]| !matches!(*component, b"" | b"." | b"..") && !component.contains(&0);
    match bytes.strip_prefix(b"/") {
        Some(b"") => Ok(Vec::new()),
        Some(rest)
            if bytes.len() <= MAX_BYTES && rest.split(|byte| *byte == b'/').all(|part| plain(&part)) =>
        {
            Ok(rest.split(|byte| *byte == b'/').map(OsStr::from_bytes).collect())
        }
        _ => Err(Refusal::NotAPlainPath),
    }
}
