//! Taken over and given back before it was migrated: the database is what it was, to the last privilege.

use super::legacy::Legacy;
use mosaic_lab::postgres::Major;

/// One of everything that is moved or stripped, with names that need quotes.
const RICH: &str = r#"
    CREATE ROLE "re ader's" NOLOGIN;
    SET ROLE mosaic;
    CREATE DOMAIN public."Dö main" AS text CHECK (VALUE <> '');
    CREATE TYPE public.pair AS (a integer, b text);
    CREATE COLLATION public."my ""collation""" (provider = icu, locale = 'de');
    CREATE TABLE public."Täble ""1"" %I :x \ '" (id serial PRIMARY KEY, "Cöl" public."Dö main", p public.pair) ;
    CREATE TABLE public.parts (at date, n integer) PARTITION BY RANGE (at);
    CREATE TABLE public.parts_2026 PARTITION OF public.parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
    CREATE SEQUENCE public.free;
    CREATE VIEW public.v AS SELECT id FROM public."Täble ""1"" %I :x \ '";
    CREATE MATERIALIZED VIEW public.m AS SELECT 1 AS one;
    CREATE STATISTICS public.st ON at, n FROM public.parts;
    CREATE FUNCTION public.near(a public.vector) RETURNS integer LANGUAGE sql BEGIN ATOMIC SELECT 1; END;
    CREATE FUNCTION public.by_text() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM users';
    CREATE PROCEDURE public.proc(INOUT a integer) LANGUAGE sql BEGIN ATOMIC SELECT 1; END;
    CREATE AGGREGATE public.agg(integer) (SFUNC = int4pl, STYPE = integer);
    CREATE OPERATOR public.@#@ (FUNCTION = int4pl, LEFTARG = integer, RIGHTARG = integer);
    CREATE CONVERSION public.conv FOR 'LATIN1' TO 'UTF8' FROM iso8859_1_to_utf8;
    GRANT SELECT, INSERT ON public."Täble ""1"" %I :x \ '" TO "re ader's" WITH GRANT OPTION;
    GRANT UPDATE ("Cöl") ON public."Täble ""1"" %I :x \ '" TO "re ader's";
    GRANT SELECT ON public.users TO PUBLIC;
    GRANT USAGE ON SEQUENCE public.events_id_seq TO "re ader's";
    GRANT USAGE ON TYPE public.pair TO "re ader's";
    REVOKE EXECUTE ON FUNCTION public.by_text() FROM PUBLIC;
    GRANT CREATE, USAGE ON SCHEMA public TO "re ader's";
    GRANT TEMPORARY, CONNECT ON DATABASE mosaic TO "re ader's" WITH GRANT OPTION;
    ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO "re ader's";
    ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO "re ader's" WITH GRANT OPTION;
    RESET ROLE;
    ALTER DATABASE mosaic SET search_path TO "$user", public, "an other";
    ALTER DATABASE mosaic SET statement_timeout TO '5min';
    ALTER DATABASE mosaic SET "my.own" TO 'it''s \ so';
    CREATE FUNCTION public.hash(public.pair) RETURNS integer LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT 1; END;
    ALTER FUNCTION public.hash(public.pair) OWNER TO mosaic;
    CREATE OPERATOR FAMILY public.fam USING hash;
    ALTER OPERATOR FAMILY public.fam USING hash OWNER TO mosaic;
    CREATE OPERATOR CLASS public.cls FOR TYPE public.pair USING hash FAMILY public.fam AS FUNCTION 1 public.hash(public.pair);
    ALTER OPERATOR CLASS public.cls USING hash OWNER TO mosaic;
"#;

fn is_given_back(major: Major) {
    let legacy = Legacy::new(major);
    legacy.database.execute(RICH);
    let before = (legacy.facts(), legacy.rows(), catalog(&legacy));
    let (script, rollback) = legacy.scripts();
    assert!(script.contains("\n--   function public.by_text()\n"), "routines that would break are listed");

    legacy.succeeds(&rollback);
    assert_eq!(legacy.facts(), before.0, "before the script ran there is nothing to take back");
    for _ in 0..2 {
        legacy.succeeds(&script);
        legacy.check().assert_reached();
        assert!(!legacy.as_owner("SELECT 1").status.success());
        legacy.succeeds(&rollback);
        legacy.succeeds(&rollback);
        assert_eq!((legacy.facts(), legacy.rows(), catalog(&legacy)), before);
        works_as_before(&legacy);
    }
}

/// What no document says: who is there, and what is stored by name.
fn catalog(legacy: &Legacy) -> Vec<String> {
    let rows = "SELECT rolname::text FROM pg_roles UNION ALL SELECT nspname FROM pg_namespace UNION ALL SELECT evtname FROM pg_event_trigger \
                UNION ALL SELECT s::text FROM pg_db_role_setting s UNION ALL SELECT extname || ' ' || extnamespace::regnamespace FROM pg_extension \
                ORDER BY 1";
    legacy.database.admin().query(rows, &[]).expect("the catalog").iter().map(|row| row.get(0)).collect()
}

fn works_as_before(legacy: &Legacy) {
    let sql = "BEGIN; CREATE TABLE mine (v vector(3)); INSERT INTO mine VALUES ('[1,2,3]'); SELECT by_text(); \
               ALTER TABLE users ADD COLUMN extra text; UPDATE users SET name = 'x'; ROLLBACK";
    let done = legacy.as_owner(sql);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    legacy.drizzle_has_nothing_to_do();
}

#[test]
fn on_16_it_is_given_back() {
    is_given_back(Major::V16);
}

#[test]
fn on_17_it_is_given_back() {
    is_given_back(Major::V17);
}

#[test]
fn on_18_it_is_given_back() {
    is_given_back(Major::V18);
}

/// What another database needs stays.
#[test]
fn roles_that_another_database_needs_stay() {
    let legacy = Legacy::new(Major::V17);
    let (script, rollback) = legacy.scripts();
    legacy.succeeds(&script);
    legacy.database.cluster().create_database("other").expect("a database");
    legacy.database.execute("ALTER DATABASE other OWNER TO mosaic_platform_database_owner");
    legacy.succeeds(&rollback);
    let roles =
        "SELECT string_agg(rolname, ' ' ORDER BY rolname) FROM pg_roles WHERE rolname LIKE 'mosaic\\_%'";
    assert_eq!(legacy.database.value(roles), "mosaic_extension_owner mosaic_platform_database_owner");
    works_as_before_plainly(&legacy);
}

fn works_as_before_plainly(legacy: &Legacy) {
    let done = legacy.as_owner("UPDATE users SET name = name");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn it_is_not_given_back_while_it_is_used() {
    let legacy = Legacy::new(Major::V17);
    let (script, rollback) = legacy.scripts();
    legacy.succeeds(&script);
    let mut session = legacy.database.admin();
    session.batch_execute("SET SESSION AUTHORIZATION mosaic_runtime").expect("a login");
    legacy.database.execute(
        "INSERT INTO mosaic_control.progress (sha256, tag, step, statement_digest, state) \
         VALUES (repeat('0', 64), 't', 0, repeat('0', 64), 'started')",
    );
    legacy.refused(&rollback, "BOOTSTRAP_SNAPSHOT_STALE");
}
