//! The catalog snapshot: the same for the same schema, on every supported server and whatever its settings.

use crate::support::{Database, Folder};
use mosaic_db::allowance::InForce;
use mosaic_db::bundle::{Bundle, Entry, Phase};
use mosaic_db::catalog::{Snapshot, diff};
use mosaic_db::dsn::Dsn;
use mosaic_db::inspect::inspect;
use mosaic_db::postgres::{CaBundle, Endpoint};
use mosaic_lab::postgres::Major;
use std::time::Duration;

/// One of nearly everything that can be in a schema.
fn one_of_each() -> Folder {
    Folder::history(&[("0000_one_of_each", include_str!("../../src/doctor/rich/0000_one_of_each.sql"))])
}

fn snapshot(database: &Database, folder: &Folder) -> Snapshot {
    let dsn = Dsn::parse(&database.reveal("mosaic_migrator.url")).expect("a URL");
    let pem = std::fs::read(database.cluster().ca_pem_path()).expect("the CA file");
    let ca = CaBundle::from_pem(&pem).expect("a certificate");
    let endpoint = Endpoint::new(dsn, &ca, None, Duration::from_secs(10)).expect("an endpoint");
    let bundle = Bundle::load(folder.write()).expect("a bundle");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(inspect(&endpoint, &bundle, InForce::none(), "test")).expect("an inspection").snapshot
}

fn assert_equal(expected: &Snapshot, observed: &Snapshot, what: &str) {
    let differences: Vec<String> = diff(expected, observed).iter().map(ToString::to_string).collect();
    assert!(differences.is_empty(), "{what}: {differences:#?}");
    assert_eq!(expected.fingerprint().expect("text"), observed.fingerprint().expect("text"), "{what}");
}

#[test]
fn equal_schemas_have_equal_fingerprints_on_every_version() {
    let folder = one_of_each();
    let [old, reference, new] = [Major::V16, Major::V17, Major::V18].map(|major| {
        let database = Database::on(major);
        database.migrator(&["--run"], folder.write()).run().assert_reached();
        let plain = snapshot(&database, &folder);
        let settings = [
            "timezone = 'Asia/Tokyo'",
            "datestyle = 'German, DMY'",
            "intervalstyle = 'iso_8601'",
            "bytea_output = 'escape'",
            "quote_all_identifiers = on",
            "search_path = 'public'",
        ];
        database.cluster().configure(&settings).expect("other settings");
        assert_equal(&plain, &snapshot(&database, &folder), "with other settings");
        plain
    });
    assert_equal(&reference, &old, "17 and 16");
    assert_equal(&reference, &new, "17 and 18");
    let bytes = reference.encode().expect("text");
    assert_equal(&reference, &Snapshot::read(&bytes).expect("a snapshot"), "written and read");
}

/// The statements that make by hand what an entry would make, taken from the entry itself.
fn by_hand(entry: &Entry) -> String {
    let path = match entry.phase() {
        Phase::History => "public, mosaic_extensions",
        Phase::Application => "pg_catalog, mosaic",
    };
    // What is built beside writers cannot be built in a transaction, and comes to the same.
    let body = entry.body().replace(" CONCURRENTLY ", " ");
    format!("BEGIN; SET ROLE mosaic_schema_owner; SET LOCAL search_path = {path};\n{body}\n;COMMIT;")
}

/// For each entry of the shipped bundle: everything before it is applied, its own objects are there without its row.
#[test]
fn objects_made_by_hand_are_never_taken_for_an_applied_entry() {
    let database = Database::bootstrapped();
    let shipped = Bundle::shipped().expect("the compiled-in bundle");
    let ledger = "drizzle.__drizzle_migrations";
    for entry in shipped.entries() {
        let effects = shipped.effects().expect("effects").expect("a measured bundle");
        let changes_catalog = !effects.entry(entry.tag()).expect("its effects").delta.is_empty();
        if changes_catalog {
            // An enum value cannot be used in the transaction that adds it, so the statements go one by one.
            database.admin().batch_execute(&by_hand(entry)).expect("the superuser makes them");
            let before = database.dump();
            let refused = database.shipped(&["--run"]).env("MOSAIC_OUTPUT", "json").run();
            refused.assert_failed(2, "EFFECTS_PRESENT");
            assert_eq!(refused.json()["facts"]["entry"], entry.tag().as_str(), "{}", refused.stdout());
            assert_eq!(database.dump(), before);
            database.shipped(&["--verify"]).run().assert_failed(2, "EFFECTS_PRESENT");
        } else {
            database.admin().batch_execute(&by_hand(entry)).expect("the superuser runs it");
        }
        let (hash, when) = (entry.sha256(), entry.when());
        database.execute(&format!("INSERT INTO {ledger} (hash, created_at) VALUES ('{hash}', {when})"));
    }
    for entry in shipped.entries() {
        database.execute(&shipped.grants().statements(entry.tag()).join(";"));
    }
    database.shipped(&["--verify"]).run().assert_reached();
}

#[test]
fn one_object_of_a_pending_entry_is_enough_to_refuse() {
    let database = Database::bootstrapped();
    let shipped = Bundle::shipped().expect("the compiled-in bundle");
    database.execute("SET ROLE mosaic_schema_owner; CREATE TABLE public.users (id text)");
    let refused = database.shipped(&["--run"]).run();
    refused.assert_failed(2, "EFFECTS_PRESENT");
    assert!(refused.stderr().contains("table public.users"), "{}", refused.stderr());
    database.execute("DROP TABLE public.users");
    database.shipped(&["--run"]).run().assert_reached();
    assert_eq!(
        database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"),
        shipped.entries().len().to_string()
    );
}

/// What a catalog looks like that somebody changed behind the runner's back, and what is said of it.
#[test]
fn drift_is_named_and_undone() {
    let database = Database::bootstrapped();
    database.shipped(&["--run"]).run().assert_reached();
    let drifts = [
        (
            "ALTER TABLE mosaic.tasks ADD COLUMN extra text",
            "ALTER TABLE mosaic.tasks DROP COLUMN extra",
            "column mosaic.tasks.extra",
        ),
        ("CREATE INDEX extra ON mosaic.tasks (title)", "DROP INDEX mosaic.extra", "index mosaic.extra"),
        (
            "ALTER TABLE mosaic.tasks ALTER COLUMN title DROP NOT NULL",
            "ALTER TABLE mosaic.tasks ALTER COLUMN title SET NOT NULL",
            "column mosaic.tasks.title: not_null",
        ),
        (
            "ALTER TABLE mosaic.tasks DISABLE TRIGGER ALL",
            "ALTER TABLE mosaic.tasks ENABLE TRIGGER ALL",
            "trigger mosaic.tasks",
        ),
        ("ALTER TYPE mosaic.task_status ADD VALUE 'extra'", "", "type mosaic.task_status: labels"),
    ];
    for (change, undo, named) in drifts {
        database.execute(change);
        let verified = database.shipped(&["--verify"]).run();
        verified.assert_failed(2, "SCHEMA_DRIFT");
        assert!(verified.stderr().contains(named), "{named}: {}", verified.stderr());
        if undo.is_empty() {
            continue;
        }
        database.execute(undo);
        database.shipped(&["--verify"]).run().assert_reached();
    }
}

#[test]
fn what_an_entry_did_before_it_failed_is_not_taken_for_somebody_elses() {
    let folder = Folder::history(&[("0000_base", "CREATE TABLE \"base\" (\"id\" integer);")]).with(
        "0001_steps",
        "CREATE TABLE \"made\" (\"id\" integer);\nCOMMIT;\n\
         ALTER TABLE \"base\" ADD CONSTRAINT \"above\" CHECK (\"id\" > 0);",
    );
    folder.measure_on(&Database::bootstrapped());
    let database = Database::bootstrapped();
    let run = |argument: &str| database.migrator(&[argument], folder.write()).run();
    let first = Folder::history(&[("0000_base", "CREATE TABLE \"base\" (\"id\" integer);")]);
    database.migrator(&["--run"], first.write()).run().assert_reached();
    database.execute("INSERT INTO public.base VALUES (-1)");
    run("--run").assert_failed(6, "ENTRY_FAILED");
    run("status").assert_reached();
    database.execute("DELETE FROM public.base");
    run("--run").assert_reached();
    run("--verify").assert_reached();
}
