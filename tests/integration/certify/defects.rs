//! A right too many, one at a time: the probes that it lets through fail by their ids; without it they pass again.

use super::{LOGINS, failing, migrated, observations, probe, text};
use mosaic_lab::postgres::Major;
use std::collections::{BTreeMap, BTreeSet};

/// Which login gets which right, how it is taken back, and the probes that it lets through.
struct Defect(&'static str, &'static str, &'static str, &'static [&'static str]);

/// What takes a superuser, whatever else is granted. That these statements are not refused to one is another test.
const SUPERUSER_ONLY: [&str; 14] = [
    "access_method.create",
    "catalog.delete",
    "event_trigger.create",
    "event_trigger.disable",
    "event_trigger.drop",
    "foreign_data_wrapper.create",
    "function.create_untrusted",
    "language.create",
    "library.load",
    "operator_family.create",
    "role.raise",
    "role.session_authorization",
    "role.settings_of_all",
    "tablespace.create",
];

const DEFECTS: &[Defect] = &[
    Defect(
        "runtime",
        "GRANT CREATE ON DATABASE mosaic TO mosaic_runtime",
        "REVOKE CREATE ON DATABASE mosaic FROM mosaic_runtime",
        &["schema.create", "publication.create"],
    ),
    Defect(
        "runtime",
        "GRANT CREATE ON DATABASE mosaic TO mosaic_runtime; GRANT pg_create_subscription TO mosaic_runtime",
        "REVOKE CREATE ON DATABASE mosaic FROM mosaic_runtime; REVOKE pg_create_subscription FROM mosaic_runtime",
        &["subscription.create"],
    ),
    Defect(
        "runtime",
        "GRANT CREATE ON DATABASE mosaic TO mosaic_runtime; GRANT CREATE ON SCHEMA mosaic TO mosaic_runtime",
        "REVOKE CREATE ON DATABASE mosaic FROM mosaic_runtime; REVOKE CREATE ON SCHEMA mosaic FROM mosaic_runtime",
        &["extension.create"],
    ),
    Defect(
        "importer",
        "GRANT TEMPORARY ON DATABASE mosaic TO mosaic_data_importer",
        "REVOKE TEMPORARY ON DATABASE mosaic FROM mosaic_data_importer",
        &["temporary.table", "temporary.view"],
    ),
    Defect(
        "runtime",
        "GRANT CREATE ON SCHEMA mosaic TO mosaic_runtime",
        "REVOKE CREATE ON SCHEMA mosaic FROM mosaic_runtime",
        &[
            "table.create",
            "view.create",
            "materialized_view.create",
            "sequence.create",
            "type.create_enum",
            "type.create_composite",
            "type.create_range",
            "domain.create",
            "function.create",
            "procedure.create",
            "aggregate.create",
            "operator.create",
            "collation.create",
            "conversion.create",
            "text_search.create",
        ],
    ),
    Defect(
        "migrator",
        "GRANT CREATE ON SCHEMA mosaic_extensions TO mosaic_schema_owner",
        "REVOKE CREATE ON SCHEMA mosaic_extensions FROM mosaic_schema_owner",
        &["table.create_elsewhere"],
    ),
    Defect(
        "runtime",
        "ALTER TABLE mosaic.accounts OWNER TO mosaic_runtime; GRANT CREATE ON SCHEMA mosaic TO mosaic_runtime",
        "ALTER TABLE mosaic.accounts OWNER TO mosaic_schema_owner; REVOKE CREATE ON SCHEMA mosaic FROM mosaic_runtime",
        &[
            "cast.create",
            "statistics.create",
            "index.create",
            "trigger.create",
            "rule.create",
            "policy.create",
            "table.add_column",
            "table.drop_column",
            "table.rename",
            "table.own",
            "table.row_security",
            "table.disable_triggers",
            "table.drop",
            "table.comment",
            "table.cluster",
        ],
    ),
    Defect(
        "runtime",
        "ALTER TABLE mosaic.accounts OWNER TO mosaic_runtime; GRANT CREATE ON SCHEMA mosaic_control TO mosaic_runtime",
        "ALTER TABLE mosaic.accounts OWNER TO mosaic_schema_owner; REVOKE CREATE ON SCHEMA mosaic_control FROM mosaic_runtime",
        &["table.move"],
    ),
    Defect(
        "runtime",
        "GRANT TRIGGER ON mosaic.accounts TO mosaic_runtime",
        "REVOKE TRIGGER ON mosaic.accounts FROM mosaic_runtime",
        &["trigger.create"],
    ),
    Defect(
        "runtime",
        "ALTER SCHEMA mosaic_extensions OWNER TO mosaic_runtime; GRANT CREATE ON DATABASE mosaic TO mosaic_runtime",
        "ALTER SCHEMA mosaic_extensions OWNER TO mosaic_extension_owner; REVOKE CREATE ON DATABASE mosaic FROM mosaic_runtime",
        &["schema.rename", "schema.own", "schema.drop"],
    ),
    Defect(
        "runtime",
        "ALTER TABLE drizzle.__drizzle_migrations OWNER TO mosaic_runtime; GRANT CREATE ON SCHEMA drizzle TO mosaic_runtime",
        "ALTER TABLE drizzle.__drizzle_migrations OWNER TO mosaic_schema_owner; REVOKE CREATE ON SCHEMA drizzle FROM mosaic_runtime",
        &["index.rename", "index.drop", "sequence.restart", "sequence.drop", "sequence.set", "ledger.lock"],
    ),
    Defect(
        "runtime",
        "ALTER TYPE mosaic.agent_lifecycle OWNER TO mosaic_runtime",
        "ALTER TYPE mosaic.agent_lifecycle OWNER TO mosaic_schema_owner",
        &["type.add_value", "type.drop"],
    ),
    Defect(
        "runtime",
        "ALTER FUNCTION mosaic.assignee_principals(uuid, text) OWNER TO mosaic_runtime",
        "ALTER FUNCTION mosaic.assignee_principals(uuid, text) OWNER TO mosaic_schema_owner",
        &["function.definer", "function.drop"],
    ),
    Defect(
        "runtime",
        "ALTER FUNCTION mosaic_control.guard_command_start() OWNER TO mosaic_runtime",
        "ALTER FUNCTION mosaic_control.guard_command_start() OWNER TO postgres",
        &["guard.function"],
    ),
    Defect(
        "migrator",
        "ALTER EVENT TRIGGER mosaic_guard_command_start DISABLE",
        "ALTER EVENT TRIGGER mosaic_guard_command_start ENABLE ALWAYS",
        &[
            "guard.create_table",
            "guard.alter_table",
            "guard.drop_table",
            "guard.create_index",
            "guard.create_function",
            "guard.create_type",
            "guard.drop_index",
            "guard.rename_schema",
            "guard.comment",
            "guard.grant",
            "guard.default_privileges",
            "guard.drop_owned",
        ],
    ),
    Defect(
        "runtime",
        "ALTER EVENT TRIGGER mosaic_guard_command_end DISABLE",
        "ALTER EVENT TRIGGER mosaic_guard_command_end ENABLE ALWAYS",
        &["privilege.pass_on", "default_privileges.own"],
    ),
    Defect(
        "runtime",
        "GRANT INSERT, UPDATE, DELETE, TRUNCATE ON drizzle.__drizzle_migrations TO mosaic_runtime_capability",
        "REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON drizzle.__drizzle_migrations FROM mosaic_runtime_capability",
        &["ledger.insert", "ledger.update", "ledger.delete", "ledger.truncate", "ledger.lock"],
    ),
    Defect(
        "runtime",
        "GRANT UPDATE, DELETE, TRUNCATE ON mosaic.connector_lease_audit_log TO mosaic_runtime",
        "REVOKE UPDATE, DELETE, TRUNCATE ON mosaic.connector_lease_audit_log FROM mosaic_runtime",
        &["immutable.update", "immutable.delete", "immutable.truncate", "rows.truncate"],
    ),
    Defect(
        "importer",
        "GRANT UPDATE, DELETE, TRUNCATE ON mosaic.tasks TO mosaic_data_importer",
        "REVOKE UPDATE, DELETE, TRUNCATE ON mosaic.tasks FROM mosaic_data_importer",
        &["rows.update", "rows.delete", "rows.truncate"],
    ),
    Defect(
        "migrator",
        "GRANT USAGE ON SCHEMA mosaic TO mosaic_migrator; GRANT SELECT, INSERT ON mosaic.accounts TO mosaic_migrator",
        "REVOKE USAGE ON SCHEMA mosaic FROM mosaic_migrator; REVOKE SELECT, INSERT ON mosaic.accounts FROM mosaic_migrator",
        &["rows.read", "rows.insert"],
    ),
    Defect(
        "runtime",
        "GRANT INSERT, UPDATE, DELETE, TRUNCATE ON mosaic_control.identity, mosaic_control.progress TO mosaic_runtime",
        "REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON mosaic_control.identity, mosaic_control.progress FROM mosaic_runtime",
        &[
            "control.truncate",
            "control.delete",
            "control.progress_insert",
            "control.progress_update",
            "control.identity_insert",
            "control.identity_update",
        ],
    ),
    Defect(
        "migrator",
        "GRANT DELETE ON mosaic_control.identity, mosaic_control.import_checkpoint TO mosaic_schema_owner",
        "REVOKE DELETE ON mosaic_control.identity, mosaic_control.import_checkpoint FROM mosaic_schema_owner",
        &["control.identity_delete", "control.import_delete"],
    ),
    Defect(
        "runtime",
        "ALTER TABLE mosaic_control.progress OWNER TO mosaic_runtime",
        "ALTER TABLE mosaic_control.progress OWNER TO mosaic_platform_database_owner",
        &["control.alter", "control.drop", "privilege.give"],
    ),
    Defect(
        "runtime",
        "GRANT SELECT ON pg_catalog.pg_authid TO mosaic_runtime",
        "REVOKE SELECT ON pg_catalog.pg_authid FROM mosaic_runtime",
        &["passwords.read"],
    ),
    Defect(
        "runtime",
        "REASSIGN OWNED BY mosaic_extension_owner TO mosaic_runtime;
         ALTER TABLE mosaic.accounts OWNER TO mosaic_runtime;
         GRANT CREATE ON SCHEMA mosaic TO mosaic_runtime",
        "ALTER TABLE mosaic.accounts OWNER TO mosaic_schema_owner;
         REASSIGN OWNED BY mosaic_runtime TO mosaic_extension_owner;
         REVOKE CREATE ON SCHEMA mosaic FROM mosaic_runtime",
        &[
            "extension.update",
            "extension.move",
            "extension.add_member",
            "extension.drop_member",
            "extension.drop",
            "extension.comment",
            "extension.member_definer",
            "extension.member_own",
            "extension.member_rename",
        ],
    ),
    Defect(
        "runtime",
        "GRANT CONNECT ON DATABASE mosaic TO mosaic_runtime WITH GRANT OPTION",
        "REVOKE GRANT OPTION FOR CONNECT ON DATABASE mosaic FROM mosaic_runtime",
        &["privilege.pass_on_connect", "privilege.take_connect"],
    ),
    Defect(
        "migrator",
        "GRANT CREATE ON DATABASE mosaic TO mosaic_schema_owner WITH GRANT OPTION",
        "REVOKE CREATE ON DATABASE mosaic FROM mosaic_schema_owner",
        &["privilege.database", "schema.create"],
    ),
    Defect(
        "runtime",
        "GRANT SET ON PARAMETER session_replication_role TO mosaic_runtime WITH GRANT OPTION;
         GRANT SET ON PARAMETER log_statement TO mosaic_runtime;
         GRANT ALTER SYSTEM ON PARAMETER work_mem TO mosaic_runtime",
        "REVOKE SET ON PARAMETER session_replication_role FROM mosaic_runtime;
         REVOKE SET ON PARAMETER log_statement FROM mosaic_runtime;
         REVOKE ALTER SYSTEM ON PARAMETER work_mem FROM mosaic_runtime",
        &["privilege.parameter", "parameter.replication_role", "parameter.log", "system.alter"],
    ),
    Defect(
        "runtime",
        "GRANT EXECUTE ON FUNCTION lo_create(oid) TO mosaic_runtime WITH GRANT OPTION",
        "REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM mosaic_runtime",
        &["privilege.large_object", "large_object.create"],
    ),
    Defect(
        "runtime",
        "GRANT mosaic_schema_owner TO mosaic_runtime WITH ADMIN TRUE, INHERIT TRUE, SET TRUE",
        "REVOKE mosaic_schema_owner FROM mosaic_runtime",
        &["default_privileges.owner", "role.set", "role.grant", "role.revoke"],
    ),
    Defect(
        "migrator",
        "GRANT mosaic_extension_owner TO mosaic_schema_owner WITH INHERIT TRUE, SET TRUE",
        "REVOKE mosaic_extension_owner FROM mosaic_schema_owner",
        &["default_privileges.extension_owner", "extension.update"],
    ),
    Defect(
        "runtime",
        "ALTER ROLE mosaic_runtime CREATEROLE; GRANT mosaic_data_importer TO mosaic_runtime WITH ADMIN TRUE, INHERIT TRUE",
        "ALTER ROLE mosaic_runtime NOCREATEROLE; REVOKE mosaic_data_importer FROM mosaic_runtime",
        &["role.create", "role.drop", "role.password", "role.settings", "role.comment", "role.drop_owned", "role.reassign_owned"],
    ),
    Defect(
        "runtime",
        "ALTER ROLE mosaic_runtime CREATEDB; ALTER DATABASE mosaic OWNER TO mosaic_runtime",
        "ALTER ROLE mosaic_runtime NOCREATEDB; ALTER DATABASE mosaic OWNER TO mosaic_platform_database_owner; GRANT CONNECT ON DATABASE mosaic TO mosaic_runtime",
        &[
            "database.create",
            "database.drop",
            "database.rename",
            "database.own",
            "database.settings",
            "database.comment",
        ],
    ),
    Defect(
        "runtime",
        "ALTER TABLESPACE pg_default OWNER TO mosaic_runtime",
        "ALTER TABLESPACE pg_default OWNER TO postgres",
        &["tablespace.alter"],
    ),
    Defect(
        "runtime",
        "GRANT pg_execute_server_program, pg_read_server_files, pg_write_server_files TO mosaic_runtime",
        "REVOKE pg_execute_server_program, pg_read_server_files, pg_write_server_files FROM mosaic_runtime",
        &["program.run", "program.read", "file.write", "file.copy"],
    ),
    Defect(
        "runtime",
        "GRANT EXECUTE ON FUNCTION pg_reload_conf(), pg_read_file(text), pg_read_binary_file(text),
         pg_stat_file(text), pg_ls_dir(text), pg_hba_file_rules() TO mosaic_runtime;
         GRANT SELECT ON pg_hba_file_rules TO mosaic_runtime",
        "REVOKE EXECUTE ON FUNCTION pg_reload_conf(), pg_read_file(text), pg_read_binary_file(text),
         pg_stat_file(text), pg_ls_dir(text), pg_hba_file_rules() FROM mosaic_runtime;
         REVOKE SELECT ON pg_hba_file_rules FROM mosaic_runtime",
        &["system.reload", "file.read", "file.read_binary", "file.stat", "file.list", "file.access_rules"],
    ),
    Defect(
        "runtime",
        "ALTER ROLE mosaic_runtime REPLICATION",
        "ALTER ROLE mosaic_runtime NOREPLICATION",
        &["replication.slot"],
    ),
    Defect(
        "runtime",
        "GRANT EXECUTE ON FUNCTION lo_creat(integer), lo_from_bytea(oid, bytea), lo_import(text), lo_export(oid, text),
         lo_put(oid, bigint, bytea), lowrite(integer, bytea), lo_truncate(integer, integer),
         lo_truncate64(integer, bigint), lo_unlink(oid) TO mosaic_runtime",
        "REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_from_bytea(oid, bytea), lo_import(text), lo_export(oid, text),
         lo_put(oid, bigint, bytea), lowrite(integer, bytea), lo_truncate(integer, integer),
         lo_truncate64(integer, bigint), lo_unlink(oid) FROM mosaic_runtime",
        &[
            "large_object.creat",
            "large_object.from_bytea",
            "large_object.import",
            "large_object.export",
            "large_object.put",
            "large_object.write",
            "large_object.truncate",
            "large_object.truncate64",
            "large_object.unlink",
        ],
    ),
    Defect(
        "importer",
        "ALTER DATABASE mosaic OWNER TO mosaic_data_importer",
        "ALTER DATABASE mosaic OWNER TO mosaic_platform_database_owner; GRANT CONNECT ON DATABASE mosaic TO mosaic_data_importer",
        &["database.settings"],
    ),
];

fn each_right_shows(major: Major) {
    let database = migrated(major);
    let mut wrong = Vec::new();
    for Defect(login, apply, revert, ids) in DEFECTS {
        database.execute(apply);
        let ended = probe(&database, login);
        if ended.json()["code"] != "PROBE_NOT_DENIED" {
            wrong.push(format!("{apply}\n  as {login} ends otherwise: {}", ended.json()["message"]));
            database.execute(revert);
            continue;
        }
        let shown = failing(&ended);
        let missed: Vec<&&str> = ids.iter().filter(|id| !shown.contains(**id)).collect();
        if !missed.is_empty() {
            wrong.push(format!("{apply}\n  as {login} does not show {missed:?}, but {shown:?}"));
        }
        database.execute(revert);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Whatever one of them left behind would show here.
    for login in LOGINS {
        probe(&database, login).assert_reached();
    }
}

#[test]
fn each_right_too_many_shows_on_16() {
    each_right_shows(Major::V16);
}

#[test]
fn each_right_too_many_shows_on_17() {
    each_right_shows(Major::V17);
}

#[test]
fn each_right_too_many_shows_on_18() {
    each_right_shows(Major::V18);
}

/// A probe that no defect lets through was never seen to fail.
#[test]
fn every_probe_has_a_right_that_lets_it_through() {
    let database = migrated(Major::V17);
    let covered: BTreeSet<&str> = DEFECTS.iter().flat_map(|Defect(_, _, _, ids)| *ids).copied().collect();
    let mut attempted: BTreeMap<String, &str> = BTreeMap::new();
    for login in LOGINS {
        attempted.extend(
            observations(&probe(&database, login)).iter().map(|made| (text(made, "id").to_owned(), login)),
        );
    }
    let missing: Vec<_> = attempted
        .iter()
        .filter(|(id, _)| !covered.contains(id.as_str()) && !SUPERUSER_ONLY.contains(&id.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let unknown: Vec<_> = covered.iter().filter(|id| !attempted.contains_key(**id)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
