//! One file per command: call what does the work, put its facts into an answer.

pub mod activate;
pub mod allowance;
pub mod attest;
pub mod backfill;
pub mod bootstrap;
pub mod certify;
pub mod completions;
pub mod deploy;
pub mod doctor;
pub mod explain;
pub mod handoff;
pub mod man;
pub mod manifest;
pub mod migrate_tier;
pub mod readiness;
pub mod rehearse;
pub mod report;
pub mod roles;
pub mod routes;
pub mod run;
pub mod secrets;
pub mod status;
pub mod tls;
pub mod verify;

use mosaic_db::allowance::Allowance;
use mosaic_db::assess::Assessment;
use mosaic_db::bundle::{Bundle, Entry};
use mosaic_db::checks::Check;
use mosaic_db::postgres::Identity;
use mosaic_db::precondition::Hold;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Where a session was, for JSON. Numbers of 64 bits are text.
fn database(identity: &Identity, database_id: Option<&str>) -> Value {
    json!({
        "name": identity.database,
        "oid": identity.database_oid,
        "id": database_id,
        "system_identifier": identity.system_identifier,
        "timeline": identity.timeline,
        "server_version": identity.version_text,
        "login": identity.login,
        "backend_pid": identity.pid,
    })
}

/// The checks that are worth showing, one a line.
fn shown(checks: &[Check], worth: fn(&Check) -> bool) -> String {
    checks.iter().filter(|check| worth(check)).fold(String::new(), |mut text, check| {
        let _infallible = writeln!(text, "{check}");
        text
    })
}

/// The entries that are left to run and could run now, in order, for JSON.
fn pending(bundle: &Bundle, assessment: &Assessment) -> Vec<Value> {
    let steps = if assessment.hold().is_some() { &[][..] } else { assessment.plan().steps() };
    let entries = steps.iter().filter_map(|step| bundle.entries().get(step.position()));
    entries.map(|entry| json!({ "tag": entry.tag().as_str(), "sha256": entry.sha256() })).collect()
}

/// What is there by signed allowances, for JSON.
fn allowed(allowances: &[Allowance]) -> Value {
    let one = |allowance: &Allowance| {
        json!({
            "class": allowance.class,
            "name": allowance.name,
            "owner": allowance.owner,
            "reason": allowance.reason,
            "expires": allowance.expires,
        })
    };
    allowances.iter().map(one).collect()
}

/// The entry that may not run yet, with what it waits for, for JSON.
fn held(bundle: &Bundle, hold: &Hold) -> Value {
    let sha256 = bundle.entry(&hold.tag).map(Entry::sha256);
    json!({ "tag": hold.tag, "sha256": sha256, "unmet": hold.unmet })
}
