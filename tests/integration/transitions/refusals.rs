//! What cannot be taken over is said by name, before there is a script; what changed since the snapshot, before the script does
//! anything.

use super::legacy::Legacy;
use crate::support::NAME;
use mosaic_lab::postgres::Major;

/// The login made the extension: nothing is rendered, and nothing is changed.
#[test]
fn an_extension_of_the_login_fails_closed() {
    let legacy = Legacy::of_a_superuser(Major::V17);
    let (before, catalog) = (legacy.facts(), bare_catalog(&legacy));
    let refused = legacy.render(&legacy.snapshot(), &[]);
    refused.assert_failed(77, "BOOTSTRAP_EXTENSION_OWNER");
    assert!(refused.stderr().contains("bootstrap shadow-plan"), "{}", refused.stderr());
    assert!(refused.stdout().is_empty());
    assert_eq!((legacy.facts(), bare_catalog(&legacy)), (before, catalog));
    assert!(legacy.as_owner("SELECT '[1]'::vector").status.success());
}

/// And a script that was made for another owner stops at it.
#[test]
fn an_extension_that_changed_hands_after_the_snapshot() {
    let legacy = Legacy::new(Major::V17);
    let script = legacy.takeover();
    legacy.database.execute(
        "ALTER TABLE public.insights DROP COLUMN embedding; DROP EXTENSION vector; CREATE EXTENSION vector SCHEMA public",
    );
    legacy.refused(&script, "BOOTSTRAP_SNAPSHOT_STALE");
}

fn bare_catalog(legacy: &Legacy) -> String {
    legacy.database.value(
        "SELECT md5(string_agg(x, ' ' ORDER BY x)) FROM (
            SELECT c::text FROM pg_class c UNION ALL SELECT n::text FROM pg_namespace n UNION ALL SELECT e::text FROM pg_extension e
            UNION ALL SELECT r::text FROM pg_authid r UNION ALL SELECT p::text FROM pg_proc p) AS all_of_it (x)",
    )
}

/// Each is made, named by the refusal, and taken away again.
#[test]
fn whatever_is_not_moved_is_named() {
    let legacy = Legacy::new(Major::V17);
    legacy.database.execute("CREATE ROLE third LOGIN");
    for (made, named, unmade) in [
        ("CREATE PUBLICATION news FOR TABLE public.users", "publication news", "DROP PUBLICATION news"),
        (
            "CREATE SUBSCRIPTION sub CONNECTION 'dbname=x' PUBLICATION p WITH (connect = false, slot_name = NONE)",
            "subscription sub",
            "DROP SUBSCRIPTION sub",
        ),
        (
            "CREATE FUNCTION public.e() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; \
             ALTER FUNCTION public.e() OWNER TO mosaic; \
             CREATE EVENT TRIGGER watch ON sql_drop WHEN TAG IN ('DROP RULE') EXECUTE FUNCTION public.e()",
            "event trigger watch",
            "DROP EVENT TRIGGER watch; DROP FUNCTION public.e()",
        ),
        (
            "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE USER MAPPING FOR mosaic SERVER s; \
             CREATE FOREIGN TABLE public.far (a integer) SERVER s; ALTER FOREIGN TABLE public.far OWNER TO mosaic",
            "foreign table public.far",
            "DROP FOREIGN TABLE public.far; DROP USER MAPPING FOR mosaic SERVER s; DROP SERVER s; DROP FOREIGN DATA WRAPPER w",
        ),
        (
            "CREATE CAST (public.task_status AS public.mission_status) WITH INOUT",
            "cast (public.task_status AS public.mission_status)",
            "DROP CAST (public.task_status AS public.mission_status)",
        ),
        (
            "CREATE TEXT SEARCH CONFIGURATION public.words (COPY = english); \
             ALTER TEXT SEARCH CONFIGURATION public.words OWNER TO mosaic",
            "text search configuration public.words",
            "DROP TEXT SEARCH CONFIGURATION public.words",
        ),
        (
            "CREATE TYPE public.span AS RANGE (SUBTYPE = integer); ALTER TYPE public.span OWNER TO mosaic",
            "public.span",
            "DROP TYPE public.span",
        ),
        ("SELECT lo_create(4711)", "large object 4711", "SELECT lo_unlink(4711)"),
        ("CREATE ACCESS METHOD am TYPE INDEX HANDLER bthandler", "access method am", "DROP ACCESS METHOD am"),
        (
            "CREATE TABLE public.theirs (); ALTER TABLE public.theirs OWNER TO third",
            "belongs to third",
            "DROP TABLE public.theirs",
        ),
        ("CREATE SCHEMA beside AUTHORIZATION mosaic", "schema beside", "DROP SCHEMA beside"),
        (
            "CREATE SCHEMA beside; CREATE TABLE beside.\"it's \"\"far\"\"\" (); ALTER TABLE beside.\"it's \"\"far\"\"\" OWNER TO mosaic",
            "beside.\"it's \"\"far\"\"\"",
            "DROP TABLE beside.\"it's \"\"far\"\"\"; DROP SCHEMA beside",
        ),
        (
            "CREATE SCHEMA beside; GRANT USAGE ON SCHEMA beside TO mosaic",
            "schema beside",
            "DROP SCHEMA beside",
        ),
        (
            "ALTER SCHEMA drizzle OWNER TO third",
            "schema drizzle belongs to third",
            "ALTER SCHEMA drizzle OWNER TO mosaic",
        ),
        (
            "ALTER DATABASE mosaic OWNER TO third",
            "database mosaic belongs to third",
            "ALTER DATABASE mosaic OWNER TO mosaic",
        ),
        (
            "CREATE FUNCTION public.d() RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'; ALTER FUNCTION public.d() OWNER TO mosaic",
            "function public.d() is SECURITY DEFINER",
            "DROP FUNCTION public.d()",
        ),
        (
            "GRANT SELECT ON public.users TO third WITH GRANT OPTION; SET ROLE third; GRANT SELECT ON public.users TO PUBLIC; RESET ROLE",
            "third passed on SELECT on table public.users",
            "SET ROLE third; REVOKE SELECT ON public.users FROM PUBLIC; RESET ROLE; REVOKE ALL ON public.users FROM third",
        ),
        (
            "ALTER DEFAULT PRIVILEGES FOR ROLE third GRANT SELECT ON TABLES TO PUBLIC",
            "role third has default privileges",
            "ALTER DEFAULT PRIVILEGES FOR ROLE third REVOKE SELECT ON TABLES FROM PUBLIC",
        ),
        ("ALTER ROLE ALL SET work_mem = '5MB'", "work_mem=5MB", "ALTER ROLE ALL RESET work_mem"),
        (
            "ALTER TABLE drizzle.__drizzle_migrations RENAME TO gone",
            "no ledger",
            "ALTER TABLE drizzle.gone RENAME TO __drizzle_migrations",
        ),
    ] {
        legacy.database.execute(made);
        let refused = legacy.render(&legacy.snapshot(), &[]);
        refused.assert_failed(77, "BOOTSTRAP_EXISTING_REFUSED");
        assert!(refused.stderr().contains(named), "{named}: {}", refused.stderr());
        legacy.database.execute(unmade);
    }
    legacy.succeeds(&legacy.takeover());
}

#[test]
fn whatever_changed_since_the_snapshot_is_named() {
    let legacy = Legacy::new(Major::V17);
    let (script, rollback) = legacy.scripts();
    for (made, unmade) in [
        ("CREATE TABLE public.later ()", "DROP TABLE public.later"),
        ("ALTER TABLE public.users RENAME TO people", "ALTER TABLE public.people RENAME TO users"),
        ("GRANT SELECT ON public.users TO PUBLIC", "REVOKE SELECT ON public.users FROM PUBLIC"),
        ("ALTER TABLE public.users OWNER TO postgres", "ALTER TABLE public.users OWNER TO mosaic"),
        ("ALTER DATABASE mosaic SET work_mem = '5MB'", "ALTER DATABASE mosaic RESET ALL"),
        (
            "INSERT INTO drizzle.__drizzle_migrations (id, hash, created_at) VALUES (99, 'x', 1)",
            "DELETE FROM drizzle.__drizzle_migrations WHERE id = 99",
        ),
        ("CREATE PUBLICATION late FOR TABLE public.users", "DROP PUBLICATION late"),
    ] {
        legacy.database.execute(made);
        legacy.refused(&script, "BOOTSTRAP_SNAPSHOT_STALE");
        legacy.refused(&rollback, "BOOTSTRAP_SNAPSHOT_STALE");
        legacy.database.execute(unmade);
    }
    legacy.succeeds(&script);
    legacy.database.execute("CREATE TABLE public.after ()");
    legacy.refused(&rollback, "BOOTSTRAP_SNAPSHOT_STALE");
}

#[test]
fn the_application_must_have_stopped() {
    let legacy = Legacy::new(Major::V17);
    let script = legacy.takeover();
    let mut waiting = legacy.start_session();
    legacy
        .database
        .until("a session of the login", "EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'mosaic')");
    legacy.refused(&script, "BOOTSTRAP_IN_USE");
    waiting.kill().expect("psql is there");
    waiting.wait().expect("psql ends");
    legacy.database.until("its end", "NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'mosaic')");
    let mut preparing = legacy.database.admin();
    preparing
        .batch_execute("BEGIN; CREATE TABLE public.half (); PREPARE TRANSACTION 'half'")
        .expect("a prepared transaction");
    legacy.refused(&script, "BOOTSTRAP_IN_USE");
    legacy.database.execute("ROLLBACK PREPARED 'half'");
    legacy.succeeds(&script);
}

#[test]
fn another_database_is_not_touched() {
    let legacy = Legacy::new(Major::V17);
    let script = legacy.takeover();
    let elsewhere = legacy.database.cluster().run_psql("postgres", &script, &[]).expect("psql");
    assert!(String::from_utf8_lossy(&elsewhere.stderr).contains("ERROR:  BOOTSTRAP_TARGET: "));
    let mut admin = legacy.database.cluster().admin("postgres").expect("a session");
    for sql in
        [format!("ALTER DATABASE {NAME} RENAME TO before"), format!("CREATE DATABASE {NAME} TEMPLATE before")]
    {
        admin.batch_execute(&sql).expect("a copy");
    }
    legacy.refused(&script, "BOOTSTRAP_SNAPSHOT_STALE");
}
