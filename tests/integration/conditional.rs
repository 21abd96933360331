//! Entries that decide by the rows they find: whatever they decided is good, and nothing else is.

use crate::support::{Database, Folder, Migrator};
use serde_json::{Value, json};

const DECIDES: &str = "DO $$ BEGIN\n  IF EXISTS (SELECT FROM users) THEN\n    CREATE INDEX many_users ON users (name);\n  END IF;\nEND $$;";

fn folder() -> Folder {
    Folder::history(&[
        ("0000_users", "CREATE TABLE \"users\" (\"id\" serial PRIMARY KEY, \"name\" text);"),
        ("0001_decides", DECIDES),
        ("0002_rows", "UPDATE \"users\" SET \"name\" = 'none' WHERE \"name\" IS NULL;"),
        ("0003_later", "CREATE TABLE \"later\" (\"id\" integer);"),
    ])
}

fn json_of(database: &Database, bundle: &std::path::Path, command: &str) -> Value {
    database.migrator(&[command], bundle).env("MOSAIC_OUTPUT", "json").run().assert_reached().json()
}

#[test]
fn what_an_entry_decided_by_rows_is_good_either_way_and_anything_else_is_drift() {
    let folder = folder();
    let bundle = folder.write();
    folder.measure_on(&Database::bootstrapped());

    let empty = Database::bootstrapped();
    empty.migrator(&["--run"], bundle).run().assert_reached();
    let filled = Database::bootstrapped();
    let first = Folder::history(&[(
        "0000_users",
        "CREATE TABLE \"users\" (\"id\" serial PRIMARY KEY, \"name\" text);",
    )]);
    filled.migrator(&["--run"], first.write()).run().assert_reached();
    filled.execute("INSERT INTO public.users (name) VALUES ('a')");
    filled.migrator(&["--run"], bundle).run().assert_reached();

    let index = "SELECT count(*) FROM pg_indexes WHERE indexname = 'many_users'";
    for (database, there) in [(&empty, "0"), (&filled, "1")] {
        assert_eq!(database.value(index), there);
        let verify = || database.migrator(&["--verify"], bundle).run();
        let verified = json_of(database, bundle, "--verify");
        let told = verified["notes"].to_string().contains("index public.many_users");
        assert_eq!(told, there == "1", "{verified}");
        let alone = &json_of(database, bundle, "status")["result"]["ledger_alone"];
        assert_eq!(*alone, json!({ "0001_decides": "by_rows", "0002_rows": "no_effect" }));

        database.execute("CREATE INDEX other ON public.users (name)");
        verify().assert_failed(2, "SCHEMA_DRIFT");
        database.execute("DROP INDEX public.other; ALTER TABLE public.users ADD COLUMN extra integer");
        verify().assert_failed(2, "SCHEMA_DRIFT");
        database.execute("ALTER TABLE public.users DROP COLUMN extra");
        verify().assert_reached();
    }
}

#[test]
fn only_the_ledger_says_whether_such_an_entry_has_run() {
    let folder = folder();
    let bundle = folder.write();
    folder.measure_on(&Database::bootstrapped());
    let database = Database::bootstrapped();
    database.migrator(&["--run"], bundle).run().assert_reached();
    database.execute(&format!(
        "DELETE FROM drizzle.__drizzle_migrations WHERE hash = '{}'",
        folder.hash("0001_decides")
    ));
    database.execute("SET ROLE mosaic_schema_owner; CREATE INDEX many_users ON public.users (name)");
    database.migrator(&["--verify"], bundle).run().assert_failed(3, "ENTRIES_PENDING");
    database.migrator(&["--run"], bundle).run().assert_reached();

    database.execute(&format!(
        "DELETE FROM drizzle.__drizzle_migrations WHERE hash = '{}'",
        folder.hash("0003_later")
    ));
    database.migrator(&["--run"], bundle).run().assert_failed(2, "EFFECTS_PRESENT");
}

#[test]
fn an_entry_that_does_not_say_what_it_decides_about_leaves_the_catalog_unjudged() {
    let every = "DO $$ DECLARE r record; BEGIN\n  FOR r IN SELECT name FROM users LOOP\n    \
                 EXECUTE format('CREATE TABLE %I (id integer)', r.name);\n  END LOOP;\nEND $$;";
    let users = ("0000_users", "CREATE TABLE \"users\" (\"name\" text);");
    let folder = Folder::history(&[users, ("0001_every", every)]);
    let bundle = folder.write();
    folder.measure_on(&Database::bootstrapped());
    let database = Database::bootstrapped();
    database.migrator(&["--run"], Folder::history(&[users]).write()).run().assert_reached();
    database.execute("INSERT INTO public.users VALUES ('a'), ('b')");
    database.migrator(&["--run"], bundle).run().assert_reached();
    let verified = json_of(&database, bundle, "--verify");
    assert!(verified["notes"].to_string().contains("was not compared"), "{verified}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test's own file")]
fn a_mark_that_was_taken_away_is_missed() {
    let folder = folder();
    let bundle = folder.write();
    folder.measure_on(&Database::bootstrapped());
    let check = || Migrator::new(&["manifest", "check", bundle.to_str().expect("UTF-8")]).run();
    check().assert_reached();
    let path = bundle.join("effects.v1.json");
    let measured = std::fs::read_to_string(&path).expect("a file");
    let unmarked = measured.replace(r#""conditional":{"named":["many_users"]},"#, "");
    assert_ne!(measured, unmarked);
    std::fs::write(&path, unmarked).expect("a file");
    check().assert_failed(65, "EFFECTS_STALE");
}
