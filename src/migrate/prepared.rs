//! What is asked around every entry, prepared once in the session: planning it each time would cost more than running
//! it. A plan is bound to the search path it runs under, so each of these always runs under the same one.

use super::connection::Writer;
use super::error::MigrateError;
use super::evidence::{self, SearchPath};
use super::lock::KEYS;
use mosaic_db::bundle::{Bundle, Manifest, Phase};
use mosaic_db::ledger::Shape;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Literal, ResultSet};
use mosaic_db::roles::scope;

/// Owners and privileges: [`scope::question`].
pub(super) const SCOPE_AUDIT: &str = "mosaic_scope_audit";
/// What this transaction did to ledger and progress: [`evidence::records`].
pub(super) const RECORDS: &str = "mosaic_records";
/// Takes the migration lock for the transaction, or stops the message.
pub(super) const LOCK: &str = "mosaic_lock";
/// Who the session is after a body, and whether it still holds the lock.
pub(super) const CLOSE: &str = "mosaic_close";
/// Whether anything could run that no statement names: [`Activity`].
pub(super) const ACTIVITY: &str = "mosaic_activity";
/// Asserts role, path and ledger before a body, or stops the message.
pub(super) const fn open(phase: Phase) -> &'static str {
    match phase {
        Phase::History => "mosaic_open_history",
        Phase::Application => "mosaic_open_application",
    }
}

/// Whether routines or rules of somebody's own exist, which could do more than the statement that sets them off says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    None,
    Possible,
}

impl Activity {
    /// Reads the answer to [`ACTIVITY`]. What cannot be read is possible.
    pub(super) fn read(answer: &ResultSet) -> Self {
        if answer.get(0, 0) == Some("f") { Self::None } else { Self::Possible }
    }
}

/// What came of preparing.
pub(super) struct Prepared {
    /// When, as the server prints it: whoever replaces one of the statements cannot turn back the clock.
    pub(super) stamp: String,
    pub(super) activity: Activity,
}

/// Prepares everything, under the path and settings of the startup packet.
pub(super) async fn prepare(
    writer: &Writer,
    bundle: &Bundle,
    shape: Shape,
) -> Result<Prepared, MigrateError> {
    let manifest = bundle.manifest();
    let mut statements = vec![
        format!("PREPARE {SCOPE_AUDIT} AS {}", scope::question(manifest)),
        format!("PREPARE {RECORDS} AS {}", evidence::records(manifest.ledger(), shape)),
        // Re-entrant beside the session lock, released by the transaction only: `pg_advisory_unlock_all` in a body
        // does not let another runner in before this transaction has ended.
        format!("PREPARE {LOCK} AS SELECT 1 / pg_catalog.pg_try_advisory_xact_lock({KEYS})::int"),
        // While the transaction holds the lock too, letting go of the session's hold and taking it again tells
        // whether it was still there, and nobody can come in between.
        format!(
            "PREPARE {CLOSE} AS SELECT current_user, session_user, pg_current_xact_id()::text, \
             pg_advisory_unlock({KEYS}), pg_try_advisory_lock({KEYS})"
        ),
        format!("PREPARE {ACTIVITY} AS {}", activity(manifest)),
    ];
    for phase in [Phase::History, Phase::Application] {
        statements.push(opening(phase, manifest));
    }
    statements.push(stamp());
    statements.push(format!("EXECUTE {ACTIVITY}"));
    match writer.message(&evidence::message(statements.iter().map(String::as_str))).await {
        Ok(answer) => Ok(Prepared {
            stamp: answer.from_end(1).get(0, 0).unwrap_or_default().to_owned(),
            activity: Activity::read(answer.from_end(0)),
        }),
        Err(stop) => Err(MigrateError::stopped(writer.interrupt(), stop)),
    }
}

/// The last statement before a body. Two different errors tell its two conditions apart. It runs under the entry's own
/// path, where a body could have left functions and operators of these names.
fn opening(phase: Phase, manifest: &Manifest) -> String {
    let path = SearchPath::of(phase, manifest);
    let ledger = manifest.ledger();
    format!(
        "PREPARE {} (bigint) AS SELECT 1 / (current_user OPERATOR(pg_catalog.=) {} \
         AND pg_catalog.current_schemas(true) OPERATOR(pg_catalog.=) ({}))::int, \
         pg_catalog.sqrt(CASE WHEN (SELECT pg_catalog.count(*) FROM {}.{}) OPERATOR(pg_catalog.=) $1 \
         THEN 1 ELSE -1 END::float8), \
         pg_catalog.pg_current_xact_id()::text",
        open(phase),
        Literal(role::SCHEMA_OWNER),
        path.effective(),
        ledger.schema,
        ledger.table
    )
}

/// A routine in a managed schema, or a rewrite rule that did not come with the server; every view has one.
fn activity(manifest: &Manifest) -> String {
    let managed: Vec<String> =
        manifest.managed_schemas().iter().map(|name| Literal(name.as_str()).to_string()).collect();
    let managed = if managed.is_empty() { "''".to_owned() } else { managed.join(", ") };
    // 16384 is the first OID that is given out after initdb (FirstNormalObjectId).
    format!(
        "SELECT EXISTS (SELECT FROM pg_rewrite WHERE oid >= 16384) OR EXISTS ( \
         SELECT FROM pg_namespace n JOIN pg_depend d ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = n.oid \
         WHERE n.nspname IN ({managed}) AND d.classid = 'pg_proc'::regclass)"
    )
}

/// Asks when they were prepared.
pub(super) fn stamp() -> String {
    "SELECT string_agg(name || ' ' || prepare_time, ', ' ORDER BY name) FROM pg_prepared_statements \
     WHERE name LIKE 'mosaic\\_%'"
        .to_owned()
}
