//! What makes an act of several statements whole, whatever its caller does with the transaction afterwards.

use super::error::ProposalError;
use crate::gateway::write::Transaction;

/// Where an act began.
pub(super) struct Savepoint<'a, 't>(&'a Transaction<'t>);

impl<'a, 't> Savepoint<'a, 't> {
    pub(super) async fn set(transaction: &'a Transaction<'t>) -> Result<Self, ProposalError> {
        transaction.ask("SAVEPOINT mosaic_proposal", &[]).await?;
        Ok(Self(transaction))
    }

    /// Keeps what was done if it was done well, and undoes it otherwise.
    pub(super) async fn end<T, E: From<ProposalError>>(self, outcome: Result<T, E>) -> Result<T, E> {
        let Self(transaction) = self;
        if outcome.is_err() {
            // Refused, it leaves a transaction that cannot be committed: the error that led here matters more.
            let _undone = transaction.ask("ROLLBACK TO SAVEPOINT mosaic_proposal", &[]).await;
        }
        let released = transaction.ask("RELEASE SAVEPOINT mosaic_proposal", &[]).await;
        let outcome = outcome?;
        released.map_err(ProposalError::from)?;
        Ok(outcome)
    }
}
