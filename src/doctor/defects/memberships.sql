-- Role attributes, memberships and what they come to.

-- defect migrator-superuser
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator SUPERUSER;
-- revert
ALTER ROLE mosaic_migrator NOSUPERUSER;

-- defect migrator-createdb
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator CREATEDB;
-- revert
ALTER ROLE mosaic_migrator NOCREATEDB;

-- defect migrator-createrole
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator CREATEROLE;
-- revert
ALTER ROLE mosaic_migrator NOCREATEROLE;

-- defect migrator-replication
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator REPLICATION;
-- revert
ALTER ROLE mosaic_migrator NOREPLICATION;

-- defect migrator-bypassrls
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator BYPASSRLS;
-- revert
ALTER ROLE mosaic_migrator NOBYPASSRLS;

-- defect migrator-inherits
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator INHERIT;
-- revert
ALTER ROLE mosaic_migrator NOINHERIT;

-- defect migrator-connection-limit
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator CONNECTION LIMIT 9;
-- revert
ALTER ROLE mosaic_migrator CONNECTION LIMIT -1;

-- defect migrator-expires
-- verify CHECK_FAILED: role.migrator.attributes
ALTER ROLE mosaic_migrator VALID UNTIL '2999-01-01';
-- revert
ALTER ROLE mosaic_migrator VALID UNTIL 'infinity';

-- defect runtime-no-login
-- verify CHECK_FAILED: role.runtime.attributes
ALTER ROLE mosaic_runtime NOLOGIN;
-- revert
ALTER ROLE mosaic_runtime LOGIN;

-- defect runtime-no-inherit
-- verify CHECK_FAILED: role.runtime.attributes
ALTER ROLE mosaic_runtime NOINHERIT;
-- revert
ALTER ROLE mosaic_runtime INHERIT;

-- defect importer-bypassrls
-- verify CHECK_FAILED: role.data_importer.attributes
ALTER ROLE mosaic_data_importer BYPASSRLS;
-- revert
ALTER ROLE mosaic_data_importer NOBYPASSRLS;

-- defect schema-owner-login
-- verify CHECK_FAILED: role.schema_owner.attributes
ALTER ROLE mosaic_schema_owner LOGIN;
-- revert
ALTER ROLE mosaic_schema_owner NOLOGIN;

-- defect extension-owner-login
-- verify CHECK_FAILED: role.extension_owner.attributes
ALTER ROLE mosaic_extension_owner LOGIN;
-- revert
ALTER ROLE mosaic_extension_owner NOLOGIN;

-- defect database-owner-createrole
-- verify CHECK_FAILED: role.platform_database_owner.attributes
ALTER ROLE mosaic_platform_database_owner CREATEROLE;
-- revert
ALTER ROLE mosaic_platform_database_owner NOCREATEROLE;

-- defect migrator-inherits-owner
-- verify CHECK_FAILED: role.migrator.memberships
GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT TRUE;
-- revert
GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE;

-- defect migrator-administers-owner
-- verify CHECK_FAILED: role.migrator.memberships
GRANT mosaic_schema_owner TO mosaic_migrator WITH ADMIN TRUE;
-- revert
REVOKE ADMIN OPTION FOR mosaic_schema_owner FROM mosaic_migrator;

-- defect migrator-cannot-set-owner
-- verify CHECK_FAILED: role.migrator.memberships
GRANT mosaic_schema_owner TO mosaic_migrator WITH SET FALSE;
-- revert
GRANT mosaic_schema_owner TO mosaic_migrator WITH SET TRUE;

-- defect migrator-second-grantor
-- verify CHECK_FAILED: SET TRUE by grantor
CREATE ROLE grantor;
GRANT mosaic_schema_owner TO grantor WITH ADMIN TRUE;
GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE, SET TRUE GRANTED BY grantor;
-- revert
REVOKE mosaic_schema_owner FROM mosaic_migrator GRANTED BY grantor;
DROP ROLE grantor;

-- defect runtime-sets-capability
-- verify CHECK_FAILED: role.runtime.memberships
GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET TRUE;
-- revert
GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET FALSE;

-- defect runtime-without-capability
-- verify CHECK_FAILED: role.runtime.access
GRANT mosaic_runtime_capability TO mosaic_runtime WITH INHERIT FALSE;
-- revert
GRANT mosaic_runtime_capability TO mosaic_runtime WITH INHERIT TRUE;

-- defect runtime-administers-capability
-- verify CHECK_FAILED: role.runtime.memberships
GRANT mosaic_runtime_capability TO mosaic_runtime WITH ADMIN TRUE;
-- revert
REVOKE ADMIN OPTION FOR mosaic_runtime_capability FROM mosaic_runtime;

-- defect importer-in-schema-owner
-- verify CHECK_FAILED: role.data_importer.access
GRANT mosaic_schema_owner TO mosaic_data_importer;
-- revert
REVOKE mosaic_schema_owner FROM mosaic_data_importer;

-- defect stranger-in-schema-owner
-- verify CHECK_FAILED: role.schema_owner.members
CREATE ROLE guest;
GRANT mosaic_schema_owner TO guest;
-- revert
DROP ROLE guest;

-- defect stranger-in-extension-owner
-- verify CHECK_FAILED: role.extension_owner.members
CREATE ROLE guest;
GRANT mosaic_extension_owner TO guest;
-- revert
DROP ROLE guest;

-- defect runtime-reads-all-data
-- verify CHECK_FAILED: mosaic_runtime –INHERIT→ pg_read_all_data
GRANT pg_read_all_data TO mosaic_runtime;
-- revert
REVOKE pg_read_all_data FROM mosaic_runtime;

-- defect capability-writes-all-data
-- verify CHECK_FAILED: mosaic_runtime –INHERIT→ mosaic_runtime_capability –INHERIT→ pg_write_all_data
GRANT pg_write_all_data TO mosaic_runtime_capability;
-- revert
REVOKE pg_write_all_data FROM mosaic_runtime_capability;

-- defect runtime-reaches-owner-in-two-steps
-- verify CHECK_FAILED: mosaic_runtime –SET→ between –INHERIT→ mosaic_schema_owner
CREATE ROLE between;
GRANT mosaic_schema_owner TO between WITH INHERIT TRUE, SET FALSE;
GRANT between TO mosaic_runtime WITH INHERIT FALSE, SET TRUE;
-- revert
DROP ROLE between;

-- defect runtime-borrows-a-superuser
-- verify CHECK_FAILED: mosaic_runtime –EXECUTE elsewhere.lend()→
CREATE SCHEMA elsewhere;
GRANT USAGE ON SCHEMA elsewhere TO PUBLIC;
CREATE FUNCTION elsewhere.lend() RETURNS integer LANGUAGE sql SECURITY DEFINER RETURN 1;
-- revert
DROP SCHEMA elsewhere CASCADE;

-- defect capability-login
-- verify CHECK_FAILED: role.runtime_capability.attributes
ALTER ROLE mosaic_runtime_capability LOGIN;
-- revert
ALTER ROLE mosaic_runtime_capability NOLOGIN;

-- defect stranger-in-capability
-- verify CHECK_FAILED: role.runtime_capability.members
CREATE ROLE guest;
GRANT mosaic_runtime_capability TO guest;
-- revert
DROP ROLE guest;

-- defect capability-in-database-owner
-- verify CHECK_FAILED: role.platform_database_owner.members
GRANT mosaic_platform_database_owner TO mosaic_runtime_capability;
-- revert
REVOKE mosaic_platform_database_owner FROM mosaic_runtime_capability;

-- defect importer-in-runtime
-- verify CHECK_FAILED: role.runtime.members
GRANT mosaic_runtime TO mosaic_data_importer;
-- revert
REVOKE mosaic_runtime FROM mosaic_data_importer;

-- defect schema-owner-in-importer
-- verify CHECK_FAILED: role.data_importer.members
GRANT mosaic_data_importer TO mosaic_schema_owner;
-- revert
REVOKE mosaic_data_importer FROM mosaic_schema_owner;

-- defect database-owner-in-migrator
-- verify CHECK_FAILED: role.migrator.members
GRANT mosaic_migrator TO mosaic_platform_database_owner;
-- revert
REVOKE mosaic_migrator FROM mosaic_platform_database_owner;

-- defect extension-owner-in-monitor
-- verify CHECK_FAILED: role.extension_owner.memberships
GRANT pg_monitor TO mosaic_extension_owner;
-- revert
REVOKE pg_monitor FROM mosaic_extension_owner;
