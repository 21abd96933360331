//! What the script does not know, it refuses, by name and with nothing changed.

use super::target::{DATABASE, Target};
use mosaic_lab::cluster::SUPERUSER;
use mosaic_lab::postgres::Major;

/// Each case on a server of its own would be honest but slow: the whole script is one transaction, so what one case
/// left behind is what it made itself, and it takes that back.
#[test]
fn whatever_it_does_not_know() {
    let target = Target::bare(Major::V17);
    target.cluster.create_database(DATABASE).expect("a database");
    let script = target.rendered(&[]);
    for (made, code, unmade) in [
        ("CREATE ROLE mosaic_migrator LOGIN CREATEDB", "BOOTSTRAP_ROLE_UNKNOWN", "DROP ROLE mosaic_migrator"),
        ("CREATE ROLE mosaic_migrator NOINHERIT", "BOOTSTRAP_ROLE_UNKNOWN", "DROP ROLE mosaic_migrator"),
        (
            "CREATE ROLE mosaic_schema_owner PASSWORD 'secret'",
            "BOOTSTRAP_ROLE_UNKNOWN",
            "DROP ROLE mosaic_schema_owner",
        ),
        (
            "CREATE ROLE mosaic_runtime LOGIN CONNECTION LIMIT 3",
            "BOOTSTRAP_ROLE_UNKNOWN",
            "DROP ROLE mosaic_runtime",
        ),
        (
            "CREATE ROLE mosaic_schema_owner; CREATE ROLE other; GRANT mosaic_schema_owner TO other",
            "BOOTSTRAP_MEMBERSHIP_UNKNOWN",
            "DROP ROLE other; DROP ROLE mosaic_schema_owner",
        ),
        (
            "CREATE ROLE mosaic_runtime LOGIN; GRANT pg_read_all_data TO mosaic_runtime",
            "BOOTSTRAP_MEMBERSHIP_UNKNOWN",
            "DROP ROLE mosaic_runtime",
        ),
        (
            "CREATE ROLE mosaic_schema_owner; CREATE ROLE mosaic_migrator LOGIN NOINHERIT; \
             GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT TRUE",
            "BOOTSTRAP_MEMBERSHIP_UNKNOWN",
            "DROP ROLE mosaic_migrator; DROP ROLE mosaic_schema_owner",
        ),
        (
            "CREATE ROLE mosaic_runtime LOGIN; ALTER ROLE mosaic_runtime SET search_path = public",
            "BOOTSTRAP_SETTING_UNKNOWN",
            "DROP ROLE mosaic_runtime",
        ),
        (
            "ALTER DATABASE shop SET search_path = public",
            "BOOTSTRAP_SETTING_UNKNOWN",
            "ALTER DATABASE shop RESET ALL",
        ),
        (
            "CREATE ROLE other; ALTER DATABASE shop OWNER TO other",
            "BOOTSTRAP_OWNER_UNKNOWN",
            "ALTER DATABASE shop OWNER TO postgres; DROP ROLE other",
        ),
        (
            "CREATE ROLE other; CREATE SCHEMA mosaic AUTHORIZATION other",
            "BOOTSTRAP_OWNER_UNKNOWN",
            "DROP SCHEMA mosaic; DROP ROLE other",
        ),
        ("CREATE TABLE public.t (id integer)", "BOOTSTRAP_OWNER_UNKNOWN", "DROP TABLE public.t"),
        ("CREATE TYPE public.e AS ENUM ('a')", "BOOTSTRAP_OWNER_UNKNOWN", "DROP TYPE public.e"),
        (
            "CREATE ROLE mosaic_runtime LOGIN; CREATE SCHEMA x AUTHORIZATION mosaic_runtime",
            "BOOTSTRAP_OWNER_UNKNOWN",
            "DROP SCHEMA x; DROP ROLE mosaic_runtime",
        ),
        ("CREATE EXTENSION vector", "BOOTSTRAP_EXTENSION_UNKNOWN", "DROP EXTENSION vector"),
        (
            "CREATE ROLE other; GRANT CONNECT ON DATABASE shop TO other",
            "BOOTSTRAP_GRANT_UNKNOWN",
            "REVOKE CONNECT ON DATABASE shop FROM other; DROP ROLE other",
        ),
        (
            "CREATE ROLE other; GRANT USAGE ON SCHEMA public TO other",
            "BOOTSTRAP_GRANT_UNKNOWN",
            "REVOKE USAGE ON SCHEMA public FROM other; DROP ROLE other",
        ),
        (
            "CREATE ROLE other; GRANT EXECUTE ON FUNCTION lo_create(oid) TO other",
            "BOOTSTRAP_GRANT_UNKNOWN",
            "REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM other; DROP ROLE other",
        ),
        (
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO PUBLIC",
            "BOOTSTRAP_GRANT_UNKNOWN",
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE SELECT ON TABLES FROM PUBLIC",
        ),
        (
            "CREATE FUNCTION public.f() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; \
             CREATE EVENT TRIGGER mosaic_guard_drop ON sql_drop EXECUTE FUNCTION public.f(); \
             ALTER FUNCTION public.f() SET SCHEMA pg_catalog",
            "BOOTSTRAP_GUARD_UNKNOWN",
            "DROP EVENT TRIGGER mosaic_guard_drop; SET allow_system_table_mods = on; DROP FUNCTION pg_catalog.f()",
        ),
    ] {
        target.sql(made);
        target.psql(&script).refused(code);
        target.sql(unmade);
    }
    target.psql(&script).succeeded();
}

#[test]
fn a_ledger_of_another_owner() {
    let target = Target::prepared(Major::V17);
    let script = target.rendered(&[]);
    target.sql("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 1)");
    target.sql("ALTER TABLE drizzle.__drizzle_migrations ADD COLUMN name text");
    target.psql(&script).succeeded();
    target.sql("ALTER TABLE drizzle.__drizzle_migrations OWNER TO postgres");
    target.psql(&script).refused("BOOTSTRAP_OWNER_UNKNOWN");
}

#[test]
fn a_migration_at_work() {
    let target = Target::prepared(Major::V17);
    let script = target.rendered(&[]);
    let mut runner = target.cluster.admin(DATABASE).expect("a session");
    runner.batch_execute("SELECT pg_advisory_lock(1297044289, 1262636593)").expect("the lock");
    target.psql(&script).refused("BOOTSTRAP_LOCKED");
}

#[test]
fn another_session_than_a_superusers_own() {
    let target = Target::prepared(Major::V17);
    let script = target.rendered(&[]);
    target.sql("CREATE ROLE nearly LOGIN CREATEROLE CREATEDB");
    target
        .psql(&format!("SET SESSION AUTHORIZATION nearly;\n{script}"))
        .refused("BOOTSTRAP_PROVIDER_PROFILE_REQUIRED");
    target.psql(&format!("SET ROLE mosaic_schema_owner;\n{script}")).refused("BOOTSTRAP_SESSION_ROLE");
}

#[test]
fn a_database_in_another_encoding() {
    let target = Target::bare(Major::V17);
    let create = "CREATE DATABASE shop TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'";
    target.cluster.admin(SUPERUSER).expect("a session").batch_execute(create).expect("a database");
    target.psql(&target.rendered(&[])).refused("DATABASE_ENCODING");
}

#[test]
fn a_standby() {
    let target = Target::prepared(Major::V17);
    let standby = target.cluster.standby().expect("a standby");
    let refused = standby.run_psql(SUPERUSER, &target.rendered(&[]), &[]).expect("psql");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("ERROR:  SERVER_IN_RECOVERY: "));
    assert_eq!(refused.status.code(), Some(3));
}

#[test]
fn a_server_that_is_too_old() {
    let target = Target::bare(Major::V15);
    target.psql(&target.rendered(&[])).refused("SERVER_VERSION_UNSUPPORTED");
    target.cluster.create_database(DATABASE).expect("a database");
    let checked = target.check();
    assert_eq!((checked.status(), checked.code().as_str()), (77, "SERVER_VERSION_UNSUPPORTED"));
}
