-- What `bootstrap check` finds: each of these makes exactly the named checks fail, or warn, and no other.

-- defect prepared-migrator-createdb
-- prepared role.migrator.attributes
ALTER ROLE mosaic_migrator CREATEDB;
-- revert
ALTER ROLE mosaic_migrator NOCREATEDB;

-- defect prepared-runtime-no-inherit
-- prepared role.runtime.attributes
ALTER ROLE mosaic_runtime NOINHERIT;
-- revert
ALTER ROLE mosaic_runtime INHERIT;

-- defect prepared-importer-expires
-- prepared role.data_importer.attributes
ALTER ROLE mosaic_data_importer VALID UNTIL '2030-01-01';
-- revert
ALTER ROLE mosaic_data_importer VALID UNTIL 'infinity';

-- defect extension-owner-password
-- prepared role.extension_owner.password
ALTER ROLE mosaic_extension_owner PASSWORD 'secret';
-- revert
ALTER ROLE mosaic_extension_owner PASSWORD NULL;

-- defect prepared-migrator-inherits-owner
-- prepared role.migrator.memberships role.migrator.access role.migrator.creates
GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT TRUE;
-- revert
GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE;

-- defect prepared-runtime-sets-capability
-- prepared role.runtime.memberships role.runtime.access
GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET TRUE;
-- revert
GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET FALSE;

-- defect prepared-capability-reads-all-data
-- prepared role.runtime_capability.memberships role.runtime_capability.access role.runtime.access predefined_roles.members
GRANT pg_read_all_data TO mosaic_runtime_capability;
-- revert
REVOKE pg_read_all_data FROM mosaic_runtime_capability;

-- defect prepared-stranger-in-extension-owner
-- prepared role.extension_owner.members
CREATE ROLE other;
GRANT mosaic_extension_owner TO other;
-- revert
DROP ROLE other;

-- defect prepared-runtime-stored-role
-- prepared setting.runtime
ALTER ROLE mosaic_runtime IN DATABASE mosaic_self_test SET role = 'mosaic_runtime_capability';
-- revert
ALTER ROLE mosaic_runtime IN DATABASE mosaic_self_test RESET ALL;

-- defect prepared-database-stored-setting
-- prepared setting.database
ALTER DATABASE mosaic_self_test SET row_security = off;
-- revert
ALTER DATABASE mosaic_self_test RESET ALL;

-- defect prepared-runtime-owns-schema
-- prepared role.runtime.owns role.runtime.creates
CREATE SCHEMA own AUTHORIZATION mosaic_runtime;
-- revert
DROP SCHEMA own;

-- defect prepared-public-temporary
-- prepared database.privileges role.migrator.creates role.runtime.creates role.data_importer.creates
GRANT TEMPORARY ON DATABASE mosaic_self_test TO PUBLIC;
-- revert
REVOKE TEMPORARY ON DATABASE mosaic_self_test FROM PUBLIC;

-- defect prepared-database-of-another-owner
-- prepared database.privileges
ALTER DATABASE mosaic_self_test OWNER TO CURRENT_USER;
-- revert
ALTER DATABASE mosaic_self_test OWNER TO mosaic_platform_database_owner;

-- defect prepared-importer-creates-in-schema
-- prepared schema.mosaic.privileges role.data_importer.creates
GRANT CREATE ON SCHEMA mosaic TO mosaic_data_importer;
-- revert
REVOKE CREATE ON SCHEMA mosaic FROM mosaic_data_importer;

-- defect prepared-owner-without-extensions
-- prepared schema.mosaic_extensions.privileges
REVOKE USAGE ON SCHEMA mosaic_extensions FROM mosaic_schema_owner;
-- revert
GRANT USAGE ON SCHEMA mosaic_extensions TO mosaic_schema_owner;

-- defect prepared-capability-writes-ledger
-- prepared relation.ledger.privileges
GRANT INSERT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability;
-- revert
REVOKE INSERT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability;

-- defect prepared-importer-updates-identity
-- prepared relation.identity.database_id.privileges
GRANT UPDATE (database_id) ON mosaic_control.identity TO mosaic_data_importer;
-- revert
REVOKE UPDATE (database_id) ON mosaic_control.identity FROM mosaic_data_importer;

-- defect prepared-table-of-another-owner
-- prepared schema.public.objects
CREATE TABLE public.foreign_table (id integer);
-- revert
DROP TABLE public.foreign_table;

-- defect prepared-definer-function
-- prepared schema.mosaic.objects
SET ROLE mosaic_schema_owner;
CREATE FUNCTION mosaic.definer() RETURNS integer LANGUAGE sql SECURITY DEFINER RETURN 1;
-- revert
DROP FUNCTION mosaic.definer();

-- defect prepared-public-reads-ledger-column
-- prepared schema.drizzle.objects relation.ledger.hash.privileges
GRANT SELECT (hash) ON drizzle.__drizzle_migrations TO PUBLIC;
-- revert
REVOKE SELECT (hash) ON drizzle.__drizzle_migrations FROM PUBLIC;

-- defect prepared-progress-with-another-column
-- prepared control.progress.columns
ALTER TABLE mosaic_control.progress ADD COLUMN more text;
-- revert
ALTER TABLE mosaic_control.progress DROP COLUMN more;

-- defect prepared-runtime-reads-beyond-schemas
-- prepared role.runtime.grants
CREATE TABLE elsewhere (id integer);
GRANT SELECT ON elsewhere TO mosaic_runtime;
ALTER TABLE elsewhere SET SCHEMA pg_catalog;
-- revert
SET allow_system_table_mods = on;
DROP TABLE pg_catalog.elsewhere;

-- defect prepared-importer-sets-parameter
-- prepared role.data_importer.grants
GRANT SET ON PARAMETER log_statement TO mosaic_data_importer;
-- revert
REVOKE SET ON PARAMETER log_statement FROM mosaic_data_importer;

-- defect prepared-importer-loads-fast since 17
-- prepared fast_load.data_importer
GRANT SET ON PARAMETER session_replication_role TO mosaic_data_importer;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_data_importer;

-- defect prepared-importer-alters-replication-role
-- prepared role.data_importer.grants
GRANT ALTER SYSTEM ON PARAMETER session_replication_role TO mosaic_data_importer;
-- revert
REVOKE ALTER SYSTEM ON PARAMETER session_replication_role FROM mosaic_data_importer;

-- defect prepared-public-sets-parameter
-- prepared parameters.public
GRANT SET ON PARAMETER log_statement TO PUBLIC;
-- revert
REVOKE SET ON PARAMETER log_statement FROM PUBLIC;

-- defect prepared-public-creates-large-objects
-- prepared large_objects.writers
GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC;
-- revert
REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM PUBLIC;

-- defect prepared-public-executes-by-default
-- prepared default_privileges.mosaic_schema_owner
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC;
-- revert
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- defect prepared-guard-disabled
-- prepared guard.command_start
ALTER EVENT TRIGGER mosaic_guard_command_start DISABLE;
-- revert
ALTER EVENT TRIGGER mosaic_guard_command_start ENABLE ALWAYS;

-- defect prepared-guard-definer
-- prepared guard.drop
ALTER FUNCTION mosaic_control.guard_drop() SECURITY DEFINER;
-- revert
ALTER FUNCTION mosaic_control.guard_drop() SECURITY INVOKER;

-- defect prepared-extension-elsewhere
-- prepared extension.vector.place
ALTER EXTENSION vector SET SCHEMA public;
-- revert
ALTER EXTENSION vector SET SCHEMA mosaic_extensions;

-- ---- what only a superuser sees

-- defect database-owner-password
-- prepared role.platform_database_owner.password
ALTER ROLE mosaic_platform_database_owner PASSWORD 'of nobody who may log in';
-- revert
ALTER ROLE mosaic_platform_database_owner PASSWORD NULL;

-- defect schema-owner-password
-- prepared role.schema_owner.password
ALTER ROLE mosaic_schema_owner PASSWORD 'of nobody who may log in';
-- revert
ALTER ROLE mosaic_schema_owner PASSWORD NULL;

-- defect capability-password
-- prepared role.runtime_capability.password
ALTER ROLE mosaic_runtime_capability PASSWORD 'of nobody who may log in';
-- revert
ALTER ROLE mosaic_runtime_capability PASSWORD NULL;

-- defect migrator-without-password
-- prepared role.migrator.password role.migrator.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_migrator';
ALTER ROLE mosaic_migrator PASSWORD NULL;
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_migrator';
DROP TABLE kept;

-- defect migrator-of-another-password
-- prepared role.migrator.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_migrator';
ALTER ROLE mosaic_migrator PASSWORD 'what a login can do to itself';
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_migrator';
DROP TABLE kept;

-- defect runtime-without-password
-- prepared role.runtime.password role.runtime.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_runtime';
ALTER ROLE mosaic_runtime PASSWORD NULL;
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_runtime';
DROP TABLE kept;

-- defect runtime-of-another-password
-- prepared role.runtime.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_runtime';
ALTER ROLE mosaic_runtime PASSWORD 'what a login can do to itself';
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_runtime';
DROP TABLE kept;

-- defect importer-without-password
-- prepared role.data_importer.password role.data_importer.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_data_importer';
ALTER ROLE mosaic_data_importer PASSWORD NULL;
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_data_importer';
DROP TABLE kept;

-- defect importer-of-another-password
-- prepared role.data_importer.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_data_importer';
ALTER ROLE mosaic_data_importer PASSWORD 'what a login can do to itself';
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_data_importer';
DROP TABLE kept;

-- defect importer-md5-password
-- prepared role.data_importer.password role.data_importer.verifier
CREATE TEMPORARY TABLE kept AS SELECT rolpassword FROM pg_authid WHERE rolname = 'mosaic_data_importer';
SET LOCAL password_encryption = md5;
ALTER ROLE mosaic_data_importer PASSWORD 'what a login can do to itself';
-- revert
UPDATE pg_authid SET rolpassword = (SELECT rolpassword FROM kept) WHERE rolname = 'mosaic_data_importer';
DROP TABLE kept;

-- defect identity-of-another-version
-- prepared control.identity.row
UPDATE mosaic_control.identity SET control_version = control_version + 1;
-- revert
UPDATE mosaic_control.identity SET control_version = control_version - 1;

-- defect identity-out-of-sight
-- prepared control.hidden.columns control.identity.columns control.identity.row relation.hidden.privileges relation.identity.privileges
ALTER TABLE mosaic_control.identity RENAME TO hidden;
-- revert
ALTER TABLE mosaic_control.hidden RENAME TO identity;

-- ---- what is worth a look

-- defect stranger-writes-all-data
-- prepared predefined_roles.members
CREATE ROLE other;
GRANT pg_write_all_data TO other;
-- revert
DROP ROLE other;

-- defect database-open-to-public
-- prepared other_databases.public_connect
CREATE DATABASE other;
-- revert
DROP DATABASE other;
