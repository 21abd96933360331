//! `attest`: every attack of `fixtures/attest` is refused by its own code, keys and stores are made and revoked.
#![allow(clippy::disallowed_methods, reason = "a test writes the files it attacks with")]

mod attacks;
mod keys;
pub mod make;

use crate::support::{Ended, Migrator};
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// The attestation's name in its directory.
pub const STATEMENT: &str = "migrate-target.v1.json";
pub const SIGNATURE: &str = "migrate-target.v1.json.sig";
const TRUST_STORE: &str = "trust-store.v1.json";
const EXPECTATIONS: &str = "expectations.json";
const TARGET_URL: &str = "target-url";

fn write(directory: &Path, name: &str, bytes: &[u8], mode: u32) -> PathBuf {
    let path = directory.join(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).expect("a new file");
    file.write_all(bytes).expect("written");
    fs::set_permissions(&path, Permissions::from_mode(mode)).expect("a mode");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

fn run(arguments: &[&str]) -> Ended {
    Migrator::new(&[&["attest"], arguments, &["--output", "json"]].concat()).run()
}
