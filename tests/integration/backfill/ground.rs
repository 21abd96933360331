//! A database as the last release before the system of record left it.

use crate::support::Database;
use mosaic_lab::legacy::Legacy;
use mosaic_lab::postgres::Major;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The last entry of that release.
const LAST: &str = "0017_relocate_to_mosaic";

/// Migrated by that release, and filled.
pub fn legacy(rows: Legacy) -> Database {
    let database = empty(Major::V17);
    database.execute(&rows.sql());
    database
}

/// Migrated by that release.
pub fn empty(major: Major) -> Database {
    let database = Database::on(major);
    let bundle = release();
    database.migrator(&["--run"], bundle.path()).run().assert_reached();
    database
}

/// The bundle of that release: the beginning of the shipped one.
fn release() -> TempDir {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest");
    let folder = tempfile::tempdir().expect("a directory");
    fs::create_dir(folder.path().join("meta")).expect("a directory");
    let read = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(shipped.join(name)).expect("a file")).expect("JSON")
    };
    let write = |name: &str, document: &Value| {
        let bytes = serde_jcs::to_vec(document).expect("canonical JSON");
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(folder.path().join(name), bytes).expect("a file");
    };
    for name in ["meta/_journal.json", "manifest.v1.json"] {
        let mut document = read(name);
        let entries = document["entries"].as_array_mut().expect("entries");
        let last = entries.iter().position(|entry| entry["tag"] == json!(LAST)).expect("the last entry");
        entries.truncate(last + 1);
        for entry in entries {
            let file = format!("{}.sql", entry["tag"].as_str().expect("a tag"));
            fs::copy(shipped.join(&file), folder.path().join(&file)).expect("an entry");
        }
        if name.starts_with("manifest") {
            document["seeded_tables"] = json!([]);
        }
        write(name, &document);
    }
    let mut grants = read("grants.v1.json");
    grants["entries"].as_object_mut().expect("entries").retain(|tag, _| tag.as_str() <= LAST);
    write("grants.v1.json", &grants);
    folder
}
