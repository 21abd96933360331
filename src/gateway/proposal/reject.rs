//! Rejection: the proposal stays as it is, and without effect.

use super::error::ProposalError;
use super::model::{Actor, Proposal, ProposalState, Verdict};
use super::read::locked;
use super::row::{self, COLUMNS};
use super::savepoint::Savepoint;
use crate::gateway::health::PolicyRevision;
use crate::gateway::write::{Transaction, WriteHealthProof};

/// A proposal that is rejected.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejected {
    /// By this act.
    Now(Proposal),
    /// By an earlier one of the same member, for the same reason.
    Before(Proposal),
}

/// Rejects a pending proposal.
///
/// # Errors
/// [`ProposalError`].
pub async fn reject(
    transaction: &Transaction<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    verdict: &Verdict,
) -> Result<Rejected, ProposalError> {
    let savepoint = Savepoint::set(transaction).await?;
    let outcome = decide(transaction, policy, actor, verdict).await;
    savepoint.end(outcome).await
}

async fn decide(
    transaction: &Transaction<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    verdict: &Verdict,
) -> Result<Rejected, ProposalError> {
    let proposal = locked(transaction, actor, verdict.proposal).await?;
    if proposal.was_decided(ProposalState::Rejected, actor, &verdict.reason) {
        return Ok(Rejected::Before(proposal));
    }
    if proposal.state != ProposalState::Pending {
        return Err(ProposalError::Decided(proposal.state));
    }
    let proof = WriteHealthProof::mint(transaction, policy.clone()).await?;
    let update = format!(
        "UPDATE mosaic.change_proposals SET state = 'rejected', decided_by_user_id = $3, decision_reason = $4, \
         decided_at = pg_catalog.now(), version = version + 1, updated_at = pg_catalog.now() \
         WHERE workspace_id = $1::uuid AND id = $2::uuid RETURNING {COLUMNS}"
    );
    let (workspace, id) = (actor.workspace.to_string(), proposal.id.to_string());
    let values = [&*workspace, &*id, &*actor.user.0, verdict.reason.as_str()].map(Some);
    let updated = proof.revalidate(policy).await?.write(&update, &values).await?;
    row::read(&updated, 0).map(Rejected::Now)
}
