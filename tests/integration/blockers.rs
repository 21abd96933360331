//! What `status` says may be in the way, and what it leaves out because it is in nobody's way.

use crate::support::{Barrier, Database, Folder};
use serde_json::Value;

fn base() -> Folder {
    Folder::history(&[(
        "0000_base",
        "CREATE TABLE \"a\" (\"id\" integer);CREATE TABLE \"b\" (\"id\" integer);\
         INSERT INTO \"a\" SELECT generate_series(1, 10000);",
    )])
}

/// A database on which the first entry has run.
fn database() -> Database {
    let database = Database::bootstrapped();
    database.migrator(&["--run"], base().write()).run().assert_reached();
    database
}

fn blockers(database: &Database, folder: &Folder) -> Vec<Value> {
    let status = database.migrator(&["status", "--output", "json"], folder.write()).run();
    status.assert_reached().json()["result"]["blockers"].as_array().expect("a list").clone()
}

fn of_kind<'a>(found: &'a [Value], kind: &str) -> Vec<&'a Value> {
    found.iter().filter(|blocker| blocker["kind"] == kind).collect()
}

#[test]
fn only_locks_on_what_the_entries_change_are_in_the_way() {
    let database = database();
    let folder = base().with("0001_wider", "ALTER TABLE \"a\" ALTER COLUMN \"id\" TYPE bigint;");
    folder.measure_on(&Database::bootstrapped());
    let on_a = Barrier::holding(&database, "LOCK TABLE public.a IN SHARE MODE");
    let on_b = Barrier::holding(&database, "LOCK TABLE public.b IN SHARE MODE");

    let found = blockers(&database, &folder);
    let locks = of_kind(&found, "lock");
    assert_eq!(locks.len(), 1, "{locks:?}");
    assert_eq!((&locks[0]["relation"], &locks[0]["mode"]), (&"public.a".into(), &"ShareLock".into()));
    assert_eq!(locks[0]["entries"], serde_json::json!(["0001_wider"]));
    let who = format!("pid {} (postgres", on_a.pid());
    assert!(locks[0]["who"].as_str().expect("text").starts_with(&who), "{locks:?}");
    let rewrites = of_kind(&found, "rewrite");
    assert_eq!(rewrites[0]["table"], "public.a");
    let size = database.value("SELECT pg_total_relation_size('public.a')");
    assert_eq!(rewrites[0]["bytes"].to_string(), size);
    let text = database.migrator(&["status"], folder.write()).run();
    assert!(text.stdout().contains(&format!("  {who}")), "{}", text.stdout());
    assert!(text.stdout().contains(&format!("writes public.a anew ({size} bytes")), "{}", text.stdout());

    // Nothing is known of what an entry without effects needs.
    let unmeasured = base().with("0001_wider", "ALTER TABLE \"a\" ALTER COLUMN \"id\" TYPE bigint;");
    assert_eq!(of_kind(&blockers(&database, &unmeasured), "lock").len(), 2);
    assert_eq!(blockers(&database, &base()), Vec::<Value>::new(), "nothing is pending");
    on_b.release();
    on_a.release();

    // Not even its size can be read.
    let alone = Barrier::holding(&database, "LOCK TABLE public.a IN ACCESS EXCLUSIVE MODE");
    let found = blockers(&database, &folder);
    assert_eq!(of_kind(&found, "rewrite")[0]["bytes"], Value::Null);
    assert_eq!(of_kind(&found, "lock").len(), 1);
    alone.release();
}

#[test]
fn what_a_concurrent_build_waits_for_and_leaves_behind_is_named() {
    let database = database();
    let folder = base().with("0001_index", "CREATE INDEX CONCURRENTLY \"b_id\" ON \"b\" (\"id\");");
    let single = base().with("0001_column", "ALTER TABLE \"b\" ADD COLUMN \"c\" integer;");
    let reader = Barrier::holding(&database, "SELECT FROM pg_class");
    let found = blockers(&database, &folder);
    let transactions = of_kind(&found, "transaction");
    let pid = reader.pid().to_string();
    let of_reader = transactions.iter().find(|found| found["pid"].as_str() == Some(pid.as_str()));
    let of_reader = of_reader.expect("the reader");
    assert_eq!((&of_reader["login"], &of_reader["age_seconds"]), (&"postgres".into(), &Value::Null));
    assert!(of_kind(&blockers(&database, &single), "transaction").is_empty());
    reader.release();

    database.execute("INSERT INTO public.b VALUES (1), (1)");
    let mut admin = database.admin();
    let failed = admin.batch_execute("CREATE UNIQUE INDEX CONCURRENTLY left_over ON public.b (id)");
    assert!(failed.is_err(), "the rows are not unique");
    let found = blockers(&database, &folder);
    assert_eq!(of_kind(&found, "invalid_index")[0]["index"], "public.left_over");
}

#[test]
fn prepared_transactions_are_named_with_what_ends_them() {
    let database = database();
    database.execute("BEGIN; LOCK TABLE public.b IN SHARE MODE; PREPARE TRANSACTION 'forgotten'");
    let folder = base().with("0001_column", "ALTER TABLE \"b\" ADD COLUMN \"c\" integer;");
    let found = blockers(&database, &folder);
    let prepared = of_kind(&found, "prepared_transaction");
    assert_eq!((&prepared[0]["gid"], &prepared[0]["owner"]), (&"forgotten".into(), &"postgres".into()));
    assert_eq!(of_kind(&found, "lock")[0]["who"], "prepared transaction 'forgotten'");
    database.execute("ROLLBACK PREPARED 'forgotten'");
    assert!(blockers(&database, &folder).is_empty());
}
