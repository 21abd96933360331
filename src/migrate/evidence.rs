//! The frame around an entry's body, in the same message: what must hold before it, and what is read after it.
//!
//! Guards before the body divide by zero where a condition is false, so that the server itself stops the message
//! before the body runs. What is read after the body is judged here, before COMMIT is sent as a message of its own.

use super::commit::DURABLE;
use super::lock::KEYS;
use super::prepared::{self, CLOSE, LOCK, RECORDS};
use mosaic_db::bundle::{LedgerName, Manifest, Phase};
use mosaic_db::ledger::Shape;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Batch, Literal, ResultSet, sqlstate};

/// The search path of a phase: what is set, and what must be in effect.
pub(super) struct SearchPath {
    text: String,
    effective: String,
}

impl SearchPath {
    /// What must be in effect, as an SQL expression.
    pub(super) fn effective(&self) -> &str {
        &self.effective
    }

    pub(super) fn of(phase: Phase, manifest: &Manifest) -> Self {
        let text = manifest.search_path(phase);
        let effective = match phase {
            Phase::History => {
                let own: Vec<String> =
                    manifest.history_path().iter().map(|name| Literal(name.as_str()).to_string()).collect();
                // A schema without USAGE vanishes from the effective path without a word. The folder's own schemas
                // may be made by a later entry; ours are there from bootstrap on.
                let own_effective = format!(
                    "ARRAY(SELECT o.name FROM unnest(ARRAY[{}]::name[]) WITH ORDINALITY o(name, place) \
                     WHERE EXISTS (SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = o.name) ORDER BY o.place)",
                    own.join(", ")
                );
                let own_effective = if own.is_empty() { "'{}'::name[]".to_owned() } else { own_effective };
                format!(
                    "'{{pg_catalog}}'::name[] || {own_effective} || '{{public,mosaic_extensions}}'::name[]"
                )
            }
            Phase::Application => "'{pg_catalog,mosaic}'::name[]".to_owned(),
        };
        Self { text, effective }
    }
}

/// Settings and role as they must be, whatever an entry left behind. `RESET ALL` returns to the startup packet.
pub(super) fn reset(path: &SearchPath) -> [String; 3] {
    [
        "RESET ALL".to_owned(),
        format!("SET ROLE {}", role::SCHEMA_OWNER),
        format!("SET search_path = {}", path.text),
    ]
}

/// Whether role and path are what [`reset`] set, as a boolean expression.
fn session_as_set(path: &SearchPath) -> String {
    format!(
        "current_user = {} AND current_schemas(true) OPERATOR(pg_catalog.=) ({})",
        Literal(role::SCHEMA_OWNER),
        path.effective
    )
}

/// How closely an entry is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// Its statements are quiet and nothing could run that they do not name: session, lock and ledger rows are
    /// asserted. Owners and privileges are judged when the run ends, for all entries.
    Brief,
    /// Records, prepared statements, owners and privileges are compared before its COMMIT as well.
    Full,
}

impl Watch {
    const fn records(self) -> usize {
        match self {
            Self::Brief => 0,
            Self::Full => 1,
        }
    }

    /// How many statements lie between the body and what goes with it.
    pub(super) const fn after_body(self) -> usize {
        match self {
            Self::Brief => 4,
            Self::Full => 8,
        }
    }
}

/// The statements before the body. [`opening_fault`] names the one that stopped the message.
pub(super) fn opening(phase: Phase, path: &SearchPath, ledger_rows: usize, watch: Watch) -> Vec<String> {
    let [settings, role, path_text] = reset(path);
    let mut statements = vec!["BEGIN".to_owned(), settings, role];
    if watch == Watch::Full {
        statements.push(format!("EXECUTE {RECORDS}"));
    }
    statements.extend([
        path_text,
        format!("EXECUTE {LOCK}"),
        format!("EXECUTE {}({ledger_rows})", prepared::open(phase)),
    ]);
    if watch == Watch::Full {
        statements.push(format!("DECLARE {MARKER} CURSOR FOR SELECT 1"));
    }
    statements
}

/// A cursor lives as long as its transaction. Should a body have ended that against all expectation, what follows would
/// run in a transaction that the server commits at the end of the message; closing the cursor fails instead.
const MARKER: &str = "mosaic_entry";

/// What this transaction wrote to the ledger and to progress, a digest of all other rows of each, and whether the
/// ledger has triggers, rules, row security or further columns. Equal answers before and after a body prove that it
/// left both alone; a count alone would miss an UPDATE.
pub(super) fn records(ledger: &LedgerName, shape: Shape) -> String {
    let me = "pg_current_xact_id()::xid";
    let ledger = format!("{}.{}", ledger.schema, ledger.table);
    let (table, text) = (Literal(&ledger), if shape.has_name() { "concat(hash, name)" } else { "hash" });
    format!(
        "SELECT (SELECT string_agg(hash || ' ' || created_at::bigint, ', ') FROM {ledger} WHERE xmin = {me}), \
         (SELECT format('%s %s', count(*), sum(hashtextextended({text}, created_at::bigint))) \
         FROM {ledger} WHERE xmin <> {me}), \
         (SELECT count(*) FROM mosaic_control.progress WHERE xmin = {me}), \
         (SELECT format('%s %s', count(*), sum(hashtextextended(p::text, 0))) \
         FROM mosaic_control.progress p WHERE xmin <> {me}), \
         (SELECT format('%s %s %s %s', relnatts, relhastriggers, relhasrules, relrowsecurity) FROM pg_class \
         WHERE oid = {table}::regclass)"
    )
}

/// A condition that did not hold before or after a body.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Assertion {
    #[error("another session holds the migration lock")]
    LockLost,
    #[error("the role or the search path could not be set")]
    SessionNotAsserted,
    #[error("the ledger has changed since it was read")]
    LedgerChanged,
    #[error("the ledger or mosaic_control.progress changed while the entry ran")]
    RecordsChanged,
    #[error("the entry's row in the ledger is not the one that was written, but {0}")]
    RowChanged(String),
    #[error("the entry removed or replaced a prepared statement that checks it")]
    AuditReplaced,
    #[error("the entry left the session as {0}")]
    RoleChanged(String),
    #[error("the entry ended the transaction it was to run in, or closed cursors that are not its own")]
    TransactionEnded,
    #[error("the entry released the migration lock")]
    LockReleased,
    #[error("the server's answer to the checks around the entry has an unexpected form")]
    Unreadable,
}

/// Which assertion of the opening statements stopped the message, from how many of it completed and with what.
pub(super) fn opening_fault(completed: usize, watch: Watch, sqlstate: &str) -> Option<Assertion> {
    let lock = 4 + watch.records();
    match (completed.checked_sub(lock)?, sqlstate) {
        (0, sqlstate::DIVISION_BY_ZERO) => Some(Assertion::LockLost),
        (1, sqlstate::DIVISION_BY_ZERO) => Some(Assertion::SessionNotAsserted),
        (1, sqlstate::NEGATIVE_SQUARE_ROOT) => Some(Assertion::LedgerChanged),
        _ => None,
    }
}

/// The transaction id as the last opening statement printed it.
pub(super) fn transaction_id(batch: &Batch, watch: Watch) -> Option<String> {
    batch.set(5 + watch.records()).get(0, 2).map(str::to_owned)
}

/// The answer to [`RECORDS`] before the body.
pub(super) fn records_before(opening: &Batch) -> &ResultSet {
    opening.set(3)
}

/// The statements right after a body. The session's settings are the startup packet's again when the last one asks, so
/// that no path leads it to functions of the body's own; `RESET ALL` leaves the role alone.
pub(super) fn closing(watch: Watch) -> Vec<String> {
    let mut statements = Vec::new();
    if watch == Watch::Full {
        statements.push(format!("CLOSE {MARKER}"));
    }
    // What is deferred runs now, where it can still be judged, and not at COMMIT.
    statements.push("SET CONSTRAINTS ALL IMMEDIATE".to_owned());
    if watch == Watch::Full {
        // The query of a cursor WITH HOLD would run at COMMIT, functions and all.
        statements.push("CLOSE ALL".to_owned());
    }
    statements.extend(["RESET ALL".to_owned(), DURABLE.to_owned(), format!("EXECUTE {CLOSE}")]);
    statements
}

/// What must hold before a statement that runs outside any transaction, asked in a message of its own after the
/// [`reset`]. While that message's transaction holds the lock too, nobody can come in between letting go of the
/// session's hold and taking it again.
pub(super) fn standing(path: &SearchPath) -> String {
    format!(
        "SELECT pg_try_advisory_xact_lock({KEYS}), {}, \
         pg_advisory_unlock({KEYS}), pg_try_advisory_lock({KEYS}), pg_backend_pid()",
        session_as_set(path)
    )
}

/// Judges the answer to [`standing`], and gives the process id of the session.
pub(super) fn judge_standing(answer: &ResultSet) -> Result<String, Assertion> {
    let rows = answer.exact::<5>().unwrap_or_default();
    match rows.first().ok_or(Assertion::Unreadable)? {
        ["f", ..] => Err(Assertion::LockLost),
        [_, "f", ..] => Err(Assertion::SessionNotAsserted),
        ["t", "t", "t", "t", pid] => Ok((*pid).to_owned()),
        _ => Err(Assertion::LockReleased),
    }
}

/// Judges the answer to the last [`closing`] statement.
pub(super) fn judge_closing(answer: &ResultSet, transaction: &str) -> Result<(), Assertion> {
    let rows = answer.exact::<5>().unwrap_or_default();
    let [current, session, xid, held, again] = rows.first().ok_or(Assertion::Unreadable)?;
    if *xid != transaction {
        return Err(Assertion::TransactionEnded);
    }
    if *current != role::SCHEMA_OWNER {
        return Err(Assertion::RoleChanged((*current).to_owned()));
    }
    if *session != role::MIGRATOR {
        return Err(Assertion::RoleChanged((*session).to_owned()));
    }
    if *held != "t" || *again != "t" {
        return Err(Assertion::LockReleased);
    }
    Ok(())
}

/// Judges the answers to [`RECORDS`] right before a body, right after it, and after what goes with it. `row` is what
/// the ledger row must read like, if one was written.
pub(super) fn judge_records(
    before: &ResultSet,
    after_body: &ResultSet,
    at_end: &ResultSet,
    row: Option<&str>,
) -> Result<(), Assertion> {
    let others = before.get(0, 1).ok_or(Assertion::Unreadable)?;
    if before != after_body || at_end.get(0, 1) != Some(others) {
        return Err(Assertion::RecordsChanged);
    }
    let written = at_end.get(0, 0);
    if written != row {
        return Err(Assertion::RowChanged(written.unwrap_or("missing").to_owned()));
    }
    Ok(())
}

/// One message out of statements; a statement may end in a `--` comment.
pub(super) fn message<'a>(statements: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for statement in statements {
        text.push_str(statement);
        text.push_str("\n;\n");
    }
    text
}
