//! Role attributes, memberships and what they come to.

use super::{Mutation, mutation};

const fn check(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("CHECK_FAILED", named, apply, revert)
}

pub const MUTATIONS: &[Mutation] = &[
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator SUPERUSER",
        "ALTER ROLE mosaic_migrator NOSUPERUSER",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator CREATEDB",
        "ALTER ROLE mosaic_migrator NOCREATEDB",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator CREATEROLE",
        "ALTER ROLE mosaic_migrator NOCREATEROLE",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator REPLICATION",
        "ALTER ROLE mosaic_migrator NOREPLICATION",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator BYPASSRLS",
        "ALTER ROLE mosaic_migrator NOBYPASSRLS",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator INHERIT",
        "ALTER ROLE mosaic_migrator NOINHERIT",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator CONNECTION LIMIT 9",
        "ALTER ROLE mosaic_migrator CONNECTION LIMIT -1",
    ),
    check(
        "role.migrator.attributes",
        "ALTER ROLE mosaic_migrator VALID UNTIL '2999-01-01'",
        "ALTER ROLE mosaic_migrator VALID UNTIL 'infinity'",
    ),
    check("role.runtime.attributes", "ALTER ROLE mosaic_runtime NOLOGIN", "ALTER ROLE mosaic_runtime LOGIN"),
    check(
        "role.runtime.attributes",
        "ALTER ROLE mosaic_runtime NOINHERIT",
        "ALTER ROLE mosaic_runtime INHERIT",
    ),
    check(
        "role.data_importer.attributes",
        "ALTER ROLE mosaic_data_importer BYPASSRLS",
        "ALTER ROLE mosaic_data_importer NOBYPASSRLS",
    ),
    check(
        "role.schema_owner.attributes",
        "ALTER ROLE mosaic_schema_owner LOGIN",
        "ALTER ROLE mosaic_schema_owner NOLOGIN",
    ),
    check(
        "role.extension_owner.attributes",
        "ALTER ROLE mosaic_extension_owner LOGIN",
        "ALTER ROLE mosaic_extension_owner NOLOGIN",
    ),
    check(
        "role.platform_database_owner.attributes",
        "ALTER ROLE mosaic_platform_database_owner CREATEROLE",
        "ALTER ROLE mosaic_platform_database_owner NOCREATEROLE",
    ),
    check(
        "role.migrator.memberships",
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT TRUE",
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE",
    ),
    check(
        "role.migrator.memberships",
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH ADMIN TRUE",
        "REVOKE ADMIN OPTION FOR mosaic_schema_owner FROM mosaic_migrator",
    ),
    check(
        "role.migrator.memberships",
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH SET FALSE",
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH SET TRUE",
    ),
    check(
        "SET TRUE by grantor",
        "CREATE ROLE grantor; GRANT mosaic_schema_owner TO grantor WITH ADMIN TRUE;
         GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE, SET TRUE GRANTED BY grantor",
        "REVOKE mosaic_schema_owner FROM mosaic_migrator GRANTED BY grantor; DROP ROLE grantor",
    ),
    check(
        "role.runtime.memberships",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET TRUE",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET FALSE",
    ),
    check(
        "role.runtime.access",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH INHERIT FALSE",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH INHERIT TRUE",
    ),
    check(
        "role.runtime.memberships",
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH ADMIN TRUE",
        "REVOKE ADMIN OPTION FOR mosaic_runtime_capability FROM mosaic_runtime",
    ),
    check(
        "role.data_importer.access",
        "GRANT mosaic_schema_owner TO mosaic_data_importer",
        "REVOKE mosaic_schema_owner FROM mosaic_data_importer",
    ),
    check(
        "role.schema_owner.members",
        "CREATE ROLE guest; GRANT mosaic_schema_owner TO guest",
        "DROP ROLE guest",
    ),
    check(
        "role.extension_owner.members",
        "CREATE ROLE guest; GRANT mosaic_extension_owner TO guest",
        "DROP ROLE guest",
    ),
    check(
        "mosaic_runtime –INHERIT→ pg_read_all_data",
        "GRANT pg_read_all_data TO mosaic_runtime",
        "REVOKE pg_read_all_data FROM mosaic_runtime",
    ),
    check(
        "mosaic_runtime –INHERIT→ mosaic_runtime_capability –INHERIT→ pg_write_all_data",
        "GRANT pg_write_all_data TO mosaic_runtime_capability",
        "REVOKE pg_write_all_data FROM mosaic_runtime_capability",
    ),
    check(
        "mosaic_runtime –SET→ between –INHERIT→ mosaic_schema_owner",
        "CREATE ROLE between; GRANT mosaic_schema_owner TO between WITH INHERIT TRUE, SET FALSE;
         GRANT between TO mosaic_runtime WITH INHERIT FALSE, SET TRUE",
        "DROP ROLE between",
    ),
    check(
        "mosaic_runtime –EXECUTE elsewhere.lend()→ postgres",
        "CREATE SCHEMA elsewhere; GRANT USAGE ON SCHEMA elsewhere TO PUBLIC;
         CREATE FUNCTION elsewhere.lend() RETURNS integer LANGUAGE sql SECURITY DEFINER RETURN 1",
        "DROP SCHEMA elsewhere CASCADE",
    ),
];
