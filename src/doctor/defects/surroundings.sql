-- Settings, owners, the guard, the extension.

-- defect migrator-stored-role
-- verify CHECK_FAILED: setting.migrator
ALTER ROLE mosaic_migrator SET role = 'mosaic_schema_owner';
-- revert
ALTER ROLE mosaic_migrator RESET ALL;

-- defect migrator-stored-path-here
-- verify CHECK_FAILED: setting.migrator
ALTER ROLE mosaic_migrator IN DATABASE mosaic_self_test SET search_path = public;
-- revert
ALTER ROLE mosaic_migrator IN DATABASE mosaic_self_test RESET ALL;

-- defect runtime-stored-path
-- verify CHECK_FAILED: setting.runtime
ALTER ROLE mosaic_runtime SET search_path = public;
-- revert
ALTER ROLE mosaic_runtime RESET ALL;

-- defect runtime-stored-role-here
-- verify CHECK_FAILED: setting.runtime
ALTER ROLE mosaic_runtime IN DATABASE mosaic_self_test SET role = 'mosaic_runtime_capability';
-- revert
ALTER ROLE mosaic_runtime IN DATABASE mosaic_self_test RESET ALL;

-- defect database-stored-setting
-- verify CHECK_FAILED: setting.database
ALTER DATABASE mosaic_self_test SET row_security = off;
-- revert
ALTER DATABASE mosaic_self_test RESET ALL;

-- defect stored-setting-of-everybody
-- verify CHECK_FAILED: setting.every_role
ALTER ROLE ALL SET work_mem = '1MB';
-- revert
ALTER ROLE ALL RESET ALL;

-- defect runtime-owns-schema
-- verify CHECK_FAILED: role.runtime.owns
CREATE SCHEMA own AUTHORIZATION mosaic_runtime;
-- revert
DROP SCHEMA own;

-- defect migrator-owns-database
-- verify CHECK_FAILED: role.migrator.owns
CREATE DATABASE other OWNER mosaic_migrator;
-- revert
DROP DATABASE other;

-- defect table-among-extensions
-- verify CHECK_FAILED: schema.mosaic_extensions.objects
CREATE TABLE mosaic_extensions.extra (id integer);
-- revert
DROP TABLE mosaic_extensions.extra;

-- defect table-of-another-owner
-- verify OBJECTS_OF_ANOTHER_OWNER: schema.mosaic.objects
ALTER TABLE mosaic.tasks OWNER TO CURRENT_USER;
-- revert
ALTER TABLE mosaic.tasks OWNER TO mosaic_schema_owner;

-- defect definer-function
-- verify PRIVILEGES_UNLISTED: routine mosaic.lend() is SECURITY DEFINER
SET ROLE mosaic_schema_owner;
CREATE FUNCTION mosaic.lend() RETURNS integer LANGUAGE sql SECURITY DEFINER RETURN 1;
-- revert
DROP FUNCTION mosaic.lend();

-- defect guard-disabled
-- verify CHECK_FAILED: guard.command_start
ALTER EVENT TRIGGER mosaic_guard_command_start DISABLE;
-- revert
ALTER EVENT TRIGGER mosaic_guard_command_start ENABLE ALWAYS;

-- defect guard-only-for-replicas
-- verify CHECK_FAILED: guard.command_end
ALTER EVENT TRIGGER mosaic_guard_command_end ENABLE REPLICA;
-- revert
ALTER EVENT TRIGGER mosaic_guard_command_end ENABLE ALWAYS;

-- defect guard-dropped
-- verify CHECK_FAILED: guard.drop
DROP EVENT TRIGGER mosaic_guard_drop;
-- revert
CREATE EVENT TRIGGER mosaic_guard_drop ON sql_drop EXECUTE FUNCTION mosaic_control.guard_drop();
ALTER EVENT TRIGGER mosaic_guard_drop ENABLE ALWAYS;

-- defect guard-definer
-- verify CHECK_FAILED: guard.drop
ALTER FUNCTION mosaic_control.guard_drop() SECURITY DEFINER;
-- revert
ALTER FUNCTION mosaic_control.guard_drop() SECURITY INVOKER;

-- defect guard-of-another-body
-- verify CHECK_FAILED: guard.command_start
UPDATE pg_proc SET prosrc = prosrc || ' ' WHERE oid = 'mosaic_control.guard_command_start()'::regprocedure;
-- revert
UPDATE pg_proc SET prosrc = rtrim(prosrc, ' ') WHERE oid = 'mosaic_control.guard_command_start()'::regprocedure;

-- defect guard-without-path
-- verify CHECK_FAILED: guard.command_end
ALTER FUNCTION mosaic_control.guard_command_end() RESET ALL;
-- revert
ALTER FUNCTION mosaic_control.guard_command_end() SET search_path = pg_catalog, pg_temp;

-- defect extension-elsewhere
-- verify SCHEMA_DRIFT: extension.vector.place
ALTER EXTENSION vector SET SCHEMA public;
-- revert
ALTER EXTENSION vector SET SCHEMA mosaic_extensions;

-- defect extension-of-another-owner
-- verify SCHEMA_DRIFT: extension.vector.place
UPDATE pg_extension SET extowner = 10 WHERE extname = 'vector';
-- revert
UPDATE pg_extension SET extowner = 'mosaic_extension_owner'::regrole WHERE extname = 'vector';

-- defect extension-type-of-another-owner
-- verify CHECK_FAILED: extension.vector.place
ALTER TYPE mosaic_extensions.vector OWNER TO CURRENT_USER;
-- revert
ALTER TYPE mosaic_extensions.vector OWNER TO mosaic_extension_owner;

-- defect extension-of-another-version
-- verify EXTENSION_MISSING: extension.vector.version
UPDATE pg_extension SET extversion = '0.0.1' WHERE extname = 'vector';
-- revert
UPDATE pg_extension SET extversion = default_version
    FROM pg_available_extensions WHERE extname = 'vector' AND name = 'vector';

-- defect database-owner-stored-setting
-- verify CHECK_FAILED: setting.platform_database_owner
ALTER ROLE mosaic_platform_database_owner SET work_mem = '1MB';
-- revert
ALTER ROLE mosaic_platform_database_owner RESET ALL;

-- defect schema-owner-stored-setting
-- verify CHECK_FAILED: setting.schema_owner
ALTER ROLE mosaic_schema_owner SET work_mem = '1MB';
-- revert
ALTER ROLE mosaic_schema_owner RESET ALL;

-- defect capability-stored-setting
-- verify CHECK_FAILED: setting.runtime_capability
ALTER ROLE mosaic_runtime_capability SET work_mem = '1MB';
-- revert
ALTER ROLE mosaic_runtime_capability RESET ALL;

-- defect extension-owner-stored-setting
-- verify CHECK_FAILED: setting.extension_owner
ALTER ROLE mosaic_extension_owner SET work_mem = '1MB';
-- revert
ALTER ROLE mosaic_extension_owner RESET ALL;

-- defect importer-stored-setting
-- verify CHECK_FAILED: setting.data_importer
ALTER ROLE mosaic_data_importer SET work_mem = '1MB';
-- revert
ALTER ROLE mosaic_data_importer RESET ALL;

-- defect database-owner-owns-schema
-- verify CHECK_FAILED: role.platform_database_owner.owns
CREATE SCHEMA own AUTHORIZATION mosaic_platform_database_owner;
-- revert
DROP SCHEMA own;

-- defect schema-owner-owns-schema
-- verify CHECK_FAILED: role.schema_owner.owns
CREATE SCHEMA own AUTHORIZATION mosaic_schema_owner;
-- revert
DROP SCHEMA own;

-- defect schema-owner-owns-table-elsewhere
-- verify CHECK_FAILED: role.schema_owner.owns
CREATE SCHEMA elsewhere;
CREATE TABLE elsewhere.more (id integer);
ALTER TABLE elsewhere.more OWNER TO mosaic_schema_owner;
-- revert
DROP SCHEMA elsewhere CASCADE;

-- defect capability-owns-schema
-- verify CHECK_FAILED: role.runtime_capability.owns
CREATE SCHEMA own AUTHORIZATION mosaic_runtime_capability;
-- revert
DROP SCHEMA own;

-- defect extension-owner-owns-schema
-- verify CHECK_FAILED: role.extension_owner.owns
CREATE SCHEMA own AUTHORIZATION mosaic_extension_owner;
-- revert
DROP SCHEMA own;

-- defect importer-owns-schema
-- verify CHECK_FAILED: role.data_importer.owns
CREATE SCHEMA own AUTHORIZATION mosaic_data_importer;
-- revert
DROP SCHEMA own;

-- defect ledger-of-another-owner
-- verify BOOTSTRAP_MISSING: relation.ledger.privileges
ALTER TABLE drizzle.__drizzle_migrations OWNER TO CURRENT_USER;
-- revert
ALTER TABLE drizzle.__drizzle_migrations OWNER TO mosaic_schema_owner;

-- defect table-beside-ledger
-- verify OBJECTS_OF_ANOTHER_OWNER: schema.drizzle.objects
CREATE TABLE drizzle.extra (id integer);
-- revert
DROP TABLE drizzle.extra;

-- defect legacy-table-of-another-owner
-- verify OBJECTS_OF_ANOTHER_OWNER: schema.public.objects
CREATE TABLE public.extra (id integer);
-- revert
DROP TABLE public.extra;

-- defect event-triggers-off since 17
-- verify CHECK_FAILED: server.event_triggers
ALTER DATABASE mosaic_self_test SET event_triggers = off;
-- revert
ALTER DATABASE mosaic_self_test RESET ALL;
