//! Entries that reach for more than they were given: what the bundle refuses, what the server refuses, and what the
//! runner sees before it commits.

use crate::support::{Database, Ended, Folder};
use mosaic_lab::listener::{Listener, NO_TLS};

/// Runs a body as the only entry.
fn attempt(database: &Database, body: &str) -> Ended {
    let folder = Folder::history(&[("0000_hostile", body)]);
    database.migrator(&["--run"], folder.write()).run()
}

/// Each body fails with this code, and leaves catalog and ledger as they were.
fn assert_rolled_back(database: &Database, code: &str, bodies: &[&str]) {
    let before = database.dump();
    for body in bodies {
        let ended = attempt(database, body);
        let shown = ended.stderr();
        assert!(ended.status() == 6 && shown.contains(&format!("error[{code}]")), "{body}: {shown}");
    }
    assert_eq!(database.dump(), before, "{bodies:?}");
}

/// A DO body in which the lexer sees nothing but a string.
fn hidden(command: &str) -> String {
    format!("DO $$ BEGIN EXECUTE '{}'; END $$;", command.replace('\'', "''"))
}

/// A function that runs a command with the rights of whoever comes to call it, and the command.
fn trap(command: &str) -> String {
    format!(
        "CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {command}; RETURN NULL; END $$;"
    )
}

const DEFINER: &str =
    "CREATE FUNCTION public.definer() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'";

#[test]
fn what_leaves_the_frame_is_refused_before_any_connection() {
    let listener = Listener::answering(NO_TLS).expect("a port");
    let database = Database::bare(mosaic_lab::postgres::Major::V17);
    let url = format!(
        "postgresql://mosaic_migrator:secret@127.0.0.1:{}/mosaic?sslmode=verify-full",
        listener.port()
    );
    let url = database.secret("listener.url", &url);
    for (body, code) in [
        ("RESET ROLE;", "SQL_REFUSED"),
        ("reset/* \n */rOlE;", "SQL_REFUSED"),
        ("SET LOCAL ROLE mosaic_migrator;", "SQL_REFUSED"),
        ("set \"role\" = 'postgres';", "SQL_REFUSED"),
        ("SET SESSION AUTHORIZATION DEFAULT;", "SQL_REFUSED"),
        ("SELECT set_config('role', 'none', false);", "SQL_REFUSED"),
        ("SELECT pg_catalog . \"set_config\" ('ro' || 'le', 'none', false);", "SQL_REFUSED"),
        ("SELECT pg_advisory_unlock_all();", "SQL_REFUSED"),
        ("select PG_CATALOG.Pg_Advisory_Unlock(1297044289, 1262636593);", "SQL_REFUSED"),
        ("ROLLBACK;", "SQL_REFUSED"),
        ("SELECT 1; Rollback; SELECT 2;", "SQL_REFUSED"),
        ("PREPARE TRANSACTION 'later';", "SQL_REFUSED"),
        ("DISCARD ALL;", "SQL_REFUSED"),
        ("DROP OWNED BY mosaic_schema_owner;", "SQL_REFUSED"),
        ("DROP SCHEMA \"mosaic\" CASCADE;", "SQL_REFUSED"),
        ("SELECT 1; COMMIT; SELECT 2;", "MANIFEST_DIFFERS"),
        ("SELECT 1; -- \nend/**/work; SELECT 2;", "MANIFEST_DIFFERS"),
        ("CREATE INDEX CONCURRENTLY i ON t (c);", "MANIFEST_DIFFERS"),
        ("DO $$ --> statement-breakpoint\n BEGIN END $$;", "SQL_BREAKPOINT_INSIDE"),
    ] {
        let folder = Folder::history(&[("0000_hostile", body)]).forced_single();
        for command in ["--run", "--verify"] {
            let ended = database.migrator_at(&[command], folder.write(), &url).run();
            let shown = ended.stderr();
            assert!(ended.status() == 65 && shown.contains(&format!("error[{code}]")), "{body}: {shown}");
        }
    }
    assert_eq!(listener.connections(), 0);
}

#[test]
fn words_in_comments_strings_and_names_do_no_harm() {
    let database = Database::bootstrapped();
    let body = "-- RESET ROLE; COMMIT;\n/* SELECT pg_advisory_unlock_all(); /* ROLLBACK; */ */\n\
        CREATE TABLE \"reset role\" (\"commit\" text DEFAULT 'ROLLBACK; DISCARD ALL;');--> statement-breakpoint\n\
        INSERT INTO \"reset role\" VALUES (E'it''s \\' COMMIT;'), ($q$SET ROLE postgres;$q$);";
    attempt(&database, body).assert_reached();
    assert_eq!(database.value("SELECT count(*) FROM \"reset role\""), "2");
}

#[test]
fn a_role_that_a_body_changed_is_seen() {
    let database = Database::bootstrapped();
    assert_rolled_back(
        &database,
        "ENTRY_CHANGED_ROLE",
        &[
            &hidden("RESET ROLE"),
            &hidden("sEt LoCaL rOlE nOnE"),
            &format!("CREATE TABLE t (); {}", hidden("SELECT set_config('role', 'mosaic_migrator', true)")),
        ],
    );
    // What the server itself does not allow.
    assert_rolled_back(
        &database,
        "ENTRY_FAILED",
        &[
            &hidden("SET ROLE mosaic_extension_owner"),
            &hidden("SET SESSION AUTHORIZATION mosaic_runtime"),
            &hidden("SET session_replication_role = replica"),
            "GRANT mosaic_schema_owner TO mosaic_runtime;",
            "ALTER ROLE mosaic_migrator SET search_path = public;",
            "ALTER ROLE mosaic_migrator PASSWORD 'guessed';",
            &hidden("COMMIT"),
        ],
    );
}

#[test]
fn a_lock_that_a_body_released_is_seen() {
    let database = Database::bootstrapped();
    // A function of the body's own stands in for the one that the check asks.
    let forged = format!(
        "{} SET search_path = public, pg_catalog;",
        hidden(
            "CREATE FUNCTION public.pg_advisory_unlock(integer, integer) RETURNS boolean LANGUAGE sql AS 'SELECT true'"
        )
    );
    assert_rolled_back(
        &database,
        "ENTRY_RELEASED_LOCK",
        &[
            "DO $$ BEGIN PERFORM pg_advisory_unlock_all(); END $$;",
            &hidden("SELECT pg_advisory_unlock(1297044289, 1262636593)"),
            &format!("{forged} DO $$ BEGIN PERFORM pg_catalog.pg_advisory_unlock_all(); END $$;"),
        ],
    );
}

#[test]
fn privileges_that_no_grants_file_lists_are_not_committed() {
    let database = Database::bootstrapped();
    let table = "CREATE TABLE t (id int); ";
    assert_rolled_back(
        &database,
        "ENTRY_PRIVILEGES",
        &[
            &format!("{DEFINER};"),
            &hidden(DEFINER),
            &format!(
                "{};",
                DEFINER.replace("SECURITY DEFINER", "SECURITY INVOKER")
                    + "; ALTER FUNCTION definer() SECURITY DEFINER"
            ),
            &format!("SAVEPOINT s; {DEFINER}; RELEASE s;"),
            &format!("{table} GRANT SELECT ON t TO PUBLIC;"),
            &format!("{table} /**/gRaNt/**/ALL ON TABLE t TO mosaic_runtime;"),
            &format!("{table} {}", hidden("GRANT UPDATE (id) ON t TO mosaic_runtime_capability")),
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO mosaic_runtime;",
            "ALTER DEFAULT PRIVILEGES GRANT INSERT ON TABLES TO PUBLIC;",
            "GRANT CREATE ON SCHEMA mosaic TO mosaic_runtime;",
            "GRANT USAGE ON SCHEMA public TO PUBLIC;",
            "GRANT INSERT ON drizzle.__drizzle_migrations TO mosaic_data_importer;",
            "CREATE SEQUENCE s; GRANT USAGE ON SEQUENCE s TO mosaic_runtime;",
            "CREATE TYPE e AS ENUM ('a'); GRANT USAGE ON TYPE e TO mosaic_runtime;",
            "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; GRANT EXECUTE ON FUNCTION f() TO PUBLIC;",
            "CREATE PROCEDURE p() LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';",
        ],
    );
    let ended = attempt(&database, &format!("{table} GRANT SELECT ON t TO PUBLIC;"));
    assert!(ended.stderr().contains("PUBLIC holds SELECT on table public.t"), "{}", ended.stderr());
}

/// What is listed may be held, and may not be passed on.
#[test]
fn a_grant_option_is_never_listed() {
    let database = Database::bootstrapped();
    let folder = |body: &str| {
        Folder::history(&[("0000_hostile", body)]).with_grants(serde_json::json!({ "0000_hostile": {
            "grant": [{
                "on": { "kind": "table", "name": "t", "schema": "public" }, "privileges": ["select"], "to": "runtime",
            }],
            "revoke": [],
        }}))
    };
    let passed_on =
        "CREATE TABLE t (id int); GRANT SELECT ON t TO mosaic_runtime_capability WITH GRANT OPTION;";
    let run = |body: &str| database.migrator(&["--run"], folder(body).write()).run();
    run(passed_on).assert_failed(6, "ENTRY_PRIVILEGES");
    run("CREATE TABLE t (id int);").assert_reached();
}

#[test]
fn the_ledger_and_progress_are_not_a_bodys_to_write() {
    let database = Database::bootstrapped();
    let first = [("0000_first", "CREATE TABLE a (id int);")];
    database.migrator(&["--run"], Folder::history(&first).write()).run().assert_reached();
    let before = database.dump();
    let hash = "repeat('0', 64)";
    let ledger = "drizzle.__drizzle_migrations";
    let progress = format!(
        "INSERT INTO mosaic_control.progress (sha256, tag, step, statement_digest, state, done_at) \
         VALUES ({hash}, '0002_later', 0, {hash}, 'done', now());"
    );
    let trigger = |when: &str, command: &str| {
        format!(
            "{} CREATE TRIGGER t {when} INSERT ON {ledger} FOR EACH ROW EXECUTE FUNCTION trap();",
            trap(command)
        )
    };
    for body in [
        &format!("DELETE FROM {ledger};"),
        &format!("INSERT INTO {ledger} (hash, created_at) VALUES ({hash}, 1);"),
        &format!("UPDATE {ledger} SET created_at = created_at + 1;"),
        &format!(
            "DO $$ BEGIN UPDATE {ledger} SET hash = {hash}; EXCEPTION WHEN division_by_zero THEN END $$;"
        ),
        &format!(
            "DO $$ BEGIN BEGIN INSERT INTO {ledger} (hash, created_at) VALUES ({hash}, 1); EXCEPTION WHEN division_by_zero THEN END; END $$;"
        ),
        &format!("ALTER TABLE {ledger} ADD COLUMN note text;"),
        &format!("TRUNCATE {ledger};"),
        &progress,
        &trigger("BEFORE", "NULL"),
        &trigger("AFTER", "DELETE FROM drizzle.__drizzle_migrations"),
        &format!("CREATE RULE r AS ON INSERT TO {ledger} DO INSTEAD NOTHING;"),
        &format!("ALTER TABLE {ledger} ENABLE ROW LEVEL SECURITY;"),
    ] {
        let folder = Folder::history(&first).with("0001_hostile", body);
        let ended = database.migrator(&["--run"], folder.write()).run();
        let shown = ended.stderr();
        assert!(ended.status() == 6 && shown.contains("error[ENTRY_CHANGED_RECORDS]"), "{body}: {shown}");
    }
    assert_eq!(database.dump(), before);
    assert_eq!(database.value("SELECT count(*) FROM mosaic_control.progress"), "0");
}

#[test]
fn the_audit_cannot_be_taken_away_or_replaced() {
    let database = Database::bootstrapped();
    let forged = "PREPARE mosaic_scope_audit AS \
         SELECT ''::text, ''::text, ''::text, ''::text, ''::text, ''::text, ''::text WHERE false";
    assert_rolled_back(
        &database,
        "ENTRY_REPLACED_AUDIT",
        &[
            "DEALLOCATE ALL;",
            &hidden("DEALLOCATE mosaic_scope_audit"),
            &hidden("DEALLOCATE mosaic_records"),
            "DEALLOCATE mosaic_records; PREPARE mosaic_records AS SELECT NULL, '0 ', '0', '0 ', 'f f f';",
            &format!("DEALLOCATE mosaic_scope_audit; {forged}; {DEFINER};"),
        ],
    );
}

/// A cursor stands for the transaction; what ends either is not told apart.
#[test]
fn closing_every_cursor_counts_as_ending_the_transaction() {
    let database = Database::bootstrapped();
    assert_rolled_back(&database, "ENTRY_ENDED_TRANSACTION", &["CLOSE ALL;", &hidden("CLOSE ALL")]);
}

#[test]
fn what_is_deferred_to_the_commit_is_judged_before_it() {
    let database = Database::bootstrapped();
    let deferred = "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED \
         FOR EACH ROW EXECUTE FUNCTION trap(); INSERT INTO t VALUES (1);";
    let table = "CREATE TABLE t (id int PRIMARY KEY);";
    assert_rolled_back(&database, "ENTRY_PRIVILEGES", &[&format!("{table} {} {deferred}", trap(DEFINER))]);
    assert_rolled_back(
        &database,
        "ENTRY_FAILED",
        &[&format!(
            "{table} CREATE TABLE u (t int REFERENCES t DEFERRABLE INITIALLY DEFERRED); INSERT INTO u VALUES (1);"
        )],
    );
    // A cursor WITH HOLD runs its query when the transaction commits.
    let cursor = format!(
        "CREATE FUNCTION trap() RETURNS int LANGUAGE plpgsql AS $$ BEGIN {DEFINER}; RETURN 1; END $$; \
         DECLARE c CURSOR WITH HOLD FOR SELECT trap();"
    );
    attempt(&database, &cursor).assert_reached();
    assert_eq!(database.value("SELECT count(*) FROM pg_proc WHERE proname = 'definer'"), "0");
}

/// A deferred trigger that defers another again acts at COMMIT after all. The last look under the same lock finds it.
#[test]
fn what_hides_until_the_commit_is_found_after_it() {
    let database = Database::bootstrapped();
    let deferred = |table: &str, function: &str| {
        format!(
            "CREATE TABLE {table} (id int); CREATE CONSTRAINT TRIGGER late AFTER INSERT ON {table} \
             DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {function}();"
        )
    };
    let body = format!(
        "{} {} CREATE FUNCTION first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         SET CONSTRAINTS ALL DEFERRED; INSERT INTO public.u VALUES (1); RETURN NULL; END $$; {} \
         INSERT INTO t VALUES (1);",
        trap(DEFINER),
        deferred("u", "trap"),
        deferred("t", "first")
    );
    let ended = attempt(&database, &body);
    ended.assert_failed(2, "PRIVILEGES_UNLISTED");
    assert!(ended.stderr().contains("public.definer() is SECURITY DEFINER"), "{}", ended.stderr());
}

#[test]
fn settings_of_one_entry_do_not_reach_the_next() {
    let database = Database::bootstrapped();
    let names = "'search_path', 'client_encoding', 'lock_timeout', 'statement_timeout', 'TimeZone', 'DateStyle', 'row_security', \
         'check_function_bodies', 'default_transaction_read_only', 'synchronous_commit', 'session_replication_role', \
         'idle_in_transaction_session_timeout', 'standard_conforming_strings'";
    let look = |table: &str| {
        format!(
            "CREATE TABLE {table} AS SELECT name, current_setting(name) AS value FROM unnest(ARRAY[{names}]) name;"
        )
    };
    let change = "SET search_path = drizzle; SET lock_timeout = 0; SET statement_timeout = '1h'; SET TimeZone = 'Etc/GMT+7'; \
         SET DateStyle = 'German'; SET client_encoding = 'LATIN1'; SET row_security = on; SET check_function_bodies = off; \
         SET default_transaction_read_only = on; SET synchronous_commit = off; \
         SET idle_in_transaction_session_timeout = 1; CREATE TABLE in_drizzle ();";
    let folder = Folder::history(&[
        ("0000_before", &look("before")),
        ("0001_change", change),
        ("0002_after", &look("after")),
    ])
    .with("0003_hidden", &hidden("SET standard_conforming_strings = off"))
    .with("0004_last", &look("last"));
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    for table in ["after", "last"] {
        let differing = format!(
            "SELECT count(*) FROM public.before b FULL JOIN public.{table} a USING (name, value) \
             WHERE a.name IS NULL OR b.name IS NULL"
        );
        assert_eq!(database.value(&differing), "0", "{table}");
    }
    assert_eq!(database.value("SELECT to_regclass('drizzle.in_drizzle')"), "drizzle.in_drizzle");
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "5");
}

#[test]
fn what_belongs_to_bootstrap_is_out_of_reach() {
    let database = Database::bootstrapped();
    let before = database.dump();
    for body in [
        "CREATE TEMPORARY TABLE t (id int);",
        "CREATE TABLE mosaic_control.t (id int);",
        "CREATE TABLE mosaic_extensions.t (id int);",
        "UPDATE mosaic_control.identity SET database_id = gen_random_uuid();",
        "DROP EVENT TRIGGER mosaic_guard_command_start;",
        "ALTER EVENT TRIGGER mosaic_guard_drop DISABLE;",
        "CREATE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; \
         CREATE EVENT TRIGGER e ON ddl_command_start EXECUTE FUNCTION f();",
        "DROP FUNCTION mosaic_control.guard_command_start() CASCADE;",
        "CREATE SCHEMA another;",
        "CREATE EXTENSION pgcrypto;",
        "ALTER EXTENSION vector SET SCHEMA public;",
        "DROP EXTENSION vector;",
        "CREATE TABLE t (id int); ALTER TABLE t OWNER TO mosaic_migrator;",
        "ALTER SCHEMA mosaic OWNER TO mosaic_runtime;",
        "SELECT lo_create(0);",
        "COPY (SELECT 1) TO PROGRAM 'true';",
    ] {
        let ended = attempt(&database, body);
        let shown = ended.stderr();
        assert!(ended.status() == 6 && shown.contains("error[ENTRY_FAILED]"), "{body}: {shown}");
        assert!(shown.contains(": 42501: "), "{body}: {shown}");
    }
    assert_eq!(database.dump(), before);
}

#[test]
fn notifications_and_prepared_statements_of_a_body_do_no_harm() {
    let database = Database::bootstrapped();
    let folder = Folder::history(&[
        (
            "0000_listen",
            "LISTEN news; NOTIFY news, 'first'; PREPARE own AS SELECT 1; EXECUTE own; DEALLOCATE own;",
        ),
        ("0001_notify", "NOTIFY news, 'second'; DECLARE c CURSOR FOR SELECT 1; FETCH c;"),
        ("0002_table", "CREATE TABLE t (id int);"),
    ]);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "3");
}

/// An entry that is not one transaction is watched step by step.
#[test]
fn the_steps_of_an_entry_are_judged_like_a_whole_one() {
    let database = Database::bootstrapped();
    let first = [("0000_first", "CREATE TABLE a (id int);")];
    database.migrator(&["--run"], Folder::history(&first).write()).run().assert_reached();
    let before = database.dump();
    let next = "\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY i ON a (id);";
    let progress = "INSERT INTO mosaic_control.progress VALUES \
         (repeat('0', 64), '0002_later', 0, repeat('0', 64), 'done', pg_current_xact_id(), now(), now())";
    for (body, code) in [
        (format!("{}{next}", hidden("RESET ROLE")), "ENTRY_CHANGED_ROLE"),
        (format!("{}{next}", hidden("SELECT pg_advisory_unlock_all()")), "ENTRY_RELEASED_LOCK"),
        (format!("{DEFINER};{next}"), "ENTRY_PRIVILEGES"),
        (format!("BEGIN; GRANT SELECT ON a TO PUBLIC; COMMIT;{next}"), "ENTRY_PRIVILEGES"),
        (format!("DELETE FROM drizzle.__drizzle_migrations;{next}"), "ENTRY_CHANGED_RECORDS"),
        (format!("{};{next}", hidden(progress)), "ENTRY_CHANGED_RECORDS"),
        (format!("DEALLOCATE ALL;{next}"), "ENTRY_REPLACED_AUDIT"),
    ] {
        let folder = Folder::history(&first).with("0001_steps", &body);
        let ended = database.migrator(&["--run"], folder.write()).run();
        let shown = ended.stderr();
        assert!(ended.status() == 6 && shown.contains(&format!("error[{code}]")), "{body}: {shown}");
    }
    assert_eq!(database.dump(), before);
    // No transaction of the runner's is around the statement that builds the index. The one that would make the entry
    // count as applied sees what it did.
    let late = format!(
        "CREATE FUNCTION g() RETURNS void LANGUAGE plpgsql AS $$ BEGIN {}; END $$; \
         CREATE FUNCTION f(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM public.g(); RETURN 1; END $$; \
         INSERT INTO a VALUES (1);\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY k ON a (f(id));",
        DEFINER.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    );
    let folder = Folder::history(&first).with("0001_steps", &late);
    let ended = database.migrator(&["--run"], folder.write()).run();
    ended.assert_failed(6, "ENTRY_PRIVILEGES");
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "1");
}

/// What a quiet entry sets off is watched like what a loud one says: the trap lies in wait from an entry of the same run,
/// or of one before.
#[test]
fn a_quiet_entry_that_sets_off_a_trap_is_watched_in_full() {
    let laid = format!(
        "CREATE TABLE t (id int); {} CREATE TRIGGER spring AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION trap();",
        trap("EXECUTE 'GRANT SELECT ON t TO mosaic_runtime'")
    );
    let entries = [("0000_laid", laid.as_str()), ("0001_quiet", "INSERT INTO t VALUES (1);")];
    let (first, both) = (Folder::history(&entries[..1]), Folder::history(&entries));
    let rows = "SELECT count(*) FROM drizzle.__drizzle_migrations";

    let same_run = Database::bootstrapped();
    same_run.migrator(&["--run"], both.write()).run().assert_failed(6, "ENTRY_PRIVILEGES");
    assert_eq!(same_run.value(rows), "1", "only the entry that laid the trap");

    let later_run = Database::bootstrapped();
    later_run.migrator(&["--run"], first.write()).run().assert_reached();
    later_run.migrator(&["--run"], both.write()).run().assert_failed(6, "ENTRY_PRIVILEGES");
    assert_eq!(later_run.value(rows), "1");
    assert_eq!(later_run.value("SELECT count(*) FROM t"), "0");
}

/// A view stands for the table under it, so what is written through one is looked for there.
#[test]
fn a_quiet_entry_that_writes_through_a_view_is_watched_in_full() {
    let database = Database::bootstrapped();
    let folder = Folder::history(&[
        ("0000_view", "CREATE VIEW v AS SELECT hash, created_at FROM drizzle.__drizzle_migrations;"),
        ("0001_quiet", "UPDATE v SET created_at = 0;"),
    ]);
    database.migrator(&["--run"], folder.write()).run().assert_failed(6, "ENTRY_CHANGED_RECORDS");
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations WHERE created_at > 0"), "1");
}
