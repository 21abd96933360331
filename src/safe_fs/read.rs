//! Reading: the opened file is judged, read once, and judged again.

use super::path::Directory;
use super::rules::{Expected, Facts, judge_file};
use super::{Error, Refusal};
use mosaic_db::secret::Secret;
use rustix::fs::{Mode, OFlags, fstat, openat};
use rustix::io::Errno;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use zeroize::Zeroizing;

/// Reads a secret: mode 0400, one name, at most 4 KiB of UTF-8 without control characters.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_secret(path: &Path) -> Result<Secret, Error> {
    let bytes = Opened::open(path, Expected::Secret)?.read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Error::at(path, Refusal::NotUtf8))?;
    // A newline is refused rather than trimmed: the bytes that are hashed are the bytes that are used.
    if let Some(offset) = text.bytes().position(|byte| byte.is_ascii_control()) {
        return Err(Error::at(path, Refusal::ControlCharacter { offset }));
    }
    Ok(Secret::new(text.to_owned()))
}

/// Reads the raw bytes of a secret key: mode 0400, one name, at most 4 KiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_key(path: &Path) -> Result<Zeroizing<Vec<u8>>, Error> {
    Opened::open(path, Expected::Secret)?.read(path)
}

/// Reads a file that [`publish`](super::publish()) wrote: mode 0400, one name, at most 1 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_published(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = Opened::open(path, Expected::Published)?.read(path)?;
    Ok(bytes.to_vec())
}

/// Reads trusted certificates: writable by nobody but root or us, at most 1 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_certificates(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = Opened::open(path, Expected::Certificates)?.read(path)?;
    Ok(bytes.to_vec())
}

/// Reads a trust store: writable by nobody but root or us, at most 1 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_trust_store(path: &Path) -> Result<Vec<u8>, Error> {
    read_certificates(path)
}

/// A file that was judged and not yet read.
pub(super) struct Opened {
    file: File,
    facts: Facts,
}

impl Opened {
    pub(super) fn open(path: &Path, expected: Expected) -> Result<Self, Error> {
        let refused = |refusal| Error::at(path, refusal);
        let (directory, name) = Directory::of_file(path)?;
        // A FIFO without a writer would block an open that lacks O_NONBLOCK.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let fd = openat(&directory.fd, name, flags, Mode::empty()).map_err(|errno| {
            refused(if errno == Errno::LOOP { Refusal::Link } else { Refusal::Open(errno.into()) })
        })?;
        let file = File::from(fd);
        let facts = facts(&file).map_err(refused)?;
        judge_file(&facts, expected, rustix::process::geteuid().as_raw()).map_err(refused)?;
        Ok(Self { file, facts })
    }

    pub(super) fn read(mut self, path: &Path) -> Result<Zeroizing<Vec<u8>>, Error> {
        let refused = |refusal| Error::at(path, refusal);
        // The rules bound the size far below any usize. One byte more than expected shows that there is more;
        // a buffer that grew would leave copies of a secret behind.
        let size = usize::try_from(self.facts.size).map_err(|_| refused(Refusal::Changed))?;
        let mut bytes = Zeroizing::new(vec![0; size + 1]);
        let mut filled = 0;
        while filled < bytes.len() {
            match self.file.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(refused(Refusal::Read(error))),
            }
        }
        if filled != size || facts(&self.file).map_err(refused)? != self.facts {
            return Err(refused(Refusal::Changed));
        }
        bytes.truncate(size);
        Ok(bytes)
    }
}

fn facts(file: &File) -> Result<Facts, Refusal> {
    fstat(file).map(|stat| Facts::of(&stat)).map_err(|errno| Refusal::Read(errno.into()))
}
