//! A transaction that may write, on a connection that whoever links the library opened and lends.
//!
//! What proves never has one: a [`super::Session`] keeps its connection to itself. Here are no statements, only the ways a
//! transaction begins and ends.

use super::batch::{Batch, ResultSet, ServerError, Stop, StopCause, cause};
use super::transport::Connection;
use super::{sqlstate, statement};
use crate::error::Code;
use tokio_postgres::{Client, IsolationLevel};

/// An open transaction, `READ COMMITTED`. Dropped, it is rolled back.
pub struct Transaction<'c>(tokio_postgres::Transaction<'c>);

/// Why COMMIT did not answer that it did.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The server refused: nothing was applied.
    #[error("the server did not commit: {0}")]
    Refused(ServerError),
    /// The connection was lost before COMMIT was sent: nothing was applied.
    #[error("the connection was lost before COMMIT")]
    Lost,
    /// The connection was lost after COMMIT was sent.
    #[error("the connection was lost during COMMIT, and what became of it is not known")]
    Unknown,
}

impl CommitError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Refused(_) => Code::CommitRefused,
            Self::Lost => Code::KanbanWriteUnavailable,
            Self::Unknown => Code::RetryableTransportError,
        }
    }
}

impl<'c> Transaction<'c> {
    /// Begins one. Whether it may write is for the server to say: a standby, or a server that was set to read only, gives
    /// a transaction as well.
    ///
    /// # Errors
    /// [`Stop`].
    pub async fn begin(connection: &'c mut Connection) -> Result<Self, Stop> {
        let begun =
            connection.client_mut().build_transaction().isolation_level(IsolationLevel::ReadCommitted);
        begun
            .start()
            .await
            .map(Self)
            .map_err(|error| Stop { completed: Batch::default(), cause: cause(&error) })
    }

    /// The driver's client, for the statements of whoever began the transaction.
    #[must_use]
    pub fn client(&self) -> &Client {
        self.0.client()
    }

    /// Runs one statement, as [`statement::ask`] does.
    ///
    /// # Errors
    /// [`Stop`].
    pub(crate) async fn ask(&self, sql: &str, values: &[Option<&str>]) -> Result<ResultSet, Stop> {
        statement::ask(self.client(), sql, values).await
    }

    /// Commits.
    ///
    /// # Errors
    /// [`CommitError`], which says whether the outcome is known.
    pub async fn commit(self) -> Result<(), CommitError> {
        // COMMIT of a transaction in which a statement failed rolls back, and says so only in a tag that the driver keeps to
        // itself (PostgreSQL manual, COMMIT).
        match self.ask("SELECT", &[]).await {
            Ok(_) => {}
            Err(Stop { cause: StopCause::Lost(_), .. }) => return Err(CommitError::Lost),
            Err(Stop { cause: StopCause::Server(error), .. }) => return Err(CommitError::Refused(error)),
        }
        self.0.commit().await.map_err(|error| match cause(&error) {
            // A session that is ended while it waits for a standby was committed here already.
            StopCause::Server(error) if !sqlstate::ends_session(&error.sqlstate) => {
                CommitError::Refused(error)
            }
            StopCause::Server(_) | StopCause::Lost(_) => CommitError::Unknown,
        })
    }

    /// Rolls back, and waits until it is done.
    ///
    /// # Errors
    /// [`Stop`].
    pub async fn rollback(self) -> Result<(), Stop> {
        self.0.rollback().await.map_err(|error| Stop { completed: Batch::default(), cause: cause(&error) })
    }
}
