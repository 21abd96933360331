//! Reads a bundle directory into a [`FileSet`]. Links are never followed, devices never opened, sizes bounded; what
//! a bundle does not need is listed but not read.

use super::files::{self, File, FileSet, Purpose};
use super::{Bundle, BundleError};
use rustix::fs::{FileType, Mode, OFlags};
use std::borrow::Cow;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::path::Path;

/// The most bytes of one file. A statement travels in one protocol message, which PostgreSQL limits to 1 GB.
const FILE_LIMIT: u64 = 256 * 1024 * 1024;

impl Bundle {
    /// Reads and checks the bundle in this directory.
    ///
    /// # Errors
    /// See [`BundleError`].
    pub fn load(directory: &Path) -> Result<Self, BundleError> {
        Self::assemble(read_for(directory, Purpose::Use)?)
    }
}

/// Reads a directory and its direct sub-directories.
///
/// # Errors
/// [`BundleError::Unreadable`] and [`BundleError::TooLarge`].
pub fn read(directory: &Path) -> Result<FileSet, BundleError> {
    read_for(directory, Purpose::Check)
}

fn read_for(directory: &Path, purpose: Purpose) -> Result<FileSet, BundleError> {
    // The directory itself may be reached through a link: the operator named it.
    let root =
        rustix::fs::open(directory, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
            .map_err(|error| unreadable(directory, error.into()))?;
    let mut found = FileSet::default();
    for folder in read_level(&root, directory, "", purpose, &mut found)? {
        let inner = directory.join(&folder);
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&root, folder.as_str(), flags, Mode::empty())
            .map_err(|error| unreadable(&inner, error.into()))?;
        read_level(&opened, &inner, &format!("{folder}/"), purpose, &mut found)?;
    }
    Ok(found)
}

/// Reads one directory; gives back the names of those in it.
fn read_level(
    open: &OwnedFd,
    path: &Path,
    prefix: &str,
    purpose: Purpose,
    found: &mut FileSet,
) -> Result<Vec<String>, BundleError> {
    let mut folders = Vec::new();
    let listing = rustix::fs::Dir::read_from(open).map_err(|error| unreadable(path, error.into()))?;
    for item in listing {
        let item = item.map_err(|error| unreadable(path, error.into()))?;
        let raw = item.file_name();
        if matches!(raw.to_bytes(), b"." | b"..") {
            continue;
        }
        let Ok(name) = raw.to_str() else {
            found.insert(format!("{prefix}{}", raw.to_string_lossy()), File::Other);
            continue;
        };
        let relative = format!("{prefix}{name}");
        let file = match kind(open, raw).map_err(|error| unreadable(&path.join(name), error.into()))? {
            FileType::Directory => {
                folders.push(name.to_owned());
                File::Directory
            }
            FileType::Symlink => File::Link,
            FileType::RegularFile if files::is_read(&relative, purpose) => {
                File::Regular(Cow::Owned(read_file(open, raw, &path.join(name))?))
            }
            FileType::RegularFile => File::Unread,
            _ => File::Other,
        };
        found.insert(relative, file);
    }
    folders.sort();
    Ok(folders)
}

fn kind(directory: &OwnedFd, name: &std::ffi::CStr) -> rustix::io::Result<FileType> {
    let stat = rustix::fs::statat(directory, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

/// Opens without following a link or waiting for a pipe, and reads at most the limit.
fn read_file(directory: &OwnedFd, name: &std::ffi::CStr, path: &Path) -> Result<Vec<u8>, BundleError> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = rustix::fs::openat(directory, name, flags, Mode::empty())
        .map_err(|error| unreadable(path, error.into()))?;
    let file = std::fs::File::from(opened);
    let metadata = file.metadata().map_err(|error| unreadable(path, error))?;
    if !metadata.is_file() {
        return Err(unreadable(path, std::io::Error::other("it is no longer a regular file")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len().min(FILE_LIMIT)).unwrap_or(0) + 1);
    file.take(FILE_LIMIT + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > FILE_LIMIT) {
        return Err(BundleError::TooLarge { path: path.to_owned(), limit: FILE_LIMIT });
    }
    Ok(bytes)
}

fn unreadable(path: &Path, source: std::io::Error) -> BundleError {
    BundleError::Unreadable { path: path.to_owned(), source }
}
