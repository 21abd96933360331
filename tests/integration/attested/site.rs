//! A database with everything that an attested verification of it needs.

use crate::support::{Database, Migrator};
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The version in the importer's version file.
pub const VERSION: &str = "7";

pub struct Site {
    database: Database,
    place: TempDir,
}

/// One published attestation.
pub struct Attestation {
    directory: PathBuf,
    pub statement: Vec<u8>,
    pub signature: Vec<u8>,
}

impl Site {
    /// With a development key, and no entry applied.
    pub fn bootstrapped() -> Self {
        Self::around(Database::bootstrapped())
    }

    /// With every entry of the shipped bundle applied.
    pub fn migrated() -> Self {
        let site = Self::bootstrapped();
        site.database.shipped(&["--run"]).run().assert_reached();
        site
    }

    /// Around a database.
    pub fn around(database: Database) -> Self {
        let place = tempfile::tempdir().expect("a directory");
        database.secret("importer.version", VERSION);
        let site = Self { database, place };
        fs::create_dir(site.directory()).expect("a directory");
        site.keygen("keys", &["--development"]);
        site
    }

    /// Makes a key pair in a directory of this name.
    pub fn keygen(&self, name: &str, options: &[&str]) -> PathBuf {
        self.keygen_for("migrate-target", name, options)
    }

    /// Makes a key pair for this purpose.
    pub fn keygen_for(&self, purpose: &str, name: &str, options: &[&str]) -> PathBuf {
        let out = self.place.path().join(name);
        let shown = out.to_str().expect("a UTF-8 path");
        let arguments = [&["attest", "keygen", "--purpose", purpose, "--out", shown], options].concat();
        Migrator::new(&arguments).run().assert_reached();
        out
    }

    /// The verification that ends in an attestation.
    pub fn verify(&self) -> Migrator {
        self.configure(self.database.shipped(&["--verify"]))
    }

    /// Sets the variables of an attestation.
    pub fn configure(&self, program: Migrator) -> Migrator {
        let secrets = self.database.secrets();
        program
            .env("MOSAIC_TARGET_URL_FILE", secrets.join("mosaic_data_importer.url"))
            .env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", secrets.join("importer.version"))
            .env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", self.key())
            .env("MOSAIC_TRUST_STORE_FILE", self.trust_store())
            .env("MOSAIC_ATTESTATION_DIR", self.directory())
    }

    /// Lets other users through to what is theirs.
    pub fn open_to_others(&self) {
        for directory in [self.place.path(), self.database.secrets()] {
            fs::set_permissions(directory, Permissions::from_mode(0o711)).expect("a mode");
        }
    }

    pub const fn database(&self) -> &Database {
        &self.database
    }

    pub fn key(&self) -> PathBuf {
        self.place.path().join("keys/signing-key")
    }

    pub fn trust_store(&self) -> PathBuf {
        self.place.path().join("keys/trust-store.v1.json")
    }

    /// Where attestations are published.
    pub fn directory(&self) -> PathBuf {
        self.place.path().join("attestations")
    }

    /// Everything in that directory but the pointer.
    pub fn generations(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory()).expect("a directory");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
        names.filter(|name| name != "current").collect()
    }

    /// The attestation that a reader finds now.
    pub fn current(&self) -> Option<Attestation> {
        let name = fs::read_to_string(self.directory().join("current")).ok()?;
        let directory = self.directory().join(name);
        let read = |name: &str| fs::read(directory.join(name)).expect("a file of the current generation");
        Some(Attestation {
            statement: read("migrate-target.v1.json"),
            signature: read("migrate-target.v1.json.sig"),
            directory,
        })
    }
}

impl Attestation {
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.directory.join(name)
    }

    /// The statement as JSON.
    pub fn value(&self) -> Value {
        serde_json::from_slice(&self.statement).expect("JSON")
    }
}
