//! The manual as data, for whatever builds it, checks it and tries it out.
//!
//! Invariant: nothing here knows what a page says. Whether a command of the manual is one of the program's is decided by the
//! program's own definition, and whether it does what the manual says, by running it.

pub mod block;
pub mod book;
pub mod generated;
pub mod page;
pub mod shell;
pub mod transcript;
pub mod yaml;

use page::Page;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the pages of the book are, below the root of the repository.
pub const BOOK: &str = "docs";
/// The pages beside it.
const BESIDE: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// A page that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("read {}", path.display())]
pub struct Unreadable {
    /// Which.
    path: PathBuf,
    /// The system's answer.
    source: std::io::Error,
}

/// Every page, those beside the book first, then those of the book by their paths.
///
/// # Errors
/// [`Unreadable`].
pub fn pages(root: &Path) -> Result<Vec<Page>, Unreadable> {
    let mut paths: Vec<_> = BESIDE.iter().map(|name| (*name).to_owned()).collect();
    let mut of_the_book = Vec::new();
    list(root, BOOK, &mut of_the_book)?;
    of_the_book.sort();
    paths.extend(of_the_book);
    paths.into_iter().map(|path| Ok(Page::parse(&path, &read(&root.join(&path))?))).collect()
}

fn list(root: &Path, below: &str, found: &mut Vec<String>) -> Result<(), Unreadable> {
    let directory = root.join(below);
    let unreadable = |source| Unreadable { path: directory.clone(), source };
    for entry in fs::read_dir(&directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = format!("{below}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(unreadable)?.is_dir() {
            list(root, &path, found)?;
        } else if path.ends_with(".md") {
            found.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Unreadable> {
    fs::read_to_string(path).map_err(|source| Unreadable { path: path.to_owned(), source })
}
