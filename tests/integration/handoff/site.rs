//! Two directories that do not trust each other, and what a handoff between them reads.

pub use crate::attest::make::Files;
pub use crate::attest::{SIGNATURE, STATEMENT};

use crate::support::Migrator;
use mosaic_db::attest::Instant;
use mosaic_db::handoff::Descriptor;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, lchown};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

pub const PRODUCER: u32 = 10_003;
pub const IMPORTER: u32 = 10_002;

pub struct Site {
    place: TempDir,
}

/// What holds now, told from others by its number: of two, the one with the higher number is the later one.
pub fn attestation(number: u8) -> Files {
    let mut files = Files::valid();
    issue(&mut files, number, |_| {});
    files
}

/// The same with something changed in it.
pub fn issue(files: &mut Files, number: u8, change: impl FnOnce(&mut Value)) {
    // Minutes apart, so that no pause of the test changes the order; good for as long as any may be.
    let issued = now() - 600 + 60 * u64::from(number);
    files.say(|document| {
        document["issued_at"] = json!(instant(issued));
        document["expires_at"] = json!(instant(issued + 3600));
        document["nonce"] = json!(format!("{number:032x}"));
        change(document);
    });
}

pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970").as_secs()
}

pub fn instant(seconds: u64) -> Instant {
    Instant::from_unix(seconds).expect("a year with four digits")
}

/// Gives a file of the producer's bytes.
pub fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("written");
    fs::set_permissions(path, Permissions::from_mode(0o400)).expect("a mode");
    chown(path, Some(PRODUCER), Some(PRODUCER)).expect("root gives it away");
}

impl Site {
    /// Where nothing is offered yet, and what [`attestation`] makes is expected.
    pub fn new() -> Self {
        let site = Self { place: tempfile::tempdir().expect("a directory") };
        for directory in [site.from(), site.to()] {
            fs::create_dir(&directory).expect("a directory");
            fs::set_permissions(directory, Permissions::from_mode(0o755)).expect("a mode");
        }
        chown(site.from(), Some(PRODUCER), Some(PRODUCER)).expect("root gives it away");
        let valid = Files::valid();
        site.trust(&valid);
        let statement: Value = serde_json::from_slice(&valid.statement).expect("JSON");
        let field = |name: &str| statement[name].clone();
        let descriptor = json!({
            "generation": field("correlation_id"),
            "grade": "production",
            "schema": mosaic_db::handoff::SCHEMA,
            "secret_version": field("secret_version"),
            "target_sha256": field("target_sha256"),
        });
        site.describe(&serde_jcs::to_vec(&descriptor).expect("canonical JSON"));
        site
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub fn from(&self) -> PathBuf {
        self.path("from")
    }

    pub fn to(&self) -> PathBuf {
        self.path("to")
    }

    /// Gives the descriptor other bytes.
    pub fn describe(&self, bytes: &[u8]) {
        fs::write(self.path("descriptor.v1.json"), bytes).expect("written");
    }

    /// Expects something else.
    pub fn expect(&self, change: impl FnOnce(&mut Descriptor)) {
        let bytes = fs::read(self.path("descriptor.v1.json")).expect("read");
        let mut descriptor = Descriptor::parse(&bytes).expect("a descriptor");
        change(&mut descriptor);
        self.describe(&descriptor.to_bytes().expect("a descriptor"));
    }

    /// Believes what these files believe.
    pub fn trust(&self, files: &Files) {
        let store = files.trust.as_deref().expect("a store");
        fs::write(self.path("trust-store.v1.json"), store).expect("written");
    }

    /// Offers an attestation as the producer would, and gives its directory.
    pub fn offer(&self, files: &Files) -> PathBuf {
        let statement: Value = serde_json::from_slice(&files.statement).unwrap_or_default();
        let name = format!("gen-{}", statement["nonce"].as_str().unwrap_or(&"0".repeat(32)));
        let directory = self.from().join(&name);
        fs::create_dir(&directory).expect("a directory");
        write(&directory.join(STATEMENT), &files.statement);
        write(&directory.join(SIGNATURE), &files.signature);
        fs::set_permissions(&directory, Permissions::from_mode(0o500)).expect("a mode");
        chown(&directory, Some(PRODUCER), Some(PRODUCER)).expect("root gives it away");
        self.point(name.as_bytes());
        directory
    }

    /// Gives the producer's pointer other bytes.
    pub fn point(&self, bytes: &[u8]) {
        let pointer = self.from().join("current");
        fs::write(&pointer, bytes).expect("written");
        fs::set_permissions(&pointer, Permissions::from_mode(0o644)).expect("a mode");
        lchown(pointer, Some(PRODUCER), Some(PRODUCER)).expect("root gives it away");
    }

    /// The program, about to hand over.
    pub fn handoff(&self) -> Migrator {
        self.handoff_of(&self.path("trust-store.v1.json"), &self.from())
    }

    /// The same with this trust store and this producer.
    pub fn handoff_of(&self, store: &Path, from: &Path) -> Migrator {
        let shown = |path: &Path| path.to_str().expect("a UTF-8 path").to_owned();
        let [descriptor, store, from, to] =
            [&self.path("descriptor.v1.json"), store, from, &self.to()].map(shown);
        let options = ["--descriptor", &descriptor, "--trust-store", &store, "--from", &from, "--to", &to];
        Migrator::new(&[&["handoff", "--output", "json"], &options[..]].concat())
    }

    /// The generation that an importer finds.
    pub fn current(&self) -> Option<PathBuf> {
        let name = fs::read_to_string(self.to().join("current")).ok()?;
        Some(self.to().join(name))
    }

    /// Every file and directory on the importer's side, with its bytes and everything that a write would change.
    pub fn written(&self) -> BTreeMap<PathBuf, (Vec<u8>, u64, i64, i64)> {
        let mut found = BTreeMap::new();
        walk(&self.to(), &mut found);
        found
    }
}

fn walk(path: &Path, found: &mut BTreeMap<PathBuf, (Vec<u8>, u64, i64, i64)>) {
    let stat = fs::symlink_metadata(path).expect("an entry");
    let bytes = if stat.is_file() { fs::read(path).expect("read") } else { Vec::new() };
    found.insert(path.to_owned(), (bytes, stat.ino(), stat.ctime(), stat.ctime_nsec()));
    if stat.is_dir() {
        for entry in fs::read_dir(path).expect("a directory") {
            walk(&entry.expect("an entry").path(), found);
        }
    }
}
