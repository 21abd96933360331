//! How a writing transaction ends: COMMIT and what became of one that was not answered, or ROLLBACK.

use super::error::ImportError;
use super::run::Request;
use super::source::Source;
use super::target::Target;
use crate::migrate::{Committed, fate};
use mosaic_db::postgres::{StopCause, batch, sqlstate};
use std::time::Duration;
use tokio::time::sleep;

const CANCEL_AGAIN: Duration = Duration::from_secs(1);

/// Commits, and finds out what became of it where the answer is lost.
pub async fn commit(request: &Request<'_>, target: &Target, transaction: &str) -> Result<(), ImportError> {
    match batch::run(target.client(), "COMMIT").await {
        Ok(_) => return Ok(()),
        Err(stop) => match stop.cause {
            StopCause::Server(cause) if !sqlstate::ends_session(&cause.sqlstate) => {
                return Err(ImportError::TargetRefused { table: None, cause });
            }
            StopCause::Server(_) | StopCause::Lost(_) => {}
        },
    }
    let identity = &target.importable.identity;
    match fate(request.target, request.application_name, identity, transaction).await {
        Some(Committed::Yes) => Ok(()),
        Some(Committed::No) => Err(ImportError::CommitLost),
        None => Err(ImportError::CommitUncertain),
    }
}

/// Ends what runs on both sides. Whoever does not answer has lost its session, which rolls back too.
pub async fn roll_back(source: &Source, target: &Target) {
    if let Some(canceller) = source.canceller() {
        canceller.cancel().await;
    }
    let canceller = target.canceller();
    canceller.cancel().await;
    // A cancel that arrives before its statement is lost without a word.
    let cancelling = async {
        loop {
            sleep(CANCEL_AGAIN).await;
            canceller.cancel().await;
        }
    };
    tokio::select! {
        _rolled_back_either_way = target.ask("ROLLBACK") => {}
        () = cancelling => {}
    }
}
