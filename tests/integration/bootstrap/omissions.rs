//! One statement of the script is left out or weakened; what proves its part refuses, and nothing stays behind.

use super::target::Target;
use mosaic_lab::postgres::Major;

/// (what stands in the script, what stands there instead, the refusal)
const OMISSIONS: &[(&str, &str, &str)] = &[
    ("INHERIT FALSE, SET TRUE;", "INHERIT TRUE, SET TRUE;", "BOOTSTRAP_ASSERTION_FAILED"),
    ("INHERIT TRUE, SET FALSE;", "INHERIT TRUE, SET TRUE;", "BOOTSTRAP_ASSERTION_FAILED"),
    ("REVOKE ALL ON DATABASE :\"database\" FROM PUBLIC;", "", "BOOTSTRAP_GRANT_UNKNOWN"),
    (
        "TO mosaic_migrator, mosaic_runtime, mosaic_data_importer;",
        "TO mosaic_migrator;",
        "BOOTSTRAP_GRANT_UNKNOWN",
    ),
    ("lo_creat(integer), ", "", "BOOTSTRAP_GRANT_UNKNOWN"),
    (
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE",
        "SELECT 1; --",
        "BOOTSTRAP_GRANT_UNKNOWN",
    ),
    ("EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', wanted.name);", "", "BOOTSTRAP_GRANT_UNKNOWN"),
    (
        "mosaic_extensions TO mosaic_schema_owner, mosaic_runtime_capability",
        "mosaic_extensions TO mosaic_runtime_capability",
        "BOOTSTRAP_GRANT_UNKNOWN",
    ),
    ("SET ROLE mosaic_extension_owner;", "", "BOOTSTRAP_OWNER_UNKNOWN"),
    ("$extensions$;\nRESET ROLE;", "$extensions$;", "BOOTSTRAP_ASSERTION_FAILED"),
    ("EXECUTE format('ALTER TABLE %s OWNER TO mosaic_schema_owner', ledger);", "", "BOOTSTRAP_OWNER_UNKNOWN"),
    ("'GRANT SELECT ON TABLE %s TO", "'GRANT SELECT, INSERT ON TABLE %s TO", "BOOTSTRAP_GRANT_UNKNOWN"),
    (
        "GRANT SELECT ON mosaic_control.identity",
        "GRANT UPDATE ON mosaic_control.identity",
        "BOOTSTRAP_GRANT_UNKNOWN",
    ),
    ("SET ROLE mosaic_platform_database_owner;", "", "BOOTSTRAP_OWNER_UNKNOWN"),
    (
        "gen_random_uuid(), 1, now()\nWHERE",
        "gen_random_uuid(), 2, now()\nWHERE",
        "BOOTSTRAP_ASSERTION_FAILED",
    ),
    ("ALTER EVENT TRIGGER mosaic_guard_drop ENABLE ALWAYS;", "", "BOOTSTRAP_GUARD_UNKNOWN"),
    (
        "REVOKE ALL ON FUNCTION mosaic_control.guard_command_start()",
        "SELECT 1; --",
        "BOOTSTRAP_GRANT_UNKNOWN",
    ),
];

#[test]
fn every_part_is_proved() {
    let target = Target::bare(Major::V17);
    let script = target.rendered(&[]);
    for (there, instead, code) in OMISSIONS {
        assert_eq!(script.matches(there).count(), 1, "{there} is to be found once");
        println!("without {there}");
        target.psql(&script.replace(there, instead)).refused(code);
    }
    let count = "SELECT count(*)::int4 FROM pg_roles WHERE rolname LIKE 'mosaic%'";
    let mut admin = target.cluster.admin(mosaic_lab::cluster::SUPERUSER).expect("a session");
    assert_eq!(admin.query_one(count, &[]).expect("roles").get::<_, i32>(0), 0, "each one was rolled back");
    target.psql(&script).succeeded();
}
