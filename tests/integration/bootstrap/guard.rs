//! The DDL guard: who is stopped, and who is not.

use super::target::Target;
use mosaic_lab::postgres::Major;

const LOCK: &str = "SELECT pg_try_advisory_lock(1297044289, 1262636593)";
const ACT: &str = "SET ROLE mosaic_schema_owner";
const STOPPED: &str = "MG001";

#[test]
fn the_migrator_changes_shapes_only_while_it_holds_the_lock() {
    let target = Target::prepared(Major::V17);
    let ddl = [
        "CREATE TABLE mosaic.t (id integer PRIMARY KEY)",
        "ALTER TABLE mosaic.t ADD COLUMN name text",
        "CREATE INDEX CONCURRENTLY t_name ON mosaic.t (name)",
        "REINDEX TABLE mosaic.t",
        "DROP INDEX CONCURRENTLY mosaic.t_name",
        "GRANT SELECT ON mosaic.t TO mosaic_runtime_capability",
        "REVOKE SELECT ON mosaic.t FROM mosaic_runtime_capability",
        "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO mosaic_runtime_capability",
        "ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM mosaic_runtime_capability",
        "CREATE FUNCTION mosaic.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "CREATE TRIGGER touch BEFORE UPDATE ON mosaic.t FOR EACH ROW EXECUTE FUNCTION mosaic.touch()",
        "CREATE POLICY p ON mosaic.t USING (true)",
        "COMMENT ON TABLE mosaic.t IS 'x'",
        "COMMENT ON SCHEMA mosaic IS 'x'",
        "CREATE MATERIALIZED VIEW mosaic.m AS SELECT 1 AS one",
        "REFRESH MATERIALIZED VIEW mosaic.m",
        "ALTER TABLE mosaic.t SET SCHEMA public",
        "DROP TRIGGER touch ON public.t",
        "DROP TABLE public.t",
        "DROP OWNED BY mosaic_schema_owner",
    ];
    let mut held = vec![LOCK, ACT];
    // The last one would drop the ledger with everything else; that it is stopped without the lock is enough.
    held.extend(&ddl[..ddl.len() - 1]);
    for statement in ddl {
        assert_eq!(
            target.as_login("mosaic_migrator", &[ACT, statement]),
            Err(STOPPED.to_owned()),
            "{statement}"
        );
    }
    let stopped_inside = "DO $$ BEGIN EXECUTE 'CREATE TABLE mosaic.inner_t (id integer)'; END $$";
    assert_eq!(target.as_login("mosaic_migrator", &[ACT, stopped_inside]), Err(STOPPED.to_owned()));
    assert_eq!(target.as_login("mosaic_migrator", &held), Ok(()));
}

/// What is asked for in the lock manager is this backend's exclusive hold on both keys, and nothing like it.
#[test]
fn no_other_lock_will_do() {
    let target = Target::prepared(Major::V17);
    let create = "CREATE TABLE mosaic.t (id integer)";
    for other in [
        "SELECT pg_try_advisory_lock_shared(1297044289, 1262636593)",
        "SELECT pg_try_advisory_lock(1262636593, 1297044289)",
        "SELECT pg_try_advisory_lock((1297044289::bigint << 32) + 1262636593)",
    ] {
        let stopped = target.as_login("mosaic_migrator", &[other, ACT, create]);
        assert_eq!(stopped, Err(STOPPED.to_owned()), "{other}");
    }
    let mut holder = target.cluster.admin(super::target::DATABASE).expect("a session");
    holder.batch_execute(LOCK).expect("the lock");
    assert_eq!(
        target.as_login("mosaic_migrator", &[ACT, create]),
        Err(STOPPED.to_owned()),
        "it is another's"
    );
    drop(holder);
    // Looking for the lock neither takes it nor gives it away.
    let mut session = target.cluster.admin(super::target::DATABASE).expect("a session");
    session
        .batch_execute(&format!("SET SESSION AUTHORIZATION mosaic_migrator; {LOCK}; {ACT}; {create}"))
        .expect("DDL");
    let held = "SELECT count(*)::int4 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()";
    assert_eq!(session.query_one(held, &[]).expect("the locks").get::<_, i32>(0), 1);
    session.batch_execute("SELECT pg_advisory_unlock(1297044289, 1262636593)").expect("an unlock");
    assert_eq!(session.query_one(held, &[]).expect("the locks").get::<_, i32>(0), 0);
}

/// A login that drift gave rights to, with and without the schema owner's role.
#[test]
fn no_other_login_changes_a_managed_schema() {
    let target = Target::prepared(Major::V17);
    target.sql(
        "CREATE ROLE stranger LOGIN; GRANT CONNECT, TEMPORARY, CREATE ON DATABASE shop TO stranger;
         GRANT USAGE, CREATE ON SCHEMA mosaic TO stranger; CREATE SCHEMA elsewhere AUTHORIZATION stranger;
         CREATE ROLE member LOGIN; GRANT mosaic_schema_owner TO member WITH ADMIN FALSE, INHERIT TRUE, SET TRUE;
         SET ROLE mosaic_schema_owner; CREATE TABLE mosaic.t (id integer); RESET ROLE",
    );
    for (login, statement) in [
        ("stranger", "CREATE TABLE mosaic.own (id integer)"),
        ("stranger", "CREATE SCHEMA another"),
        ("stranger", "GRANT ALL ON SCHEMA elsewhere TO PUBLIC"),
        ("stranger", "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC"),
        ("member", "CREATE INDEX CONCURRENTLY ON mosaic.t (id)"),
        ("member", "DROP TABLE mosaic.t"),
        ("member", "ALTER TABLE mosaic.t RENAME TO u"),
    ] {
        assert_eq!(target.as_login(login, &[statement]), Err(STOPPED.to_owned()), "{login}: {statement}");
        assert_eq!(
            target.as_login(login, &[LOCK, statement]),
            Err(STOPPED.to_owned()),
            "{login}: {statement}"
        );
    }
    let own = [
        "CREATE TABLE elsewhere.t (id serial PRIMARY KEY, name text DEFAULT 'x' CHECK (name <> ''))",
        "CREATE INDEX CONCURRENTLY ON elsewhere.t (name)",
        "ALTER TABLE elsewhere.t DROP COLUMN name",
        "DROP TABLE elsewhere.t",
        "CREATE TEMPORARY TABLE t (id serial PRIMARY KEY, name text DEFAULT 'x')",
        "CREATE INDEX ON t (name)",
        "DROP TABLE t",
    ];
    assert_eq!(target.as_login("stranger", &own), Ok(()));
}

#[test]
fn a_superuser_passes_also_as_the_schema_owner() {
    let target = Target::prepared(Major::V17);
    let ddl = [
        ACT,
        "CREATE TABLE mosaic.t (id integer)",
        "ALTER TABLE mosaic.t ADD name text",
        "DROP TABLE mosaic.t",
    ];
    assert_eq!(target.as_login("postgres", &ddl), Ok(()));
}

/// The role that replays may switch triggers off; the guard is one that stays on.
#[test]
fn replaying_does_not_switch_it_off() {
    let target = Target::prepared(Major::V17);
    target.sql("GRANT SET ON PARAMETER session_replication_role TO mosaic_migrator");
    let replaying = ["SET session_replication_role = replica", ACT, "CREATE TABLE mosaic.t (id integer)"];
    assert_eq!(target.as_login("mosaic_migrator", &replaying), Err(STOPPED.to_owned()));
}
