//! `cargo xtask book`: whether the pages below `docs/` make a book, and the book itself where mdBook is installed.

use crate::{failure::Failure, step, system};
use mosaic_manual::book;
use std::{path::Path, process::Command};

/// Checks, and then builds into `target/book`.
pub(crate) fn run() -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = mosaic_manual::pages(&root)?;
    let faults: Vec<_> = book::faults(&root, &pages).iter().map(ToString::to_string).collect();
    if !faults.is_empty() {
        return Err(Failure::Book(faults));
    }
    println!("{} pages hold together.", pages.len());
    if !system::runs("mdbook", &["--version"]) {
        println!("mdBook is not installed, so that nothing is built.");
        return Ok(());
    }
    step::run(Command::new("mdbook").arg("build").current_dir(&root))
}
