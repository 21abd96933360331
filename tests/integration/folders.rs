//! Folders of other projects, as drizzle-kit and their authors left them: made into a bundle, measured, run, verified,
//! and never edited.
#![allow(clippy::disallowed_methods, reason = "a test copies the folders it works on")]

use crate::support::{Database, Migrator};
use mosaic_lab::postgres::Major;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const FOLDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/folders");

/// The committed folder, copied.
fn copy(name: &str) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    copy_into(&Path::new(FOLDERS).join(name), directory.path());
    directory
}

fn copy_into(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_into(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Every file of the folder and what is in it.
fn contents(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.push((path.clone(), fs::read(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

fn manifest(action: &str, bundle: &str, more: &[&str]) -> Migrator {
    Migrator::new(&[&["manifest", action, bundle], more].concat())
}

/// From the folder to a verified database, as an operator does it. Gives the bundle and the database.
fn from_end_to_end(name: &str, options: &[&str]) -> (TempDir, Database) {
    let folder = copy(name);
    let original = contents(folder.path());
    let bundle = folder.path().to_str().expect("a UTF-8 path");
    manifest("build", bundle, options).run().assert_reached();

    let scratch = Database::bare(Major::V17);
    scratch.bootstrap_for(&["--bundle", bundle]);
    let url = scratch.secret("scratch.url", &scratch.reveal("mosaic_migrator.url"));
    manifest("build", bundle, &["--scratch-url-file", url.to_str().expect("a UTF-8 path")])
        .env("DATABASE_TLS_CA_CERT_PATH", scratch.cluster().ca_pem_path())
        .run()
        .assert_reached();
    manifest("check", bundle, &[]).run().assert_reached();

    let database = Database::bare(Major::V17);
    database.bootstrap_for(&["--bundle", bundle]);
    let migrator = |argument: &str| database.migrator(&[argument], folder.path()).run();
    migrator("--run").assert_reached();
    migrator("--verify").assert_reached();
    database.render(&["--after", "--bundle", bundle]);
    migrator("--verify").assert_reached();
    let again = database.migrator(&["--run"], folder.path()).env("MOSAIC_OUTPUT", "json").run();
    assert_eq!(again.assert_reached().json()["result"]["applied"], json!([]));
    let unchanged = contents(folder.path());
    assert!(original.iter().all(|file| unchanged.contains(file)), "the folder's own files are as they were");
    (folder, database)
}

#[test]
fn a_folder_with_commits_concurrent_builds_procedures_and_gaps() {
    let (folder, database) = from_end_to_end("ticketing", &["--history", "all"]);
    let ledger = "SELECT count(*) FROM drizzle.__drizzle_migrations";
    assert_eq!(database.value(ledger), "7");
    let equal = "SELECT count(DISTINCT hash) FROM drizzle.__drizzle_migrations";
    assert_eq!(database.value(equal), "6", "two entries have the same bytes");
    assert_eq!(
        database.value(
            "SELECT count(*) FROM pg_index WHERE indrelid = 'public.tickets'::regclass AND indisvalid"
        ),
        "3"
    );
    // What was measured belongs to these bytes and to no others.
    let bundle = folder.path().to_str().expect("a UTF-8 path");
    let entry = folder.path().join("0009_backfill.sql");
    fs::write(&entry, "SELECT 1;\n").expect("a file");
    manifest("build", bundle, &[]).run().assert_reached();
    manifest("check", bundle, &[]).run().assert_failed(65, "EFFECTS_STALE");
    fs::write(folder.path().join("effects.v1.json"), "{}").expect("a file");
    manifest("check", bundle, &[]).run().assert_failed(65, "EFFECTS_INVALID");
}

#[test]
fn a_folder_with_a_schema_a_path_and_policies_of_its_own() {
    let options = ["--history", "all", "--history-schema", "app"];
    let managed = ["--managed-schema", "app", "--managed-schema", "public"];
    let (folder, database) = from_end_to_end("tenants", &[options.as_slice(), &managed].concat());
    let recorded = fs::read_to_string(folder.path().join("manifest.v1.json")).expect("the manifest");
    assert!(recorded.contains(r#""database_create":true"#), "{recorded}");
    assert_eq!(database.value("SELECT to_regclass('app.notes') IS NOT NULL"), "true");
    let may = |what: &str| database.value(&format!("SELECT {what}"));
    assert_eq!(may("has_database_privilege('mosaic_schema_owner', current_database(), 'CREATE')"), "false");
    assert_eq!(may("has_table_privilege('mosaic_runtime', 'app.accounts', 'INSERT')"), "true");
    assert_eq!(may("has_table_privilege('mosaic_runtime', 'app.accounts', 'UPDATE')"), "false");
}

#[test]
fn a_folder_in_the_newer_form() {
    let (_folder, database) = from_end_to_end("catalogue", &["--history", "all"]);
    assert_eq!(database.value("SELECT enum_range(NULL::public.state)"), "{draft,published}");
}
