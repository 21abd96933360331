-- What runs or decides: views, routines, triggers, policies, rules; and the rest of a schema.

-- defect view-materialized
-- verify SCHEMA_DRIFT: public.seen
DROP VIEW seen;
SET ROLE mosaic_schema_owner;
CREATE MATERIALIZED VIEW seen AS
    SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL;
-- revert
DROP MATERIALIZED VIEW seen;
SET ROLE mosaic_schema_owner;
CREATE VIEW seen AS
    SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL;

-- defect view-of-another-owner
-- verify OBJECTS_OF_ANOTHER_OWNER: view public.seen
ALTER VIEW seen OWNER TO CURRENT_USER;
-- revert
ALTER VIEW seen OWNER TO mosaic_schema_owner;

-- defect view-granted
-- verify PRIVILEGES_UNLISTED: view public.seen
GRANT SELECT ON seen TO mosaic_runtime;
-- revert
REVOKE SELECT ON seen FROM mosaic_runtime;

-- defect view-definition
-- verify SCHEMA_DRIFT: definition
CREATE OR REPLACE VIEW seen AS SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id;
-- revert
CREATE OR REPLACE VIEW seen AS
    SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL;

-- defect view-options
-- verify SCHEMA_DRIFT: options
ALTER VIEW seen SET (security_barrier = true);
-- revert
ALTER VIEW seen RESET (security_barrier);

-- defect materialized-view-empty
-- verify SCHEMA_DRIFT: populated
REFRESH MATERIALIZED VIEW kept WITH NO DATA;
-- revert
REFRESH MATERIALIZED VIEW kept;

-- ---- routines

-- defect routine-of-another-kind
-- verify SCHEMA_DRIFT: public.twice
DROP FUNCTION twice;
SET ROLE mosaic_schema_owner;
CREATE AGGREGATE twice (n integer) (sfunc = int84pl, stype = bigint, initcond = '0');
-- revert
DROP AGGREGATE twice (integer);
SET ROLE mosaic_schema_owner;
CREATE FUNCTION twice(n integer DEFAULT 2) RETURNS integer LANGUAGE sql IMMUTABLE STRICT RETURN n * 2;

-- defect routine-of-another-owner
-- verify OBJECTS_OF_ANOTHER_OWNER: routine public.twice(integer)
ALTER FUNCTION twice OWNER TO CURRENT_USER;
-- revert
ALTER FUNCTION twice OWNER TO mosaic_schema_owner;

-- defect routine-granted
-- verify PRIVILEGES_UNLISTED: routine public.twice(integer)
GRANT EXECUTE ON FUNCTION twice TO mosaic_runtime;
-- revert
REVOKE EXECUTE ON FUNCTION twice FROM mosaic_runtime;

-- defect routine-definer
-- verify PRIVILEGES_UNLISTED: routine public.twice(integer) is SECURITY DEFINER
ALTER FUNCTION twice SECURITY DEFINER;
-- revert
ALTER FUNCTION twice SECURITY INVOKER;

-- defect routine-arguments
-- verify SCHEMA_DRIFT: arguments
CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 3) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT RETURN n * 2;
-- revert
CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 2) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT RETURN n * 2;

-- defect routine-body
-- verify SCHEMA_DRIFT: body
CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 2) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT RETURN n * 3;
-- revert
CREATE OR REPLACE FUNCTION twice(n integer DEFAULT 2) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT RETURN n * 2;

-- defect routine-volatility
-- verify SCHEMA_DRIFT: volatility
ALTER FUNCTION twice STABLE;
-- revert
ALTER FUNCTION twice IMMUTABLE;

-- defect routine-not-strict
-- verify SCHEMA_DRIFT: strict
ALTER FUNCTION twice CALLED ON NULL INPUT;
-- revert
ALTER FUNCTION twice STRICT;

-- defect routine-leakproof
-- verify SCHEMA_DRIFT: leakproof
ALTER FUNCTION twice LEAKPROOF;
-- revert
ALTER FUNCTION twice NOT LEAKPROOF;

-- defect routine-parallel
-- verify SCHEMA_DRIFT: parallel
ALTER FUNCTION twice PARALLEL SAFE;
-- revert
ALTER FUNCTION twice PARALLEL UNSAFE;

-- defect routine-settings
-- verify SCHEMA_DRIFT: settings
ALTER FUNCTION twice SET work_mem = '1MB';
-- revert
ALTER FUNCTION twice RESET ALL;

-- defect aggregate-start
-- verify SCHEMA_DRIFT: aggregate
CREATE OR REPLACE AGGREGATE product (numeric) (sfunc = numeric_mul, stype = numeric, initcond = '2');
-- revert
CREATE OR REPLACE AGGREGATE product (numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- ---- triggers

-- defect trigger-definition
-- verify SCHEMA_DRIFT: trigger public.child.touched
CREATE OR REPLACE TRIGGER touched AFTER UPDATE ON child FOR EACH ROW EXECUTE FUNCTION touch();
-- revert
CREATE OR REPLACE TRIGGER touched BEFORE UPDATE ON child FOR EACH ROW EXECUTE FUNCTION touch();

-- defect trigger-disabled
-- verify SCHEMA_DRIFT: enabled
ALTER TABLE child DISABLE TRIGGER touched;
-- revert
ALTER TABLE child ENABLE TRIGGER touched;

-- defect foreign-key-triggers-disabled
-- verify SCHEMA_DRIFT: FOREIGN KEY
ALTER TABLE child DISABLE TRIGGER ALL;
-- revert
ALTER TABLE child ENABLE TRIGGER ALL;

-- ---- policies

-- defect policy-restrictive
-- verify SCHEMA_DRIFT: restrictive
DROP POLICY own ON parent;
CREATE POLICY own ON parent AS RESTRICTIVE FOR SELECT USING (t = current_user);
-- revert
DROP POLICY own ON parent;
CREATE POLICY own ON parent FOR SELECT USING (t = current_user);

-- defect policy-command
-- verify SCHEMA_DRIFT: command
DROP POLICY own ON parent;
CREATE POLICY own ON parent USING (t = current_user) WITH CHECK (true);
-- revert
DROP POLICY own ON parent;
CREATE POLICY own ON parent FOR SELECT USING (t = current_user);

-- defect policy-roles
-- verify SCHEMA_DRIFT: roles
ALTER POLICY own ON parent TO mosaic_runtime_capability;
-- revert
ALTER POLICY own ON parent TO PUBLIC;

-- defect policy-expression
-- verify SCHEMA_DRIFT: using
ALTER POLICY own ON parent USING (true);
-- revert
ALTER POLICY own ON parent USING (t = current_user);

-- ---- rules

-- defect rule-condition
-- verify SCHEMA_DRIFT: rule public.child.quiet
CREATE OR REPLACE RULE quiet AS ON DELETE TO child WHERE false DO INSTEAD NOTHING;
-- revert
CREATE OR REPLACE RULE quiet AS ON DELETE TO child DO INSTEAD NOTHING;

-- defect rule-disabled
-- verify SCHEMA_DRIFT: enabled
ALTER TABLE child DISABLE RULE quiet;
-- revert
ALTER TABLE child ENABLE RULE quiet;

-- ---- the rest

-- defect extension-in-managed-schema
-- verify SCHEMA_DRIFT: schema
ALTER EXTENSION vector SET SCHEMA public;
-- revert
ALTER EXTENSION vector SET SCHEMA mosaic_extensions;

-- defect extension-owned-otherwise
-- verify SCHEMA_DRIFT: owner
UPDATE pg_extension SET extowner = 10 WHERE extname = 'vector';
-- revert
UPDATE pg_extension SET extowner = 'mosaic_extension_owner'::regrole WHERE extname = 'vector';

-- defect tables-granted-by-default
-- verify PRIVILEGES_UNLISTED: default privilege
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT SELECT ON TABLES TO mosaic_runtime;
-- revert
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE SELECT ON TABLES FROM mosaic_runtime;

-- defect statistics-of-another-owner
-- verify SCHEMA_DRIFT: owner
ALTER STATISTICS related OWNER TO CURRENT_USER;
-- revert
ALTER STATISTICS related OWNER TO mosaic_schema_owner;

-- defect statistics-kind
-- verify SCHEMA_DRIFT: public.related
DROP STATISTICS related;
SET ROLE mosaic_schema_owner;
CREATE STATISTICS related (ndistinct) ON id, d FROM child;
-- revert
DROP STATISTICS related;
SET ROLE mosaic_schema_owner;
CREATE STATISTICS related (dependencies) ON id, d FROM child;

-- defect collation-extra
-- verify SCHEMA_DRIFT: collation public.extra
SET ROLE mosaic_schema_owner;
CREATE COLLATION extra FROM "C";
-- revert
DROP COLLATION extra;

-- ---- traces of an entry that the ledger does not know of

-- defect ledger-row-missing
-- verify EFFECTS_PRESENT: catalog.effects
CREATE TEMPORARY TABLE known AS SELECT * FROM drizzle.__drizzle_migrations ORDER BY id DESC LIMIT 1;
DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT id FROM known);
-- revert
INSERT INTO drizzle.__drizzle_migrations SELECT * FROM known;
DROP TABLE known;
