//! ACL entries on each kind of object, and the control tables.

use super::{Mutation, mutation};

const fn check(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("CHECK_FAILED", named, apply, revert)
}

const fn unlisted(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("PRIVILEGES_UNLISTED", named, apply, revert)
}

const fn drift(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("SCHEMA_DRIFT", named, apply, revert)
}

pub const MUTATIONS: &[Mutation] = &[
    check(
        "database.privileges",
        "GRANT TEMPORARY ON DATABASE mosaic TO PUBLIC",
        "REVOKE TEMPORARY ON DATABASE mosaic FROM PUBLIC",
    ),
    check(
        "role.runtime.creates",
        "GRANT TEMPORARY ON DATABASE mosaic TO mosaic_runtime",
        "REVOKE TEMPORARY ON DATABASE mosaic FROM mosaic_runtime",
    ),
    check(
        "database.privileges",
        "GRANT CONNECT ON DATABASE mosaic TO PUBLIC",
        "REVOKE CONNECT ON DATABASE mosaic FROM PUBLIC",
    ),
    check(
        "database.privileges",
        "REVOKE CONNECT ON DATABASE mosaic FROM mosaic_runtime",
        "GRANT CONNECT ON DATABASE mosaic TO mosaic_runtime",
    ),
    check(
        "database.privileges",
        "GRANT CONNECT ON DATABASE mosaic TO mosaic_runtime WITH GRANT OPTION",
        "REVOKE GRANT OPTION FOR CONNECT ON DATABASE mosaic FROM mosaic_runtime",
    ),
    check(
        "role.runtime.creates",
        "GRANT CREATE ON DATABASE mosaic TO mosaic_runtime",
        "REVOKE CREATE ON DATABASE mosaic FROM mosaic_runtime",
    ),
    check(
        "database.privileges",
        "ALTER DATABASE mosaic OWNER TO postgres",
        "ALTER DATABASE mosaic OWNER TO mosaic_platform_database_owner",
    ),
    unlisted(
        "schema mosaic",
        "GRANT CREATE ON SCHEMA mosaic TO mosaic_data_importer",
        "REVOKE CREATE ON SCHEMA mosaic FROM mosaic_data_importer",
    ),
    drift(
        "schema.mosaic.privileges",
        "REVOKE USAGE ON SCHEMA mosaic FROM mosaic_runtime_capability",
        "SET ROLE mosaic_schema_owner; GRANT USAGE ON SCHEMA mosaic TO mosaic_runtime_capability",
    ),
    check(
        "schema.mosaic_extensions.privileges",
        "GRANT CREATE ON SCHEMA mosaic_extensions TO mosaic_schema_owner",
        "REVOKE CREATE ON SCHEMA mosaic_extensions FROM mosaic_schema_owner",
    ),
    check(
        "schema.mosaic_control.privileges",
        "GRANT USAGE ON SCHEMA mosaic_control TO PUBLIC",
        "REVOKE USAGE ON SCHEMA mosaic_control FROM PUBLIC",
    ),
    unlisted(
        "mosaic_runtime holds DELETE on table mosaic.tasks",
        "GRANT DELETE ON mosaic.tasks TO mosaic_runtime",
        "REVOKE DELETE ON mosaic.tasks FROM mosaic_runtime",
    ),
    unlisted(
        "PUBLIC holds SELECT on table mosaic.tasks",
        "GRANT SELECT ON mosaic.tasks TO PUBLIC",
        "REVOKE SELECT ON mosaic.tasks FROM PUBLIC",
    ),
    unlisted(
        "MAINTAIN on table mosaic.tasks",
        "GRANT MAINTAIN ON mosaic.tasks TO mosaic_runtime_capability",
        "REVOKE MAINTAIN ON mosaic.tasks FROM mosaic_runtime_capability",
    ),
    unlisted(
        "column mosaic.tasks.title",
        "GRANT UPDATE (title) ON mosaic.tasks TO mosaic_data_importer",
        "REVOKE UPDATE (title) ON mosaic.tasks FROM mosaic_data_importer",
    ),
    unlisted(
        "may pass on SELECT on table mosaic.tasks",
        "GRANT SELECT ON mosaic.tasks TO mosaic_runtime_capability WITH GRANT OPTION",
        "REVOKE GRANT OPTION FOR SELECT ON mosaic.tasks FROM mosaic_runtime_capability",
    ),
    drift(
        "table mosaic.tasks",
        "REVOKE SELECT ON mosaic.tasks FROM mosaic_runtime_capability",
        "SET ROLE mosaic_schema_owner; GRANT SELECT ON mosaic.tasks TO mosaic_runtime_capability",
    ),
    unlisted(
        "relation.ledger.privileges",
        "GRANT INSERT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability",
        "REVOKE INSERT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability",
    ),
    check(
        "relation.ledger.privileges",
        "REVOKE SELECT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability",
        "SET ROLE mosaic_schema_owner;
         GRANT SELECT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability",
    ),
    check(
        "relation.progress.privileges",
        "GRANT INSERT ON mosaic_control.progress TO mosaic_runtime",
        "REVOKE INSERT ON mosaic_control.progress FROM mosaic_runtime",
    ),
    check(
        "relation.progress.privileges",
        "REVOKE DELETE ON mosaic_control.progress FROM mosaic_schema_owner",
        "SET ROLE mosaic_platform_database_owner; GRANT DELETE ON mosaic_control.progress TO mosaic_schema_owner",
    ),
    check(
        "relation.identity.database_id.privileges",
        "GRANT UPDATE (database_id) ON mosaic_control.identity TO mosaic_data_importer",
        "REVOKE UPDATE (database_id) ON mosaic_control.identity FROM mosaic_data_importer",
    ),
    check(
        "relation.import_checkpoint.privileges",
        "GRANT TRUNCATE ON mosaic_control.import_checkpoint TO PUBLIC",
        "REVOKE TRUNCATE ON mosaic_control.import_checkpoint FROM PUBLIC",
    ),
    check(
        "relation.identity.privileges",
        "ALTER TABLE mosaic_control.identity OWNER TO postgres",
        "ALTER TABLE mosaic_control.identity OWNER TO mosaic_platform_database_owner",
    ),
    check(
        "control.progress.columns",
        "ALTER TABLE mosaic_control.progress ADD COLUMN more text",
        "ALTER TABLE mosaic_control.progress DROP COLUMN more",
    ),
    // Giving the built-in privilege back takes the whole row away.
    drift(
        "default_privileges.mosaic_schema_owner",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
    ),
    check(
        "default_privileges.mosaic_extension_owner",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_extension_owner GRANT ALL ON SEQUENCES TO mosaic_runtime",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_extension_owner REVOKE ALL ON SEQUENCES FROM mosaic_runtime",
    ),
    check(
        "large_objects.writers",
        "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC",
        "REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM PUBLIC",
    ),
    check(
        "role.runtime.owns",
        "SELECT lo_create(99); ALTER LARGE OBJECT 99 OWNER TO mosaic_runtime",
        "SELECT lo_unlink(99)",
    ),
    check(
        "role.runtime.grants",
        "SELECT lo_create(99); GRANT SELECT ON LARGE OBJECT 99 TO mosaic_runtime",
        "SELECT lo_unlink(99)",
    ),
    check(
        "role.runtime.grants",
        "GRANT USAGE ON LANGUAGE plpgsql TO mosaic_runtime",
        "REVOKE USAGE ON LANGUAGE plpgsql FROM mosaic_runtime",
    ),
    check(
        "role.runtime.grants",
        "CREATE FOREIGN DATA WRAPPER away; GRANT USAGE ON FOREIGN DATA WRAPPER away TO mosaic_runtime",
        "DROP FOREIGN DATA WRAPPER away",
    ),
    check(
        "role.runtime.grants",
        "CREATE FOREIGN DATA WRAPPER away; CREATE SERVER there FOREIGN DATA WRAPPER away;
         GRANT USAGE ON FOREIGN SERVER there TO mosaic_runtime",
        "DROP FOREIGN DATA WRAPPER away CASCADE",
    ),
    check(
        "role.data_importer.grants",
        "CREATE SCHEMA elsewhere; CREATE TYPE elsewhere.mood AS ENUM ('ok');
         GRANT USAGE ON TYPE elsewhere.mood TO mosaic_data_importer",
        "DROP SCHEMA elsewhere CASCADE",
    ),
    check(
        "role.data_importer.grants",
        "CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.more (id integer);
         GRANT SELECT (id) ON elsewhere.more TO mosaic_data_importer",
        "DROP SCHEMA elsewhere CASCADE",
    ),
    check(
        "role.runtime.creates",
        "GRANT CREATE ON TABLESPACE pg_default TO mosaic_runtime",
        "REVOKE CREATE ON TABLESPACE pg_default FROM mosaic_runtime",
    ),
    check(
        "role.migrator.grants",
        "GRANT SET ON PARAMETER session_replication_role TO mosaic_migrator",
        "REVOKE SET ON PARAMETER session_replication_role FROM mosaic_migrator",
    ),
    check(
        "parameters.public",
        "GRANT SET ON PARAMETER log_statement TO PUBLIC",
        "REVOKE SET ON PARAMETER log_statement FROM PUBLIC",
    ),
];
