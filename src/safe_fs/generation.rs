//! Several files that belong together appear together: a directory that is filled under a temporary name and renamed
//! into place. Which directory is the newest says a small file beside it, [`CURRENT`], replaced last.
//!
//! Killed anywhere, this leaves [`CURRENT`] naming a complete generation: the one before, or the new one. What else may
//! be left has a temporary name, and is removed when the next generation is published.

use super::path::Directory;
use super::replace::{self, replace_in};
use super::rules::Owner;
use super::write::{Recipient, is_temporary, listing, new_file, seal, temporary};
use super::{Error, Refusal};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, Dir, FlockOperation, Mode, OFlags, RenameFlags, flock, fsync, mkdirat, openat, renameat_with,
    unlinkat,
};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// The file that holds the name of the newest generation.
pub const CURRENT: &str = "current";

/// What every generation's name begins with; what follows is 32 hexadecimal digits.
const PREFIX: &str = "gen-";

/// Files that appear together.
#[derive(Clone, Copy, Debug)]
pub struct Generation<'a> {
    /// A number that no other generation has.
    pub id: u128,
    /// The files: name and bytes. Each gets mode 0400.
    pub files: &'a [(&'static str, &'a [u8])],
    /// Whom they are handed to; nobody when absent.
    pub recipient: Option<Recipient>,
}

impl Generation<'_> {
    /// Publishes the files below a directory that passes the rules for reading, and gives the path of the generation.
    ///
    /// # Errors
    /// [`Error`] if the directory is unsafe, another process publishes there now, or writing failed; the generation
    /// before is still the current one then.
    pub fn publish(&self, base: &Path) -> Result<PathBuf, Error> {
        let name = format!("{PREFIX}{:032x}", self.id);
        let directory = Directory::open(base, Owner::Ours.believed())?;
        let refused = |errno| Error::at(&base.join(&name), Refusal::of_write(errno));
        let directory = listing(&directory).map_err(refused)?;
        // Let go of when the descriptor is closed, however this process ends.
        flock(&directory, FlockOperation::NonBlockingLockExclusive).map_err(|errno| match errno {
            Errno::WOULDBLOCK => Error::at(base, Refusal::Busy),
            errno => refused(errno),
        })?;
        self.recover(&directory).map_err(refused)?;
        self.place(&directory, name.as_ref()).map_err(refused)?;
        replace_in(&directory, CURRENT, name.as_bytes()).map_err(refused)?;
        Ok(base.join(name))
    }

    fn place(&self, base: &OwnedFd, name: &OsStr) -> Result<(), Errno> {
        let temporary = temporary(name);
        mkdirat(base, &temporary, Mode::RWXU)?;
        let placed = self
            .fill(base, &temporary)
            .and_then(|()| renameat_with(base, &temporary, base, name, RenameFlags::NOREPLACE));
        if placed.is_err() {
            self.discard(base, &temporary);
        }
        placed.and_then(|()| fsync(base))
    }

    fn fill(&self, base: &OwnedFd, temporary: &OsStr) -> Result<(), Errno> {
        let directory = openat(base, temporary, OPEN, Mode::empty())?;
        for (name, bytes) in self.files {
            new_file(&directory, name.as_ref(), bytes, Mode::RUSR, self.recipient)?;
        }
        // A recipient gets what nobody changes any more; our own can still be removed with ordinary means.
        let mode = match self.recipient {
            Some(_) => Mode::RUSR | Mode::XUSR,
            None => Mode::RWXU,
        };
        seal(&directory, mode, self.recipient)?;
        fsync(&directory)
    }

    /// Removes what killed processes left behind, and nothing else: a name of another form is somebody else's.
    fn recover(&self, base: &OwnedFd) -> Result<(), Errno> {
        let mut abandoned = Vec::new();
        for entry in Dir::read_from(base)? {
            let name = entry?.file_name().to_owned();
            if is_unfinished(OsStr::from_bytes(name.to_bytes())) {
                abandoned.push(name);
            }
        }
        for name in abandoned {
            self.discard(base, OsStr::from_bytes(name.to_bytes()));
        }
        match unlinkat(base, replace::temporary(CURRENT), AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(errno),
        }
    }

    /// Removes the files that a generation has, then the directory. One that holds anything else stays.
    fn discard(&self, base: impl AsFd, temporary: &OsStr) {
        let Ok(directory) = openat(&base, temporary, OPEN, Mode::empty()) else { return };
        for (name, _) in self.files {
            let _may_not_be_there = unlinkat(&directory, *name, AtFlags::empty());
        }
        let _stays_if_not_empty = unlinkat(&base, temporary, AtFlags::REMOVEDIR);
    }
}

const OPEN: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Whether a name is one that a generation has while it is filled.
fn is_unfinished(name: &OsStr) -> bool {
    let id = name.as_bytes().strip_prefix(b".").and_then(|rest| rest.strip_prefix(PREFIX.as_bytes()));
    let digits = id
        .and_then(|id| id.get(..32))
        .is_some_and(|id| id.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')));
    digits && is_temporary(name) && name.len() == 1 + PREFIX.len() + 32 + 17 + 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, symlink};

    const FILES: [(&str, &[u8]); 2] = [("statement", b"one"), ("signature", b"two")];

    fn generation(id: u128) -> Generation<'static> {
        Generation { id, files: &FILES, recipient: None }
    }

    fn names(directory: &Path) -> BTreeSet<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn both_files_are_there_and_the_pointer_names_their_directory() {
        let base = tempfile::tempdir().unwrap();
        let first = generation(1).publish(base.path()).unwrap();
        let second = generation(2).publish(base.path()).unwrap();
        assert_eq!(fs::read_to_string(base.path().join(CURRENT)).unwrap(), format!("gen-{:032x}", 2));
        for path in [first, second] {
            assert_eq!(names(&path), FILES.map(|(name, _)| name.to_owned()).into());
            for (name, bytes) in FILES {
                assert_eq!(fs::read(path.join(name)).unwrap(), bytes);
                assert_eq!(fs::metadata(path.join(name)).unwrap().mode() & 0o7777, 0o400);
            }
        }
        assert_eq!(names(base.path()).len(), 3, "nothing temporary is left");
    }

    #[test]
    fn a_generation_is_never_published_twice() {
        let base = tempfile::tempdir().unwrap();
        generation(1).publish(base.path()).unwrap();
        let again = Generation { files: &[("statement", b"other")], ..generation(1) };
        assert!(matches!(again.publish(base.path()).unwrap_err().refusal, Refusal::Exists));
        let kept = base.path().join(format!("gen-{:032x}", 1)).join("statement");
        assert_eq!(fs::read(kept).unwrap(), b"one");
        assert_eq!(names(base.path()).len(), 2);
    }

    #[test]
    fn a_recipient_gets_what_it_cannot_change() {
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let base = tempfile::tempdir().unwrap();
        let recipient = Some(Recipient { user: 10_003, group: 10_003 });
        let path = Generation { recipient, ..generation(1) }.publish(base.path()).unwrap();
        let facts = |path: &Path| {
            let stat = fs::metadata(path).unwrap();
            (stat.mode() & 0o7777, stat.uid(), stat.gid())
        };
        assert_eq!(facts(&path), (0o500, 10_003, 10_003));
        assert_eq!(facts(&path.join("statement")), (0o400, 10_003, 10_003));
        assert_eq!(facts(&path.join("signature")), (0o400, 10_003, 10_003));
    }

    #[test]
    fn recovery_removes_our_own_leftovers_and_nothing_else() {
        let base = tempfile::tempdir().unwrap();
        let ours = base.path().join(format!(".gen-{:032x}.{:016x}.tmp", 1, 2));
        let with_more = base.path().join(format!(".gen-{:032x}.{:016x}.tmp", 1, 3));
        let foreign = base.path().join(format!(".gen-{:032x}.tmp", 1));
        for directory in [&ours, &with_more, &foreign] {
            fs::create_dir(directory).unwrap();
            super::super::tests::place(directory, "statement", b"half", 0o400);
        }
        super::super::tests::place(&with_more, "other", b"somebody's", 0o400);
        super::super::tests::place(base.path(), ".current.tmp", b"ha", 0o644);
        let outside = tempfile::tempdir().unwrap();
        super::super::tests::place(outside.path(), "statement", b"theirs", 0o400);
        symlink(outside.path(), base.path().join(format!(".gen-{:032x}.{:016x}.tmp", 1, 4))).unwrap();
        generation(5).publish(base.path()).unwrap();
        assert!(!ours.exists() && !base.path().join(".current.tmp").exists());
        assert!(with_more.join("other").exists() && foreign.join("statement").exists());
        assert!(outside.path().join("statement").exists(), "a link is not followed");
    }

    #[test]
    fn two_do_not_publish_at_once() {
        let base = tempfile::tempdir().unwrap();
        let held = fs::File::open(base.path()).unwrap();
        flock(&held, FlockOperation::NonBlockingLockShared).unwrap();
        assert!(matches!(generation(1).publish(base.path()).unwrap_err().refusal, Refusal::Busy));
        drop(held);
        generation(1).publish(base.path()).unwrap();
    }
}
