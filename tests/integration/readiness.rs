//! `readiness`: the runtime's own look at the database, and each reason for which it does not serve.

use crate::support::{Barrier, Database, Folder, Migrator};
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;
use std::time::{Duration, Instant};

const READY: &[&str] = &["readiness"];

fn migrated(major: Major) -> Database {
    let database = Database::on(major);
    database.shipped(&["--run"]).run().assert_reached();
    database
}

/// The runtime sees what the migrator sees: the same schema, the same database, and it is ready.
fn assert_ready(major: Major) {
    let database = Database::on(major);
    database.runtime(READY).run().assert_failed(3, "ENTRIES_PENDING");
    database.shipped(&["--run"]).run().assert_reached();
    let ready = database.runtime(READY).env("MOSAIC_OUTPUT", "json").run();
    ready.assert_reached();
    let verified = database.shipped(&["--verify"]).env("MOSAIC_OUTPUT", "json").run();
    verified.assert_reached();
    let (ready, verified) = (ready.json(), verified.json());
    assert_eq!(ready["result"]["schema"], verified["result"]["schema"]);
    assert_eq!(ready["result"]["database"]["id"], verified["result"]["database"]["id"]);
    assert_eq!(ready["result"]["database"]["login"], "mosaic_runtime");
    assert!(ready["result"]["schema"].is_string(), "{ready}");
}

#[test]
fn the_runtime_is_ready_on_16() {
    assert_ready(Major::V16);
}

#[test]
fn the_runtime_is_ready_on_17() {
    assert_ready(Major::V17);
}

#[test]
fn the_runtime_is_ready_on_18() {
    assert_ready(Major::V18);
}

/// What is changed as the superuser, the code that says so, and how it is taken back.
const REASONS: &[(&str, &str, &str)] = &[
    ("ALTER ROLE mosaic_runtime SUPERUSER", "LOGIN_PRIVILEGED", "ALTER ROLE mosaic_runtime NOSUPERUSER"),
    ("ALTER ROLE mosaic_runtime BYPASSRLS", "LOGIN_PRIVILEGED", "ALTER ROLE mosaic_runtime NOBYPASSRLS"),
    (
        "GRANT mosaic_schema_owner TO mosaic_runtime",
        "RUNTIME_CAN_ASSUME_ROLE",
        "REVOKE mosaic_schema_owner FROM mosaic_runtime",
    ),
    (
        "GRANT mosaic_schema_owner TO mosaic_runtime WITH SET FALSE",
        "RUNTIME_INHERITS_ROLE",
        "REVOKE mosaic_schema_owner FROM mosaic_runtime",
    ),
    (
        "GRANT mosaic_schema_owner TO mosaic_runtime WITH INHERIT FALSE, SET FALSE",
        "LOGIN_MEMBERSHIPS",
        "REVOKE mosaic_schema_owner FROM mosaic_runtime",
    ),
    (
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET TRUE",
        "RUNTIME_CAN_ASSUME_ROLE",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET FALSE",
    ),
    (
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH ADMIN TRUE",
        "LOGIN_MEMBERSHIPS",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH ADMIN FALSE",
    ),
    (
        "GRANT pg_read_all_data TO mosaic_runtime_capability",
        "RUNTIME_INHERITS_ROLE",
        "REVOKE pg_read_all_data FROM mosaic_runtime_capability",
    ),
    (
        "GRANT TEMPORARY ON DATABASE mosaic TO PUBLIC",
        "RUNTIME_TEMPORARY",
        "REVOKE TEMPORARY ON DATABASE mosaic FROM PUBLIC",
    ),
    (
        "GRANT CREATE ON DATABASE mosaic TO mosaic_runtime",
        "RUNTIME_CAN_CREATE",
        "REVOKE CREATE ON DATABASE mosaic FROM mosaic_runtime",
    ),
    (
        "GRANT CREATE ON SCHEMA mosaic_extensions TO mosaic_runtime_capability",
        "RUNTIME_CAN_CREATE",
        "REVOKE CREATE ON SCHEMA mosaic_extensions FROM mosaic_runtime_capability",
    ),
    ("CREATE SCHEMA own AUTHORIZATION mosaic_runtime", "RUNTIME_OWNS", "DROP SCHEMA own"),
    (
        "GRANT UPDATE (database_id) ON mosaic_control.identity TO mosaic_runtime_capability",
        "CHECK_FAILED",
        "REVOKE UPDATE (database_id) ON mosaic_control.identity FROM mosaic_runtime_capability",
    ),
    (
        "GRANT SELECT ON mosaic_control.progress TO PUBLIC",
        "CHECK_FAILED",
        "REVOKE SELECT ON mosaic_control.progress FROM PUBLIC",
    ),
    (
        "CREATE SCHEMA elsewhere; GRANT USAGE ON SCHEMA elsewhere TO mosaic_runtime",
        "CHECK_FAILED",
        "DROP SCHEMA elsewhere",
    ),
    (
        "GRANT SET ON PARAMETER session_replication_role TO mosaic_runtime",
        "CHECK_FAILED",
        "REVOKE SET ON PARAMETER session_replication_role FROM mosaic_runtime",
    ),
    (
        "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC",
        "CHECK_FAILED",
        "REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM PUBLIC",
    ),
    (
        "ALTER ROLE mosaic_runtime SET search_path = public",
        "RUNTIME_STORED_SETTINGS",
        "ALTER ROLE mosaic_runtime RESET ALL",
    ),
    (
        "ALTER DATABASE mosaic SET search_path = public",
        "RUNTIME_STORED_SETTINGS",
        "ALTER DATABASE mosaic RESET ALL",
    ),
    ("ALTER ROLE ALL SET row_security = on", "RUNTIME_STORED_SETTINGS", "ALTER ROLE ALL RESET ALL"),
    (
        "REVOKE USAGE ON SCHEMA mosaic FROM mosaic_runtime_capability",
        "RUNTIME_SEARCH_PATH",
        "GRANT USAGE ON SCHEMA mosaic TO mosaic_runtime_capability",
    ),
    (
        "GRANT TRUNCATE ON mosaic.tasks TO mosaic_runtime_capability",
        "PRIVILEGES_UNLISTED",
        "REVOKE TRUNCATE ON mosaic.tasks FROM mosaic_runtime_capability",
    ),
    (
        "GRANT SELECT ON mosaic.tasks TO PUBLIC",
        "PRIVILEGES_UNLISTED",
        "REVOKE SELECT ON mosaic.tasks FROM PUBLIC",
    ),
    (
        "REVOKE INSERT ON mosaic.tasks FROM mosaic_runtime_capability",
        "SCHEMA_DRIFT",
        "GRANT INSERT ON mosaic.tasks TO mosaic_runtime_capability",
    ),
    (
        "ALTER TABLE mosaic.tasks ADD COLUMN extra text",
        "SCHEMA_DRIFT",
        "ALTER TABLE mosaic.tasks DROP COLUMN extra",
    ),
    (
        "ALTER TABLE mosaic.tasks OWNER TO postgres",
        "OBJECTS_OF_ANOTHER_OWNER",
        "ALTER TABLE mosaic.tasks OWNER TO mosaic_schema_owner",
    ),
    (
        "REVOKE SELECT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability",
        "BOOTSTRAP_MISSING",
        "GRANT SELECT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability",
    ),
    (
        "ALTER EVENT TRIGGER mosaic_guard_drop DISABLE",
        "CHECK_FAILED",
        "ALTER EVENT TRIGGER mosaic_guard_drop ENABLE ALWAYS",
    ),
    ("ALTER ROLE mosaic_migrator CREATEDB", "CHECK_FAILED", "ALTER ROLE mosaic_migrator NOCREATEDB"),
    ("CREATE ROLE other; GRANT mosaic_schema_owner TO other", "CHECK_FAILED", "DROP ROLE other"),
    (
        "UPDATE drizzle.__drizzle_migrations SET hash = reverse(hash) WHERE id = 1",
        "LEDGER_ENTRY_EDITED",
        "UPDATE drizzle.__drizzle_migrations SET hash = reverse(hash) WHERE id = 1",
    ),
    (
        "UPDATE drizzle.__drizzle_migrations SET id = -id WHERE id = 1; \
         ALTER TABLE drizzle.__drizzle_migrations RENAME TO moved",
        "LEDGER_MISSING",
        "ALTER TABLE drizzle.moved RENAME TO __drizzle_migrations; \
         UPDATE drizzle.__drizzle_migrations SET id = -id WHERE id = -1",
    ),
];

#[test]
fn each_reason_not_to_serve_has_its_code() {
    let database = migrated(Major::V17);
    database.runtime(READY).run().assert_reached();
    for (change, code, back) in REASONS {
        database.execute(change);
        let ended = database.runtime(READY).env("MOSAIC_OUTPUT", "json").run();
        assert_ne!(ended.status(), 0, "{change}");
        assert_eq!(ended.code(), *code, "{change}: {}", ended.stdout());
        database.execute(back);
        database.runtime(READY).run().assert_reached();
    }
}

#[test]
fn pending_and_unknown_entries_are_told_apart() {
    let database = Database::bootstrapped();
    let first = Folder::history(&[("0000_first", "CREATE TABLE \"a\" (\"id\" integer);")]);
    let both = Folder::history(&[
        ("0000_first", "CREATE TABLE \"a\" (\"id\" integer);"),
        ("0001_second", "CREATE TABLE \"b\" (\"id\" integer);"),
    ]);
    let ready = |folder: &Folder| database.runtime(READY).env("MOSAIC_BUNDLE_DIR", folder.write()).run();
    database.migrator(&["--run"], first.write()).run().assert_reached();
    ready(&first).assert_reached();
    ready(&both).assert_failed(3, "ENTRIES_PENDING");
    database.migrator(&["--run"], both.write()).run().assert_reached();
    ready(&both).assert_reached();
    ready(&first).assert_failed(2, "BUNDLE_OLDER_THAN_DATABASE");
}

#[test]
fn another_login_or_server_does_not_serve() {
    let database = migrated(Major::V17);
    let at = |name: &str, url: &str| {
        database.runtime(READY).env("DATABASE_URL_FILE", database.secret(name, url)).run()
    };
    at("m.url", &database.reveal("mosaic_migrator.url")).assert_failed(77, "LOGIN_WRONG");
    at("i.url", &database.reveal("mosaic_data_importer.url")).assert_failed(77, "LOGIN_WRONG");
    let standby = database.cluster().standby().expect("a standby");
    let (primary, port) = (format!(":{}/", database.cluster().port()), format!(":{}/", standby.port()));
    let url = database.reveal("mosaic_runtime.url").replace(&primary, &port);
    at("s.url", &url).assert_failed(75, "SERVER_IN_RECOVERY");
    database.cluster().configure(&["ssl = off"]).expect("a server without TLS");
    database.runtime(READY).run().assert_failed(69, "TLS_NOT_OFFERED");
}

#[test]
fn an_old_server_is_refused_by_name() {
    let database = Database::bare(Major::V15);
    let password = database.reveal("mosaic_runtime.password");
    database.execute(&format!("CREATE ROLE mosaic_runtime LOGIN PASSWORD '{password}'"));
    let ended = database.runtime(READY).run();
    ended.assert_failed(77, "SERVER_VERSION_UNSUPPORTED");
    assert!(ended.stderr().contains("PostgreSQL 15."), "{}", ended.stderr());
}

/// Nobody connects: the address is one where nothing listens, and the code is not that of a failed connection.
#[test]
fn a_runtime_sees_no_other_identity() {
    let url = |login: &str| format!("postgresql://{login}:secret@127.0.0.1:1/mosaic?sslmode=verify-full");
    let alone = Migrator::new(READY).env("DATABASE_URL", url("mosaic_runtime"));
    alone.env("DATABASE_MIGRATION_URL", url("mosaic_migrator")).run().assert_failed(78, "FOREIGN_CREDENTIAL");
    let only = Migrator::new(READY).env("DATABASE_MIGRATION_URL", url("mosaic_migrator"));
    only.run().assert_failed(78, "DATABASE_URL_MISSING");
}

/// What an entry requires is asked as the schema owner, which the runtime is not. It serves before the entry whether
/// the backfill has ended or not, and not before the entry ahead of it.
#[test]
fn a_held_entry_is_served_before() {
    let database = Database::bootstrapped();
    let body = "CREATE TABLE \"jobs\" (\"rank\" integer);--> statement-breakpoint\nINSERT INTO \"jobs\" VALUES (NULL);";
    let folder = Folder::history(&[("0000_jobs", body)])
        .with("0001_validate", "ALTER TABLE \"jobs\" ALTER COLUMN \"rank\" SET NOT NULL;")
        .requiring("backfilled", "SELECT FROM \"jobs\" WHERE \"rank\" IS NULL;\n");
    let bundle = folder.write();
    let ready =
        || database.runtime(READY).env("MOSAIC_BUNDLE_DIR", bundle).env("MOSAIC_OUTPUT", "json").run();
    ready().assert_failed(3, "ENTRIES_PENDING");
    database.migrator(&["--run"], bundle).run().assert_reached();
    let held = ready();
    assert_eq!(held.assert_reached().json()["result"]["held"]["tag"], "0001_validate");
    database.execute("UPDATE public.jobs SET rank = 1");
    ready().assert_reached();
    database.migrator(&["--run"], bundle).run().assert_reached();
    assert_eq!(ready().assert_reached().json()["result"]["held"], serde_json::Value::Null);
}

/// What is locked is not known, and passes by itself.
#[test]
fn a_lock_is_waited_for() {
    let database = migrated(Major::V17);
    let barrier = Barrier::holding(&database, "LOCK TABLE drizzle.__drizzle_migrations");
    database.runtime(READY).run().assert_failed(4, "READINESS_BUSY");
    let waiting = database.runtime(&["readiness", "--wait", "60"]).start();
    database.until(
        "a runtime that waits for the lock",
        "EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'mosaic_runtime' AND wait_event_type = 'Lock')",
    );
    barrier.release();
    waiting.wait().assert_reached();
}

#[test]
fn waiting_sees_a_migration_through() {
    let database = Database::bootstrapped();
    let waiting = database.runtime(&["readiness", "--wait", "60"]).start();
    let asking = "EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'mosaic_runtime')";
    database.until("a runtime that asks", asking);
    database.shipped(&["--run"]).run().assert_reached();
    waiting.wait().assert_reached();
}

#[test]
fn waiting_ends_at_its_bound_and_at_what_does_not_pass_by_itself() {
    let database = Database::bootstrapped();
    database.runtime(&["readiness", "--wait", "5"]).run().assert_failed(3, "ENTRIES_PENDING");
    database.execute("GRANT TEMPORARY ON DATABASE mosaic TO PUBLIC");
    let begun = Instant::now();
    database.runtime(&["readiness", "--wait", "60"]).run().assert_failed(77, "RUNTIME_TEMPORARY");
    assert!(begun.elapsed() < Duration::from_secs(30), "it does not wait for what nobody mends");
}

#[test]
fn round_trips_do_not_grow_with_the_bundle() {
    let turns = |entries: usize| {
        let database = Database::bootstrapped();
        let folder = (0..entries).fold(Folder::new(), |folder, number| {
            folder.with(&format!("{number:04}_t"), &format!("CREATE TABLE \"t{number}\" (\"id\" integer);"))
        });
        database.migrator(&["--run"], folder.write()).run().assert_reached();
        let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
        let (server, port) = (format!(":{}/", database.cluster().port()), format!(":{}/", proxy.port()));
        let url = database.reveal("mosaic_runtime.url").replace(&server, &port);
        let program = database.runtime(READY).env("MOSAIC_BUNDLE_DIR", folder.write());
        program.env("DATABASE_URL_FILE", database.secret("proxied.url", &url)).run().assert_reached();
        let gone = "NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'mosaic_runtime')";
        database.until("the end of the session", gone);
        proxy.turns()
    };
    assert_eq!(turns(1), turns(40));
}
