//! Files that decide something (secrets, trusted certificates) are opened so that nobody but root and this
//! process's own user could have chosen their bytes; files this program writes appear whole or not at all, one by one
//! ([`publish`](publish()), [`replace`](replace())) or several at once ([`Generation`]).
//!
//! Reading, in this order:
//!
//! 1. The path is absolute and has no `.`, `..` or empty component ([`path`]).
//! 2. Each component is opened relative to the one before, never through a symbolic link ([`path`]).
//! 3. Each directory on the way belongs to root or us, and nobody else may replace what is in it ([`rules`]).
//! 4. The file is judged before it is opened for reading: type, owner, mode, links, size ([`rules`]). What is then
//!    opened must be the same, and have no access control list ([`read`]).
//! 5. It is read once, into a buffer that never grows, to exactly its size ([`read`]).
//! 6. It is judged again: what changed meanwhile is not used ([`read`]).
//! 7. What must be text is text without control characters, not even a last newline ([`read`]).
//!
//! What is read below a directory whose owner may be hostile is read from an [`Anchor`].
//!
//! Invariant: no error shows a byte of a file's content.

mod anchor;
mod compare;
mod generation;
mod path;
mod publish;
mod read;
mod replace;
mod rules;
mod write;

pub use anchor::Anchor;
pub use compare::{Held, held};
pub use generation::{
    Access, CURRENT, Folder, Generation, Generations, NewFile, current, generations, is_generation,
};
pub use publish::{create_directory, list, publish, publish_for_all, require_writable};
pub use read::{
    read_catalog, read_certificates, read_key, read_public, read_published_of, read_secret, read_secret_of,
    read_signed, read_trust_store,
};
pub use replace::{make_directory, remove, replace};
pub use rules::Owner;
pub use write::Recipient;

use mosaic_db::error::Code;
use rustix::io::Errno;
use std::io;
use std::path::PathBuf;

/// A file that was not read or not written, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}", .path.display())]
pub struct Error {
    /// The path as it was given, or the directory on its way that was refused.
    path: PathBuf,
    #[source]
    refusal: Refusal,
}

/// What was wrong with it. It reads after the path and a colon.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("has an access control list, which lets in users that its mode does not show")]
    AccessList,
    #[error("is being written to by another process")]
    Busy,
    #[error("changed while it was read")]
    Changed,
    #[error("holds a control character at byte {offset}, such as the newline an editor adds")]
    ControlCharacter { offset: usize },
    #[error("is empty")]
    Empty,
    #[error("exists already")]
    Exists,
    #[error("has {count} names instead of one")]
    HardLinks { count: u64 },
    #[error("is a symbolic link")]
    Link,
    #[error("has mode {mode:04o}, not {expected}")]
    Mode { mode: u32, expected: &'static str },
    #[error("is not a directory")]
    NotADirectory,
    #[error("is not a plain absolute path of at most 4096 bytes")]
    NotAPlainPath,
    #[error("is not a regular file")]
    NotRegular,
    #[error("belongs to {owner}:{group}, not to {}:{}", .recipient.user, .recipient.group)]
    NotSealed { owner: u32, group: u32, recipient: Recipient },
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("does not name a generation")]
    NoGeneration,
    #[error("is on another file system than the directory it was looked for in")]
    OtherFileSystem,
    #[error(
        "belongs to user {owner}, who is neither root nor the user of this process ({us}){}",
        .others.iter().map(|user| format!(" nor user {user}")).collect::<String>()
    )]
    Owner { owner: u32, us: u32, others: &'static [u32] },
    #[error("cannot be opened")]
    Open(#[source] io::Error),
    #[error("cannot be read")]
    Read(#[source] io::Error),
    #[error("is {size} bytes long; at most {limit} are expected")]
    TooLarge { size: u64, limit: u64 },
    #[error("is a directory that others may write to (mode {mode:04o})")]
    WritableDirectory { mode: u32 },
    #[error("cannot be written")]
    Write(#[source] io::Error),
}

impl Error {
    /// Whether the name of a new file was taken.
    pub const fn is_taken(&self) -> bool {
        matches!(self.refusal, Refusal::Exists)
    }

    /// Whether there is nothing of this name.
    pub fn is_missing(&self) -> bool {
        matches!(&self.refusal, Refusal::Open(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// Whether it is that another process writes there.
    pub const fn is_contention(&self) -> bool {
        matches!(self.refusal, Refusal::Busy)
    }

    /// What was wrong.
    pub const fn refusal(&self) -> &Refusal {
        &self.refusal
    }

    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self.refusal {
            Refusal::ControlCharacter { .. }
            | Refusal::Empty
            | Refusal::NoGeneration
            | Refusal::NotUtf8
            | Refusal::TooLarge { .. } => Code::FileContent,
            Refusal::Busy | Refusal::Exists | Refusal::Write(_) => Code::FileNotWritten,
            Refusal::Open(_) | Refusal::Read(_) => Code::FileUnreadable,
            Refusal::AccessList
            | Refusal::Changed
            | Refusal::HardLinks { .. }
            | Refusal::Link
            | Refusal::Mode { .. }
            | Refusal::NotADirectory
            | Refusal::NotAPlainPath
            | Refusal::NotRegular
            | Refusal::NotSealed { .. }
            | Refusal::OtherFileSystem
            | Refusal::Owner { .. }
            | Refusal::WritableDirectory { .. } => Code::FileUnsafe,
        }
    }
}

impl Refusal {
    /// Why something new could not be made.
    fn of_write(errno: Errno) -> Self {
        if errno == Errno::EXIST { Self::Exists } else { Self::Write(errno.into()) }
    }
}

#[cfg(test)]
mod attacks;
#[cfg(test)]
mod tests;
