//! Databases that were in use before: taken over, interrupted, given back, refused.

mod interrupted;
mod legacy;
mod moved;
mod omissions;
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

/// Drizzle passes an entry over whose time is before that of another: the run after the takeover has it in its turn, and all that
/// was not there yet.
#[test]
fn a_history_with_a_gap_is_finished() {
    let legacy = Legacy::half_way(9);
    legacy.drizzle(12);
    assert_eq!(ledger(&legacy).len(), 11, "one was passed over");
    let before = ledger(&legacy);
    legacy.succeeds(&legacy.takeover());
    legacy.check().assert_reached();
    legacy.database.shipped(&["--run"]).run().assert_reached();
    legacy.database.shipped(&["--verify"]).run().assert_reached();
    assert!(ledger_begins_with(&legacy, &before));
    assert_eq!(legacy.database.value("SELECT count(*) FROM mosaic.notifications"), "0");
}

/// There is no extension yet: it is made as in a new database, and goes when the database is given back.
#[test]
fn an_installation_from_before_the_extension() {
    let legacy = Legacy::before_the_extension();
    let (script, rollback) = legacy.scripts();
    let before = legacy.facts();
    legacy.succeeds(&script);
    legacy.check().assert_reached();
    legacy.succeeds(&rollback);
    assert_eq!(legacy.facts(), before);
    legacy.succeeds(&script);
    legacy.database.shipped(&["--run"]).run().assert_reached();
    legacy.database.runtime(&["readiness"]).run().assert_reached();
}

/// The server's first superuser has no record of what it owns; what is in the schemas is found all the same.
#[test]
fn an_installation_of_the_first_superuser() {
    let legacy = Legacy::of(Major::V17, "postgres");
    let (rows, before) = (legacy.rows(), legacy.facts());
    let (script, rollback) = legacy.scripts();
    assert!(script.contains("-- postgres is a superuser"), "a reader is told");
    legacy.succeeds(&script);
    legacy.check().assert_reached();
    legacy.succeeds(&rollback);
    assert_eq!(legacy.facts(), before);
    legacy.succeeds(&script);
    legacy.database.shipped(&["--run"]).run().assert_reached();
    legacy.database.runtime(&["readiness"]).run().assert_reached();
    assert_eq!(legacy.rows(), rows);
}

/// The run stops before it moves a routine that would fail later, and then there is still a way back.
#[test]
fn a_run_that_refuses_leaves_the_way_back() {
    let legacy = Legacy::new(Major::V17);
    legacy.database.execute(
        "CREATE FUNCTION public.by_text() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM users'; \
         ALTER FUNCTION public.by_text() OWNER TO mosaic",
    );
    let before = legacy.facts();
    let (script, rollback) = legacy.scripts();
    assert!(script.contains("\n--   function public.by_text()\n"));
    legacy.succeeds(&script);
    let refused = legacy.database.shipped(&["--run"]).run();
    assert!(refused.stderr().contains("by_text"), "{}", refused.stderr());
    assert_ne!(refused.status(), 0);
    legacy.succeeds(&rollback);
    assert_eq!(legacy.facts(), before);
    assert!(legacy.as_owner("SELECT by_text()").status.success());
}
