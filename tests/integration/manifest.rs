//! `manifest`: what is built is what is loaded, and settings once given are kept.
#![allow(clippy::disallowed_methods, reason = "a test writes the folders it works on")]

use crate::support::Migrator;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder of two entries without a manifest.
fn folder() -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let entry = |idx: u8, tag: &str| json!({ "idx": idx, "version": "7", "when": idx, "tag": tag, "breakpoints": true });
    write_journal(directory.path(), &[entry(0, "0000_a"), entry(1, "0001_b")]);
    write(directory.path(), "0000_a.sql", "CREATE TABLE a (i int);");
    write(directory.path(), "0001_b.sql", "CREATE INDEX CONCURRENTLY i ON a (i);");
    directory
}

fn write(directory: &Path, name: &str, text: &str) {
    fs::create_dir_all(directory.join("meta")).expect("a directory");
    fs::write(directory.join(name), text).expect("a file");
}

fn write_journal(directory: &Path, entries: &[Value]) {
    let journal = json!({ "version": "7", "dialect": "postgresql", "entries": entries });
    write(directory, "meta/_journal.json", &journal.to_string());
}

fn manifest(action: &str, directory: &Path, more: &[&str]) -> Value {
    let directory = directory.to_str().expect("a UTF-8 path");
    let arguments = [&["manifest", action, directory, "--output", "json"], more].concat();
    let ended = Migrator::new(&arguments).run();
    ended.assert_reached();
    ended.json()["result"].clone()
}

#[test]
fn what_is_built_passes_its_own_check_and_is_not_written_twice() {
    let folder = folder();
    assert_eq!(manifest("build", folder.path(), &[])["written"], true);
    let file = folder.path().join("manifest.v1.json");
    let bytes = fs::read(&file).expect("the manifest");
    assert_eq!(manifest("check", folder.path(), &[])["findings"], json!([]));
    assert_eq!(manifest("build", folder.path(), &[])["written"], false);
    assert_eq!(fs::read(&file).expect("the manifest"), bytes);
    let shown = manifest("show", folder.path(), &[]);
    assert_eq!(shown["manifest"]["entries"][1]["transaction"], "none");
    assert_eq!(
        serde_json::to_value(mosaic_db::digest::Digest::of(&bytes)).expect("text"),
        shown["fingerprint"]
    );
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(left.len(), 4, "a temporary file was left behind");
}

#[test]
fn settings_once_given_are_kept() {
    let folder = folder();
    let settings =
        ["--history", "0000_a", "--managed-schema", "app", "--extension", "vector=0.8.0", "--ledger", "l.t"];
    manifest("build", folder.path(), &settings);
    let sql = "CREATE TABLE c (i int);";
    write(folder.path(), "0001_b.sql", sql);
    let differences = json!(["entry 0001_b has another sha256", "entry 0001_b has another transaction"]);
    assert_eq!(manifest("diff", folder.path(), &[])["differences"], differences);
    assert_eq!(manifest("build", folder.path(), &[])["differences"], differences);
    let shown = &manifest("show", folder.path(), &[])["manifest"];
    assert_eq!(shown["entries"][0]["phase"], "history");
    assert_eq!(shown["entries"][1]["phase"], "application");
    assert_eq!(shown["managed_schemas"], json!(["app"]));
    assert_eq!(shown["ledger"], json!({ "schema": "l", "table": "t" }));
    assert_eq!(shown["needs"]["extensions"], json!([{ "name": "vector", "versions": ["0.8.0"] }]));
}

#[test]
fn a_draft_that_a_person_edited_is_written_canonically() {
    let folder = folder();
    manifest("build", folder.path(), &[]);
    let file = folder.path().join("manifest.v1.json");
    let text = fs::read_to_string(&file).expect("the manifest");
    fs::write(&file, text.replace("[\"public\"]", "[ \"extra\", \"public\" ]\n")).expect("the manifest");
    let path = folder.path().to_str().expect("a UTF-8 path");
    Migrator::new(&["manifest", "check", path]).run().assert_failed(65, "MANIFEST_NOT_CANONICAL");
    assert_eq!(manifest("build", folder.path(), &[])["written"], true);
    assert_eq!(
        manifest("show", folder.path(), &[])["manifest"]["managed_schemas"],
        json!(["extra", "public"])
    );
}

#[test]
fn options_that_name_nothing_are_refused() {
    let folder = folder();
    let path = folder.path().to_str().expect("a UTF-8 path");
    let build = |option: &str, value: &str| Migrator::new(&["manifest", "build", path, option, value]).run();
    build("--history", "0009_z").assert_failed(65, "BUNDLE_UNKNOWN_ENTRY");
    build("--requires", "0009_z=filled").assert_failed(65, "BUNDLE_UNKNOWN_ENTRY");
    build("--ledger", "no_schema").assert_failed(64, "USAGE");
    build("--managed-schema", "pg_catalog").assert_failed(65, "MANIFEST_INVALID");
    assert!(!folder.path().join("manifest.v1.json").exists());
}
