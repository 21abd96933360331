//! `--run`, `--verify` and `status` on a database where nothing is in the way.

use crate::support::{Database, Folder};

fn two_entries() -> Folder {
    Folder::history(&[
        (
            "0000_first",
            "CREATE TABLE \"a\" (\"id\" serial PRIMARY KEY);--> statement-breakpoint\nCREATE INDEX \"a_id\" ON \"a\" (\"id\");",
        ),
        ("0001_second", "INSERT INTO \"a\" DEFAULT VALUES;"),
    ])
}

/// Transactions begun and tuples changed in this database so far, without those of the superuser's own session.
fn writes(database: &Database) -> String {
    database.execute("SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()");
    database.value(
        "SELECT format('%s %s %s', (SELECT txid_snapshot_xmax(txid_current_snapshot())), \
         sum(n_tup_ins + n_tup_upd + n_tup_del), count(*)) FROM pg_stat_all_tables",
    )
}

#[test]
fn a_fresh_database_is_brought_to_the_bundle_and_proved() {
    let database = Database::bootstrapped();
    let folder = two_entries();
    let bundle = folder.write();

    database.migrator(&["--verify"], bundle).run().assert_failed(3, "ENTRIES_PENDING");
    database.migrator(&["status"], bundle).run().assert_reached();
    database.migrator(&["--run"], bundle).run().assert_reached();
    let after = database.dump();
    database.migrator(&["--verify"], bundle).run().assert_reached();

    let again = database.migrator(&["--run"], bundle).env("MOSAIC_OUTPUT", "json").run();
    again.assert_reached();
    assert_eq!(again.json()["result"]["applied"], serde_json::json!([]));
    assert_eq!(database.dump(), after);
    assert_eq!(database.value("SELECT count(*) FROM a"), "1");
}

#[test]
fn looking_changes_nothing() {
    let database = Database::bootstrapped();
    let folder = two_entries();
    let bundle = folder.write();
    database.migrator(&["--run"], bundle).run().assert_reached();
    let before = writes(&database);
    database.migrator(&["--verify"], bundle).run().assert_reached();
    database.migrator(&["status"], bundle).run().assert_reached();
    assert_eq!(writes(&database), before, "next transaction id, changed tuples, tables");
}
