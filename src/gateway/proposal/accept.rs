//! Acceptance: the normal command is carried out under the locks of the proposal and of what it changes, and its event is
//! recorded with the proposal, or nothing of it is.

use super::error::{AcceptError, ProposalError};
use super::evidence;
use super::model::{Actor, Command, EventId, Proposal, ProposalState, Verdict};
use super::read::locked;
use super::row::{self, COLUMNS};
use super::savepoint::Savepoint;
use crate::gateway::health::PolicyRevision;
use crate::gateway::write::{Transaction, WriteHealthProof};

/// What a normal command did.
#[derive(Clone, Debug)]
pub struct Done<T> {
    /// The event it wrote.
    pub event: EventId,
    /// Its own result.
    pub result: T,
}

/// A proposal that is accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Accepted<T> {
    /// By this act, with the result of its command.
    Now(Proposal, T),
    /// By an earlier one of the same member, for the same reason. The command was not carried out again.
    Before(Proposal),
}

/// Accepts a pending proposal. `command` is the handler that carries out such a command whoever asks for it; it writes
/// with permits of the proof, and in its event the causation and the proposal of the [`Command`].
///
/// # Errors
/// [`AcceptError`], and neither the proposal nor its target was changed.
pub async fn accept<T, E: std::error::Error + 'static>(
    transaction: &Transaction<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    verdict: &Verdict,
    command: impl AsyncFnOnce(&WriteHealthProof<'_>, &Command) -> Result<Done<T>, E>,
) -> Result<Accepted<T>, AcceptError<E>> {
    let savepoint = Savepoint::set(transaction).await?;
    let outcome = carry_out(transaction, policy, actor, verdict, command).await;
    savepoint.end(outcome).await
}

async fn carry_out<T, E: std::error::Error + 'static>(
    transaction: &Transaction<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    verdict: &Verdict,
    command: impl AsyncFnOnce(&WriteHealthProof<'_>, &Command) -> Result<Done<T>, E>,
) -> Result<Accepted<T>, AcceptError<E>> {
    let proposal = locked(transaction, actor, verdict.proposal).await?;
    if proposal.was_decided(ProposalState::Accepted, actor, &verdict.reason) {
        return Ok(Accepted::Before(proposal));
    }
    if proposal.state != ProposalState::Pending {
        return Err(ProposalError::Decided(proposal.state).into());
    }
    require_expected_version(transaction, actor, &proposal).await?;
    // After the locks: however long they took, the proof is new.
    let proof = WriteHealthProof::mint(transaction, policy.clone()).await.map_err(ProposalError::from)?;
    let done = command(&proof, &proposal.command()).await.map_err(AcceptError::Command)?;
    evidence::require(transaction, actor, &proposal, done.event).await?;
    let accepted = record(&proof, policy, actor, verdict, done.event).await?;
    Ok(Accepted::Now(accepted, done.result))
}

/// Locks what the proposal would change.
async fn require_expected_version(
    transaction: &Transaction<'_>,
    actor: &Actor,
    proposal: &Proposal,
) -> Result<(), ProposalError> {
    let target = proposal.target;
    let select = format!(
        "SELECT version::text FROM {} WHERE workspace_id = $1::uuid AND id = $2::uuid FOR NO KEY UPDATE",
        target.kind.relation()
    );
    let (workspace, id) = (actor.workspace.to_string(), target.id.to_string());
    let found = transaction.ask(&select, &[Some(&workspace), Some(&id)]).await?;
    if found.rows().is_empty() {
        return Err(ProposalError::NoTarget);
    }
    let actual = found.get(0, 0).and_then(|version| version.parse().ok()).ok_or(ProposalError::Unreadable)?;
    if actual == target.expected { Ok(()) } else { Err(ProposalError::VersionConflict { actual }) }
}

async fn record(
    proof: &WriteHealthProof<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    verdict: &Verdict,
    event: EventId,
) -> Result<Proposal, ProposalError> {
    let update = format!(
        "UPDATE mosaic.change_proposals SET state = 'accepted', accepted_command_audit_event_id = $5::uuid, \
         decided_by_user_id = $3, decision_reason = $4, decided_at = pg_catalog.now(), version = version + 1, \
         updated_at = pg_catalog.now() WHERE workspace_id = $1::uuid AND id = $2::uuid RETURNING {COLUMNS}"
    );
    let (workspace, id, event) =
        (actor.workspace.to_string(), verdict.proposal.to_string(), event.to_string());
    let values = [&*workspace, &*id, &*actor.user.0, verdict.reason.as_str(), &*event].map(Some);
    row::read(&proof.revalidate(policy).await?.write(&update, &values).await?, 0)
}
