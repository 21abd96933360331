//! `backfill status`: how far each step is, and what waits for whom. Read-only.

use super::step::{RETAINED, STEPS};
use mosaic_db::error::Code;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Batch, ConnectError, Endpoint, ResultSet, Session, Stop, StopCause, sqlstate};
use serde::Serialize;

/// How far everything is.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Standing {
    pub(crate) steps: Vec<Work>,
    pub(crate) quarantine: Vec<Quarantined>,
    /// Whether the last backfill found that what it brought over is what was there.
    pub(crate) retained: bool,
    /// When the old release was switched off.
    pub(crate) switched: Option<String>,
}

/// One step.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Work {
    pub(crate) step: &'static str,
    /// `running`, `complete`, or `None` before its first pass.
    pub(crate) state: Option<String>,
    /// Rows of its table.
    pub(crate) rows: u64,
    pub(crate) done: u64,
    /// Rows that are not done although nothing about them has to be decided.
    pub(crate) left: u64,
    /// Rows that are not done and wait in quarantine.
    pub(crate) quarantined: u64,
}

/// Rows that wait for a decision, by step and reason.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Quarantined {
    pub(crate) step: String,
    pub(crate) table: String,
    pub(crate) reason: String,
    pub(crate) rows: u64,
    /// The first of them, by their keys.
    pub(crate) first: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum StatusError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("there is no table mosaic.backfill_progress")]
    NoTables,
    #[error("the server refused a question about the backfill: {0}")]
    Refused(mosaic_db::postgres::ServerError),
    #[error("the connection was lost while the database was read")]
    Lost,
    #[error("the server's answer about the backfill has an unexpected form")]
    Unreadable,
}

impl StatusError {
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::NoTables => Code::BackfillTooSoon,
            Self::Refused(_) => Code::QuestionRefused,
            Self::Lost => Code::ConnectionLost,
            Self::Unreadable => Code::Internal,
        }
    }
}

const PROGRESS: &str = "SELECT step, state FROM mosaic.backfill_progress";
const SWITCH: &str = "SELECT switched_at FROM mosaic.kanban_switch WHERE switched_at IS NOT NULL";
const QUARANTINE: &str = "SELECT step, source_table, reason_code, count(*), \
     to_json((array_agg(source_key ORDER BY source_key))[1:10]) FROM mosaic.backfill_quarantine \
     WHERE resolved_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";

/// Asks, in one READ ONLY transaction.
pub(crate) async fn status(endpoint: &Endpoint, application_name: &str) -> Result<Standing, StatusError> {
    let session = Session::open(endpoint, application_name).await?;
    let role = format!("SET LOCAL ROLE {}", role::SCHEMA_OWNER);
    let standings: Vec<String> = STEPS.iter().map(super::step::Step::standing).collect();
    let questions: Vec<&str> = [role.as_str(), PROGRESS, SWITCH, QUARANTINE]
        .into_iter()
        .chain(standings.iter().map(String::as_str))
        .collect();
    let answer = session.read(&questions).await;
    session.close().await;
    read(&answer.map_err(refusal)?.after(1)).ok_or(StatusError::Unreadable)
}

fn refusal(stop: Stop) -> StatusError {
    match stop.cause {
        StopCause::Server(error) if error.is(sqlstate::UNDEFINED_TABLE) => StatusError::NoTables,
        StopCause::Server(error) if !sqlstate::ends_session(&error.sqlstate) => StatusError::Refused(error),
        StopCause::Server(_) | StopCause::Lost(_) => StatusError::Lost,
    }
}

fn read(answers: &Batch) -> Option<Standing> {
    let progress = answers.set(0).exact::<2>()?;
    let state_of =
        |name: &str| progress.iter().find(|[step, _]| *step == name).map(|[_, state]| (*state).to_owned());
    let work = |(place, step): (usize, &super::step::Step)| {
        let [rows, left, quarantined] = counts(answers.set(3 + place))?;
        Some(Work {
            step: step.name,
            state: state_of(step.name),
            rows,
            done: rows.saturating_sub(left),
            left: left.saturating_sub(quarantined),
            quarantined,
        })
    };
    Some(Standing {
        steps: STEPS.iter().enumerate().map(work).collect::<Option<_>>()?,
        quarantine: answers.set(2).exact::<5>()?.into_iter().map(quarantined).collect::<Option<_>>()?,
        retained: state_of(RETAINED).as_deref() == Some("complete"),
        switched: answers.set(1).get(0, 0).map(str::to_owned),
    })
}

fn counts(answer: &ResultSet) -> Option<[u64; 3]> {
    let [row] = answer.exact::<3>()?.try_into().ok()?;
    let [rows, left, quarantined] = row.map(|text: &str| text.parse().ok());
    Some([rows?, left?, quarantined?])
}

fn quarantined([step, table, reason, rows, first]: [&str; 5]) -> Option<Quarantined> {
    Some(Quarantined {
        step: step.to_owned(),
        table: table.to_owned(),
        reason: reason.to_owned(),
        rows: rows.parse().ok()?,
        first: serde_json::from_str(first).ok()?,
    })
}
