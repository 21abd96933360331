//! One simple-query message and everything that came back: the unit of a round trip.
//!
//! The server runs the statements of one message in order and stops at the first error, so the number of results
//! that arrived says which statement failed (PostgreSQL manual, "Simple Query", protocol flow).

use futures_util::StreamExt as _;
use std::pin::pin;
use tokio_postgres::{Client, SimpleQueryMessage};

/// The result of one statement: its rows as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultSet {
    columns: Vec<String>,
    rows: Vec<Vec<Option<String>>>,
}

impl ResultSet {
    /// Rows whose columns nobody asks for by name.
    pub(super) const fn of(rows: Vec<Vec<Option<String>>>) -> Self {
        Self { columns: Vec::new(), rows }
    }

    /// One NULL.
    #[cfg(test)]
    pub(crate) fn of_null() -> Self {
        Self::of(vec![vec![None]])
    }

    /// What a server could have answered, none of it NULL.
    #[cfg(test)]
    pub(crate) fn of_texts<const COLUMNS: usize>(rows: &[[&str; COLUMNS]]) -> Self {
        Self::of(rows.iter().map(|row| row.map(|value| Some(value.to_owned())).to_vec()).collect())
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows, in order.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Option<String>>] {
        &self.rows
    }

    /// Column `column` of row `row`; `None` for NULL and for a place that is not there.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<&str> {
        self.rows.get(row)?.get(column)?.as_deref()
    }

    /// The same with those rows alone that are wanted.
    #[must_use]
    pub fn filtered(&self, wanted: impl Fn(&[Option<String>]) -> bool) -> Self {
        let rows = self.rows.iter().filter(|row| wanted(row)).cloned().collect();
        Self { columns: self.columns.clone(), rows }
    }

    /// The rows with a fixed number of columns, none of them NULL; `None` where a row has another form.
    #[must_use]
    pub fn exact<const COLUMNS: usize>(&self) -> Option<Vec<[&str; COLUMNS]>> {
        self.rows
            .iter()
            .map(|row| {
                let values: Option<Vec<&str>> = row.iter().map(Option::as_deref).collect();
                values?.try_into().ok()
            })
            .collect()
    }
}

/// The results of the statements that completed, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    sets: Vec<ResultSet>,
}

impl Batch {
    /// What a server could have answered.
    #[cfg(test)]
    pub(crate) const fn of(sets: Vec<ResultSet>) -> Self {
        Self { sets }
    }

    /// How many statements completed.
    #[must_use]
    pub fn completed(&self) -> usize {
        self.sets.len()
    }

    /// The result of statement `index`, counted from zero; an empty one where it did not complete.
    #[must_use]
    pub fn set(&self, index: usize) -> &ResultSet {
        const EMPTY: &ResultSet = &ResultSet { columns: Vec::new(), rows: Vec::new() };
        self.sets.get(index).unwrap_or(EMPTY)
    }

    /// The results after the first `before` ones.
    #[must_use]
    pub fn after(mut self, before: usize) -> Self {
        self.sets.drain(..before.min(self.sets.len()));
        self
    }

    /// Takes away the results from the one at `place` on, and gives them.
    #[must_use]
    pub fn split_off(&mut self, place: usize) -> Self {
        Self { sets: self.sets.split_off(place.min(self.sets.len())) }
    }

    /// The result of the statement `back` places before the last one.
    #[must_use]
    pub fn from_end(&self, back: usize) -> &ResultSet {
        self.sets.len().checked_sub(back + 1).map_or_else(|| self.set(usize::MAX), |index| self.set(index))
    }
}

/// A message that did not complete: what did, and why the rest did not.
#[derive(Debug)]
pub struct Stop {
    /// Results that arrived before the end.
    pub completed: Batch,
    /// Why it ended.
    pub cause: StopCause,
}

/// Why a message did not complete.
#[derive(Debug)]
pub enum StopCause {
    /// The server refused a statement.
    Server(ServerError),
    /// The connection ended, with what the operating system said of it where it did.
    Lost(Option<std::io::ErrorKind>),
}

impl Stop {
    /// The server's error, unless the connection was lost.
    #[must_use]
    pub const fn server(&self) -> Option<&ServerError> {
        match &self.cause {
            StopCause::Server(error) => Some(error),
            StopCause::Lost(_) => None,
        }
    }
}

/// What the server said about a failed statement (PostgreSQL manual, "Error and Notice Message Fields").
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sqlstate}: {message}")]
pub struct ServerError {
    /// The five-character SQLSTATE.
    pub sqlstate: String,
    /// The primary message.
    pub message: String,
    /// Position of the error in the message, in characters from one.
    pub position: Option<u32>,
    /// What else it said.
    pub more: Box<More>,
}

/// The optional fields of a server's error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// Detail; it can hold values of rows.
    pub detail: Option<String>,
    /// The server's own hint.
    pub hint: Option<String>,
    /// The call stack inside functions and DO bodies.
    pub context: Option<String>,
}

impl ServerError {
    /// Whether the SQLSTATE is this one.
    #[must_use]
    pub fn is(&self, sqlstate: &str) -> bool {
        self.sqlstate == sqlstate
    }

    pub(super) fn from_driver(error: &tokio_postgres::error::DbError) -> Self {
        let position = error.position().and_then(|position| match position {
            tokio_postgres::error::ErrorPosition::Original(position) => Some(*position),
            tokio_postgres::error::ErrorPosition::Internal { .. } => None,
        });
        Self {
            sqlstate: error.code().code().to_owned(),
            message: error.message().to_owned(),
            position,
            more: Box::new(More {
                detail: error.detail().map(str::to_owned),
                hint: error.hint().map(str::to_owned),
                context: error.where_().map(str::to_owned),
            }),
        }
    }
}

/// Sends one message and collects what comes back.
///
/// # Errors
/// [`Stop`] with the results so far when a statement failed or the connection was lost.
pub async fn run(client: &Client, sql: &str) -> Result<Batch, Stop> {
    let mut completed = Batch::default();
    let stream = match client.simple_query_raw(sql).await {
        Ok(stream) => stream,
        Err(error) => return Err(Stop { completed, cause: cause(&error) }),
    };
    let mut stream = pin!(stream);
    let mut current = ResultSet::default();
    while let Some(item) = stream.next().await {
        match item {
            Ok(SimpleQueryMessage::Row(row)) => {
                current.rows.push((0..row.len()).map(|column| row.get(column).map(str::to_owned)).collect());
            }
            Ok(SimpleQueryMessage::CommandComplete(_)) => completed.sets.push(std::mem::take(&mut current)),
            Ok(SimpleQueryMessage::RowDescription(columns)) => {
                current.columns = columns.iter().map(|column| column.name().to_owned()).collect();
            }
            Ok(_) => {}
            Err(error) => return Err(Stop { completed, cause: cause(&error) }),
        }
    }
    Ok(completed)
}

pub(super) fn cause(error: &tokio_postgres::Error) -> StopCause {
    use std::error::Error as _;
    error.as_db_error().map_or_else(
        || {
            let io = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
            StopCause::Lost(io.map(std::io::Error::kind))
        },
        |error| StopCause::Server(ServerError::from_driver(error)),
    )
}
