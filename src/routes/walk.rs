//! A tree of files, read in parallel. The only part of the scan that touches a disk.
//!
//! Links are named and not followed, and nothing but regular files is opened. What `.gitignore` names is not part of the
//! repository and is not read, with one exception: files of variables, which are kept out of a repository because they
//! hold what this scan looks for. No other file can keep something from being read.

use super::scan::{Disposition, Hit, LARGEST, Scanned, scan};
use crate::error::Code;
use ignore::{DirEntry, WalkBuilder, WalkState};
use rustix::fs::OFlags;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

/// One file of a tree.
#[derive(Clone, Debug)]
pub struct File {
    /// Relative to the tree, with slashes; what is no UTF-8 in it is replaced.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// What was done with it and found in it.
    pub scanned: Scanned,
}

/// Every file of a tree, in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The files.
    pub files: Vec<File>,
}

impl Coverage {
    /// Everything that was found.
    pub fn hits(&self) -> impl Iterator<Item = (&File, &Hit)> {
        self.files.iter().flat_map(|file| file.scanned.hits.iter().map(move |hit| (file, hit)))
    }

    /// How many files this was done with. Over all dispositions this adds up to the number of files.
    #[must_use]
    pub fn count(&self, disposition: Disposition) -> usize {
        self.files.iter().filter(|file| file.scanned.disposition == disposition).count()
    }
}

/// Why a tree was not scanned. Half a scan is none.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// The tree, or a directory in it, cannot be listed.
    #[error("the tree cannot be listed")]
    List(#[source] ignore::Error),
    /// A file in it cannot be read.
    #[error("{} cannot be read", path.display())]
    Read {
        /// Relative to the tree.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl WalkError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::List(_) | Self::Read { .. } => Code::RoutesUnreadable,
        }
    }
}

/// Scans every file below a directory, or one file.
///
/// # Errors
/// [`WalkError`] for the first place that cannot be read.
pub fn walk(root: &Path) -> Result<Coverage, WalkError> {
    let (sender, receiver) = mpsc::channel();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let tree = WalkBuilder::new(root)
        .standard_filters(false)
        .git_ignore(true)
        .require_git(false)
        .threads(threads)
        .filter_entry(|entry| entry.file_name() != ".git")
        .build_parallel();
    tree.run(|| {
        let sender = sender.clone();
        let mut buffer = Vec::new();
        Box::new(move |entry| {
            let scanned = entry.map_err(WalkError::List).and_then(|entry| visit(root, &entry, &mut buffer));
            let failed = scanned.is_err();
            // The receiver outlives the walk.
            let sent = scanned.map_or_else(
                |error| sender.send(Err(error)),
                |files| files.into_iter().try_for_each(|file| sender.send(Ok(file))),
            );
            if failed || sent.is_err() { WalkState::Quit } else { WalkState::Continue }
        })
    });
    drop(sender);
    let mut files = BTreeMap::new();
    for file in receiver {
        let file = file?;
        files.insert(file.path.clone(), file);
    }
    Ok(Coverage { files: files.into_values().collect() })
}

/// A file; of a directory, the files of variables in it, which may be ignored otherwise.
fn visit(root: &Path, entry: &DirEntry, buffer: &mut Vec<u8>) -> Result<Vec<File>, WalkError> {
    let path = entry.path();
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return Ok(vec![one(root, path, buffer)?]);
    }
    let unread =
        |source| WalkError::Read { path: path.strip_prefix(root).unwrap_or(path).to_owned(), source };
    let mut files = Vec::new();
    for child in std::fs::read_dir(path).map_err(unread)? {
        let child = child.map_err(unread)?;
        let holds_variables =
            child.file_name().to_str().is_some_and(|name| name.starts_with(".env") || name.ends_with(".env"));
        if holds_variables && !child.file_type().map_err(unread)?.is_dir() {
            files.push(one(root, &child.path(), buffer)?);
        }
    }
    Ok(files)
}

fn one(root: &Path, path: &Path, buffer: &mut Vec<u8>) -> Result<File, WalkError> {
    let relative = path.strip_prefix(root).ok().filter(|relative| !relative.as_os_str().is_empty());
    let relative = relative.unwrap_or_else(|| path.file_name().map_or(path, Path::new));
    let unread = |source| WalkError::Read { path: relative.to_owned(), source };
    let shown = relative.to_string_lossy().replace('\\', "/");
    let facts = std::fs::symlink_metadata(path).map_err(unread)?;
    let mut file = File { path: shown, bytes: facts.len(), scanned: Scanned::unread(Disposition::Link) };
    file.scanned = if facts.is_symlink() {
        Scanned::unread(Disposition::Link)
    } else if !facts.is_file() {
        Scanned::unread(Disposition::Special)
    } else {
        let bytes = read(path, facts.len(), buffer).map_err(unread)?;
        bytes.map_or_else(|| Scanned::unread(Disposition::Oversized), |bytes| scan(&file.path, bytes))
    };
    Ok(file)
}

/// The bytes of a regular file, which had about so many, in a buffer that one thread has for all of its files; `None` if
/// there are too many.
fn read<'a>(path: &Path, about: u64, buffer: &'a mut Vec<u8>) -> io::Result<Option<&'a [u8]>> {
    // It was looked at before; if it has become a link or a pipe since, it is not followed and does not block.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC).bits();
    let mut file = OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(path)?;
    let most = usize::try_from(LARGEST).unwrap_or(usize::MAX);
    // One byte more, so that its end is seen at once.
    let mut room = usize::try_from(about).unwrap_or(most).min(most) + 1;
    let mut length = 0;
    loop {
        buffer.resize(room.max(buffer.len()), 0);
        match file.read(buffer.get_mut(length..).unwrap_or_default()) {
            Ok(0) => return Ok(buffer.get(..length)),
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if length > most {
            return Ok(None);
        }
        room = room.max(2 * length).min(most + 1);
    }
}
