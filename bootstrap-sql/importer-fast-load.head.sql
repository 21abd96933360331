\set ON_ERROR_STOP on
\set ON_ERROR_ROLLBACK off
\set AUTOCOMMIT on
\set SINGLELINE off
\set ECHO none
\set QUIET on

BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL mosaic_bootstrap.database = :'database';
DO $session$
BEGIN
    IF current_setting('server_version_num')::integer < 170000 THEN
        RAISE EXCEPTION 'FAST_LOAD_UNFIT: this is PostgreSQL %, and the right to lock a table without changing it came with 17',
            current_setting('server_version')
            USING HINT = 'Import with --constraints enforce, which needs no grant.';
    END IF;
    IF current_database() <> current_setting('mosaic_bootstrap.database') THEN
        RAISE EXCEPTION 'BOOTSTRAP_TARGET: connected to database %, rendered for %',
            current_database(), current_setting('mosaic_bootstrap.database');
    END IF;
    -- What another grants is another's to take back, and no audit would know it.
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) OR current_user <> session_user THEN
        RAISE EXCEPTION 'BOOTSTRAP_SESSION_ROLE: this session logged in as % and acts as %, and a superuser is needed',
            session_user, current_user;
    END IF;
    IF NOT pg_try_advisory_xact_lock(1297044289, 1262636593) THEN
        RAISE EXCEPTION 'BOOTSTRAP_LOCKED: a migration of this database is at work'
            USING HINT = 'Run the script again when it has ended.';
    END IF;
END
$session$;

