//! The migration lock for what writes under it and is no entry.

use super::connection::Writer;
use super::error::MigrateError;
use super::run::{Request, bounds};
use super::{Interrupt, lock, open, preflight};
use mosaic_db::assess::Assessment;
use mosaic_db::postgres::{Batch, Identity, Stop};

/// A proved session that holds the migration lock over a database that is as its ledger says. It never reconnects:
/// whoever loses it has lost the lock.
pub(crate) struct Occupied {
    writer: Writer,
    pub(crate) identity: Identity,
    pub(crate) database_id: String,
    pub(crate) assessment: Assessment,
}

/// Connects, proves, locks, looks: the way of a run up to its first entry.
pub(crate) async fn occupy(request: &Request<'_>) -> Result<Occupied, MigrateError> {
    let interrupt = request.interrupt.clone();
    let proved = open::prove(request.endpoint, request.application_name, bounds(request), interrupt).await?;
    let locked = lock::acquire(proved, request.limits.lock_wait).await?;
    let surveyed = preflight::look(locked, request.bundle).await?;
    let cleared = preflight::clear(surveyed, request.bundle, request.allowances).await?;
    Ok(Occupied {
        writer: cleared.writer,
        identity: cleared.identity,
        database_id: cleared.survey.database_id,
        assessment: cleared.assessment,
    })
}

impl Occupied {
    /// Sends one message, which a stop that is asked for cuts off.
    pub(crate) async fn message(&self, sql: &str) -> Result<Batch, Stop> {
        self.writer.message(sql).await
    }

    /// Sends a message that must not be cut off.
    pub(crate) async fn decisive(&self, sql: &str) -> Result<Batch, Stop> {
        self.writer.decisive(sql).await
    }

    pub(crate) fn interrupt(&self) -> &Interrupt {
        self.writer.interrupt()
    }

    /// Ends the session, which releases the lock.
    pub(crate) async fn close(self) {
        self.writer.close().await;
    }
}
