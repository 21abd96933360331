//! A database as the last release before the system of record left it.

use crate::support::Database;
use mosaic_lab::legacy::{Legacy, release_before};
use mosaic_lab::postgres::Major;
use std::path::Path;

/// Migrated by that release, and filled.
pub fn legacy(rows: Legacy) -> Database {
    let database = empty(Major::V17);
    database.execute(&rows.sql());
    database
}

/// Migrated by that release.
pub fn empty(major: Major) -> Database {
    let database = Database::on(major);
    let bundle = tempfile::tempdir().expect("a directory");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest");
    release_before(&shipped, bundle.path()).expect("the bundle of that release");
    database.migrator(&["--run"], bundle.path()).run().assert_reached();
    database
}
