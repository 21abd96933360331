//! A directory as plain data: relative paths, what kind each is, and the bytes of those a bundle is made of.

use super::{BundleError, schema};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What stands at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// A regular file and its bytes.
    Regular(Cow<'static, [u8]>),
    /// A regular file that no bundle needs, such as Drizzle's own snapshots.
    Unread,
    /// A directory.
    Directory,
    /// A symbolic link, wherever it leads.
    Link,
    /// A device, a pipe, a socket, or a name that is not UTF-8.
    Other,
}

/// Everything found in a bundle directory, by `/`-separated path relative to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSet(BTreeMap<Cow<'static, str>, File>);

/// The manifest's path.
pub(super) const MANIFEST: &str = "manifest.v1.json";
/// The grants file's path.
pub(super) const GRANTS: &str = "grants.v1.json";
/// The classic journal's path.
pub(super) const JOURNAL: &str = "meta/_journal.json";

const LINK: &str = "a symbolic link";

/// The file of measured effects.
pub(super) const EFFECTS: &str = "effects.v1.json";

/// What a directory is read for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To run what is in it, or to compare a database with it.
    Use,
    /// To see whether all that is in it belongs together.
    Check,
}

/// Whether the bytes at this path may be needed.
pub(super) fn is_read(path: &str, purpose: Purpose) -> bool {
    if schema::is_schema(path) {
        return purpose == Purpose::Check;
    }
    let mut parts = path.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), None, None) => matches!(name, MANIFEST | GRANTS | EFFECTS) || name.ends_with(".sql"),
        (Some("meta"), Some(name), None) => name == "_journal.json",
        (Some("requires"), Some(name), None) => name.ends_with(".sql"),
        (Some(_), Some(name), None) => name == "migration.sql",
        _ => false,
    }
}

impl FileSet {
    /// Records what stands at a path.
    pub fn insert(&mut self, path: impl Into<Cow<'static, str>>, file: File) {
        self.0.insert(path.into(), file);
    }

    /// What stands at each path, sorted by the paths' bytes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &File)> {
        self.0.iter().map(|(path, file)| (&**path, file))
    }

    /// Every path, sorted by its bytes.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(AsRef::as_ref)
    }

    /// No link stands anywhere: what a bundle is must not depend on anything outside its directory.
    pub(super) fn without_links(&self) -> Result<(), BundleError> {
        match self.0.iter().find(|(_, file)| matches!(file, File::Link)) {
            Some((path, _)) => Err(BundleError::NotAFile { path: path.to_string(), found: LINK }),
            None => Ok(()),
        }
    }

    /// The bytes of a regular file that was read.
    pub(super) fn regular(&self, path: &str) -> Option<&[u8]> {
        match self.0.get(path) {
            Some(File::Regular(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// Takes the bytes of a file out of the set; `None` if nothing is there.
    pub(super) fn take(&mut self, path: &str) -> Result<Option<Cow<'static, [u8]>>, BundleError> {
        let found = match self.0.remove(path) {
            None => return Ok(None),
            Some(File::Regular(bytes)) => return Ok(Some(bytes)),
            Some(File::Unread) => "a file that was not read",
            Some(File::Directory) => "a directory",
            Some(File::Link) => LINK,
            Some(File::Other) => "neither file nor directory",
        };
        Err(BundleError::NotAFile { path: path.to_owned(), found })
    }
}

impl FromIterator<(Cow<'static, str>, File)> for FileSet {
    fn from_iter<T: IntoIterator<Item = (Cow<'static, str>, File)>>(files: T) -> Self {
        Self(files.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_bundle_is_made_of_is_read() {
        for path in
            ["0000_a.sql", MANIFEST, GRANTS, JOURNAL, "requires/x.sql", "20240101000000_a/migration.sql"]
        {
            assert!(is_read(path, Purpose::Use), "{path}");
        }
        assert!(!is_read("schema/0000_a.v1.json", Purpose::Use));
        assert!(is_read("schema/0000_a.v1.json", Purpose::Check));
        for path in
            ["meta/0000_snapshot.json", "README.md", "a/b/migration.sql", "20240101000000_a/snapshot.json"]
        {
            assert!(!is_read(path, Purpose::Check), "{path}");
        }
    }
}
