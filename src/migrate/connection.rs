//! The session that changes the database. It never reconnects: whoever loses it has lost the lock.

use super::interrupt::Interrupt;
use mosaic_db::postgres::transport::{Canceller, StartupSettings};
use mosaic_db::postgres::{Batch, ConnectError, Connection, Endpoint, Stop, batch};
use std::pin::{Pin, pin};
use std::time::Duration;
use tokio::time::sleep;

const CANCEL_AGAIN: Duration = Duration::from_secs(1);

/// One writing session.
pub(super) struct Writer {
    connection: Connection,
    canceller: Canceller,
    interrupt: Interrupt,
}

/// Bounds that ride in the startup packet, so that `RESET ALL` returns to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionBounds {
    pub(super) lock_timeout: Duration,
    pub(super) statement_timeout: Option<Duration>,
}

impl Writer {
    pub(super) async fn open(
        endpoint: &Endpoint,
        application_name: &str,
        bounds: SessionBounds,
        interrupt: Interrupt,
    ) -> Result<Self, ConnectError> {
        let connection = endpoint.connect(application_name, &settings(bounds)).await?;
        let canceller = connection.canceller();
        Ok(Self { connection, canceller, interrupt })
    }

    /// Sends one message. When a stop is asked for, the statement is cancelled on the server and its answer is
    /// still awaited: only the server can say what became of it.
    pub(super) async fn message(&self, sql: &str) -> Result<Batch, Stop> {
        let mut running = pin!(batch::run(self.connection.client(), sql));
        tokio::select! {
            biased;
            outcome = &mut running => return outcome,
            () = self.interrupt.requested() => {}
        }
        self.cancelled(running).await
    }

    /// Has the server cancel what runs on this session, and awaits its answer. A cancel that arrives before the
    /// statement does is lost without a word, so it is sent again until there is an answer.
    pub(super) async fn cancelled<T>(&self, mut running: Pin<&mut impl Future<Output = T>>) -> T {
        loop {
            let cancel = async {
                self.canceller.cancel().await;
                sleep(CANCEL_AGAIN).await;
            };
            tokio::select! {
                biased;
                outcome = &mut running => return outcome,
                () = cancel => {}
            }
        }
    }

    /// Sends a message that must not be cut off: COMMIT and ROLLBACK.
    pub(super) async fn decisive(&self, sql: &str) -> Result<Batch, Stop> {
        batch::run(self.connection.client(), sql).await
    }

    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    pub(super) async fn close(self) {
        self.connection.close().await;
    }
}

fn settings(bounds: SessionBounds) -> StartupSettings {
    let milliseconds = |bound: Duration| bound.as_millis().to_string();
    StartupSettings::default()
        .with("search_path", "pg_catalog")
        .with("lock_timeout", &milliseconds(bounds.lock_timeout))
        .with("statement_timeout", &bounds.statement_timeout.map_or_else(|| "0".to_owned(), milliseconds))
        // Between a message and the COMMIT after it lies one round trip; a minute means this program is gone.
        .with("idle_in_transaction_session_timeout", "60s")
        // A killed client's statement would otherwise run on, and hold the lock, until it ends by itself.
        .with("client_connection_check_interval", "500ms")
        // A client whose machine or network died says no goodbye. Without these an idle session holds the lock for hours.
        .with("tcp_keepalives_idle", "15")
        .with("tcp_keepalives_interval", "5")
        .with("tcp_keepalives_count", "3")
        .with("tcp_user_timeout", "30s")
        .with("client_min_messages", "warning")
        .with("default_transaction_isolation", "read committed")
        .with("default_transaction_read_only", "off")
        .with("row_security", "off")
        .with("standard_conforming_strings", "on")
}
