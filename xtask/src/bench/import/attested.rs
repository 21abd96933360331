//! The product's target: migrated from a bundle with the tier's tables, and attested anew for each import, as an
//! operator does it.

use super::{
    super::{
        Error,
        ground::Ground,
        rounds,
        tool::{Seat, clean},
    },
    tier::{self, Keys},
};
use crate::failure::{At, Failure};
use std::{
    fmt::Write as _,
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    process::Command,
};

/// The schema of the tables.
pub(super) const SCHEMA: &str = "mosaic";
const DOCUMENT: &str = "migrate-target.v1.json";
const JOURNAL: &str = r#"{"dialect":"postgresql","entries":[{"breakpoints":true,"idx":0,"tag":"0000_tier","version":"7","when":1704103200000}],"version":"7"}"#;

/// Who checks foreign keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Constraints {
    /// The server, row by row.
    Enforced,
    /// The product, all at once before the commit.
    Validated,
}

impl Constraints {
    /// A name for tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Enforced => "mosaic-db-migrator",
            Self::Validated => "with keys validated",
        }
    }

    /// The database of its target.
    pub(super) const fn database(self) -> &'static str {
        match self {
            Self::Enforced => "import_enforced",
            Self::Validated => "import_validated",
        }
    }

    const fn value(self) -> &'static str {
        match self {
            Self::Enforced => "enforce",
            Self::Validated => "validate",
        }
    }
}

/// What all targets of a server have in common.
pub(super) struct Desk<'bench> {
    ground: &'bench Ground,
    bundle: PathBuf,
    keys: PathBuf,
    version: PathBuf,
    source: PathBuf,
    /// Where attestations are published, and where the importer remembers those it used up.
    published: PathBuf,
    remembered: PathBuf,
}

impl<'bench> Desk<'bench> {
    /// Makes the bundle and a key. An import believes in keys of root's alone.
    pub(super) fn new(ground: &'bench Ground, directory: &Path, source: &Seat) -> Result<Self, Failure> {
        if !rustix::process::geteuid().is_root() {
            return Err(Error::NeedsRoot.into());
        }
        let within = |name: &str| directory.join(name);
        for name in ["", "published", "remembered"] {
            let path = within(name);
            DirBuilder::new().mode(0o700).create(&path).at("make", &path)?;
        }
        let bundle = write_bundle(&within("bundle"))?;
        let mut build = Command::new(ground.product());
        build.args(["manifest", "build", "--history", "none", "--managed-schema", SCHEMA]);
        build.args(["--extension", "vector"]).arg(&bundle).env_clear();
        rounds::finish(&mut build)?;
        let mut keygen = Command::new(ground.product());
        let keys = within("keys");
        keygen.args(["attest", "keygen", "--purpose", "migrate-target", "--out"]).arg(&keys).env_clear();
        rounds::finish(&mut keygen)?;
        Ok(Self {
            ground,
            bundle,
            keys,
            version: ground.secret("importer.version", "1")?,
            source: ground.secret("source.url", &source.url())?,
            published: within("published"),
            remembered: within("remembered"),
        })
    }

    /// Prepares and migrates a database.
    pub(super) fn target(&self, constraints: Constraints) -> Result<Target<'_>, Failure> {
        let database = constraints.database();
        self.ground.bootstrapped_database(database, &self.bundle)?;
        let seat = self.ground.importer(database);
        let url = self.ground.secret(&format!("{database}.url"), &seat.url())?;
        let target = Target { desk: self, constraints, url };
        rounds::finish(target.migrator().arg("--run"))?;
        if constraints == Constraints::Validated {
            self.ground.grant_fast_load(database)?;
        }
        Ok(target)
    }
}

/// A database to import into.
pub(super) struct Target<'bench> {
    desk: &'bench Desk<'bench>,
    constraints: Constraints,
    url: PathBuf,
}

impl Target<'_> {
    pub(super) const fn constraints(&self) -> Constraints {
        self.constraints
    }

    /// Attests what the database is now, and gives the import that acts on it.
    pub(super) fn import(&self) -> Result<Command, Failure> {
        let Desk { ground, bundle, version, source, remembered, .. } = self.desk;
        let attestation = self.attest()?;
        let mut command = clean(Command::new(ground.product()));
        command.args(["migrate-tier", "--yes", "--constraints", self.constraints.value()]);
        command.arg("--target-attestation-file").arg(attestation);
        command.arg("--target-url-file").arg(&self.url).arg("--source-url-file").arg(source);
        command.env("DATABASE_TLS_CA_CERT_PATH", ground.cluster().ca_pem_path());
        command.env("MOSAIC_BUNDLE_DIR", bundle).env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", version);
        command.env("MOSAIC_TRUST_STORE_FILE", self.desk.trust_store()).env("MOSAIC_REPLAY_DIR", remembered);
        command.env("MOSAIC_OUTPUT", "json");
        Ok(command)
    }

    fn attest(&self) -> Result<PathBuf, Failure> {
        let Desk { keys, version, published, .. } = self.desk;
        let mut verify = self.migrator();
        verify.arg("--verify").env("MOSAIC_TARGET_URL_FILE", &self.url);
        verify.env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", version);
        verify.env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", keys.join("signing-key"));
        verify
            .env("MOSAIC_TRUST_STORE_FILE", self.desk.trust_store())
            .env("MOSAIC_ATTESTATION_DIR", published);
        rounds::finish(&mut verify)?;
        let current = published.join("current");
        let generation = fs::read_to_string(&current).at("read", &current)?;
        Ok(published.join(generation).join(DOCUMENT))
    }

    fn migrator(&self) -> Command {
        let Desk { ground, bundle, .. } = self.desk;
        let seat = ground.migrator(self.constraints.database());
        let mut command = clean(Command::new(ground.product()));
        command.env("DATABASE_MIGRATION_URL", seat.url()).env("DATABASE_TLS_CA_CERT_PATH", seat.ca);
        command.env("MOSAIC_BUNDLE_DIR", bundle);
        command
    }
}

impl Desk<'_> {
    fn trust_store(&self) -> PathBuf {
        self.keys.join("trust-store.v1.json")
    }
}

/// One entry that makes the tables, and what the importer may do with them.
fn write_bundle(directory: &Path) -> Result<PathBuf, Failure> {
    let meta = directory.join("meta");
    fs::create_dir_all(&meta).at("make", &meta)?;
    let mut grants = String::new();
    for (place, table) in tier::TABLES.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(
            grants,
            r#"{comma}{{"on":{{"kind":"table","name":"{table}","schema":"{SCHEMA}"}},"privileges":["insert","select"],"to":"importer"}}"#
        );
    }
    let grants = format!(r#"{{"entries":{{"0000_tier":{{"grant":[{grants}],"revoke":[]}}}}}}"#);
    for (name, text) in [
        ("meta/_journal.json", JOURNAL),
        ("0000_tier.sql", &tier::shape(SCHEMA, Keys::Enforced)),
        ("grants.v1.json", &grants),
    ] {
        let path = directory.join(name);
        fs::write(&path, text).at("write", &path)?;
    }
    Ok(directory.to_owned())
}
