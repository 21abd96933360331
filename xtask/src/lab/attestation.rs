//! What a laboratory needs to attest and to believe attestations: a key, the trust store that lists it, a place to
//! publish and a place to remember. Who is not root gets a development key, which is the only kind that a user who is
//! not root can sign with.

use super::Directory;
use crate::{failure::Failure, step};
use std::{path::Path, process::Command};

/// The file with the version of the importer's URL.
pub(crate) const VERSION: &str = "importer.version";

/// The paths, as text for plain lines.
pub(crate) struct Attestation {
    target_url: String,
    version: String,
    key: String,
    trust_store: String,
    published: String,
    remembered: String,
}

impl Attestation {
    pub(crate) fn prepare(directory: &Directory, program: &Path) -> Result<Self, Failure> {
        let keys = directory.path().join("attestation-key");
        let mut keygen = Command::new(program);
        keygen.env_clear().args(["attest", "keygen", "--purpose", "migrate-target", "--out"]).arg(&keys);
        if !rustix::process::geteuid().is_root() {
            keygen.arg("--development");
        }
        step::quietly(&mut keygen)?;
        let shown = |path: &Path| path.display().to_string();
        Ok(Self {
            target_url: shown(&directory.secret_path("importer.url")),
            version: shown(&directory.secret_path(VERSION)),
            key: shown(&keys.join("signing-key")),
            trust_store: shown(&keys.join("trust-store.v1.json")),
            published: directory.private("attestations")?,
            remembered: directory.private("replay")?,
        })
    }

    /// What `--verify` signs with, what it binds, and where it publishes.
    pub(crate) fn of_verification(&self) -> [(&'static str, String); 5] {
        [
            ("MOSAIC_TARGET_URL_FILE", self.target_url.clone()),
            ("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", self.version.clone()),
            ("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", self.key.clone()),
            ("MOSAIC_ATTESTATION_DIR", self.published.clone()),
            ("MOSAIC_TRUST_STORE_FILE", self.trust_store.clone()),
        ]
    }

    /// What an import believes and remembers.
    pub(crate) fn of_import(&self) -> [(&'static str, String); 3] {
        [
            ("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", self.version.clone()),
            ("MOSAIC_TRUST_STORE_FILE", self.trust_store.clone()),
            ("MOSAIC_REPLAY_DIR", self.remembered.clone()),
        ]
    }
}
