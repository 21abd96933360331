//! The files of each attack, made from test keys whose seeds stand here: data, not a second verifier.

use super::{EXPECTATIONS, SIGNATURE, STATEMENT, TARGET_URL, TRUST_STORE};
use ed25519_dalek::{Signer as _, SigningKey};
use mosaic_db::attest::{
    Grade, Instant, PublicKey, Purpose, SecretVersion, State, TrustStore, TrustedKey, Window, pae,
};
use mosaic_db::digest::Digest;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The production key.
pub const KEY: u8 = 1;
/// A development key; in the trust store of its own attack only.
pub const DEVELOPMENT: u8 = 2;
/// A key that nobody trusts.
pub const STRANGER: u8 = 3;
/// A key that is trusted to review.
pub const REVIEWER: u8 = 4;

const TYPE: &str = "application/vnd.mosaic.migrate-target.v1+json";
const URL: &str =
    "postgresql://mosaic_data_importer:not-a-password-of-any-server@db.test/mosaic?sslmode=verify-full";

/// What lies in one directory.
#[derive(Clone)]
pub struct Files {
    pub statement: Vec<u8>,
    pub signature: Vec<u8>,
    pub trust: Option<Vec<u8>>,
    pub expectations: Value,
    pub url: Option<String>,
}

/// An instant that the trust store's windows and the statement are written with.
fn instant(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

fn signing(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

pub fn public(seed: u8) -> PublicKey {
    PublicKey::from_bytes(signing(seed).verifying_key().as_bytes()).expect("a public key")
}

pub fn trusted(seed: u8, purpose: Purpose) -> TrustedKey {
    let window = Window::new(instant("2020-01-01T00:00:00Z"), instant("9999-01-01T00:00:00Z"));
    TrustedKey {
        public_key: public(seed),
        purpose,
        window: window.expect("a window"),
        state: State::Active,
        grade: Grade::Production,
    }
}

pub fn window(from: &str, until: &str) -> Window {
    Window::new(instant(from), instant(until)).expect("a window")
}

fn digest(of: &str) -> String {
    Digest::of(of.as_bytes()).to_string()
}

fn statement() -> Value {
    json!({
        "audience": "mosaic_data_importer",
        "bundle_sha256": digest("bundle"),
        "build": "mosaic-db-migrator 0.1.0",
        "ca_sha256": [digest("ca")],
        "correlation_id": "none",
        "database": "mosaic",
        "database_id": "0b6a3bd1-6d8e-4a57-9f0a-6b7a2a5f3c11",
        "database_oid": "16384",
        "expires_at": "9999-01-01T00:00:00Z",
        "grade": "production",
        "host": "db.test",
        "image": "none",
        "invocation": "ffffffff-ffff-4fff-bfff-ffffffffffff",
        "issued_at": "2020-06-01T00:00:00Z",
        "key_id": public(KEY).id(),
        "leaf_spki_sha256": digest("spki"),
        "manifest_sha256": digest("manifest"),
        "nonce": "000102030405060708090a0b0c0d0e0f",
        "port": 5432,
        "receipt_sha256": digest("receipt"),
        "schema": "mosaic.migrate-target/v1",
        "schema_sha256": digest("schema"),
        "secret_version": 7,
        "system_identifier": "7345678901234567891",
        "target_sha256": digest(URL),
        "timeline": "1",
    })
}

fn expectations() -> Value {
    json!({
        "audience": "mosaic_data_importer",
        "grade": "production",
        "max_lifetime_seconds": 253_402_300_799_u64,
        "secret_version": 7,
        "target": {
            "sha256": digest(URL),
            "host": "db.test",
            "port": 5432,
            "database": "mosaic",
            "user": "mosaic_data_importer",
        },
        "ca_sha256": [digest("ca")],
        "manifest_sha256": digest("manifest"),
        "bundle_sha256": digest("bundle"),
        "receipt_sha256": digest("receipt"),
        "memory": { "highest_time": "2020-01-01T00:00:00Z", "highest_serial": 2, "used": [] },
        "observed": {
            "leaf_spki_sha256": digest("spki"),
            "system_identifier": "7345678901234567891",
            "timeline": "1",
            "database_oid": "16384",
            "database_id": "0b6a3bd1-6d8e-4a57-9f0a-6b7a2a5f3c11",
            "schema_sha256": digest("schema"),
        },
    })
}

impl Files {
    /// What is accepted.
    pub fn valid() -> Self {
        let trust = TrustStore::of(trusted(KEY, Purpose::MigrateTarget));
        let trust = trust.with_key(trusted(REVIEWER, Purpose::Review)).expect("two keys");
        let mut files = Self {
            statement: Vec::new(),
            signature: Vec::new(),
            trust: Some(trust.encode().expect("a trust store")),
            expectations: expectations(),
            url: None,
        };
        files.say(|_| {});
        files
    }

    /// Another statement in its canonical form, signed by the production key.
    pub fn say(&mut self, change: impl FnOnce(&mut Value)) {
        let mut document = statement();
        change(&mut document);
        self.statement = serde_jcs::to_vec(&document).expect("canonical JSON");
        self.sign(KEY);
    }

    /// The text of the statement in another spelling, signed by the production key.
    pub fn spell(&mut self, from: &str, to: &str) {
        let text = String::from_utf8(self.statement.clone()).expect("ASCII");
        assert!(text.contains(from), "{from} is not in {text}");
        self.statement = text.replacen(from, to, 1).into_bytes();
        self.sign(KEY);
    }

    pub fn sign(&mut self, seed: u8) {
        self.sign_as(seed, TYPE);
    }

    pub fn sign_as(&mut self, seed: u8, payload_type: &str) {
        self.signature = signing(seed).sign(&pae(payload_type, &self.statement)).to_bytes().to_vec();
    }

    pub fn trust(&mut self, change: impl FnOnce(TrustStore) -> TrustStore) {
        let store = TrustStore::parse(self.trust.as_deref().expect("a store")).expect("a trust store");
        self.trust = Some(change(store).encode().expect("a trust store"));
    }

    /// A trust store of one key alone, still the second of its kind.
    pub fn trust_only(&mut self, key: TrustedKey) {
        self.trust(|_| {
            let version = SecretVersion::new(99).expect("a version");
            TrustStore::of(key).without_versions([version]).expect("a serial")
        });
    }

    /// The text of the trust store in another spelling.
    pub fn spell_trust(&mut self, from: &str, to: &str) {
        let text = String::from_utf8(self.trust.clone().expect("a store")).expect("ASCII");
        assert!(text.contains(from), "{from} is not in {text}");
        self.trust = Some(text.replacen(from, to, 1).into_bytes());
    }

    pub fn url(&mut self, from: &str, to: &str) {
        self.url = Some(URL.replacen(from, to, 1));
    }

    /// The files by name.
    pub fn named(&self) -> BTreeMap<&'static str, Vec<u8>> {
        let mut expectations = serde_json::to_vec_pretty(&self.expectations).expect("JSON");
        expectations.push(b'\n');
        let mut named = BTreeMap::from([
            (STATEMENT, self.statement.clone()),
            (SIGNATURE, self.signature.clone()),
            (EXPECTATIONS, expectations),
        ]);
        if let Some(trust) = &self.trust {
            named.insert(TRUST_STORE, trust.clone());
        }
        if let Some(url) = &self.url {
            named.insert(TARGET_URL, url.clone().into_bytes());
        }
        named
    }
}

/// The length of a document that is just too long, and is one all the same.
pub fn oversized(document: &mut Value) {
    let length = serde_jcs::to_vec(document).expect("canonical JSON").len();
    document["build"] = json!("x".repeat(16 * 1024 - length + "mosaic-db-migrator 0.1.0".len() + 1));
}

/// A trusted version of the statement's type, as a list of its values.
pub fn as_list(files: &mut Files) {
    let document: Value = serde_json::from_slice(&files.statement).expect("JSON");
    let values: Vec<&Value> = document.as_object().expect("an object").values().collect();
    files.statement = serde_jcs::to_vec(&values).expect("canonical JSON");
    files.sign(KEY);
}
