//! Databases that Drizzle itself migrated, by the releases in use, and what becomes of them here.

mod drizzles;
mod history;

use crate::support::{Database, Ended, Folder};
use drizzles::{has_table, ledger, migrate, migrate_as_superuser, migrate_at_once, objects};
use history::{MIGRATIONS, Migration, classic, folders};
use mosaic_lab::drizzle::Release;

fn run(database: &Database, folder: &Folder) -> Ended {
    database.migrator(&["--run"], folder.write()).env("MOSAIC_OUTPUT", "json").run()
}

/// Drizzle's own migrator is of one mind with this program: nothing is left to do, and nothing changes.
fn assert_nothing_to_do(database: &Database, release: Release, folder: &Folder) {
    let before = (ledger(database), objects(database));
    migrate(database, release, folder);
    assert_eq!((ledger(database), objects(database)), before);
}

#[test]
fn classic_drizzle_is_taken_over() {
    let database = Database::bootstrapped();
    migrate(&database, Release::Classic, &classic(&MIGRATIONS[..3]));
    let written = ledger(&database);
    assert_eq!(written.len(), 3);

    let whole = classic(&MIGRATIONS);
    run(&database, &whole).assert_reached();
    assert_eq!(ledger(&database)[..3], written);
    assert_eq!(ledger(&database).len(), MIGRATIONS.len());
    assert!(has_table(&database, "posts"));
    assert_nothing_to_do(&database, Release::Classic, &whole);
}

#[test]
fn newer_drizzle_is_taken_over() {
    let database = Database::bootstrapped();
    migrate(&database, Release::Newer, &folders(&MIGRATIONS[..3]));
    let written = ledger(&database);
    assert_eq!(written.len(), 3);
    assert!(written[0].contains(r#""name":"20240101000000_users""#), "a row has its name: {}", written[0]);

    let whole = folders(&MIGRATIONS);
    run(&database, &whole).assert_reached();
    assert_eq!(ledger(&database)[..3], written);
    assert!(has_table(&database, "posts"));
    assert_nothing_to_do(&database, Release::Newer, &whole);
}

/// The folder stays classic while the ledger has been upgraded: rows written here carry the names that the newer
/// release gives the same entries.
#[test]
fn a_classic_folder_goes_on_over_a_ledger_that_newer_drizzle_upgraded() {
    let database = Database::bootstrapped();
    migrate(&database, Release::Classic, &classic(&MIGRATIONS[..2]));
    migrate(&database, Release::Newer, &folders(&MIGRATIONS[..3]));
    let written = ledger(&database);
    assert_eq!(written.len(), 3);

    run(&database, &classic(&MIGRATIONS)).assert_reached();
    assert_eq!(ledger(&database)[..3], written);
    assert_nothing_to_do(&database, Release::Newer, &folders(&MIGRATIONS));
}

#[test]
fn classic_drizzle_goes_on_over_a_ledger_of_five_columns() {
    let database = Database::bootstrapped();
    migrate(&database, Release::Newer, &folders(&[]));
    migrate(&database, Release::Classic, &classic(&MIGRATIONS[..3]));
    let written = ledger(&database);
    assert!(written[0].contains(r#""name":null"#), "the older release leaves names out: {}", written[0]);

    let whole = classic(&MIGRATIONS);
    run(&database, &whole).assert_reached();
    assert_eq!(ledger(&database)[..3], written);
    assert_nothing_to_do(&database, Release::Classic, &whole);
}

#[test]
fn an_entry_that_drizzle_passes_over_for_its_time_is_run() {
    let [users, one, roles, ..] = MIGRATIONS;
    let late = Migration { name: "late", sql: r#"CREATE TABLE "late" ();"#, ..one };
    let database = Database::bootstrapped();
    migrate(&database, Release::Classic, &classic(&[users, roles]));
    let folder = classic(&[users, late, roles]);
    migrate(&database, Release::Classic, &folder);
    assert!(!has_table(&database, "late"), "Drizzle ends with status 0 and leaves it out");

    run(&database, &folder).assert_reached();
    assert!(has_table(&database, "late"));
    assert_nothing_to_do(&database, Release::Classic, &folder);
}

#[test]
fn objects_of_another_owner_are_refused() {
    let database = Database::bootstrapped();
    migrate_as_superuser(&database, Release::Classic, &classic(&MIGRATIONS[..3]));
    let before = (ledger(&database), objects(&database));
    let refused = run(&database, &classic(&MIGRATIONS));
    refused.assert_failed(2, "OBJECTS_OF_ANOTHER_OWNER");
    let next = refused.json()["next"].to_string();
    assert!(next.contains("bootstrap"), "{next}");
    assert_eq!((ledger(&database), objects(&database)), before);
}

#[test]
fn what_parallel_drizzles_leave_is_refused() {
    let [users, one, ..] = MIGRATIONS;
    let fill = Migration { name: "fill", sql: r#"INSERT INTO "users" ("name") VALUES ('first');"#, ..one };
    let database = Database::bootstrapped();
    migrate(&database, Release::Classic, &classic(&[users]));
    let folder = classic(&[users, fill]);
    migrate_at_once(&database, &folder, 3);
    assert_eq!(database.value("SELECT count(*) FROM public.users"), "3", "each of the three ran it");

    let before = (ledger(&database), objects(&database));
    run(&database, &folder).assert_failed(2, "LEDGER_ROW_DUPLICATE");
    assert_eq!((ledger(&database), objects(&database)), before);
}
