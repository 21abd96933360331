//! Submission: the event first, then the proposal that refers to it, both under ids that were made before.

use super::error::ProposalError;
use super::model::{Actor, Proposal, Submission};
use super::row::{self, COLUMNS, COUNT};
use super::savepoint::Savepoint;
use crate::gateway::health::PolicyRevision;
use crate::gateway::write::{Transaction, WriteHealthProof};
use crate::postgres::sqlstate;

/// A proposal that is recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum Submitted {
    /// By this submission.
    Now(Proposal),
    /// By an earlier one with the same key that asked for the same. It may have been decided since.
    Before(Proposal),
}

const EVENT: &str = "INSERT INTO mosaic.task_events (id, workspace_id, aggregate_type, aggregate_id, event_type, \
     previous_version, new_version, actor_user_id, correlation_id, payload) \
     VALUES ($1::uuid, $2::uuid, 'change_proposal', $3::uuid, 'change_proposal.submitted', NULL, 1, $4, $5, \
     pg_catalog.jsonb_build_object('changeProposalId', $3))";

/// Records a proposal. It has no effect on anything.
///
/// # Errors
/// [`ProposalError::KeyReused`] where the member used the key for something else, and what else keeps it from being
/// recorded.
pub async fn submit(
    transaction: &Transaction<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    submission: &Submission,
) -> Result<Submitted, ProposalError> {
    if let Some(before) = recorded(transaction, actor, submission).await? {
        return Ok(Submitted::Before(before));
    }
    let savepoint = Savepoint::set(transaction).await?;
    let written = write(transaction, policy, actor, submission).await;
    match savepoint.end(written).await {
        Ok(proposal) => Ok(Submitted::Now(proposal)),
        // Somebody was faster with the same key. What they committed can be seen now.
        Err(ProposalError::Refused(error)) if error.is(sqlstate::UNIQUE_VIOLATION) => {
            let before = recorded(transaction, actor, submission).await?;
            before.map(Submitted::Before).ok_or(ProposalError::Refused(error))
        }
        Err(error) => Err(error),
    }
}

async fn write(
    transaction: &Transaction<'_>,
    policy: &PolicyRevision,
    actor: &Actor,
    submission: &Submission,
) -> Result<Proposal, ProposalError> {
    let ids = "SELECT pg_catalog.gen_random_uuid()::text, pg_catalog.gen_random_uuid()::text";
    let ids = transaction.ask(ids, &[]).await?;
    let [[proposal, event]] = ids.exact().unwrap_or_default()[..] else {
        return Err(ProposalError::Unreadable);
    };
    let (workspace, user) = (actor.workspace.to_string(), Some(actor.user.0.as_str()));
    let workspace = Some(workspace.as_str());
    let proof = WriteHealthProof::mint(transaction, policy.clone()).await?;
    let correlation = actor.correlation.to_string();
    let values = [Some(event), workspace, Some(proposal), user, Some(correlation.as_str())];
    proof.revalidate(policy).await?.write(EVENT, &values).await?;

    let texts = Texts::of(submission);
    let [digest, kind, target, expected, command, payload] = texts.values();
    let key = Some(submission.key.as_str());
    let values =
        [Some(proposal), workspace, user, digest, kind, target, expected, command, payload, key, Some(event)];
    let insert = format!(
        "INSERT INTO mosaic.change_proposals (id, workspace_id, proposer_user_id, source_note_digest, \
         target_aggregate_type, target_aggregate_id, expected_target_version, command_type, command_payload, \
         idempotency_key, submitted_audit_event_id) VALUES ($1::uuid, $2::uuid, $3, $4, \
         $5::mosaic.aggregate_type, $6::uuid, $7::bigint, $8, $9::jsonb, $10, $11::uuid) RETURNING {COLUMNS}"
    );
    row::read(&proof.revalidate(policy).await?.write(&insert, &values).await?, 0)
}

/// What the member recorded under the key, if it is the same.
async fn recorded(
    transaction: &Transaction<'_>,
    actor: &Actor,
    submission: &Submission,
) -> Result<Option<Proposal>, ProposalError> {
    let texts = Texts::of(submission);
    let [digest, kind, target, expected, command, payload] = texts.values();
    let (workspace, key) = (actor.workspace.to_string(), Some(submission.key.as_str()));
    let values =
        [Some(&*workspace), Some(&*actor.user.0), key, digest, kind, target, expected, command, payload];
    let select = format!(
        "SELECT {COLUMNS}, ((source_note_digest, target_aggregate_type, target_aggregate_id, \
         expected_target_version, command_type, command_payload) = ($4, $5::mosaic.aggregate_type, $6::uuid, \
         $7::bigint, $8, $9::jsonb))::text FROM mosaic.change_proposals \
         WHERE workspace_id = $1::uuid AND proposer_user_id = $2 AND idempotency_key = $3"
    );
    let found = transaction.ask(&select, &values).await?;
    if found.rows().is_empty() {
        return Ok(None);
    }
    match found.get(0, COUNT) {
        Some("true") => row::read(&found, 0).map(Some),
        Some("false") => Err(ProposalError::KeyReused),
        _ => Err(ProposalError::Unreadable),
    }
}

/// What a submission says, as the statements take it.
struct Texts<'a> {
    submission: &'a Submission,
    digest: String,
    target: String,
    expected: String,
    payload: String,
}

impl<'a> Texts<'a> {
    fn of(submission: &'a Submission) -> Self {
        Self {
            submission,
            digest: submission.source_note_digest.to_string(),
            target: submission.target.id.to_string(),
            expected: submission.target.expected.to_string(),
            payload: serde_json::Value::Object(submission.command_payload.clone()).to_string(),
        }
    }

    /// Digest, kind and id of the target, expected version, command and payload.
    fn values(&self) -> [Option<&str>; 6] {
        let Submission { target, command_type, .. } = self.submission;
        let Self { digest, target: id, expected, payload, .. } = self;
        [digest, target.kind.word(), id, expected, command_type.as_str(), payload].map(Some)
    }
}
