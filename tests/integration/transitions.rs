//! Databases that were in use before: taken over, interrupted, given back, refused.

mod interrupted;
mod legacy;
mod refusals;
mod rollback;
mod shadow;

use legacy::{Legacy, quoted};
use mosaic_lab::postgres::Major;

/// The whole way, with the data that was there, and the same script twice.
fn is_taken_over(major: Major, owner: &str) {
    let legacy = Legacy::of(major, owner);
    let database = &legacy.database;
    let (rows, sequences, ledger) = (legacy.rows(), legacy.sequences(), ledger(&legacy));
    assert!(rows.iter().filter(|table| !table.contains(" 0 ")).count() >= 15, "{rows:?}");

    let (script, rollback) = legacy.scripts();
    legacy.succeeds(&script);
    let once = legacy.catalog();
    legacy.succeeds(&script);
    assert_eq!(legacy.catalog(), once, "the second time nothing changes");
    let checked = legacy.check();
    checked.assert_reached();

    database.shipped(&["--verify"]).run().assert_failed(3, "ENTRIES_PENDING");
    database.shipped(&["--run"]).run().assert_reached();
    database.shipped(&["--verify"]).run().assert_reached();
    database.runtime(&["readiness"]).run().assert_reached();
    legacy.check().assert_reached();
    assert_eq!((legacy.rows(), legacy.sequences()), (rows, sequences));
    assert!(ledger_begins_with(&legacy, &ledger));

    assert!(!legacy.as_owner("SELECT 1").status.success(), "the old login does not get in");
    let left =
        format!("SELECT count(*) FROM pg_shdepend WHERE refobjid = {}::regrole", literal(&quoted(owner)));
    assert_eq!(database.value(&left), "0", "nothing is left of it in any database");
    for script in [&script, &rollback] {
        legacy.refused(script, "BOOTSTRAP_SNAPSHOT_STALE");
    }
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn ledger(legacy: &Legacy) -> Vec<String> {
    let rows = "SELECT l::text || ' by ' || xmin FROM drizzle.__drizzle_migrations l ORDER BY id";
    legacy.database.admin().query(rows, &[]).expect("the ledger").iter().map(|row| row.get(0)).collect()
}

fn ledger_begins_with(legacy: &Legacy, rows: &[String]) -> bool {
    ledger(legacy).starts_with(rows)
}

#[test]
fn an_installation_on_16_is_taken_over() {
    is_taken_over(Major::V16, legacy::OWNER);
}

#[test]
fn an_installation_on_17_is_taken_over() {
    is_taken_over(Major::V17, legacy::OWNER);
}

#[test]
fn an_installation_on_18_is_taken_over() {
    is_taken_over(Major::V18, "Mösaic's \"app\" \\ :x %I");
}

/// No statement of the snapshot writes, and two of an unchanged database are the same.
#[test]
fn a_snapshot_changes_nothing() {
    let legacy = Legacy::new(Major::V17);
    let before = legacy.database.value("SELECT pg_current_wal_lsn()");
    let once = legacy.facts();
    let transaction = legacy.database.value("SELECT pg_snapshot_xmax(pg_current_snapshot())");
    assert_eq!(legacy.facts(), once);
    assert_eq!(
        legacy.database.value("SELECT pg_snapshot_xmax(pg_current_snapshot())"),
        transaction,
        "{before}"
    );
}
