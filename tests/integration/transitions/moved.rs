//! A database whose extension belongs to its login, moved as the plan says: into a new one, with everything that was in it.

use super::legacy::{Legacy, rows_of};
use crate::attested::site::{Site, VERSION};
use crate::kanban::previous::relocated_folder;
use crate::support::{Database, Migrator};
use mosaic_lab::password;
use mosaic_lab::postgres::Major;
use std::fs;

const QUIESCE: &str = "REVOKE CONNECT ON DATABASE mosaic FROM PUBLIC, mosaic; ALTER DATABASE mosaic SET default_transaction_read_only = on";

#[test]
fn by_a_shadow_database() {
    let legacy = Legacy::of_a_superuser(Major::V17);
    legacy.render(&legacy.snapshot(), &[]).assert_failed(77, "BOOTSTRAP_EXTENSION_OWNER");
    let (old, before) = (&legacy.database, legacy.rows());

    let reader = password::generated();
    old.execute(&format!(
        "CREATE ROLE mosaic_shadow_reader LOGIN BYPASSRLS IN ROLE pg_read_all_data PASSWORD '{reader}'"
    ));
    old.execute("GRANT CONNECT ON DATABASE mosaic TO mosaic_shadow_reader");
    let site = Site::around(Database::bootstrapped());
    let new = site.database();
    let pem =
        |database: &Database| fs::read_to_string(database.cluster().ca_pem_path()).expect("certificates");
    let authorities = new.secret("both.pem", &(pem(old) + &pem(new)));
    let keys = site.keygen("production", &[]);
    site.open_to_others();
    // Rows move between equal shapes: the new one ends where the old one does, and goes on from there afterwards.
    let folder = relocated_folder();
    folder.measure_on(&Database::bootstrapped());
    new.migrator(&["--run"], folder.path()).run().assert_reached();
    old.execute(QUIESCE);

    let trust = keys.join("trust-store.v1.json");
    let attested = site
        .verify()
        .env("MOSAIC_BUNDLE_DIR", folder.path())
        .env("DATABASE_TLS_CA_CERT_PATH", &authorities)
        .env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", keys.join("signing-key"))
        .env("MOSAIC_TRUST_STORE_FILE", &trust)
        .run();
    attested.assert_reached();
    let attestation = site.current().expect("an attestation").path("migrate-target.v1.json");
    let source = new.secret("source.url", &old.cluster().url("mosaic_shadow_reader", &reader, "mosaic"));
    let replay = tempfile::tempdir().expect("a directory");
    let text = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
    let (target, attestation, source) =
        (text(&new.secret_path("mosaic_data_importer.url")), text(&attestation), text(&source));
    let moved = Migrator::new(&[
        "migrate-tier",
        "--target-url-file",
        &target,
        "--target-attestation-file",
        &attestation,
        "--source-url-file",
        &source,
        "--source-schema",
        "public",
        "--yes",
        "--output",
        "json",
    ])
    .env("DATABASE_TLS_CA_CERT_PATH", &authorities)
    .env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", new.secret("importer.version", VERSION))
    .env("MOSAIC_TRUST_STORE_FILE", &trust)
    .env("MOSAIC_REPLAY_DIR", replay.path())
    .env("MOSAIC_BUNDLE_DIR", folder.path())
    .run();
    moved.assert_reached();
    assert_eq!(moved.json()["result"]["reached"], "committed");
    assert_eq!(rows_of(new), before);
    new.shipped(&["--run"]).run().assert_reached();
    new.runtime(&["readiness"]).run().assert_reached();
    assert_eq!(rows_of(new), before);
    assert_eq!(legacy.rows(), before, "the old one is as it was, for as long as the window lasts");
}
