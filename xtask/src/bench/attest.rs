//! What it costs that `--verify` also witnesses the target of an import and signs what it saw.

use super::{
    Error,
    figures::Comparison,
    ground::Ground,
    record::Record,
    rounds::{self, Contender, interleaved},
};
use crate::failure::{At, Failure};
use std::{
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    process::Command,
};

const DATABASE: &str = "attested";
const VERIFY: &str = "--verify";
const ATTESTING: &str = "--verify, attesting";
const DOCUMENT: &str = "migrate-target.v1.json";

/// Measures the compiled-in bundle, which `manifest` is the source of.
pub(super) fn measure(
    record: &mut Record,
    ground: &Ground,
    manifest: &Path,
    rounds: usize,
) -> Result<(), Failure> {
    let office = Office::open(ground, &ground.directory().join("office"))?;
    ground.bootstrapped_database(DATABASE, manifest)?;
    let target = ground.secret("attested.url", &ground.importer(DATABASE).url())?;
    let migrator = ground.migrator(DATABASE);
    let product = |argument: &str| {
        let mut command = Command::new(ground.product());
        command.arg(argument).env_clear().env("DATABASE_MIGRATION_URL", migrator.url());
        command.env("DATABASE_TLS_CA_CERT_PATH", ground.cluster().ca_pem_path());
        command
    };
    rounds::finish(&mut product("--run"))?;
    let contenders = vec![
        Contender::ours(VERIFY, |_| Ok(product("--verify"))),
        Contender::ours(ATTESTING, |_| {
            let mut command = product("--verify");
            office.attest(&mut command, &target);
            Ok(command)
        }),
    ];
    let measured = interleaved(contenders, rounds)?;
    let about = "With a second session, which is the importer's and is witnessed in the transaction of the first, and a \
                 signature that is published.";
    record.add(
        Comparison::new("attest", "Attesting the target of an import", VERIFY, &measured, about)
            .ratio(ATTESTING, VERIFY, 1.5),
    );
    Ok(())
}

/// What attestations are made with, and where they lie.
pub(super) struct Office {
    keys: PathBuf,
    /// The version of the importer's URL.
    version: PathBuf,
    published: PathBuf,
}

impl Office {
    /// Makes a key. An import believes in keys of root's alone.
    pub(super) fn open(ground: &Ground, directory: &Path) -> Result<Self, Failure> {
        if !rustix::process::geteuid().is_root() {
            return Err(Error::NeedsRoot.into());
        }
        let (keys, published) = (directory.join("keys"), directory.join("published"));
        for path in [directory, &published] {
            private_directory(path)?;
        }
        let mut keygen = Command::new(ground.product());
        keygen.args(["attest", "keygen", "--purpose", "migrate-target", "--out"]).arg(&keys).env_clear();
        rounds::finish(&mut keygen)?;
        Ok(Self { keys, version: ground.secret("importer.version", "1")?, published })
    }

    /// Has a `--verify` attest the target of this URL as well.
    pub(super) fn attest(&self, verify: &mut Command, target: &Path) {
        verify.env("MOSAIC_TARGET_URL_FILE", target);
        verify.env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", &self.version);
        verify.env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", self.keys.join("signing-key"));
        verify.env("MOSAIC_TRUST_STORE_FILE", self.trust_store());
        verify.env("MOSAIC_ATTESTATION_DIR", &self.published);
    }

    /// What was attested last.
    pub(super) fn attestation(&self) -> Result<PathBuf, Failure> {
        let current = self.published.join("current");
        let generation = fs::read_to_string(&current).at("read", &current)?;
        Ok(self.published.join(generation).join(DOCUMENT))
    }

    pub(super) fn version(&self) -> &Path {
        &self.version
    }

    pub(super) fn trust_store(&self) -> PathBuf {
        self.keys.join("trust-store.v1.json")
    }
}

/// A directory that nobody else may enter.
pub(super) fn private_directory(path: &Path) -> Result<(), Failure> {
    DirBuilder::new().mode(0o700).create(path).at("make", path)
}
