//! What runs or decides: views, routines, triggers, policies, rules; and the rest of a schema.

use super::{Mutation, mutation};

const fn drift(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("SCHEMA_DRIFT", named, apply, revert)
}

const fn owner(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("OBJECTS_OF_ANOTHER_OWNER", named, apply, revert)
}

const fn unlisted(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("PRIVILEGES_UNLISTED", named, apply, revert)
}

pub const MUTATIONS: &[Mutation] = &[
    drift(
        "public.seen",
        "DROP VIEW seen; SET ROLE mosaic_schema_owner; CREATE MATERIALIZED VIEW seen AS
         SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL",
        "DROP MATERIALIZED VIEW seen; SET ROLE mosaic_schema_owner; CREATE VIEW seen AS
         SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL",
    ),
    owner(
        "view public.seen",
        "ALTER VIEW seen OWNER TO postgres",
        "ALTER VIEW seen OWNER TO mosaic_schema_owner",
    ),
    unlisted(
        "view public.seen",
        "GRANT SELECT ON seen TO mosaic_runtime",
        "REVOKE SELECT ON seen FROM mosaic_runtime",
    ),
    drift(
        "definition",
        "CREATE OR REPLACE VIEW seen AS SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id",
        "CREATE OR REPLACE VIEW seen AS
         SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL",
    ),
    drift(
        "options",
        "ALTER VIEW seen SET (security_barrier = true)",
        "ALTER VIEW seen RESET (security_barrier)",
    ),
    drift(
        "populated",
        "REFRESH MATERIALIZED VIEW kept WITH NO DATA",
        "REFRESH MATERIALIZED VIEW kept",
    ),
    // ---- routines
    drift(
        "public.twice",
        "DROP FUNCTION twice; SET ROLE mosaic_schema_owner;
         CREATE AGGREGATE twice (n integer) (sfunc = int84pl, stype = bigint, initcond = '0')",
        "DROP AGGREGATE twice (integer); SET ROLE mosaic_schema_owner;
         CREATE FUNCTION twice(n integer DEFAULT 2) RETURNS integer LANGUAGE sql IMMUTABLE STRICT RETURN n * 2",
    ),
    owner(
        "routine public.twice(integer)",
        "ALTER FUNCTION twice OWNER TO postgres",
        "ALTER FUNCTION twice OWNER TO mosaic_schema_owner",
    ),
    unlisted(
        "routine public.twice(integer)",
        "GRANT EXECUTE ON FUNCTION twice TO mosaic_runtime",
        "REVOKE EXECUTE ON FUNCTION twice FROM mosaic_runtime",
    ),
    unlisted(
        "routine public.twice(integer) is SECURITY DEFINER",
        "ALTER FUNCTION twice SECURITY DEFINER",
        "ALTER FUNCTION twice SECURITY INVOKER",
    ),
    drift(
        "arguments",
        "CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 3) RETURNS integer
         LANGUAGE sql IMMUTABLE STRICT RETURN n * 2",
        "CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 2) RETURNS integer
         LANGUAGE sql IMMUTABLE STRICT RETURN n * 2",
    ),
    drift(
        "body",
        "CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 2) RETURNS integer
         LANGUAGE sql IMMUTABLE STRICT RETURN n * 3",
        "CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 2) RETURNS integer
         LANGUAGE sql IMMUTABLE STRICT RETURN n * 2",
    ),
    drift("volatility", "ALTER FUNCTION twice STABLE", "ALTER FUNCTION twice IMMUTABLE"),
    drift("strict", "ALTER FUNCTION twice CALLED ON NULL INPUT", "ALTER FUNCTION twice STRICT"),
    drift("leakproof", "ALTER FUNCTION twice LEAKPROOF", "ALTER FUNCTION twice NOT LEAKPROOF"),
    drift("parallel", "ALTER FUNCTION twice PARALLEL SAFE", "ALTER FUNCTION twice PARALLEL UNSAFE"),
    drift("settings", "ALTER FUNCTION twice SET work_mem = '1MB'", "ALTER FUNCTION twice RESET ALL"),
    drift(
        "aggregate",
        "CREATE OR REPLACE AGGREGATE product (numeric) (sfunc = numeric_mul, stype = numeric, initcond = '2')",
        "CREATE OR REPLACE AGGREGATE product (numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1')",
    ),
    // ---- triggers
    drift(
        "trigger public.child.touched",
        "CREATE OR REPLACE TRIGGER touched AFTER UPDATE ON child FOR EACH ROW EXECUTE FUNCTION touch()",
        "CREATE OR REPLACE TRIGGER touched BEFORE UPDATE ON child FOR EACH ROW EXECUTE FUNCTION touch()",
    ),
    drift(
        "enabled",
        "ALTER TABLE child DISABLE TRIGGER touched",
        "ALTER TABLE child ENABLE TRIGGER touched",
    ),
    drift("FOREIGN KEY", "ALTER TABLE child DISABLE TRIGGER ALL", "ALTER TABLE child ENABLE TRIGGER ALL"),
    // ---- policies
    drift(
        "restrictive",
        "DROP POLICY own ON parent;
         CREATE POLICY own ON parent AS RESTRICTIVE FOR SELECT USING (t = current_user)",
        "DROP POLICY own ON parent; CREATE POLICY own ON parent FOR SELECT USING (t = current_user)",
    ),
    drift(
        "command",
        "DROP POLICY own ON parent; CREATE POLICY own ON parent USING (t = current_user) WITH CHECK (true)",
        "DROP POLICY own ON parent; CREATE POLICY own ON parent FOR SELECT USING (t = current_user)",
    ),
    drift(
        "roles",
        "ALTER POLICY own ON parent TO mosaic_runtime_capability",
        "ALTER POLICY own ON parent TO PUBLIC",
    ),
    drift(
        "using",
        "ALTER POLICY own ON parent USING (true)",
        "ALTER POLICY own ON parent USING (t = current_user)",
    ),
    // ---- rules
    drift(
        "rule public.child.quiet",
        "CREATE OR REPLACE RULE quiet AS ON DELETE TO child WHERE false DO INSTEAD NOTHING",
        "CREATE OR REPLACE RULE quiet AS ON DELETE TO child DO INSTEAD NOTHING",
    ),
    drift("enabled", "ALTER TABLE child DISABLE RULE quiet", "ALTER TABLE child ENABLE RULE quiet"),
    // ---- the rest
    drift(
        "schema",
        "ALTER EXTENSION vector SET SCHEMA public",
        "ALTER EXTENSION vector SET SCHEMA mosaic_extensions",
    ),
    drift(
        "owner",
        "UPDATE pg_extension SET extowner = 10 WHERE extname = 'vector'",
        "UPDATE pg_extension SET extowner = 'mosaic_extension_owner'::regrole WHERE extname = 'vector'",
    ),
    unlisted(
        "default privilege",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT SELECT ON TABLES TO mosaic_runtime",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE SELECT ON TABLES FROM mosaic_runtime",
    ),
    drift(
        "owner",
        "ALTER STATISTICS related OWNER TO postgres",
        "ALTER STATISTICS related OWNER TO mosaic_schema_owner",
    ),
    drift(
        "public.related",
        "DROP STATISTICS related; SET ROLE mosaic_schema_owner;
         CREATE STATISTICS related (ndistinct) ON id, d FROM child",
        "DROP STATISTICS related; SET ROLE mosaic_schema_owner;
         CREATE STATISTICS related (dependencies) ON id, d FROM child",
    ),
    drift(
        "collation public.extra",
        "SET ROLE mosaic_schema_owner; CREATE COLLATION extra FROM \"C\"",
        "DROP COLLATION extra",
    ),
];
