//! `certify probe`: a deployed login is denied what it must be denied, every attempt could have shown the opposite, and
//! none leaves a trace.

pub mod assembled;
mod defects;

use crate::support::{Barrier, Database, Ended, Migrator};
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::collections::BTreeSet;

pub const LOGINS: [&str; 3] = ["runtime", "importer", "migrator"];

pub fn migrated(major: Major) -> Database {
    let database = Database::on(major);
    database.shipped(&["--run"]).run().assert_reached();
    database
}

fn program(database: &Database, login: &str) -> Migrator {
    let arguments = ["certify", "probe", "--as", login, "--output", "json"];
    match login {
        "runtime" => database.runtime(&arguments),
        "importer" => database.importer(&arguments),
        _ => database.shipped(&arguments),
    }
}

fn probe(database: &Database, login: &str) -> Ended {
    program(database, login).run()
}

fn observations(ended: &Ended) -> Vec<Value> {
    let answer = ended.json();
    let observations = answer["result"]["evidence"]["observations"].as_array();
    observations.unwrap_or_else(|| panic!("no observations: {answer}")).clone()
}

fn text<'a>(observation: &'a Value, field: &str) -> &'a str {
    observation[field].as_str().expect("text")
}

/// The ids of what was allowed or proved nothing.
fn failing(ended: &Ended) -> BTreeSet<String> {
    let observations = observations(ended);
    let failing =
        observations.iter().filter(|made| !["denied", "no_object"].contains(&text(made, "outcome")));
    failing.map(|made| text(made, "id").to_owned()).collect()
}

/// Every row of the catalog, and of what the platform keeps, with its place and who put it there.
fn everything(database: &Database) -> Vec<(String, String)> {
    let mut admin = database.admin();
    let tables = admin
        .query(
            "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.relkind = 'r' AND n.nspname IN ('pg_catalog', 'mosaic', 'drizzle', 'public', 'mosaic_control') \
             AND c.oid <> 'pg_largeobject'::regclass ORDER BY 1",
            &[],
        )
        .expect("the tables");
    assert!(tables.len() > 90, "{}", tables.len());
    let digest = |table: String| {
        let question = format!(
            "SELECT md5(string_agg(format('%s %s %s', t.xmin, t.ctid, t), E'\\n' ORDER BY t.ctid)) FROM {table} t"
        );
        let row = admin.query_one(&question, &[]).expect("a digest");
        (table, row.get::<_, Option<String>>(0).unwrap_or_default())
    };
    tables.iter().map(|row| row.get(0)).map(digest).collect()
}

fn denied_without_a_trace(major: Major) {
    let database = migrated(major);
    // Its statistics would change rows meanwhile.
    database.cluster().configure(&["autovacuum = off"]).expect("a server that takes it");
    let before = everything(&database);
    for login in LOGINS {
        let ended = probe(&database, login);
        ended.assert_reached();
        let observations = observations(&ended);
        assert!(observations.len() > 300, "{login}: {}", observations.len());
        let ids: BTreeSet<&str> = observations.iter().map(|made| text(made, "id")).collect();
        assert!(ids.len() > 100, "{login}: {}", ids.len());
    }
    assert_eq!(everything(&database), before);
    for login in LOGINS {
        probe(&database, login).assert_reached();
    }
}

#[test]
fn deployed_logins_are_denied_on_16() {
    denied_without_a_trace(Major::V16);
}

#[test]
fn deployed_logins_are_denied_on_17() {
    denied_without_a_trace(Major::V17);
}

#[test]
fn deployed_logins_are_denied_on_18() {
    denied_without_a_trace(Major::V18);
}

/// A statement that were refused whoever sends it (misspelt, or of what nobody may do) would prove nothing.
fn nothing_is_refused_to_a_superuser(major: Major) {
    let database = migrated(major);
    let mut wrong = BTreeSet::new();
    for login in LOGINS {
        for made in observations(&probe(&database, login)) {
            let (statement, expected) = (text(&made, "statement"), text(&made, "expected"));
            let mut admin = database.admin();
            let alone = ["database.create", "database.drop", "system.alter", "tablespace.create"];
            let begun =
                if alone.contains(&text(&made, "id")) { Ok(()) } else { admin.batch_execute("BEGIN") };
            begun.expect("a transaction");
            let outcome = admin.batch_execute(statement);
            let sqlstate = outcome.err().and_then(|error| error.code().map(|code| code.code().to_owned()));
            if sqlstate.as_deref() == Some(expected) || sqlstate.as_deref() == Some("42601") {
                wrong.insert(format!("{} {sqlstate:?}: {statement}", made["id"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_is_refused_to_a_superuser_on_16() {
    nothing_is_refused_to_a_superuser(Major::V16);
}

#[test]
fn nothing_is_refused_to_a_superuser_on_18() {
    nothing_is_refused_to_a_superuser(Major::V18);
}

/// What should not have been possible is undone all the same.
#[test]
fn what_is_allowed_leaves_no_trace_either() {
    let database = migrated(Major::V17);
    database.cluster().configure(&["autovacuum = off"]).expect("a server that takes it");
    database.execute(
        "ALTER EVENT TRIGGER mosaic_guard_command_end DISABLE; ALTER EVENT TRIGGER mosaic_guard_drop DISABLE;
         GRANT CREATE, TEMPORARY ON DATABASE mosaic TO mosaic_runtime;
         GRANT CREATE ON SCHEMA mosaic, mosaic_control TO mosaic_runtime;
         ALTER TABLE mosaic.accounts OWNER TO mosaic_runtime; ALTER TYPE mosaic.agent_lifecycle OWNER TO mosaic_runtime;
         GRANT UPDATE, DELETE, TRUNCATE ON mosaic.connector_lease_audit_log TO mosaic_runtime;
         ALTER ROLE mosaic_runtime CREATEROLE CREATEDB REPLICATION;
         GRANT mosaic_data_importer TO mosaic_runtime WITH ADMIN TRUE, INHERIT TRUE;
         GRANT pg_execute_server_program, pg_read_server_files, pg_write_server_files TO mosaic_runtime;
         GRANT ALTER SYSTEM ON PARAMETER work_mem TO mosaic_runtime;
         GRANT EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) TO mosaic_runtime",
    );
    let before = everything(&database);
    let ended = probe(&database, "runtime");
    ended.assert_failed(2, "PROBE_NOT_DENIED");
    let observations = observations(&ended);
    let allowed = observations.iter().filter(|made| text(made, "outcome") == "allowed").count();
    assert!(allowed > 30, "{allowed}");
    assert_eq!(everything(&database), before);
}

#[test]
fn evidence_says_whose_it_is_and_where() {
    let database = migrated(Major::V17);
    let answer = probe(&database, "migrator").json();
    let evidence = &answer["result"]["evidence"];
    let id = database.value("SELECT database_id FROM mosaic_control.identity");
    let system = database.value("SELECT system_identifier FROM pg_control_system()");
    assert_eq!(evidence["database"]["id"], id);
    assert_eq!(evidence["database"]["system_identifier"], system);
    assert_eq!(evidence["invocation"], answer["invocation"]);
    assert_eq!(
        (evidence["login"].as_str(), evidence["verified"]["pending"].as_u64()),
        (Some("migrator"), Some(0))
    );
    assert_eq!(evidence["immutable"]["connector_lease_audit_log"], "attempted");
    assert_eq!(evidence["immutable"]["task_events"], "attempted");
    assert_eq!(probe(&database, "runtime").json()["result"]["evidence"]["verified"], Value::Null);
}

#[test]
fn what_is_pending_or_drifted_is_no_proof() {
    let database = Database::on(Major::V17);
    probe(&database, "migrator").assert_failed(3, "ENTRIES_PENDING");
    database.shipped(&["--run"]).run().assert_reached();
    database.execute("ALTER TABLE mosaic.tasks ADD COLUMN more text");
    probe(&database, "migrator").assert_failed(2, "PROBE_NOT_VERIFIED");
    probe(&database, "runtime").assert_reached();
}

/// Without the lock the guard answers for every privilege; whoever holds it is not disturbed.
#[test]
fn a_run_is_not_disturbed() {
    let database = migrated(Major::V17);
    let barrier = Barrier::holding(&database, "SELECT pg_advisory_lock(1297044289, 1262636593)");
    probe(&database, "migrator").assert_failed(4, "DATABASE_MIGRATION_LOCKED");
    probe(&database, "runtime").assert_reached();
    barrier.release();
    probe(&database, "migrator").assert_reached();
}

/// Nobody connects: the address is one where nothing listens, and the code is not that of a failed connection.
#[test]
fn one_process_has_one_identity() {
    let url = |login: &str| format!("postgresql://{login}:secret@127.0.0.1:1/mosaic?sslmode=verify-full");
    let certify = |login: &str| Migrator::new(&["certify", "probe", "--as", login]);
    certify("importer").run().assert_failed(78, "VARIABLE_MISSING");
    certify("importer").env("MOSAIC_TARGET_URL_FILE", "relative").run().assert_failed(78, "VARIABLE_INVALID");
    let importer = certify("importer").env("MOSAIC_TARGET_URL_FILE", "/nowhere");
    importer.env("DATABASE_URL", url("mosaic_runtime")).run().assert_failed(78, "FOREIGN_CREDENTIAL");
    let runtime = certify("runtime").env("DATABASE_URL", url("mosaic_runtime"));
    runtime.env("MOSAIC_TARGET_URL_FILE", "/nowhere").run().assert_failed(78, "FOREIGN_CREDENTIAL");
    let migrator = certify("migrator").env("DATABASE_MIGRATION_URL", url("mosaic_migrator"));
    migrator.env("DATABASE_URL", url("mosaic_runtime")).run().assert_failed(78, "FOREIGN_CREDENTIAL");
    certify("runtime")
        .env("DATABASE_MIGRATION_URL", url("m"))
        .run()
        .assert_failed(78, "DATABASE_URL_MISSING");
}

#[test]
fn another_login_is_refused() {
    let database = migrated(Major::V17);
    let url = database.secret("other.url", &database.reveal("mosaic_runtime.url"));
    program(&database, "importer").env("MOSAIC_TARGET_URL_FILE", &url).run().assert_failed(77, "LOGIN_WRONG");
    program(&database, "migrator")
        .env("DATABASE_MIGRATION_URL_FILE", &url)
        .run()
        .assert_failed(77, "LOGIN_WRONG");
}
