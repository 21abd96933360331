//! What is acceptable, decided from facts about an opened file: no I/O here.

use super::Refusal;
use super::write::Recipient;
use rustix::fs::{FileType, Stat};

/// The permission bits that let somebody other than the owner change a file.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// In a directory with this bit only the owner of an entry may rename or remove it.
const STICKY: u32 = 0o1000;

/// Whose files are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Root's and those of this process's own user.
    Ours,
    /// Those of these users as well.
    Or(&'static [u32]),
}

/// The users an [`Owner`] comes down to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Believed {
    pub(super) us: u32,
    pub(super) others: &'static [u32],
}

impl Owner {
    pub(super) fn believed(self) -> Believed {
        let us = rustix::process::geteuid().as_raw();
        match self {
            Self::Ours => Believed { us, others: &[] },
            Self::Or(others) => Believed { us, others },
        }
    }
}

impl Believed {
    fn judge(self, facts: &Facts) -> Result<(), Refusal> {
        let Self { us, others } = self;
        let owner = facts.owner;
        if owner == 0 || owner == us || others.contains(&owner) {
            return Ok(());
        }
        Err(Refusal::Owner { owner, us, others })
    }
}

/// The facts the rules look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) kind: FileType,
    pub(super) owner: u32,
    pub(super) group: u32,
    /// The twelve permission bits.
    pub(super) mode: u32,
    pub(super) links: u64,
    pub(super) size: u64,
    /// Device, inode, and the two times whose change betrays a writer.
    pub(super) version: (u64, u64, i64, i64, i64, i64),
}

/// How much a public file may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Certificates, keys, a statement.
    Document,
    /// Every object of a database.
    Catalog,
}

/// What kind of file is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A credential: nobody but its owner may even read it, and nobody may write it.
    Secret,
    /// Public, but whoever writes it decides whom or what this program believes.
    Public(Extent),
    /// A file that this program wrote: as private as a secret, and larger.
    Published,
    /// Half of an attestation, as it was made for this user and group: nobody else's will do, not even root's.
    Sealed(Recipient),
}

impl Facts {
    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_lossless,
        reason = "the widths differ between architectures"
    )]
    pub(super) const fn of(stat: &Stat) -> Self {
        Self {
            kind: FileType::from_raw_mode(stat.st_mode),
            owner: stat.st_uid,
            group: stat.st_gid,
            mode: stat.st_mode as u32 & 0o7777,
            links: stat.st_nlink as u64,
            size: stat.st_size.unsigned_abs() as u64,
            version: (
                stat.st_dev as u64,
                stat.st_ino as u64,
                stat.st_mtime as i64,
                stat.st_mtime_nsec as i64,
                stat.st_ctime as i64,
                stat.st_ctime_nsec as i64,
            ),
        }
    }
}

impl Facts {
    /// Which file system it is on.
    pub(super) const fn device(&self) -> u64 {
        self.version.0
    }
}

impl Expected {
    const fn limit(self) -> u64 {
        match self {
            Self::Secret => 4 * 1024,
            Self::Public(Extent::Document) => 1024 * 1024,
            Self::Public(Extent::Catalog) => 64 * 1024 * 1024,
            Self::Published => 8 * 1024 * 1024,
            Self::Sealed(_) => 16 * 1024,
        }
    }

    fn judge_owner(self, facts: &Facts, owners: Believed) -> Result<(), Refusal> {
        match self {
            Self::Sealed(Recipient { user, group }) if (facts.owner, facts.group) == (user, group) => Ok(()),
            Self::Sealed(recipient) => {
                Err(Refusal::NotSealed { owner: facts.owner, group: facts.group, recipient })
            }
            Self::Secret | Self::Public(_) | Self::Published => owners.judge(facts),
        }
    }
}

/// A directory on the way. In a sticky directory of root's, such as `/tmp`, others may add entries but not
/// replace ours, and each next entry has to be ours or root's in turn.
pub(super) fn judge_directory(facts: &Facts, owners: Believed) -> Result<(), Refusal> {
    match facts.kind {
        FileType::Directory => {}
        FileType::Symlink => return Err(Refusal::Link),
        _ => return Err(Refusal::NotADirectory),
    }
    owners.judge(facts)?;
    let protected = facts.owner == 0 && facts.mode & STICKY != 0;
    if facts.mode & WRITABLE_BY_OTHERS != 0 && !protected {
        return Err(Refusal::WritableDirectory { mode: facts.mode });
    }
    Ok(())
}

/// The file itself.
pub(super) fn judge_file(facts: &Facts, expected: Expected, owners: Believed) -> Result<(), Refusal> {
    match facts.kind {
        FileType::RegularFile => {}
        FileType::Symlink => return Err(Refusal::Link),
        _ => return Err(Refusal::NotRegular),
    }
    expected.judge_owner(facts, owners)?;
    match expected {
        Expected::Secret | Expected::Published | Expected::Sealed(_) if facts.mode != 0o400 => {
            return Err(Refusal::Mode { mode: facts.mode, expected: "0400" });
        }
        Expected::Public(_) if facts.mode & WRITABLE_BY_OTHERS != 0 => {
            return Err(Refusal::Mode { mode: facts.mode, expected: "writable by its owner only" });
        }
        Expected::Secret | Expected::Public(_) | Expected::Published | Expected::Sealed(_) => {}
    }
    // A second name may lie in a directory that was not judged.
    if facts.links != 1 {
        return Err(Refusal::HardLinks { count: facts.links });
    }
    match facts.size {
        0 => Err(Refusal::Empty),
        size if size > expected.limit() => Err(Refusal::TooLarge { size, limit: expected.limit() }),
        _ => Ok(()),
    }
}
