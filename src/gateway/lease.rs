//! Leases of connectors: who may act through one, until when, and under which number.
//!
//! Invariant: an operation is one transaction, and it has ended when its answer is there. What was refused is in the audit
//! log, committed, before whoever asked knows of the refusal, so that no effect can come before it; what was permitted is
//! in the log together with what it changed. A row is never used again by [`ConnectorLeases::acquire`].
//!
//! The tenant and the holder are those of the [`AuthenticatedContext`]; no request has a field for them.

mod audit;
mod decide;
mod name;
mod policy;
mod request;
mod store;

pub use audit::{COLUMNS as AUDIT_COLUMNS, Event};
pub use decide::{Rejection, Standing};
pub use name::{ConnectorId, CorrelationId, HolderId, LeaseId, LogicalAgentId, NotAName, Scope, TenantId};
pub use policy::{Asked, ConnectorLeasePolicy, DenyConnectorLeasePolicy, Verdict};
pub use request::{
    AuthenticatedContext, Binding, ConnectorExecutionContext, Held, LONGEST_TTL, Operation, Request,
    SHORTEST_TTL, Ttl,
};

use super::failure::{Failure, IdempotencyKey, Stale};
use super::write::{CommitError, Transaction, Unproven, WriteHealthProof};
use crate::error::Code;
use crate::fence::Fence;
use crate::postgres::{Connection, ServerError, Stop, StopCause, sqlstate};
use std::time::Duration;

/// The operations, under a policy.
#[derive(Debug, Default)]
pub struct ConnectorLeases<P = DenyConnectorLeasePolicy> {
    policy: P,
}

/// Why an operation did not succeed. But for [`Self::Unknown`], nothing was changed except the audit log.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// It was refused, and that is in the audit log.
    #[error("refused: {0}")]
    Rejected(Rejection),
    /// The database can not be written to, and what can not be recorded is not permitted.
    #[error(transparent)]
    Unproven(#[from] Unproven),
    /// The server refused a statement.
    #[error("the server refused: {0}")]
    Refused(ServerError),
    /// The connection was lost before COMMIT.
    #[error("the connection was lost before COMMIT")]
    Lost,
    /// The connection was lost during COMMIT. The audit log knows by the correlation id.
    #[error("the connection was lost during COMMIT, and what became of it is not known")]
    Unknown,
    /// The answer has an unexpected form.
    #[error("the server's answer cannot be read")]
    Unreadable,
}

impl<P: ConnectorLeasePolicy> ConnectorLeases<P> {
    /// The operations under this policy.
    pub const fn new(policy: P) -> Self {
        Self { policy }
    }

    /// Takes a binding that was never used. One whose lease has expired or was released is taken over.
    ///
    /// # Errors
    /// [`LeaseError`].
    pub async fn acquire(
        &self,
        connection: &mut Connection,
        context: &AuthenticatedContext,
        request: &Request,
        ttl: Duration,
    ) -> Result<ConnectorExecutionContext, LeaseError> {
        self.granted(connection, context, request, Operation::Acquire { ttl }).await
    }

    /// Prolongs a lease that is held.
    ///
    /// # Errors
    /// [`LeaseError`].
    pub async fn renew(
        &self,
        connection: &mut Connection,
        context: &AuthenticatedContext,
        request: &Request,
        held: Held,
        ttl: Duration,
    ) -> Result<ConnectorExecutionContext, LeaseError> {
        self.granted(connection, context, request, Operation::Renew { held, ttl }).await
    }

    /// Takes a lease from whoever has or had it, if its epoch is the expected one. The epoch grows by one.
    ///
    /// # Errors
    /// [`LeaseError`].
    pub async fn take_over(
        &self,
        connection: &mut Connection,
        context: &AuthenticatedContext,
        request: &Request,
        expected: Fence,
        ttl: Duration,
    ) -> Result<ConnectorExecutionContext, LeaseError> {
        self.granted(connection, context, request, Operation::TakeOver { expected, ttl }).await
    }

    /// Gives a lease up.
    ///
    /// # Errors
    /// [`LeaseError`].
    pub async fn release(
        &self,
        connection: &mut Connection,
        context: &AuthenticatedContext,
        request: &Request,
        held: Held,
    ) -> Result<(), LeaseError> {
        self.granted(connection, context, request, Operation::Release { held }).await.map(drop)
    }

    /// Asks, before an effect, whether a lease is still good. An adapter acts with what this gives and with nothing else,
    /// and hands its epoch on to whatever it acts on.
    ///
    /// # Errors
    /// [`LeaseError`]: there must be no effect.
    pub async fn admit(
        &self,
        connection: &mut Connection,
        context: &AuthenticatedContext,
        request: &Request,
        held: Held,
    ) -> Result<ConnectorExecutionContext, LeaseError> {
        self.granted(connection, context, request, Operation::Act { held }).await
    }

    async fn granted(
        &self,
        connection: &mut Connection,
        context: &AuthenticatedContext,
        request: &Request,
        operation: Operation,
    ) -> Result<ConnectorExecutionContext, LeaseError> {
        #[expect(clippy::disallowed_methods, reason = "a refusal must be committed whatever the caller does")]
        let transaction = Transaction::begin(connection).await.map_err(Unproven::from)?;
        let outcome = self.decided(&transaction, context, request, operation).await?;
        transaction.commit().await?;
        outcome.map_err(LeaseError::Rejected)
    }

    /// Does what is permitted or records the refusal; neither is committed.
    async fn decided(
        &self,
        transaction: &Transaction<'_>,
        context: &AuthenticatedContext,
        request: &Request,
        operation: Operation,
    ) -> Result<Result<ConnectorExecutionContext, Rejection>, LeaseError> {
        let proof = WriteHealthProof::mint(transaction, self.policy.revision()).await?;
        let place = store::Place { context, binding: &request.binding };
        let found = place.look(transaction).await?;
        let standing = found.as_ref().map_or(Standing::Unused, |row| row.standing);
        if standing == Standing::Expired {
            place.record_expiry(self.permit(&proof).await?, operation).await?;
        }
        let verdict = self.policy.decide(&Asked { context, request, operation, standing });
        let rejection = match decide::decide(context, operation, found.as_ref(), verdict) {
            Ok(decide::Granted::Change(change)) => {
                match place.apply(self.permit(&proof).await?, operation, change).await? {
                    Some(granted) => return Ok(Ok(granted)),
                    None => decide::overtaken(operation),
                }
            }
            Ok(decide::Granted::AsItIs(row)) => return Ok(Ok(place.unchanged(row))),
            Err(rejection) => rejection,
        };
        place.record_rejection(self.permit(&proof).await?, operation, rejection).await?;
        Ok(Err(rejection))
    }

    async fn permit<'p>(
        &self,
        proof: &'p WriteHealthProof<'_>,
    ) -> Result<super::write::Permit<'p>, Unproven> {
        proof.revalidate(&self.policy.revision()).await
    }
}

impl LeaseError {
    /// The row of the failure table, where it is one. The key is that of the request.
    #[must_use]
    pub fn failure(&self, key: &IdempotencyKey) -> Option<Failure> {
        match self {
            Self::Rejected(rejection) if rejection.code() == Code::LeaseStale => {
                Some(Failure::Rejected(Stale::Fence))
            }
            Self::Unproven(unproven) => Some(unproven.failure()),
            Self::Lost => Some(Failure::WriteUnavailable),
            Self::Unknown => Failure::of_commit(&CommitError::Unknown, key),
            Self::Rejected(_) | Self::Refused(_) | Self::Unreadable => None,
        }
    }

    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Rejected(rejection) => rejection.code(),
            Self::Unproven(unproven) => unproven.code(),
            Self::Refused(_) => Code::LeaseStoreRefused,
            Self::Lost => Code::KanbanWriteUnavailable,
            Self::Unknown => Code::LeaseOutcomeUnknown,
            Self::Unreadable => Code::Internal,
        }
    }
}

impl From<Stop> for LeaseError {
    fn from(stop: Stop) -> Self {
        match stop.cause {
            StopCause::Lost(_) => Self::Lost,
            StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => Self::Lost,
            StopCause::Server(error) => Self::Refused(error),
        }
    }
}

impl From<CommitError> for LeaseError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Refused(error) => Self::Refused(error),
            CommitError::Lost => Self::Lost,
            CommitError::Unknown => Self::Unknown,
        }
    }
}
