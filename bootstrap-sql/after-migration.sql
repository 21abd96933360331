\set ON_ERROR_STOP on
\set ON_ERROR_ROLLBACK off
\set AUTOCOMMIT on
\set SINGLELINE off
\set ECHO none
\set QUIET on

BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL mosaic_bootstrap.database = :'database';
DO $after$
BEGIN
    IF current_database() <> current_setting('mosaic_bootstrap.database') THEN
        RAISE EXCEPTION 'BOOTSTRAP_TARGET: connected to database %, rendered for %',
            current_database(), current_setting('mosaic_bootstrap.database');
    END IF;
    IF NOT pg_try_advisory_xact_lock(1297044289, 1262636593) THEN
        RAISE EXCEPTION 'BOOTSTRAP_LOCKED: a migration of this database is at work'
            USING HINT = 'Run the script again when it has ended.';
    END IF;
END
$after$;
REVOKE CREATE ON DATABASE :"database" FROM mosaic_schema_owner;
DO $check$
BEGIN
    IF has_database_privilege('mosaic_schema_owner', current_database(), 'CREATE') THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: mosaic_schema_owner still has CREATE on database %', current_database()
            USING HINT = 'Another role granted it: look at datacl in pg_database and revoke it as that role.';
    END IF;
END
$check$;
COMMIT;
\echo CREATE on database :database is taken back
