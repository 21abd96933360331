//! Settings, owners, the guard, the extension.

use super::{Mutation, mutation};

const fn check(named: &'static str, apply: &'static str, revert: &'static str) -> Mutation {
    mutation("CHECK_FAILED", named, apply, revert)
}

pub const MUTATIONS: &[Mutation] = &[
    check(
        "setting.migrator",
        "ALTER ROLE mosaic_migrator SET role = 'mosaic_schema_owner'",
        "ALTER ROLE mosaic_migrator RESET ALL",
    ),
    check(
        "setting.migrator",
        "ALTER ROLE mosaic_migrator IN DATABASE mosaic SET search_path = public",
        "ALTER ROLE mosaic_migrator IN DATABASE mosaic RESET ALL",
    ),
    check(
        "setting.runtime",
        "ALTER ROLE mosaic_runtime SET search_path = public",
        "ALTER ROLE mosaic_runtime RESET ALL",
    ),
    check(
        "setting.runtime",
        "ALTER ROLE mosaic_runtime IN DATABASE mosaic SET role = 'mosaic_runtime_capability'",
        "ALTER ROLE mosaic_runtime IN DATABASE mosaic RESET ALL",
    ),
    check(
        "setting.database",
        "ALTER DATABASE mosaic SET row_security = off",
        "ALTER DATABASE mosaic RESET ALL",
    ),
    check("setting.every_role", "ALTER ROLE ALL SET work_mem = '1MB'", "ALTER ROLE ALL RESET ALL"),
    check("role.runtime.owns", "CREATE SCHEMA own AUTHORIZATION mosaic_runtime", "DROP SCHEMA own"),
    check("role.migrator.owns", "CREATE DATABASE other OWNER mosaic_migrator", "DROP DATABASE other"),
    check(
        "schema.mosaic_extensions.objects",
        "CREATE TABLE mosaic_extensions.extra (id integer)",
        "DROP TABLE mosaic_extensions.extra",
    ),
    mutation(
        "OBJECTS_OF_ANOTHER_OWNER",
        "schema.mosaic.objects",
        "ALTER TABLE mosaic.tasks OWNER TO postgres",
        "ALTER TABLE mosaic.tasks OWNER TO mosaic_schema_owner",
    ),
    mutation(
        "PRIVILEGES_UNLISTED",
        "function mosaic.lend() is SECURITY DEFINER",
        "SET ROLE mosaic_schema_owner;
         CREATE FUNCTION mosaic.lend() RETURNS integer LANGUAGE sql SECURITY DEFINER RETURN 1",
        "DROP FUNCTION mosaic.lend()",
    ),
    check(
        "guard.command_start",
        "ALTER EVENT TRIGGER mosaic_guard_command_start DISABLE",
        "ALTER EVENT TRIGGER mosaic_guard_command_start ENABLE ALWAYS",
    ),
    check(
        "guard.command_end",
        "ALTER EVENT TRIGGER mosaic_guard_command_end ENABLE REPLICA",
        "ALTER EVENT TRIGGER mosaic_guard_command_end ENABLE ALWAYS",
    ),
    check(
        "guard.drop",
        "DROP EVENT TRIGGER mosaic_guard_drop",
        "CREATE EVENT TRIGGER mosaic_guard_drop ON sql_drop EXECUTE FUNCTION mosaic_control.guard_drop();
         ALTER EVENT TRIGGER mosaic_guard_drop ENABLE ALWAYS",
    ),
    check(
        "guard.drop",
        "ALTER FUNCTION mosaic_control.guard_drop() SECURITY DEFINER",
        "ALTER FUNCTION mosaic_control.guard_drop() SECURITY INVOKER",
    ),
    check(
        "guard.command_start",
        "UPDATE pg_proc SET prosrc = prosrc || ' ' WHERE oid = 'mosaic_control.guard_command_start()'::regprocedure",
        "UPDATE pg_proc SET prosrc = rtrim(prosrc, ' ') WHERE oid = 'mosaic_control.guard_command_start()'::regprocedure",
    ),
    check(
        "guard.command_end",
        "ALTER FUNCTION mosaic_control.guard_command_end() RESET ALL",
        "ALTER FUNCTION mosaic_control.guard_command_end() SET search_path = pg_catalog, pg_temp",
    ),
    mutation(
        "SCHEMA_DRIFT",
        "extension.vector.place",
        "ALTER EXTENSION vector SET SCHEMA public",
        "ALTER EXTENSION vector SET SCHEMA mosaic_extensions",
    ),
    mutation(
        "SCHEMA_DRIFT",
        "extension.vector.place",
        "UPDATE pg_extension SET extowner = 10 WHERE extname = 'vector'",
        "UPDATE pg_extension SET extowner = 'mosaic_extension_owner'::regrole WHERE extname = 'vector'",
    ),
    check(
        "extension.vector.place",
        "ALTER TYPE mosaic_extensions.vector OWNER TO postgres",
        "ALTER TYPE mosaic_extensions.vector OWNER TO mosaic_extension_owner",
    ),
    mutation(
        "EXTENSION_MISSING",
        "extension.vector.version",
        "UPDATE pg_extension SET extversion = '0.0.1' WHERE extname = 'vector'",
        "UPDATE pg_extension SET extversion = default_version
         FROM pg_available_extensions WHERE extname = 'vector' AND name = 'vector'",
    ),
];
