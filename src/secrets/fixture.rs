//! What a provider may have, for tests: one environment, whose secrets fit together until one of them is changed.

use super::descriptor::{Orchestrator, Wish};
use super::environment::Environment;
use super::material::{Material, MaterialError};
use super::record::{Kind, Record, RecordError, Records};
use crate::safe_fs::Recipient;
use mosaic_db::attest::{
    Grade, Instant, PublicKey, Purpose, SecretVersion, State, TrustStore, TrustedKey, Window,
};
use mosaic_db::secret::Secret;
use mosaic_lab::certificates::Authority;
use std::collections::BTreeMap;

/// A word that no output may hold: every secret has it.
pub const CANARY: &str = "canaryCanaryCanaryCanary";

/// The secrets of one environment.
pub struct Provider {
    pub authority: Authority,
    values: BTreeMap<(Kind, &'static str), String>,
    versions: BTreeMap<Kind, u32>,
    pub trust_store: Vec<u8>,
}

pub fn now() -> Instant {
    Instant::parse("2026-12-01T00:00:00Z").unwrap()
}

pub fn wish() -> Wish {
    Wish {
        environment: Environment::parse("prod").unwrap(),
        orchestrator: Orchestrator::Compose,
        server: Recipient { user: 999, group: 999 },
        grade: Grade::Production,
    }
}

/// A URL of this role, and of this version.
pub fn url(role: &str, version: u32) -> String {
    format!("postgresql://{role}:{CANARY}{version}@localhost/mosaic?sslmode=verify-full")
}

impl Provider {
    /// Everything in this version.
    pub fn at(version: u32) -> Self {
        let authority = Authority::new().unwrap();
        let server = authority.server().unwrap();
        let mut provider = Self {
            values: BTreeMap::new(),
            versions: BTreeMap::new(),
            trust_store: trust_store(1),
            authority,
        };
        let authorities = provider.authority.pem().to_owned();
        provider.values.insert((Kind::TlsCa, "certificate"), authorities);
        provider.values.insert((Kind::TlsServer, "certificate"), server.certificate);
        provider.values.insert((Kind::TlsServer, "key"), server.key);
        provider.rotate(version);
        provider
    }

    /// The same in another version: its URLs have other passwords.
    pub fn rotate(&mut self, version: u32) {
        for (kind, role) in [
            (Kind::Importer, "mosaic_data_importer"),
            (Kind::Migrator, "mosaic_migrator"),
            (Kind::Runtime, "mosaic_runtime"),
        ] {
            self.values.insert((kind, "url"), url(role, version));
        }
        self.versions.extend(Kind::ALL.map(|kind| (kind, version)));
    }

    /// Another value in the next version.
    pub fn put(&mut self, kind: Kind, key: &'static str, value: impl Into<String>) {
        self.smuggle(kind, key, value);
        *self.versions.get_mut(&kind).unwrap() += 1;
    }

    /// Another value in the same version, which a provider never gives.
    pub fn smuggle(&mut self, kind: Kind, key: &'static str, value: impl Into<String>) {
        self.values.insert((kind, key), value.into());
    }

    /// Says that it has this version.
    pub fn pretend(&mut self, kind: Kind, version: u32) {
        self.versions.insert(kind, version);
    }

    /// The record of a kind.
    pub fn record(&self, kind: Kind) -> Result<Record, RecordError> {
        let of_kind = self.values.iter().filter(|((of, _), _)| *of == kind);
        let values = of_kind.map(|((_, key), value)| (*key, Secret::new(value.clone())));
        Record::new(kind, SecretVersion::new(self.versions[&kind]).unwrap(), values)
    }

    /// What it has, checked.
    pub fn check(&self) -> Result<Material, MaterialError> {
        let records = Kind::ALL.map(|kind| self.record(kind)).into_iter().collect::<Result<_, _>>()?;
        Material::check(Records::new(records)?, self.trust_store.clone(), now())
    }

    /// What it has, which fits together.
    pub fn material(&self) -> Material {
        self.check().unwrap_or_else(|error| panic!("{error:?}"))
    }
}

/// A trust store with this serial.
pub fn trust_store(serial: u32) -> Vec<u8> {
    let key = TrustedKey {
        public_key: PublicKey::from_bytes(
            &ed25519_dalek::SigningKey::from_bytes(&[7; 32]).verifying_key().to_bytes(),
        )
        .unwrap(),
        purpose: Purpose::MigrateTarget,
        window: Window::new(now(), now().plus(1000)).unwrap(),
        state: State::Active,
        grade: Grade::Production,
    };
    let mut store = TrustStore::of(key);
    while store.serial() < serial {
        let version = SecretVersion::new(1_000_000 + store.serial()).unwrap();
        store = store.without_versions([version]).unwrap();
    }
    store.encode().unwrap()
}
