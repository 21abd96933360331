//! Several files that belong together appear together: a directory that is filled under a temporary name and renamed
//! into place. Which directory is the newest says a small file beside it, [`CURRENT`], replaced last.
//!
//! Killed anywhere, this leaves [`CURRENT`] naming a complete generation: the one before, or the new one. What else may
//! be left has a temporary name, and is removed when the next generation is published.

use super::path::Directory;
use super::read::read_public;
use super::replace::{self, replace_in};
use super::rules::Owner;
use super::write::{Recipient, is_temporary, listing, new_file, seal, temporary};
use super::{Error, Refusal};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, Dir, FlockOperation, Mode, OFlags, RenameFlags, chownat, fchmod, flock, fsync, mkdirat, openat,
    renameat_with, unlinkat,
};
use rustix::io::Errno;
use rustix::process::{getegid, geteuid};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// The file that holds the name of the newest generation.
pub const CURRENT: &str = "current";

/// What every generation's name begins with; what follows is 32 hexadecimal digits.
const PREFIX: &str = "gen-";

/// Files that appear together.
#[derive(Clone, Debug)]
pub struct Generation<'a> {
    /// A number that no other generation has.
    pub id: u128,
    /// What it consists of.
    pub content: Folder<'a>,
}

/// A directory to make. Its names are compiled in: none comes from a configuration.
#[derive(Clone, Debug)]
pub struct Folder<'a> {
    pub files: Vec<NewFile<'a>>,
    pub folders: Vec<(&'static str, Self)>,
    pub access: Access,
}

/// A file to make.
#[derive(Clone, Copy)]
pub struct NewFile<'a> {
    pub name: &'static str,
    pub bytes: &'a [u8],
    pub access: Access,
}

/// Whose a new file or directory is, and who else gets at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub(super) mode: Mode,
    /// Whom it is handed to; nobody when absent.
    pub(super) recipient: Option<Recipient>,
}

/// A directory of generations, which no other process publishes in while this value lives.
pub struct Generations {
    path: PathBuf,
    directory: OwnedFd,
}

impl std::fmt::Debug for NewFile<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewFile")
            .field("name", &self.name)
            .field("access", &self.access)
            .finish_non_exhaustive()
    }
}

impl Access {
    /// A file that its recipient alone may read, or we where there is none: mode 0400.
    pub const fn private(recipient: Option<Recipient>) -> Self {
        Self { mode: Mode::RUSR, recipient }
    }

    /// A file of ours that everybody may read who gets to it: mode 0444.
    pub const fn public() -> Self {
        Self { mode: Mode::RUSR.union(Mode::RGRP).union(Mode::ROTH), recipient: None }
    }

    /// A directory for its recipient alone, who cannot change it any more, or one of ours, which ordinary means remove:
    /// mode 0500 or 0700.
    pub const fn closed(recipient: Option<Recipient>) -> Self {
        let mode = match recipient {
            Some(_) => Mode::RUSR.union(Mode::XUSR),
            None => Mode::RWXU,
        };
        Self { mode, recipient }
    }

    /// A directory of root's that one group may look into: mode 0550. No member of it can change it, not even its mode.
    pub const fn shown_to(group: u32) -> Self {
        let mode = Mode::RUSR.union(Mode::XUSR).union(Mode::RGRP).union(Mode::XGRP);
        Self { mode, recipient: Some(Recipient { user: 0, group }) }
    }

    /// A directory of ours that everybody may pass through to what is theirs, and nobody may list: mode 0711.
    pub const fn passage() -> Self {
        Self { mode: Mode::RWXU.union(Mode::XGRP).union(Mode::XOTH), recipient: None }
    }
}

impl<'a> Folder<'a> {
    /// A directory of ours with nothing in it.
    pub const fn empty() -> Self {
        Self { files: Vec::new(), folders: Vec::new(), access: Access::closed(None) }
    }

    /// A directory of secrets for one recipient, or for us.
    pub fn private(files: &[(&'static str, &'a [u8])], recipient: Option<Recipient>) -> Self {
        let file = |&(name, bytes)| NewFile { name, bytes, access: Access::private(recipient) };
        Self {
            files: files.iter().map(file).collect(),
            folders: Vec::new(),
            access: Access::closed(recipient),
        }
    }
}

impl Generation<'_> {
    /// The name of its directory.
    pub fn name(&self) -> String {
        name(self.id)
    }

    /// Publishes it below a directory that passes the rules for reading, and gives its path.
    ///
    /// # Errors
    /// [`Error`] if the directory is unsafe, another process publishes there now, or writing failed; the generation
    /// before is still the current one then.
    pub fn publish(&self, base: &Path) -> Result<PathBuf, Error> {
        let generations = Generations::hold(base)?;
        generations.recover(&self.content)?;
        generations.publish(self)
    }
}

impl Generations {
    /// Keeps every other process from publishing in a directory that passes the rules for reading.
    ///
    /// # Errors
    /// [`Error`] if the directory is unsafe, or another process publishes there now.
    pub fn hold(base: &Path) -> Result<Self, Error> {
        Self::hold_in(&Directory::open(base, Owner::Ours.believed())?)
    }

    /// The same for a directory that was judged before.
    pub(super) fn hold_in(base: &Directory) -> Result<Self, Error> {
        let path = base.path.clone();
        let refused = |errno: Errno| Error::at(&path, Refusal::Write(errno.into()));
        let directory = listing(base).map_err(refused)?;
        // Let go of when the descriptor is closed, however this process ends.
        flock(&directory, FlockOperation::NonBlockingLockExclusive).map_err(|errno| match errno {
            Errno::WOULDBLOCK => Error::at(&path, Refusal::Busy),
            errno => refused(errno),
        })?;
        Ok(Self { path, directory })
    }

    /// Makes a generation and then the current one of it, and gives its path.
    ///
    /// # Errors
    /// [`Error`] if there is one of this name, or writing failed; the generation before is still the current one then.
    pub fn publish(&self, generation: &Generation<'_>) -> Result<PathBuf, Error> {
        let name = generation.name();
        let path = self.path.join(&name);
        place(&self.directory, name.as_ref(), &generation.content)
            .map_err(|errno| Error::at(&path, Refusal::of_write(errno)))?;
        self.point(&name)?;
        Ok(path)
    }

    /// Makes a complete generation the current one.
    ///
    /// # Errors
    /// [`Error`] if writing failed; the pointer is as it was then.
    pub fn point(&self, name: &str) -> Result<(), Error> {
        replace_in(&self.directory, CURRENT, name.as_bytes())
            .map_err(|errno| Error::at(&self.path.join(CURRENT), Refusal::of_write(errno)))
    }

    /// Removes what killed processes left behind of generations of this shape, and nothing else: a name of another form
    /// is somebody else's.
    ///
    /// # Errors
    /// [`Error`] if the directory cannot be read, or the rest of a pointer cannot be removed.
    pub fn recover(&self, shape: &Folder<'_>) -> Result<(), Error> {
        let refused = |errno| Error::at(&self.path, Refusal::of_write(errno));
        for name in names(&self.directory, is_unfinished).map_err(refused)? {
            discard(&self.directory, &name, shape);
        }
        match unlinkat(&self.directory, replace::temporary(CURRENT), AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(refused(errno)),
        }
    }

    /// Takes a generation of this shape away. It first gets a temporary name, so that nobody finds half of it.
    ///
    /// # Errors
    /// [`Error`] if it cannot be renamed; it is there as it was then.
    pub fn retire(&self, name: &str, shape: &Folder<'_>) -> Result<(), Error> {
        let refused = |errno| Error::at(&self.path.join(name), Refusal::of_write(errno));
        let aside = temporary(name.as_ref());
        renameat_with(&self.directory, name, &self.directory, &aside, RenameFlags::NOREPLACE)
            .map_err(refused)?;
        discard(&self.directory, &aside, shape);
        fsync(&self.directory).map_err(refused)
    }
}

/// The names of the complete generations below a directory that passes the rules for reading, in order.
///
/// # Errors
/// [`Error`] if the directory is unsafe or cannot be read.
pub fn generations(base: &Path) -> Result<Vec<String>, Error> {
    let refused = |errno: Errno| Error::at(base, Refusal::Read(errno.into()));
    let directory = Directory::open(base, Owner::Ours.believed())?;
    let directory = listing(&directory).map_err(refused)?;
    let names = names(&directory, |name| name.to_str().is_some_and(is_generation)).map_err(refused)?;
    let mut names: Vec<_> = names.into_iter().filter_map(|name| name.into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}

/// The name of the current generation below a directory that passes the rules for reading, if there is one.
///
/// # Errors
/// [`Error`] if the pointer is unsafe, cannot be read, or names no generation.
pub fn current(base: &Path) -> Result<Option<String>, Error> {
    let path = base.join(CURRENT);
    let bytes = match read_public(&path) {
        Err(error) if error.is_missing() => return Ok(None),
        read => read?,
    };
    let name = String::from_utf8(bytes).ok().filter(|name| is_generation(name));
    name.map(Some).ok_or_else(|| Error::at(&path, Refusal::NoGeneration))
}

fn names(base: &OwnedFd, wanted: impl Fn(&OsStr) -> bool) -> Result<Vec<OsString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(base)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if wanted(name) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

fn place(base: &OwnedFd, name: &OsStr, content: &Folder<'_>) -> Result<(), Errno> {
    let temporary = temporary(name);
    let placed = make(base, &temporary, content)
        .and_then(|()| renameat_with(base, &temporary, base, name, RenameFlags::NOREPLACE));
    if placed.is_err() {
        discard(base, &temporary, content);
    }
    placed.and_then(|()| fsync(base))
}

fn make(place: &OwnedFd, name: &OsStr, content: &Folder<'_>) -> Result<(), Errno> {
    mkdirat(place, name, Mode::RWXU)?;
    let directory = openat(place, name, OPEN, Mode::empty())?;
    for NewFile { name, bytes, access } in &content.files {
        new_file(&directory, name.as_ref(), bytes, access.mode, access.recipient)?;
    }
    for (name, folder) in &content.folders {
        make(&directory, name.as_ref(), folder)?;
    }
    seal(&directory, content.access.mode, content.access.recipient)?;
    fsync(&directory)
}

/// Removes the files that a generation of this shape has, then the directories. One that holds anything else stays.
fn discard(base: impl AsFd, name: &OsStr, shape: &Folder<'_>) {
    let Ok(directory) = take_back(&base, name) else { return };
    for file in &shape.files {
        let _may_not_be_there = unlinkat(&directory, file.name, AtFlags::empty());
    }
    for (name, folder) in &shape.folders {
        discard(&directory, name.as_ref(), folder);
    }
    let _stays_if_not_empty = unlinkat(&base, name, AtFlags::REMOVEDIR);
}

/// Opens a directory of ours again that was handed over already: root that lacks CAP_DAC_OVERRIDE (capabilities(7)) could
/// not empty it otherwise.
fn take_back(base: impl AsFd, name: &OsStr) -> Result<OwnedFd, Errno> {
    let (user, group) = (Some(geteuid()), Some(getegid()));
    // Where this is not allowed, it is ours anyway, or what follows fails for the same reason.
    let _allowed = chownat(&base, name, user, group, AtFlags::SYMLINK_NOFOLLOW);
    let directory = openat(&base, name, OPEN, Mode::empty())?;
    let _allowed = fchmod(&directory, Mode::RWXU);
    Ok(directory)
}

const OPEN: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The name of the generation with this number.
pub(super) fn name(id: u128) -> String {
    format!("{PREFIX}{id:032x}")
}

/// The number of the generation with this name; nothing else has such a name.
pub(super) fn id(name: &str) -> Option<u128> {
    let digits = name.strip_prefix(PREFIX).filter(|id| id.len() == 32)?;
    let lower = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if lower { u128::from_str_radix(digits, 16).ok() } else { None }
}

/// Whether a name is one that a generation has.
pub fn is_generation(name: &str) -> bool {
    id(name).is_some()
}

/// Whether a name is one that a generation has while it is filled.
fn is_unfinished(name: &OsStr) -> bool {
    let inner = name.to_str().and_then(|name| name.strip_prefix('.'));
    let generation = inner.and_then(|inner| inner.get(..PREFIX.len() + 32)).is_some_and(is_generation);
    generation && is_temporary(name) && name.len() == 1 + PREFIX.len() + 32 + 17 + 4
}

#[cfg(test)]
mod tests;
