//! One thing is changed; the check that sees it is named, and no other fails.

use super::target::{DATABASE, Target};
use mosaic_lab::postgres::Major;

const CHANGES: &[(&str, &[&str], &str)] = &[
    (
        "ALTER ROLE mosaic_migrator CREATEDB",
        &["role.migrator.attributes"],
        "ALTER ROLE mosaic_migrator NOCREATEDB",
    ),
    (
        "ALTER ROLE mosaic_runtime NOINHERIT",
        &["role.runtime.attributes"],
        "ALTER ROLE mosaic_runtime INHERIT",
    ),
    (
        "ALTER ROLE mosaic_data_importer VALID UNTIL '2030-01-01'",
        &["role.data_importer.attributes"],
        "ALTER ROLE mosaic_data_importer VALID UNTIL 'infinity'",
    ),
    (
        "ALTER ROLE mosaic_extension_owner PASSWORD 'secret'",
        &["role.extension_owner.password"],
        "ALTER ROLE mosaic_extension_owner PASSWORD NULL",
    ),
    (
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT TRUE",
        &["role.migrator.memberships", "role.migrator.access", "role.migrator.creates"],
        "GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE",
    ),
    (
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET TRUE",
        &["role.runtime.memberships", "role.runtime.access"],
        "GRANT mosaic_runtime_capability TO mosaic_runtime WITH SET FALSE",
    ),
    (
        "GRANT pg_read_all_data TO mosaic_runtime_capability",
        &["role.runtime_capability.memberships", "role.runtime_capability.access", "role.runtime.access"],
        "REVOKE pg_read_all_data FROM mosaic_runtime_capability",
    ),
    (
        "CREATE ROLE other; GRANT mosaic_extension_owner TO other",
        &["role.extension_owner.members"],
        "DROP ROLE other",
    ),
    (
        "ALTER ROLE mosaic_runtime IN DATABASE shop SET role = 'mosaic_runtime_capability'",
        &["setting.runtime"],
        "ALTER ROLE mosaic_runtime IN DATABASE shop RESET ALL",
    ),
    ("ALTER DATABASE shop SET row_security = off", &["setting.database"], "ALTER DATABASE shop RESET ALL"),
    (
        "CREATE SCHEMA own AUTHORIZATION mosaic_runtime",
        &["role.runtime.owns", "role.runtime.creates"],
        "DROP SCHEMA own",
    ),
    (
        "GRANT TEMPORARY ON DATABASE shop TO PUBLIC",
        &[
            "database.privileges",
            "role.migrator.creates",
            "role.runtime.creates",
            "role.data_importer.creates",
        ],
        "REVOKE TEMPORARY ON DATABASE shop FROM PUBLIC",
    ),
    (
        "ALTER DATABASE shop OWNER TO postgres",
        &["database.privileges"],
        "ALTER DATABASE shop OWNER TO mosaic_platform_database_owner",
    ),
    (
        "GRANT CREATE ON SCHEMA mosaic TO mosaic_data_importer",
        &["schema.mosaic.privileges", "role.data_importer.creates"],
        "REVOKE CREATE ON SCHEMA mosaic FROM mosaic_data_importer",
    ),
    (
        "REVOKE USAGE ON SCHEMA mosaic_extensions FROM mosaic_schema_owner",
        &["schema.mosaic_extensions.privileges"],
        "GRANT USAGE ON SCHEMA mosaic_extensions TO mosaic_schema_owner",
    ),
    (
        "GRANT INSERT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability",
        &["relation.ledger.privileges"],
        "REVOKE INSERT ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability",
    ),
    (
        "GRANT UPDATE (database_id) ON mosaic_control.identity TO mosaic_data_importer",
        &["relation.identity.database_id.privileges"],
        "REVOKE UPDATE (database_id) ON mosaic_control.identity FROM mosaic_data_importer",
    ),
    (
        "CREATE TABLE public.foreign_table (id integer)",
        &["schema.public.objects"],
        "DROP TABLE public.foreign_table",
    ),
    (
        "SET ROLE mosaic_schema_owner; CREATE FUNCTION mosaic.definer() RETURNS integer LANGUAGE sql \
         SECURITY DEFINER RETURN 1; RESET ROLE",
        &["schema.mosaic.objects"],
        "DROP FUNCTION mosaic.definer()",
    ),
    (
        "GRANT SELECT (hash) ON drizzle.__drizzle_migrations TO PUBLIC",
        &["schema.drizzle.objects", "relation.ledger.hash.privileges"],
        "REVOKE SELECT (hash) ON drizzle.__drizzle_migrations FROM PUBLIC",
    ),
    (
        "ALTER TABLE mosaic_control.progress ADD COLUMN more text",
        &["control.progress.columns"],
        "ALTER TABLE mosaic_control.progress DROP COLUMN more",
    ),
    (
        "CREATE TABLE elsewhere (id integer); GRANT SELECT ON elsewhere TO mosaic_runtime; \
         ALTER TABLE elsewhere SET SCHEMA pg_catalog",
        &["role.runtime.grants"],
        "SET allow_system_table_mods = on; DROP TABLE pg_catalog.elsewhere",
    ),
    (
        "GRANT SET ON PARAMETER session_replication_role TO mosaic_data_importer",
        &["role.data_importer.grants"],
        "REVOKE SET ON PARAMETER session_replication_role FROM mosaic_data_importer",
    ),
    (
        "GRANT SET ON PARAMETER log_statement TO PUBLIC",
        &["parameters.public"],
        "REVOKE SET ON PARAMETER log_statement FROM PUBLIC",
    ),
    (
        "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC",
        &["large_objects.writers"],
        "REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM PUBLIC",
    ),
    (
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
        &["default_privileges.mosaic_schema_owner"],
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
    ),
    (
        "ALTER EVENT TRIGGER mosaic_guard_command_start DISABLE",
        &["guard.command_start"],
        "ALTER EVENT TRIGGER mosaic_guard_command_start ENABLE ALWAYS",
    ),
    (
        "ALTER FUNCTION mosaic_control.guard_drop() SECURITY DEFINER",
        &["guard.drop"],
        "ALTER FUNCTION mosaic_control.guard_drop() SECURITY INVOKER",
    ),
    (
        "ALTER EXTENSION vector SET SCHEMA public",
        &["extension.vector.place"],
        "ALTER EXTENSION vector SET SCHEMA mosaic_extensions",
    ),
];

#[test]
fn each_change_is_found_by_name() {
    let target = Target::prepared(Major::V17);
    // The server's own database, which tests connect to, is open to PUBLIC.
    target.sql("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC");
    assert_eq!(target.findings(), [].into());
    for (change, ids, back) in CHANGES {
        target.sql(change);
        let checked = target.check();
        assert_eq!((checked.status(), checked.code().as_str()), (2, "BOOTSTRAP_CHECK_FAILED"), "{change}");
        let expected = ids.iter().map(|id| ((*id).to_owned(), "violation".to_owned())).collect();
        let mut found = target.findings();
        found.retain(|_, verdict| verdict != "warning");
        assert_eq!(found, expected, "{change}");
        target.sql(back);
    }
    assert_eq!(target.findings(), [].into(), "every change was taken back");
}

#[test]
fn a_changed_password_is_found() {
    let target = Target::prepared(Major::V17);
    let changed = ["ALTER ROLE mosaic_runtime PASSWORD 'what a login can do to itself'"];
    assert_eq!(target.as_login("mosaic_runtime", &changed), Ok(()));
    assert_eq!(target.findings().get("role.runtime.verifier").map(String::as_str), Some("violation"));
}

#[test]
fn a_predefined_role_with_members_is_worth_a_look() {
    let target = Target::prepared(Major::V17);
    target.sql("CREATE ROLE other; GRANT pg_write_all_data TO other");
    assert_eq!(target.findings().get("predefined_roles.members").map(String::as_str), Some("warning"));
    assert_eq!(target.check().status(), 0);
}

/// A guard whose text is another is no guard, whatever it is called.
#[test]
fn a_hollow_guard_is_found() {
    let target = Target::prepared(Major::V17);
    target.sql(
        "CREATE OR REPLACE FUNCTION mosaic_control.guard_command_start() RETURNS event_trigger LANGUAGE plpgsql \
         SET search_path = pg_catalog, pg_temp AS 'BEGIN END'",
    );
    assert_eq!(target.findings().get("guard.command_start").map(String::as_str), Some("violation"));
}

#[test]
fn what_cannot_be_seen_does_not_pass() {
    let target = Target::prepared(Major::V17);
    target.sql("DROP TABLE mosaic_control.identity");
    let findings = target.findings();
    assert_eq!(findings.get("control.identity.row").map(String::as_str), Some("unseen"));
    assert_eq!(findings.get("control.identity.columns").map(String::as_str), Some("violation"));
}

#[test]
fn a_session_that_sees_too_little_is_refused() {
    let target = Target::prepared(Major::V17);
    target.sql("CREATE ROLE nearly LOGIN CREATEROLE CREATEDB PASSWORD 'twenty-two characters and more'");
    target.sql("GRANT CONNECT ON DATABASE shop TO nearly");
    let url = target.cluster.url("nearly", "twenty-two characters and more", DATABASE);
    target.write("admin.other", &url);
    let checked = target.check_as("admin.other", &[]);
    assert_eq!((checked.status(), checked.code().as_str()), (77, "BOOTSTRAP_PROVIDER_PROFILE_REQUIRED"));
}
