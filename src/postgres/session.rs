//! A session that only reads: `default_transaction_read_only` is on from the startup packet, and every question is
//! asked in a `READ ONLY` transaction.

use super::batch::{self, Batch, Stop};
use super::tls::Leaf;
use super::transport::{ConnectError, Connection, Endpoint, StartupSettings};

/// Where the runtime's unqualified names are looked up, and nowhere else.
pub const RUNTIME_SEARCH_PATH: &str = "pg_catalog, mosaic";

/// A verified session that only ever opens `READ ONLY` transactions.
pub struct Session {
    connection: Connection,
}

impl Session {
    /// Opens the session.
    ///
    /// # Errors
    /// [`ConnectError`].
    pub async fn open(endpoint: &Endpoint, application_name: &str) -> Result<Self, ConnectError> {
        Self::open_with(endpoint, application_name, settings()).await
    }

    /// Opens a session that resolves names as a gateway's connections do.
    ///
    /// # Errors
    /// [`ConnectError`].
    pub async fn open_as_runtime(endpoint: &Endpoint, application_name: &str) -> Result<Self, ConnectError> {
        let settings = settings().with("search_path", RUNTIME_SEARCH_PATH);
        Self::open_with(endpoint, application_name, settings).await
    }

    async fn open_with(
        endpoint: &Endpoint,
        application_name: &str,
        settings: StartupSettings,
    ) -> Result<Self, ConnectError> {
        let connection = endpoint.connect(application_name, &settings).await?;
        Ok(Self { connection })
    }

    /// Asks one question in a transaction of its own, which is `READ ONLY` by the session's default: the least that a
    /// round trip can carry.
    ///
    /// # Errors
    /// [`Stop`].
    pub async fn ask(&self, question: &str) -> Result<Batch, Stop> {
        batch::run(self.connection.client(), question).await
    }

    /// Asks several questions in one message and one `READ ONLY` transaction: one round trip. The results are those
    /// of the questions, followed by that of the closing COMMIT. `SET LOCAL ROLE` may stand between them.
    ///
    /// # Errors
    /// [`Stop`] with the results so far.
    pub async fn read(&self, questions: &[&str]) -> Result<Batch, Stop> {
        // The harmless first query makes a later SET TRANSACTION READ WRITE an error (SET TRANSACTION, manual).
        let message = format!(
            "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SELECT 1;\n{}\n;COMMIT",
            questions.join("\n;\n")
        );
        match batch::run(self.connection.client(), &message).await {
            Ok(batch) => Ok(batch.after(FRAME)),
            Err(stop) => {
                let _the_error_matters_more = batch::run(self.connection.client(), "ROLLBACK").await;
                Err(Stop { completed: stop.completed.after(FRAME), cause: stop.cause })
            }
        }
    }

    /// The server's certificate.
    #[must_use]
    pub const fn leaf(&self) -> Leaf {
        self.connection.leaf()
    }

    /// Gives the connection to a program that may write on it, after what this session proved about it.
    #[must_use]
    pub fn into_connection(self) -> Connection {
        self.connection
    }

    /// Ends the session in order.
    pub async fn close(self) {
        self.connection.close().await;
    }
}

/// BEGIN and the first query.
const FRAME: usize = 2;

fn settings() -> StartupSettings {
    let printed = crate::catalog::SETTINGS.iter();
    printed
        .fold(StartupSettings::default(), |settings, (name, value)| settings.with(name, value))
        .with("default_transaction_read_only", "on")
        // A role stored for the login would hide from the session who it is; what stands here wins over it.
        .with("role", "none")
        .with("statement_timeout", "60s")
        .with("lock_timeout", "2s")
        .with("idle_in_transaction_session_timeout", "60s")
        .with("row_security", "off")
}
