//! A directory that is opened once and worked below from then on, since whoever owns what is in it may be hostile: its
//! path is never walked again, every name in it is compiled in or made of a number, and nothing on another file system
//! is opened.

use super::generation::{CURRENT, Generations, id, name};
use super::path::Directory;
use super::read::Opened;
use super::rules::{Believed, Expected, Extent, Owner};
use super::write::Recipient;
use super::{Error, Refusal};
use std::path::Path;

/// A directory that was judged and stays open.
pub struct Anchor {
    directory: Directory,
    owners: Believed,
}

impl Anchor {
    /// Opens and judges every directory of the path, and stays on the last.
    ///
    /// # Errors
    /// [`Error`] if one of them is unsafe or cannot be opened.
    pub fn open(path: &Path, owner: Owner) -> Result<Self, Error> {
        let owners = owner.believed();
        Ok(Self { directory: Directory::open(path, owners)?.confined(), owners })
    }

    /// Where it was when it was opened, for people.
    pub fn path(&self) -> &Path {
        &self.directory.path
    }

    /// The number of the generation that the pointer in this directory names.
    ///
    /// # Errors
    /// [`Error`] if there is no pointer ([`Error::is_missing`]), it is unsafe, or it names no generation.
    pub fn current(&self) -> Result<u128, Error> {
        let bytes = self.read(CURRENT, Expected::Public(Extent::Document))?;
        let id = std::str::from_utf8(&bytes).ok().and_then(id);
        id.ok_or_else(|| Error::at(&self.directory.path.join(CURRENT), Refusal::NoGeneration))
    }

    /// The generation with this number.
    ///
    /// # Errors
    /// [`Error`] if there is none ([`Error::is_missing`]), or it is unsafe.
    pub fn generation(&self, id: u128, owner: Owner) -> Result<Self, Error> {
        let owners = owner.believed();
        Ok(Self { directory: self.directory.enter(name(id).as_ref(), owners)?, owners })
    }

    /// Reads a file that belongs to exactly this user and group: mode 0400, one name, at most 16 KiB.
    ///
    /// # Errors
    /// [`Error`] for a file that is none, is unsafe, or could not be read.
    pub fn read_sealed(&self, name: &'static str, recipient: Recipient) -> Result<Vec<u8>, Error> {
        self.read(name, Expected::Sealed(recipient))
    }

    /// Keeps every other process from publishing in this directory.
    ///
    /// # Errors
    /// [`Error`] if another process publishes there now ([`Refusal::Busy`]), or the directory may not be read.
    pub fn hold(&self) -> Result<Generations, Error> {
        Generations::hold_in(&self.directory)
    }

    fn read(&self, name: &str, expected: Expected) -> Result<Vec<u8>, Error> {
        let path = self.directory.path.join(name);
        let opened = Opened::open_in(&self.directory, name.as_ref(), expected, self.owners)
            .map_err(|refusal| Error::at(&path, refusal))?;
        Ok(opened.read(&path)?.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    /// The one other file system that is mounted everywhere.
    #[test]
    fn what_is_mounted_below_is_not_opened() {
        let owners = Owner::Ours.believed();
        let root = Directory::open(Path::new("/"), owners).unwrap();
        root.enter(OsStr::new("proc"), owners).unwrap();
        let refused = root.confined().enter(OsStr::new("proc"), owners).err().unwrap();
        assert!(matches!(refused.refusal, Refusal::OtherFileSystem), "{refused:?}");
    }

    #[test]
    fn the_directory_stays_the_one_that_was_opened() {
        let place = tempfile::tempdir().unwrap();
        let (here, aside) = (place.path().join("here"), place.path().join("aside"));
        std::fs::create_dir(&here).unwrap();
        let anchor = Anchor::open(&here, Owner::Ours).unwrap();
        super::super::replace(&here, CURRENT, name(7).as_bytes()).unwrap();
        std::fs::rename(&here, &aside).unwrap();
        std::fs::create_dir(&here).unwrap();
        assert_eq!(anchor.current().unwrap(), 7);
        assert!(anchor.generation(7, Owner::Ours).err().unwrap().is_missing());
        std::fs::create_dir(aside.join(name(7))).unwrap();
        anchor.generation(7, Owner::Ours).unwrap();
    }
}
