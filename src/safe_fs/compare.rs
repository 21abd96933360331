//! Whether a file is still what was written.

use super::generation::NewFile;
use super::path::Directory;
use super::rules::{Facts, Owner};
use super::{Error, Refusal};
use rustix::fs::{FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use zeroize::Zeroizing;

/// What there is of a file that was written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The same bytes for the same owner.
    Same,
    /// The same bytes, but for somebody else, or for more or fewer.
    OtherAccess,
    /// Other bytes.
    OtherBytes,
    /// Nothing, or nothing that is a file.
    Missing,
}

/// What a directory that passes the rules for reading has of a file.
///
/// # Errors
/// [`Error`] if the directory is unsafe, or the file cannot be read.
pub fn held(directory: &Path, expected: &NewFile<'_>) -> Result<Held, Error> {
    let path = directory.join(expected.name);
    let unread = |errno: Errno| Error::at(&path, Refusal::Read(errno.into()));
    let place = match Directory::open(directory, Owner::Ours.believed()) {
        Err(error) if error.is_missing() => return Ok(Held::Missing),
        opened => opened?,
    };
    // A FIFO that took the file's place would block an open that lacks O_NONBLOCK.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = match openat(&place.fd, expected.name, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        Err(Errno::NOENT | Errno::LOOP | Errno::NXIO) => return Ok(Held::Missing),
        Err(errno) => return Err(unread(errno)),
    };
    let facts = Facts::of(&fstat(&file).map_err(unread)?);
    if facts.kind != FileType::RegularFile {
        return Ok(Held::Missing);
    }
    // One byte more than expected shows that there is more.
    let limit = expected.bytes.len() as u64 + 1;
    let mut found = Zeroizing::new(Vec::with_capacity(expected.bytes.len() + 1));
    file.take(limit).read_to_end(&mut found).map_err(|error| Error::at(&path, Refusal::Read(error)))?;
    if *found != expected.bytes {
        return Ok(Held::OtherBytes);
    }
    let access = expected.access;
    let (us, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let owner = access.recipient.map_or((us, group), |recipient| (recipient.user, recipient.group));
    let same = (facts.owner, facts.group) == owner && facts.mode == access.mode.bits() && facts.links == 1;
    Ok(if same { Held::Same } else { Held::OtherAccess })
}

#[cfg(test)]
mod tests {
    use super::super::generation::{Access, Folder, Generation};
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn a_change_is_noticed_whatever_it_is() {
        let base = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8]); 1] = [("secret", b"canary")];
        let path = Generation { id: 1, content: Folder::private(&files, None) }.publish(base.path()).unwrap();
        let expected =
            |bytes: &'static [u8]| NewFile { name: "secret", bytes, access: Access::private(None) };
        let now = || held(&path, &expected(b"canary")).unwrap();
        assert_eq!(now(), Held::Same);
        for other in [b"canarY".as_slice(), b"canary2", b"canar", b""] {
            assert_eq!(held(&path, &expected(other)).unwrap(), Held::OtherBytes);
        }
        let secret = path.join("secret");
        fs::set_permissions(&secret, Permissions::from_mode(0o440)).unwrap();
        assert_eq!(now(), Held::OtherAccess);
        fs::set_permissions(&secret, Permissions::from_mode(0o400)).unwrap();
        fs::hard_link(&secret, base.path().join("second")).unwrap();
        assert_eq!(now(), Held::OtherAccess);
        fs::remove_file(&secret).unwrap();
        assert_eq!(now(), Held::Missing);
        symlink(base.path().join("second"), &secret).unwrap();
        assert_eq!(now(), Held::Missing);
        assert_eq!(held(&path.join("nowhere"), &expected(b"canary")).unwrap(), Held::Missing);
    }
}
