//! What a defect of one statement cannot show of `bootstrap check`; those are in `doctor --self-test`.

use super::target::{DATABASE, Target};
use mosaic_lab::postgres::Major;

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
