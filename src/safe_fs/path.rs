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

/// A judged directory. The descriptor stays on it, whatever becomes of its name.
pub(super) struct Directory {
    pub(super) fd: OwnedFd,
    path: PathBuf,
}

impl Error {
    pub(super) fn at(path: &Path, refusal: Refusal) -> Self {
        Self { path: path.to_owned(), refusal }
    }
}

impl Directory {
    /// Opens and judges every directory of the path.
    pub(super) fn open(path: &Path, owners: Believed) -> Result<Self, Error> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let components = components(path).map_err(|refusal| Error::at(path, refusal))?;
        let root = Path::new("/");
        let fd = openat(CWD, root, flags, Mode::empty())
            .map_err(|errno| Error::at(root, Refusal::Open(errno.into())))?;
        let mut here = Self { fd, path: root.to_owned() };
        here.judge(owners)?;
        for component in components {
            let path = here.path.join(component);
            let fd = openat(&here.fd, component, flags, Mode::empty())
                .map_err(|errno| Error::at(&path, Refusal::Open(errno.into())))?;
            here = Self { fd, path };
            here.judge(owners)?;
        }
        Ok(here)
    }

    /// Opens the directory of a file and gives the file's name in it.
    pub(super) fn of_file(path: &Path, owners: Believed) -> Result<(Self, &OsStr), Error> {
        let plain = components(path).map_err(|refusal| Error::at(path, refusal))?;
        match (path.parent(), plain.last()) {
            (Some(parent), Some(name)) => Ok((Self::open(parent, owners)?, name)),
            _ => Err(Error::at(path, Refusal::NotAPlainPath)),
        }
    }

    fn judge(&self, owners: Believed) -> Result<(), Error> {
        let stat = fstat(&self.fd).map_err(|errno| Error::at(&self.path, Refusal::Open(errno.into())))?;
        judge_directory(&Facts::of(&stat), owners).map_err(|refusal| Error::at(&self.path, refusal))
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
