//! What `--verify` may not read fails; that it finds what it reads is proved by `doctor --self-test`.

use crate::support::Database;
use serde_json::Value;

/// What cannot be seen does not pass, whatever is behind it.
#[test]
fn what_may_not_be_read_fails() {
    let database = Database::bootstrapped();
    database.shipped(&["--run"]).run().assert_reached();
    let verify = || database.shipped(&["--verify"]).env("MOSAIC_OUTPUT", "json").run().json();
    let cases = [
        ("SELECT ON pg_catalog.pg_shdepend", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_parameter_acl", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_event_trigger", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_auth_members", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_db_role_setting", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_policy", "PUBLIC"),
        ("SELECT ON mosaic_control.identity", "mosaic_schema_owner"),
        ("SELECT ON mosaic_control.progress", "mosaic_schema_owner"),
        ("EXECUTE ON FUNCTION pg_catalog.pg_get_userbyid(oid)", "PUBLIC"),
    ];
    for (right, holder) in cases {
        database.execute(&format!("REVOKE {right} FROM {holder}"));
        let answer = verify();
        assert_ne!(answer["status"], 0, "without {right}");
        database.execute(&format!("GRANT {right} TO {holder}"));
        assert_eq!(verify()["status"], 0, "{right}");
    }
    database.execute("REVOKE SELECT ON pg_catalog.pg_event_trigger FROM PUBLIC");
    let answer = verify();
    assert_eq!((answer["status"].as_u64(), answer["code"].as_str()), (Some(2), Some("CHECK_FAILED")));
    let checks = answer["result"]["checks"].as_array().expect("checks");
    let guard: Vec<&Value> = checks.iter().filter(|check| text(&check["id"]).starts_with("guard.")).collect();
    assert_eq!(guard.len(), 3);
    assert!(guard.iter().all(|check| check["verdict"] == "unseen" && check["visible_to"] == "any_role"));
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}
