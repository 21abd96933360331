-- ACL entries on each kind of object, and the control tables.

-- defect public-temporary
-- verify CHECK_FAILED: database.privileges
GRANT TEMPORARY ON DATABASE mosaic_self_test TO PUBLIC;
-- revert
REVOKE TEMPORARY ON DATABASE mosaic_self_test FROM PUBLIC;

-- defect runtime-temporary
-- verify CHECK_FAILED: role.runtime.creates
GRANT TEMPORARY ON DATABASE mosaic_self_test TO mosaic_runtime;
-- revert
REVOKE TEMPORARY ON DATABASE mosaic_self_test FROM mosaic_runtime;

-- defect public-connect
-- verify CHECK_FAILED: database.privileges
GRANT CONNECT ON DATABASE mosaic_self_test TO PUBLIC;
-- revert
REVOKE CONNECT ON DATABASE mosaic_self_test FROM PUBLIC;

-- defect runtime-without-connect
-- verify CHECK_FAILED: database.privileges
REVOKE CONNECT ON DATABASE mosaic_self_test FROM mosaic_runtime;
-- revert
GRANT CONNECT ON DATABASE mosaic_self_test TO mosaic_runtime;

-- defect runtime-passes-on-connect
-- verify CHECK_FAILED: database.privileges
GRANT CONNECT ON DATABASE mosaic_self_test TO mosaic_runtime WITH GRANT OPTION;
-- revert
REVOKE GRANT OPTION FOR CONNECT ON DATABASE mosaic_self_test FROM mosaic_runtime;

-- defect runtime-creates-schemas
-- verify CHECK_FAILED: role.runtime.creates
GRANT CREATE ON DATABASE mosaic_self_test TO mosaic_runtime;
-- revert
REVOKE CREATE ON DATABASE mosaic_self_test FROM mosaic_runtime;

-- defect database-of-another-owner
-- verify CHECK_FAILED: database.privileges
ALTER DATABASE mosaic_self_test OWNER TO CURRENT_USER;
-- revert
ALTER DATABASE mosaic_self_test OWNER TO mosaic_platform_database_owner;

-- defect importer-creates-in-schema
-- verify PRIVILEGES_UNLISTED: schema mosaic
GRANT CREATE ON SCHEMA mosaic TO mosaic_data_importer;
-- revert
REVOKE CREATE ON SCHEMA mosaic FROM mosaic_data_importer;

-- defect capability-without-schema
-- verify SCHEMA_DRIFT: schema.mosaic.privileges
REVOKE USAGE ON SCHEMA mosaic FROM mosaic_runtime_capability;
-- revert
SET ROLE mosaic_schema_owner;
GRANT USAGE ON SCHEMA mosaic TO mosaic_runtime_capability;

-- defect owner-creates-in-extensions
-- verify CHECK_FAILED: schema.mosaic_extensions.privileges
GRANT CREATE ON SCHEMA mosaic_extensions TO mosaic_schema_owner;
-- revert
REVOKE CREATE ON SCHEMA mosaic_extensions FROM mosaic_schema_owner;

-- defect public-looks-into-control
-- verify CHECK_FAILED: schema.mosaic_control.privileges
GRANT USAGE ON SCHEMA mosaic_control TO PUBLIC;
-- revert
REVOKE USAGE ON SCHEMA mosaic_control FROM PUBLIC;

-- defect runtime-deletes-from-table
-- verify PRIVILEGES_UNLISTED: mosaic_runtime holds DELETE on table mosaic.tasks
GRANT DELETE ON mosaic.tasks TO mosaic_runtime;
-- revert
REVOKE DELETE ON mosaic.tasks FROM mosaic_runtime;

-- defect public-reads-table
-- verify PRIVILEGES_UNLISTED: PUBLIC holds SELECT on table mosaic.tasks
GRANT SELECT ON mosaic.tasks TO PUBLIC;
-- revert
REVOKE SELECT ON mosaic.tasks FROM PUBLIC;

-- defect capability-maintains-table since 17
-- verify PRIVILEGES_UNLISTED: MAINTAIN on table mosaic.tasks
GRANT MAINTAIN ON mosaic.tasks TO mosaic_runtime_capability;
-- revert
REVOKE MAINTAIN ON mosaic.tasks FROM mosaic_runtime_capability;

-- defect importer-maintains-what-it-may-not-fill since 17
-- verify PRIVILEGES_UNLISTED: MAINTAIN on table drizzle.__drizzle_migrations
GRANT MAINTAIN ON drizzle.__drizzle_migrations TO mosaic_data_importer;
-- revert
REVOKE MAINTAIN ON drizzle.__drizzle_migrations FROM mosaic_data_importer;

-- defect importer-passes-on-the-replication-role
-- verify CHECK_FAILED: role.data_importer.grants
GRANT SET ON PARAMETER session_replication_role TO mosaic_data_importer WITH GRANT OPTION;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_data_importer;

-- defect importer-updates-column
-- verify PRIVILEGES_UNLISTED: column mosaic.tasks.title
GRANT UPDATE (title) ON mosaic.tasks TO mosaic_data_importer;
-- revert
REVOKE UPDATE (title) ON mosaic.tasks FROM mosaic_data_importer;

-- defect capability-passes-on-select
-- verify PRIVILEGES_UNLISTED: may pass on SELECT on table mosaic.tasks
GRANT SELECT ON mosaic.tasks TO mosaic_runtime_capability WITH GRANT OPTION;
-- revert
REVOKE GRANT OPTION FOR SELECT ON mosaic.tasks FROM mosaic_runtime_capability;

-- defect capability-without-select
-- verify SCHEMA_DRIFT: table mosaic.tasks
REVOKE SELECT ON mosaic.tasks FROM mosaic_runtime_capability;
-- revert
SET ROLE mosaic_schema_owner;
GRANT SELECT ON mosaic.tasks TO mosaic_runtime_capability;

-- defect capability-writes-ledger
-- verify PRIVILEGES_UNLISTED: relation.ledger.privileges
GRANT INSERT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability;
-- revert
REVOKE INSERT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability;

-- defect capability-without-ledger
-- verify CHECK_FAILED: relation.ledger.privileges
REVOKE SELECT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability;
-- revert
SET ROLE mosaic_schema_owner;
GRANT SELECT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability;

-- defect runtime-writes-progress
-- verify CHECK_FAILED: relation.progress.privileges
GRANT INSERT ON mosaic_control.progress TO mosaic_runtime;
-- revert
REVOKE INSERT ON mosaic_control.progress FROM mosaic_runtime;

-- defect owner-without-progress
-- verify CHECK_FAILED: relation.progress.privileges
REVOKE DELETE ON mosaic_control.progress FROM mosaic_schema_owner;
-- revert
SET ROLE mosaic_platform_database_owner;
GRANT DELETE ON mosaic_control.progress TO mosaic_schema_owner;

-- defect importer-updates-identity
-- verify CHECK_FAILED: relation.identity.database_id.privileges
GRANT UPDATE (database_id) ON mosaic_control.identity TO mosaic_data_importer;
-- revert
REVOKE UPDATE (database_id) ON mosaic_control.identity FROM mosaic_data_importer;

-- defect public-truncates-checkpoints
-- verify CHECK_FAILED: relation.import_checkpoint.privileges
GRANT TRUNCATE ON mosaic_control.import_checkpoint TO PUBLIC;
-- revert
REVOKE TRUNCATE ON mosaic_control.import_checkpoint FROM PUBLIC;

-- defect identity-of-another-owner
-- verify CHECK_FAILED: relation.identity.privileges
ALTER TABLE mosaic_control.identity OWNER TO CURRENT_USER;
-- revert
ALTER TABLE mosaic_control.identity OWNER TO mosaic_platform_database_owner;

-- defect progress-with-another-column
-- verify CHECK_FAILED: control.progress.columns
ALTER TABLE mosaic_control.progress ADD COLUMN more text;
-- revert
ALTER TABLE mosaic_control.progress DROP COLUMN more;

-- defect public-executes-by-default
-- verify SCHEMA_DRIFT: default_privileges.mosaic_schema_owner
-- Giving the built-in privilege back takes the whole row away.
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC;
-- revert
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- defect sequences-granted-by-default
-- verify CHECK_FAILED: default_privileges.mosaic_extension_owner
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_extension_owner GRANT ALL ON SEQUENCES TO mosaic_runtime;
-- revert
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_extension_owner REVOKE ALL ON SEQUENCES FROM mosaic_runtime;

-- defect public-creates-large-objects
-- verify CHECK_FAILED: large_objects.writers
GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC;
-- revert
REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM PUBLIC;

-- defect runtime-owns-large-object
-- verify CHECK_FAILED: role.runtime.owns
SELECT lo_create(99);
ALTER LARGE OBJECT 99 OWNER TO mosaic_runtime;
-- revert
SELECT lo_unlink(99);

-- defect runtime-reads-large-object
-- verify CHECK_FAILED: role.runtime.grants
SELECT lo_create(99);
GRANT SELECT ON LARGE OBJECT 99 TO mosaic_runtime;
-- revert
SELECT lo_unlink(99);

-- defect runtime-uses-language
-- verify CHECK_FAILED: role.runtime.grants
GRANT USAGE ON LANGUAGE plpgsql TO mosaic_runtime;
-- revert
REVOKE USAGE ON LANGUAGE plpgsql FROM mosaic_runtime;

-- defect runtime-uses-foreign-data-wrapper
-- verify CHECK_FAILED: role.runtime.grants
CREATE FOREIGN DATA WRAPPER away;
GRANT USAGE ON FOREIGN DATA WRAPPER away TO mosaic_runtime;
-- revert
DROP FOREIGN DATA WRAPPER away;

-- defect runtime-uses-foreign-server
-- verify CHECK_FAILED: role.runtime.grants
CREATE FOREIGN DATA WRAPPER away;
CREATE SERVER there FOREIGN DATA WRAPPER away;
GRANT USAGE ON FOREIGN SERVER there TO mosaic_runtime;
-- revert
DROP FOREIGN DATA WRAPPER away CASCADE;

-- defect importer-uses-type-elsewhere
-- verify CHECK_FAILED: role.data_importer.grants
CREATE SCHEMA elsewhere;
CREATE TYPE elsewhere.mood AS ENUM ('ok');
GRANT USAGE ON TYPE elsewhere.mood TO mosaic_data_importer;
-- revert
DROP SCHEMA elsewhere CASCADE;

-- defect importer-reads-column-elsewhere
-- verify CHECK_FAILED: role.data_importer.grants
CREATE SCHEMA elsewhere;
CREATE TABLE elsewhere.more (id integer);
GRANT SELECT (id) ON elsewhere.more TO mosaic_data_importer;
-- revert
DROP SCHEMA elsewhere CASCADE;

-- defect runtime-creates-in-tablespace
-- verify CHECK_FAILED: role.runtime.creates
GRANT CREATE ON TABLESPACE pg_default TO mosaic_runtime;
-- revert
REVOKE CREATE ON TABLESPACE pg_default FROM mosaic_runtime;

-- defect migrator-sets-parameter
-- verify CHECK_FAILED: role.migrator.grants
GRANT SET ON PARAMETER session_replication_role TO mosaic_migrator;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_migrator;

-- defect public-sets-parameter
-- verify CHECK_FAILED: parameters.public
GRANT SET ON PARAMETER log_statement TO PUBLIC;
-- revert
REVOKE SET ON PARAMETER log_statement FROM PUBLIC;

-- defect database-owner-sets-parameter
-- verify CHECK_FAILED: role.platform_database_owner.grants
GRANT SET ON PARAMETER session_replication_role TO mosaic_platform_database_owner;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_platform_database_owner;

-- defect schema-owner-sets-parameter
-- verify CHECK_FAILED: role.schema_owner.grants
GRANT SET ON PARAMETER session_replication_role TO mosaic_schema_owner;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_schema_owner;

-- defect capability-sets-parameter
-- verify CHECK_FAILED: role.runtime_capability.grants
GRANT SET ON PARAMETER session_replication_role TO mosaic_runtime_capability;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_runtime_capability;

-- defect extension-owner-sets-parameter
-- verify CHECK_FAILED: role.extension_owner.grants
GRANT SET ON PARAMETER session_replication_role TO mosaic_extension_owner;
-- revert
REVOKE SET ON PARAMETER session_replication_role FROM mosaic_extension_owner;

-- defect migrator-creates-in-tablespace
-- verify CHECK_FAILED: role.migrator.creates
GRANT CREATE ON TABLESPACE pg_default TO mosaic_migrator;
-- revert
REVOKE CREATE ON TABLESPACE pg_default FROM mosaic_migrator;

-- defect importer-creates-schemas
-- verify CHECK_FAILED: role.data_importer.creates
GRANT CREATE ON DATABASE mosaic_self_test TO mosaic_data_importer;
-- revert
REVOKE CREATE ON DATABASE mosaic_self_test FROM mosaic_data_importer;

-- defect public-looks-into-legacy-schema
-- verify PRIVILEGES_UNLISTED: schema.public.privileges
GRANT USAGE ON SCHEMA public TO PUBLIC;
-- revert
REVOKE USAGE ON SCHEMA public FROM PUBLIC;

-- defect public-looks-into-ledger-schema
-- verify PRIVILEGES_UNLISTED: schema.drizzle.privileges
GRANT USAGE ON SCHEMA drizzle TO PUBLIC;
-- revert
REVOKE USAGE ON SCHEMA drizzle FROM PUBLIC;

-- defect identity-with-another-column
-- verify CHECK_FAILED: control.identity.columns
ALTER TABLE mosaic_control.identity ADD COLUMN more text;
-- revert
ALTER TABLE mosaic_control.identity DROP COLUMN more;

-- defect checkpoints-with-another-column
-- verify CHECK_FAILED: control.import_checkpoint.columns
ALTER TABLE mosaic_control.import_checkpoint ADD COLUMN more text;
-- revert
ALTER TABLE mosaic_control.import_checkpoint DROP COLUMN more;
