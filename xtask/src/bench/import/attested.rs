//! The product's target: migrated from a bundle with the tier's tables, and attested anew for each import, as an
//! operator does it.

use super::{
    super::{
        attest::{Office, private_directory},
        ground::Ground,
        rounds,
        tool::{Seat, clean},
    },
    tier::{self, Keys},
};
use crate::failure::{At, Failure};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The schema of the tables.
pub(super) const SCHEMA: &str = "mosaic";
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
    office: Office,
    source: PathBuf,
    /// Where the importer remembers attestations that it used up.
    remembered: PathBuf,
}

impl<'bench> Desk<'bench> {
    /// Makes the bundle and a key.
    pub(super) fn new(ground: &'bench Ground, directory: &Path, source: &Seat) -> Result<Self, Failure> {
        let office = Office::open(ground, directory)?;
        let remembered = directory.join("remembered");
        private_directory(&remembered)?;
        let bundle = write_bundle(&directory.join("bundle"))?;
        let mut build = Command::new(ground.product());
        build.args(["manifest", "build", "--history", "none", "--managed-schema", SCHEMA]);
        build.args(["--extension", "vector"]).arg(&bundle).env_clear();
        rounds::finish(&mut build)?;
        Ok(Self { ground, bundle, office, source: ground.secret("source.url", &source.url())?, remembered })
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
        let Desk { ground, bundle, office, source, remembered } = self.desk;
        let attestation = self.attest()?;
        let mut command = clean(Command::new(ground.product()));
        command.args(["migrate-tier", "--yes", "--constraints", self.constraints.value()]);
        command.arg("--target-attestation-file").arg(attestation);
        command.arg("--target-url-file").arg(&self.url).arg("--source-url-file").arg(source);
        command.env("DATABASE_TLS_CA_CERT_PATH", ground.cluster().ca_pem_path());
        command
            .env("MOSAIC_BUNDLE_DIR", bundle)
            .env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", office.version());
        command.env("MOSAIC_TRUST_STORE_FILE", office.trust_store()).env("MOSAIC_REPLAY_DIR", remembered);
        command.env("MOSAIC_OUTPUT", "json");
        Ok(command)
    }

    fn attest(&self) -> Result<PathBuf, Failure> {
        let office = &self.desk.office;
        let mut verify = self.migrator();
        office.attest(verify.arg("--verify"), &self.url);
        rounds::finish(&mut verify)?;
        office.attestation()
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
