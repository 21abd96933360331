-- Before the transaction: psql's own settings, the server, the session, and the database.
-- Whatever an operator's psqlrc says, one failed statement ends the run and nothing is echoed.
\set ON_ERROR_STOP on
\set ON_ERROR_ROLLBACK off
\set AUTOCOMMIT on
\set SINGLELINE off
\set ECHO none
\set QUIET on
\set FETCH_COUNT 0

DO $server$
BEGIN
    IF current_setting('server_version_num')::integer < 160000 THEN
        RAISE EXCEPTION 'SERVER_VERSION_UNSUPPORTED: this is PostgreSQL %, and 16 is the oldest supported',
            current_setting('server_version')
            USING HINT = 'Memberships carry INHERIT and SET options only since 16. Upgrade the server.';
    END IF;
    IF pg_catalog.pg_is_in_recovery() THEN
        RAISE EXCEPTION 'SERVER_IN_RECOVERY: this server is a standby or still recovering'
            USING HINT = 'Connect to the primary.';
    END IF;
    IF current_user <> session_user THEN
        RAISE EXCEPTION 'BOOTSTRAP_SESSION_ROLE: this session logged in as % and acts as %', session_user, current_user
            USING HINT = 'Connect as the superuser itself, without SET ROLE or a role setting.';
    END IF;
    IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) THEN
        RAISE EXCEPTION 'BOOTSTRAP_PROVIDER_PROFILE_REQUIRED: % is not a superuser, so mosaic_extension_owner (NOLOGIN SUPERUSER) cannot be made',
            session_user
            USING HINT = 'Connect as a superuser. A managed service that has none would need a versioned provider profile; none is shipped.';
    END IF;
END
$server$;

-- Connected to another database of the cluster: make the target if it is missing, and go there.
SELECT pg_catalog.current_database() = :'database' AS in_target \gset
\if :in_target
\else
SELECT format('CREATE DATABASE %I TEMPLATE template0 ENCODING ''UTF8''', :'database')
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_database WHERE datname = :'database')
\gexec
\connect :"database"
\endif

SELECT pg_catalog.pg_backend_pid() AS backend_pid \gset
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL client_min_messages = warning;
SET LOCAL row_security = off;
SET LOCAL session_replication_role = origin;
SET LOCAL lock_timeout = '30s';
SET LOCAL statement_timeout = 0;
SET LOCAL mosaic_bootstrap.roles = '{mosaic_platform_database_owner,mosaic_schema_owner,mosaic_migrator,mosaic_runtime_capability,mosaic_runtime,mosaic_extension_owner,mosaic_data_importer}';
SET LOCAL mosaic_bootstrap.database = :'database';
SET LOCAL mosaic_bootstrap.backend_pid = :'backend_pid';
SET LOCAL mosaic_bootstrap.database_create = :'database_create';
SET LOCAL mosaic_bootstrap.owned_schemas = :'owned_schemas';
SET LOCAL mosaic_bootstrap.made_schemas = :'made_schemas';
SET LOCAL mosaic_bootstrap.usage_schemas = :'usage_schemas';
SET LOCAL mosaic_bootstrap.extensions = :'extensions';
SET LOCAL mosaic_bootstrap.ledger_schema = :'ledger_schema';
SET LOCAL mosaic_bootstrap.ledger_table = :'ledger_table';
