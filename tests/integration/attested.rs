//! `--verify` with the attestation variables: what is signed is what was seen, by whom, and what is refused.

mod killed;
mod refused;
pub mod site;
mod watched;

use crate::support::Migrator;
use mosaic_db::allowance::InForce;
use mosaic_db::attest::{
    Expectations, Grade, Instant, Observed, SecretVersion, Target, TargetUrl, Text, TrustStore, verify_target,
};
use mosaic_db::bundle::Bundle;
use mosaic_db::digest::Digest;
use mosaic_db::dsn::Dsn;
use mosaic_db::inspect::{Standing, verify};
use mosaic_db::postgres::{CaBundle, Endpoint};
use serde_json::Value;
use site::{Attestation, Site};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "a test reads the clock for itself")]
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    Instant::from_unix(since.as_secs()).expect("a year with four digits")
}

/// What an importer beside this site knows by itself.
fn expectations(site: &Site, trust_grade: Grade) -> Expectations {
    let database = site.database();
    let bundle = Bundle::shipped().expect("a bundle");
    let ca = fs::read(database.cluster().ca_pem_path()).expect("a CA file");
    let url = TargetUrl::parse(&database.reveal("mosaic_data_importer.url")).expect("a URL");
    Expectations {
        audience: Text::new("mosaic_data_importer").expect("a text"),
        grade: trust_grade,
        max_lifetime_seconds: 900,
        secret_version: SecretVersion::new(7).expect("a version"),
        target: Target::of(&url),
        ca_sha256: CaBundle::from_pem(&ca).expect("certificates").digests().iter().copied().collect(),
        manifest_sha256: bundle.fingerprint(),
        bundle_sha256: bundle.digest().expect("a digest"),
        receipt_sha256: Some(Digest::of(b"")),
        memory: Default::default(),
        observed: Some(observed(site)),
    }
}

/// What a session of the test's own sees, through the library.
fn observed(site: &Site) -> Observed {
    let database = site.database();
    let dsn = Dsn::parse(&database.reveal("mosaic_migrator.url")).expect("a URL");
    let ca = fs::read(database.cluster().ca_pem_path()).expect("a CA file");
    let ca = CaBundle::from_pem(&ca).expect("certificates");
    let endpoint = Endpoint::new(dsn, &ca, None, Duration::from_secs(10)).expect("an endpoint");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let bundle = Bundle::shipped().expect("a bundle");
    let proof =
        runtime.block_on(verify(&endpoint, &bundle, InForce::none(), "test")).expect("a verification");
    let Standing::Sound(inspection) = proof.standing else { panic!("not sound") };
    let decimal = |sql: &str| mosaic_db::attest::Decimal::new(database.value(sql)).expect("a number");
    Observed {
        leaf_spki_sha256: proof.leaf.spki,
        system_identifier: decimal("SELECT system_identifier FROM pg_control_system()"),
        timeline: decimal("SELECT timeline_id FROM pg_control_checkpoint()"),
        database_oid: decimal("SELECT oid FROM pg_database WHERE datname = current_database()"),
        database_id: Text::new(database.value("SELECT database_id FROM mosaic_control.identity"))
            .expect("an id"),
        schema_sha256: inspection.snapshot.fingerprint().expect("a fingerprint"),
    }
}

fn trust(site: &Site) -> TrustStore {
    TrustStore::parse(&fs::read(site.trust_store()).expect("a trust store")).expect("a trust store")
}

#[test]
fn what_was_seen_is_signed_and_holds_for_a_verifier_who_sees_the_same() {
    let site = Site::migrated();
    let ended = site.verify().env("MOSAIC_OUTPUT", "json").run();
    ended.assert_reached();
    let current = site.current().expect("an attestation");
    let told = &ended.json()["result"]["attestation"];
    assert_eq!(told["file"], current.path("migrate-target.v1.json").to_str().expect("a path"));

    let Attestation { statement, signature, .. } = &current;
    let expected = expectations(&site, Grade::Development);
    let verified = verify_target(statement, signature, &trust(&site), now(), &expected);
    let verified = verified.expect("an attestation that holds");
    assert_eq!(verified.statement().grade, Grade::Development);
    assert_eq!(told["nonce"], verified.statement().nonce.to_string());
    assert_eq!(ended.json()["invocation"], verified.statement().invocation.as_str());
    let refused =
        verify_target(statement, signature, &trust(&site), now(), &expectations(&site, Grade::Production));
    assert_eq!(refused.expect_err("a development key").code().entry().code, "ATTESTATION_DEVELOPMENT");

    // Each verification makes a new one, and leaves the ones before it alone.
    site.verify().run().assert_reached();
    assert_ne!(site.current().expect("an attestation").statement, current.statement);
    assert_eq!(site.generations().len(), 2);
    assert_eq!(fs::read(current.path("migrate-target.v1.json")).expect("a statement"), current.statement);
}

#[test]
fn the_artifact_is_as_private_as_a_secret() {
    let site = Site::migrated();
    site.verify().run().assert_reached();
    let current = site.current().expect("an attestation");
    let facts = |path: &Path| {
        let metadata = fs::metadata(path).expect("a file");
        (metadata.mode() & 0o7777, metadata.uid(), metadata.gid())
    };
    let directory = current.path("");
    if rustix::process::geteuid().is_root() {
        for name in ["migrate-target.v1.json", "migrate-target.v1.json.sig"] {
            assert_eq!(facts(&directory.join(name)), (0o400, 10_003, 10_003));
        }
        assert_eq!(facts(&directory), (0o500, 10_003, 10_003));
    } else {
        assert_eq!(facts(&directory.join("migrate-target.v1.json")).0, 0o400);
    }
}

#[test]
fn a_database_that_is_not_as_it_must_be_is_not_attested() {
    let site = Site::bootstrapped();
    let ended = site.verify().env("MOSAIC_OUTPUT", "json").run();
    ended.assert_failed(3, "ENTRIES_PENDING");
    // Told by a witness, the failure reads like the one that is told directly.
    let direct = site.database().shipped(&["--verify"]).env("MOSAIC_OUTPUT", "json").run();
    direct.assert_failed(3, "ENTRIES_PENDING");
    let same = |key: &str| {
        let (told, direct) = (ended.json(), direct.json());
        assert_eq!(told[key], direct[key], "{key}");
    };
    ["message", "database", "next", "facts", "notes"].into_iter().for_each(same);
    assert_eq!(ended.json()["result"]["attestation"], Value::Null);
    assert_eq!(ended.json()["result"]["pending"], direct.json()["result"]["pending"]);
    assert!(site.current().is_none() && site.generations().is_empty());
}

#[test]
fn the_last_receipt_is_bound() {
    let site = Site::bootstrapped();
    let receipts = tempfile::tempdir().expect("a directory");
    let run = site.database().shipped(&["--run"]).env("MOSAIC_RECEIPT_DIR", receipts.path());
    run.run().assert_reached();
    site.verify().env("MOSAIC_RECEIPT_DIR", receipts.path()).run().assert_reached();
    let receipt = fs::read_dir(receipts.path()).expect("receipts").next().expect("one").expect("an entry");
    let receipt = Digest::of(&fs::read(receipt.path()).expect("a receipt"));
    let statement = site.current().expect("an attestation").value();
    assert_eq!(statement["receipt_sha256"], receipt.to_string());
}

#[test]
fn what_the_operator_calls_it_is_in_it() {
    let site = Site::migrated();
    let image = "registry.test/mosaic@sha256:00";
    let ended = site.verify().env("MOSAIC_IMAGE", image).env("MOSAIC_CORRELATION_ID", "change 42").run();
    ended.assert_reached();
    let statement = site.current().expect("an attestation").value();
    assert_eq!(statement["image"], image);
    assert_eq!(statement["correlation_id"], "change 42");
    site.verify().env("MOSAIC_IMAGE", "é").run().assert_failed(78, "ATTESTATION_UNWRITABLE");
}

/// A directory that the witness could not enter: it is handed what is in it.
#[test]
fn a_bundle_in_a_directory_of_roots_is_attested() {
    let site = Site::bootstrapped();
    let folder = crate::support::Folder::history(&[("0000_first", "CREATE TABLE \"a\" (\"id\" integer);")]);
    let bundle = folder.write();
    site.database().migrator(&["--run"], bundle).run().assert_reached();
    site.verify().env("MOSAIC_BUNDLE_DIR", bundle).run().assert_reached();
    let loaded = Bundle::load(bundle).expect("a bundle");
    let statement = site.current().expect("an attestation").value();
    assert_eq!(statement["manifest_sha256"], loaded.fingerprint().to_string());
    assert_eq!(statement["bundle_sha256"], loaded.digest().expect("a digest").to_string());
}

#[test]
fn what_is_allowed_changes_nothing_that_is_attested() {
    let site = Site::migrated();
    site.verify().run().assert_reached();
    let plain = site.current().expect("an attestation").value();
    site.database().execute("CREATE INDEX extra ON mosaic.users (name)");
    site.verify().run().assert_failed(2, "SCHEMA_DRIFT");

    let desk = tempfile::tempdir().expect("a directory");
    let [keys, file, store] =
        [desk.path().join("keys"), desk.path().join("allowances.v1.json"), site.trust_store()]
            .map(|path| path.to_str().expect("a UTF-8 path").to_owned());
    let run = |program: Migrator| program.run().assert_reached().status();
    run(Migrator::new(&[
        "attest",
        "keygen",
        "--purpose",
        "allowance",
        "--out",
        &keys,
        "--trust-store",
        &store,
    ]));
    let ends = now().plus(86_400).to_string();
    let about = ["--owner", "search team", "--reason", "slow report", "--expires", &ends];
    run(site.database().shipped(&[&["allowance", "draft", "--out", &file], &about[..]].concat()));
    let key = format!("{keys}/signing-key");
    run(Migrator::new(&["allowance", "sign", &file, "--signing-key-file", &key]));

    // The witness is handed the allowances, and believes them only if they are signed.
    let ended = site.verify().env("MOSAIC_ALLOWANCES_FILE", &file).env("MOSAIC_OUTPUT", "json").run();
    ended.assert_reached();
    assert_eq!(ended.json()["result"]["allowed"][0]["owner"], "search team");
    let attested = site.current().expect("an attestation").value();
    assert_eq!(attested["schema_sha256"], plain["schema_sha256"]);
}
