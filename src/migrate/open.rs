//! From an endpoint to a session whose identity is proved.

use super::connection::{SessionBounds, Writer};
use super::error::MigrateError;
use super::interrupt::Interrupt;
use mosaic_db::postgres::{Endpoint, Identity, identity};

/// A session that is the migrator's, on a server that may be migrated.
pub(super) struct Proved {
    pub(super) writer: Writer,
    pub(super) identity: Identity,
}

pub(super) async fn prove(
    endpoint: &Endpoint,
    application_name: &str,
    bounds: SessionBounds,
    interrupt: Interrupt,
) -> Result<Proved, MigrateError> {
    let writer = tokio::select! {
        biased;
        opened = Writer::open(endpoint, application_name, bounds, interrupt.clone()) => opened?,
        () = interrupt.requested() => return Err(MigrateError::Interrupted),
    };
    // An old server refuses a later question; its version is in the first answer all the same.
    let answers = match writer.message(&identity::QUESTIONS.join("\n;\n")).await {
        Ok(batch) => batch,
        Err(stop) => match Identity::from_batch(&stop.completed) {
            Err(error @ identity::IdentityError::Version { .. }) => return Err(error.into()),
            Ok(_) | Err(_) => return Err(MigrateError::stopped(writer.interrupt(), stop)),
        },
    };
    let identity = Identity::from_batch(&answers)?;
    identity.require_migrator()?;
    Ok(Proved { writer, identity })
}
