//! What a session finds in the database once it knows who it is: one message, the same for the runner, for
//! verification and for `status`.
//!
//! The caller has set the role to the schema owner; a NOINHERIT login can read none of this as itself.

use crate::bundle::Manifest;
use crate::digest::Digest;
use crate::error::Code;
use crate::ledger::{Column, Observed, Row};
use crate::postgres::{Batch, Literal, ResultSet, Stop, StopCause, sqlstate};
use crate::roles::scope;
use serde::Deserialize;

/// What was found.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The random id that bootstrap gave this database: a copied cluster has the same system identifier, not this.
    pub database_id: String,
    /// The ledger.
    pub ledger: Observed,
    /// Steps of entries that are not one transaction, as far as they got.
    pub progress: Vec<Progress>,
    /// Owners and privileges, for [`scope::judge`].
    pub scope: ResultSet,
    /// Installed extensions: name, version, schema.
    pub extensions: Vec<Extension>,
    /// Indexes of managed schemas that are not valid or not ready, as `schema.name`.
    pub invalid_indexes: Vec<String>,
    /// Other sessions and prepared transactions that hold locks in managed schemas.
    pub lock_holders: Vec<LockHolder>,
}

/// A row of `mosaic_control.progress`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The entry's SHA-256.
    pub sha256: Digest,
    /// The entry's tag.
    pub tag: String,
    /// The step, counted from zero.
    pub step: usize,
    /// SHA-256 over the statements of the step.
    pub statement_digest: Digest,
    /// How far it got.
    pub state: StepState,
}

/// How far a step got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// Marked before a statement that cannot run in a transaction.
    Started,
    /// Run, and proved where it could not be part of a transaction.
    Done,
}

/// An installed extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The schema it is in.
    pub schema: String,
}

/// Somebody who holds a lock that an entry may have to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockHolder {
    /// The process id with login and application, or the identifier of a prepared transaction (which
    /// `COMMIT PREPARED` or `ROLLBACK PREPARED` ends).
    pub who: String,
    /// The relation.
    pub relation: String,
    /// The lock mode.
    pub mode: String,
}

/// Why there is no survey.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// Something that bootstrap makes is missing or not readable.
    #[error("{what} is missing or cannot be read ({sqlstate})")]
    NotBootstrapped {
        /// What was asked for.
        what: &'static str,
        /// The SQLSTATE of the refusal.
        sqlstate: String,
    },
    /// The server refused a question for another reason.
    #[error("the server refused a question about {what}: {cause}")]
    Refused {
        /// What was asked for.
        what: &'static str,
        /// What it said.
        cause: crate::postgres::ServerError,
    },
    /// The answer has an unexpected form.
    #[error("the server's answer about {what} has an unexpected form")]
    Unreadable {
        /// What was asked for.
        what: &'static str,
    },
    /// The connection was lost.
    #[error("the connection was lost while the database was read")]
    Lost,
}

impl SurveyError {
    /// Why a question about something was not answered. A session that the server ended was refused nothing.
    #[must_use]
    pub fn unanswered(what: &'static str, cause: StopCause) -> Self {
        match cause {
            StopCause::Server(cause) if !sqlstate::ends_session(&cause.sqlstate) => {
                Self::Refused { what, cause }
            }
            StopCause::Server(_) | StopCause::Lost(_) => Self::Lost,
        }
    }

    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::NotBootstrapped { .. } => Code::BootstrapMissing,
            Self::Refused { .. } => Code::QuestionRefused,
            Self::Unreadable { .. } => Code::Internal,
            Self::Lost => Code::ConnectionLost,
        }
    }
}

/// What each question is about, in the order of [`questions`].
const SUBJECTS: [&str; 8] = [
    "the database id (mosaic_control.identity)",
    "the ledger's columns",
    "the ledger's rows",
    "progress (mosaic_control.progress)",
    "owners and privileges",
    "extensions",
    "indexes",
    "locks",
];

/// Who holds or awaits the lock `l` of pg_locks, as text. Needs [`HOLDER_JOINS`].
pub const HOLDER: &str = "CASE WHEN l.pid IS NULL THEN format('prepared transaction %L', p.gid) \
     ELSE format('pid %s (%s, application %L)', l.pid, pg_get_userbyid(a.usesysid), a.application_name) END";

/// A prepared transaction has no process; its locks share a virtual transaction, one of them on its own id.
pub const HOLDER_JOINS: &str = "LEFT JOIN LATERAL pg_catalog.pg_stat_get_activity(l.pid) a ON l.pid IS NOT NULL \
     LEFT JOIN pg_catalog.pg_locks x ON l.pid IS NULL AND x.pid IS NULL AND x.locktype = 'transactionid' \
     AND x.virtualtransaction = l.virtualtransaction \
     LEFT JOIN pg_catalog.pg_prepared_xacts p ON p.transaction = x.transactionid";

/// The questions for this bundle, one statement each.
#[must_use]
pub fn questions(manifest: &Manifest) -> Vec<String> {
    let ledger = manifest.ledger();
    let (schema, table) = (Literal(ledger.schema.as_str()), Literal(ledger.table.as_str()));
    let managed: Vec<String> =
        manifest.managed_schemas().iter().map(|name| Literal(name.as_str()).to_string()).collect();
    let managed = if managed.is_empty() { "''".to_owned() } else { managed.join(", ") };
    vec![
        "SELECT database_id::text FROM mosaic_control.identity".to_owned(),
        format!(
            "SELECT c.relkind::text, (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'data_type', \
             format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull, 'has_default', \
             a.atthasdef OR a.attidentity <> '')), '[]') FROM pg_catalog.pg_attribute a \
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) \
             FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             WHERE n.nspname = {schema} AND c.relname = {table}"
        ),
        // Rows as JSON objects: a table of another shape is still read, and then refused by name.
        format!("SELECT row_to_json(l) FROM {}.{} l", ledger.schema, ledger.table),
        "SELECT sha256, tag, step, statement_digest, state FROM mosaic_control.progress ORDER BY tag, step"
            .to_owned(),
        scope::question(manifest),
        "SELECT e.extname, e.extversion, n.nspname FROM pg_catalog.pg_extension e \
         JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace ORDER BY 1"
            .to_owned(),
        format!(
            "SELECT n.nspname || '.' || c.relname FROM pg_catalog.pg_index i \
             JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid \
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             WHERE NOT (i.indisvalid AND i.indisready) AND n.nspname IN ({managed}) ORDER BY 1"
        ),
        format!(
            "SELECT {HOLDER}, n.nspname || '.' || c.relname, l.mode \
             FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation \
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace {HOLDER_JOINS} \
             WHERE l.locktype = 'relation' AND l.granted AND l.pid IS DISTINCT FROM pg_backend_pid() \
             AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()) \
             AND c.relkind IN ('r', 'p', 'm') AND n.nspname IN ({managed}) ORDER BY 1, 2, 3"
        ),
    ]
}

/// The questions that tell whether anything is pending, and no others: what is not asked counts as nothing found. The
/// rest costs more than all of this together, mostly in planning.
#[must_use]
pub fn questions_of_ledger(manifest: &Manifest) -> Vec<String> {
    let mut questions = questions(manifest);
    for place in [SCOPE, EXTENSIONS, INDEXES, LOCKS] {
        "SELECT WHERE false".clone_into(&mut questions[place]);
    }
    questions
}

/// The same questions beside those of [`crate::checks::proof`], which have the owners and privileges among their answers
/// ([`Survey::with_scope`]). Who holds locks matters to a run alone.
#[must_use]
pub fn questions_beside_proof(manifest: &Manifest) -> Vec<String> {
    let mut questions = questions(manifest);
    for place in [SCOPE, LOCKS] {
        "SELECT WHERE false".clone_into(&mut questions[place]);
    }
    questions
}

/// The same as the runtime can ask them: what only a run needs, it may not see. An entry that got as far as some step has
/// no ledger row, and is pending for it.
#[must_use]
pub fn questions_of_runtime(manifest: &Manifest) -> Vec<String> {
    let mut questions = questions_beside_proof(manifest);
    "SELECT WHERE false".clone_into(&mut questions[PROGRESS]);
    questions
}

const PROGRESS: usize = 3;
const SCOPE: usize = 4;
const EXTENSIONS: usize = 5;
const INDEXES: usize = 6;
const LOCKS: usize = 7;

/// How many questions there are.
pub const QUESTION_COUNT: usize = SUBJECTS.len();

#[derive(Deserialize)]
struct ColumnJson {
    name: String,
    data_type: String,
    not_null: bool,
    has_default: bool,
}

impl Survey {
    /// Reads the answers to [`questions`].
    ///
    /// # Errors
    /// [`SurveyError::Unreadable`] for an answer of another form.
    fn read(batch: &Batch) -> Result<Self, SurveyError> {
        let unreadable = |question: usize| SurveyError::Unreadable { what: SUBJECTS[question] };
        let database_id = batch.set(0).get(0, 0).ok_or_else(|| SurveyError::NotBootstrapped {
            what: SUBJECTS[0],
            sqlstate: "no row".to_owned(),
        })?;
        let progress = batch.set(3).exact::<5>().ok_or_else(|| unreadable(3))?;
        let progress =
            progress.into_iter().map(progress_row).collect::<Option<_>>().ok_or_else(|| unreadable(3))?;
        let extensions = batch.set(5).exact::<3>().ok_or_else(|| unreadable(5))?;
        let invalid = batch.set(6).exact::<1>().ok_or_else(|| unreadable(6))?;
        let holders = batch.set(7).exact::<3>().ok_or_else(|| unreadable(7))?;
        Ok(Self {
            database_id: database_id.to_owned(),
            ledger: observed(batch).ok_or_else(|| unreadable(2))?,
            progress,
            scope: batch.set(4).clone(),
            extensions: extensions
                .into_iter()
                .map(|[name, version, schema]| Extension {
                    name: name.to_owned(),
                    version: version.to_owned(),
                    schema: schema.to_owned(),
                })
                .collect(),
            invalid_indexes: invalid.into_iter().map(|[name]| name.to_owned()).collect(),
            lock_holders: holders
                .into_iter()
                .map(|[who, relation, mode]| LockHolder {
                    who: who.to_owned(),
                    relation: relation.to_owned(),
                    mode: mode.to_owned(),
                })
                .collect(),
        })
    }

    /// Judges the message in which `before` other statements preceded the questions. A ledger that is not there is
    /// an observation for the reconciliation to judge, not a failure to read.
    ///
    /// # Errors
    /// [`SurveyError`].
    pub fn from_outcome(outcome: Result<Batch, Stop>, before: usize) -> Result<Self, SurveyError> {
        let stop = match outcome {
            Ok(batch) => return Self::read(&batch.after(before)),
            Err(stop) => stop,
        };
        let StopCause::Server(cause) = stop.cause else { return Err(SurveyError::Lost) };
        let completed = stop.completed.after(before);
        let what = SUBJECTS.get(completed.completed()).copied().unwrap_or("the database");
        match cause.sqlstate.as_str() {
            sqlstate::UNDEFINED_TABLE if completed.completed() == 2 => Ok(Self::without_ledger(&completed)),
            sqlstate::UNDEFINED_TABLE
            | sqlstate::INVALID_SCHEMA_NAME
            | sqlstate::INSUFFICIENT_PRIVILEGE
            | sqlstate::UNDEFINED_COLUMN => {
                Err(SurveyError::NotBootstrapped { what, sqlstate: cause.sqlstate })
            }
            state if sqlstate::ends_session(state) => Err(SurveyError::Lost),
            _ => Err(SurveyError::Refused { what, cause }),
        }
    }

    /// With owners and privileges that were asked for elsewhere.
    #[must_use]
    pub fn with_scope(self, scope: ResultSet) -> Self {
        Self { scope, ..self }
    }

    fn without_ledger(completed: &Batch) -> Self {
        Self {
            database_id: completed.set(0).get(0, 0).unwrap_or_default().to_owned(),
            ledger: Observed::Absent,
            progress: Vec::new(),
            scope: ResultSet::default(),
            extensions: Vec::new(),
            invalid_indexes: Vec::new(),
            lock_holders: Vec::new(),
        }
    }
}

fn progress_row([sha256, tag, step, statement_digest, state]: [&str; 5]) -> Option<Progress> {
    Some(Progress {
        sha256: Digest::parse(sha256).ok()?,
        tag: tag.to_owned(),
        step: step.parse().ok()?,
        statement_digest: Digest::parse(statement_digest).ok()?,
        state: match state {
            "started" => StepState::Started,
            "done" => StepState::Done,
            _ => return None,
        },
    })
}

fn observed(batch: &Batch) -> Option<Observed> {
    let shape = batch.set(1);
    match shape.get(0, 0) {
        Some("r") => {}
        _ => return Some(Observed::NotATable),
    }
    let columns: Vec<ColumnJson> = serde_json::from_str(shape.get(0, 1)?).ok()?;
    let columns = columns
        .into_iter()
        .map(|ColumnJson { name, data_type, not_null, has_default }| Column {
            name,
            data_type,
            not_null,
            has_default,
        })
        .collect();
    let rows =
        batch.set(2).rows().iter().map(|row| ledger_row(row.first()?.as_deref()?)).collect::<Option<_>>()?;
    Some(Observed::Table { columns, rows })
}

fn ledger_row(json: &str) -> Option<Row> {
    let row: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).ok()?;
    let text = |name: &str| match row.get(name) {
        None | Some(serde_json::Value::Null) => None,
        Some(serde_json::Value::String(text)) => Some(text.clone()),
        Some(other) => Some(other.to_string()),
    };
    Some(Row {
        id: row.get("id").and_then(serde_json::Value::as_i64).unwrap_or_default(),
        hash: text("hash").unwrap_or_default(),
        created_at: text("created_at"),
        name: text("name"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::ServerError;

    #[test]
    fn a_session_that_the_server_ended_was_refused_nothing() {
        let said = |sqlstate: &str| {
            StopCause::Server(ServerError {
                sqlstate: sqlstate.to_owned(),
                message: "a reason".to_owned(),
                position: None,
                more: Box::default(),
            })
        };
        let code = |cause| SurveyError::unanswered("this session", cause).code();
        assert_eq!(code(said("42501")), Code::QuestionRefused);
        assert_eq!(code(said("57P01")), Code::ConnectionLost);
        assert_eq!(code(StopCause::Lost(None)), Code::ConnectionLost);
    }
}
