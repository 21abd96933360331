//! Reading: the opened file is judged, read once, and judged again.

use super::path::{Directory, NAMED};
use super::rules::{Believed, Expected, Extent, Facts, Owner, judge_file};
use super::{Error, Refusal};
use mosaic_db::secret::Secret;
use rustix::fd::AsFd;
use rustix::fs::{Gid, Mode, OFlags, Uid, fgetxattr_query, fstat, openat};
use rustix::io::Errno;
use rustix::process::{getegid, geteuid};
use rustix::thread::{set_thread_res_gid, set_thread_res_uid};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use zeroize::Zeroizing;

/// Reads a secret: mode 0400, one name, at most 4 KiB of UTF-8 without control characters.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_secret(path: &Path) -> Result<Secret, Error> {
    read_secret_of(path, Owner::Ours)
}

/// Reads a secret as [`read_secret`] does, of an owner that is named.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_secret_of(path: &Path, owner: Owner) -> Result<Secret, Error> {
    let bytes = Opened::open(path, Expected::Secret, owner)?.read(path)?;
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
    Opened::open(path, Expected::Secret, Owner::Ours)?.read(path)
}

/// Reads a file that [`publish`](super::publish()) wrote: mode 0400, one name, at most 8 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_published_of(path: &Path, owner: Owner) -> Result<Vec<u8>, Error> {
    let bytes = Opened::open(path, Expected::Published, owner)?.read(path)?;
    Ok(bytes.to_vec())
}

/// Reads trusted certificates: writable by nobody but root or us, at most 1 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_certificates(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = Opened::open(path, Expected::Public(Extent::Document), Owner::Ours)?.read(path)?;
    Ok(bytes.to_vec())
}

/// Reads a signed document: writable by nobody but root, us or an owner that is named, at most 1 MiB. Its signature
/// says whether to believe it.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_signed(path: &Path, owner: Owner) -> Result<Vec<u8>, Error> {
    let bytes = Opened::open(path, Expected::Public(Extent::Document), owner)?.read(path)?;
    Ok(bytes.to_vec())
}

/// Reads a trust store: writable by nobody but root or us, at most 1 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_trust_store(path: &Path) -> Result<Vec<u8>, Error> {
    read_certificates(path)
}

/// Reads what everybody may see: writable by nobody but root or us, at most 1 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_public(path: &Path) -> Result<Vec<u8>, Error> {
    read_certificates(path)
}

/// Reads what describes a whole database, as [`read_public`] does: at most 64 MiB.
///
/// # Errors
/// [`Error`] for a file that is none, is unsafe, or could not be read.
pub fn read_catalog(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = Opened::open(path, Expected::Public(Extent::Catalog), Owner::Ours)?.read(path)?;
    Ok(bytes.to_vec())
}

/// A file that was judged and not yet read.
pub(super) struct Opened {
    file: File,
    facts: Facts,
}

impl Opened {
    pub(super) fn open(path: &Path, expected: Expected, owner: Owner) -> Result<Self, Error> {
        let owners = owner.believed();
        let (directory, name) = Directory::of_file(path, owners)?;
        Self::open_in(&directory, name, expected, owners).map_err(|refusal| Error::at(path, refusal))
    }

    /// Opens a file of a directory that was judged before.
    pub(super) fn open_in(
        directory: &Directory,
        name: &OsStr,
        expected: Expected,
        owners: Believed,
    ) -> Result<Self, Refusal> {
        // Named first, and opened only if it is a file.
        let named = as_root_or_owner(&directory.facts, || openat(&directory.fd, name, NAMED, Mode::empty()))
            .map_err(|errno| Refusal::Open(errno.into()))?;
        let before = facts(&named)?;
        directory.require_here(&before)?;
        judge_file(&before, expected, owners)?;
        let file = open_named(directory, name, &before)?;
        let facts = facts(&file)?;
        if facts != before {
            return Err(Refusal::Changed);
        }
        refuse_access_list(&file)?;
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

fn facts(file: &impl AsFd) -> Result<Facts, Refusal> {
    fstat(file).map(|stat| Facts::of(&stat)).map_err(|errno| Refusal::Read(errno.into()))
}

/// Opens for reading what was judged by name.
fn open_named(directory: &Directory, name: &OsStr, judged: &Facts) -> Result<File, Refusal> {
    // A FIFO that took the file's place would block an open that lacks O_NONBLOCK.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = as_root_or_owner(judged, || openat(&directory.fd, name, flags, Mode::empty()));
    opened.map(File::from).map_err(|errno| match errno {
        Errno::LOOP => Refusal::Link,
        errno => Refusal::Open(errno.into()),
    })
}

/// Root without CAP_DAC_OVERRIDE (capabilities(7)) may not read another user's file of mode 0400 or look into its
/// directory of mode 0500, but may do either as that user and group.
fn as_root_or_owner<T>(judged: &Facts, open: impl Fn() -> Result<T, Errno>) -> Result<T, Errno> {
    match open() {
        Err(Errno::ACCESS) if geteuid().is_root() && judged.owner != 0 => as_owner(judged, open),
        other => other,
    }
}

/// Does one thing as the owner of a file and is root again. Whose a thread acts as belongs to the thread, and this
/// program opens files on one thread only. The group comes first and goes last: only root may change it.
fn as_owner<T>(judged: &Facts, act: impl FnOnce() -> Result<T, Errno>) -> Result<T, Errno> {
    let us = getegid();
    set_thread_res_gid(None, Gid::from_raw(judged.group), None)?;
    let changed = set_thread_res_uid(None, Uid::from_raw(judged.owner), None);
    let done = changed.and_then(|()| act());
    set_thread_res_uid(None, Uid::ROOT, None)?;
    set_thread_res_gid(None, us, None)?;
    done
}

/// An access control list (acl(5)) lets in users whom the permission bits do not show.
fn refuse_access_list(file: &File) -> Result<(), Refusal> {
    match fgetxattr_query(file, "system.posix_acl_access") {
        Ok(_) => Err(Refusal::AccessList),
        Err(Errno::NODATA | Errno::NOTSUP) => Ok(()),
        Err(errno) => Err(Refusal::Read(errno.into())),
    }
}
