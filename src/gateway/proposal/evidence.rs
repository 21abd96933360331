//! Whether an event is that of the command which a proposal asked for.

use super::error::ProposalError;
use super::model::{Actor, EventId, Proposal};
use crate::gateway::write::Transaction;
use std::fmt;

/// In which way it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFault {
    /// There is no such event.
    Missing,
    /// It is of another workspace.
    Workspace,
    /// It is of another aggregate than the target.
    Target,
    /// It does not follow from the proposal's submission.
    Cause,
    /// It names another proposal, or none.
    Proposal,
    /// It is of another command.
    Command,
    /// It does not begin at the expected version.
    Version,
    /// Another transaction wrote it.
    Transaction,
}

/// The columns that an event is judged by, each of which may be NULL.
const QUESTION: &str = "SELECT workspace_id::text, aggregate_type::text, aggregate_id::text, causation_id::text, \
     payload ->> 'changeProposalId', command_type, previous_version::text, \
     (transaction_id = pg_catalog.pg_current_xact_id()::text::bigint)::text \
     FROM mosaic.task_events WHERE id = $1::uuid";

/// Looks at an event that a command says it wrote.
pub(super) async fn require(
    transaction: &Transaction<'_>,
    actor: &Actor,
    proposal: &Proposal,
    event: EventId,
) -> Result<(), ProposalError> {
    let found = transaction.ask(QUESTION, &[Some(&event.to_string())]).await?;
    judge(found.rows().first().map(Vec::as_slice), actor, proposal).map_err(ProposalError::Event)
}

fn judge(row: Option<&[Option<String>]>, actor: &Actor, proposal: &Proposal) -> Result<(), EventFault> {
    let row = row.ok_or(EventFault::Missing)?;
    let target = proposal.target;
    let expected = [
        (EventFault::Workspace, actor.workspace.to_string()),
        (EventFault::Target, target.kind.word().to_owned()),
        (EventFault::Target, target.id.to_string()),
        (EventFault::Cause, proposal.submitted_event.to_string()),
        (EventFault::Proposal, proposal.id.to_string()),
        (EventFault::Command, proposal.command_type.as_str().to_owned()),
        (EventFault::Version, target.expected.to_string()),
        (EventFault::Transaction, "true".to_owned()),
    ];
    for (place, (fault, expected)) in expected.into_iter().enumerate() {
        if row.get(place).and_then(Option::as_ref) != Some(&expected) {
            return Err(fault);
        }
    }
    Ok(())
}

impl fmt::Display for EventFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "there is none",
            Self::Workspace => "it is of another workspace",
            Self::Target => "it is of another aggregate than the target",
            Self::Cause => "it does not follow from the submission",
            Self::Proposal => "it does not name this proposal",
            Self::Command => "it is of another command",
            Self::Version => "it does not begin at the expected version",
            Self::Transaction => "it was not written in this transaction",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attest::{Instant, Text};
    use crate::coordinator::{UserId, WorkspaceId};
    use crate::digest::Digest;
    use crate::gateway::lease::CorrelationId;
    use crate::gateway::proposal::{Payload, ProposalId, ProposalState, Target, TargetType, Version};
    use crate::uuid::Uuid;

    #[test]
    fn each_column_has_its_fault() {
        let id = Uuid::from_u128;
        let actor = Actor {
            workspace: WorkspaceId(id(1)),
            user: UserId("somebody".to_owned()),
            correlation: CorrelationId(id(6)),
        };
        let proposal = Proposal {
            id: ProposalId(id(2)),
            proposer: actor.user.clone(),
            source_note_digest: Digest::of(b"note"),
            target: Target { kind: TargetType::Task, id: id(3), expected: Version::new(4).unwrap() },
            command_type: Text::new("task.rename").unwrap(),
            command_payload: Payload::new(),
            state: ProposalState::Pending,
            decision: None,
            version: Version::MIN,
            submitted_event: EventId(id(5)),
            accepted_event: None,
            created_at: Instant::default(),
        };
        let good = [
            id(1).to_string(),
            "task".to_owned(),
            id(3).to_string(),
            id(5).to_string(),
            id(2).to_string(),
            "task.rename".to_owned(),
            "4".to_owned(),
            "true".to_owned(),
        ]
        .map(Some);
        assert_eq!(judge(Some(&good), &actor, &proposal), Ok(()));
        assert_eq!(judge(None, &actor, &proposal), Err(EventFault::Missing));
        let faults = [
            EventFault::Workspace,
            EventFault::Target,
            EventFault::Target,
            EventFault::Cause,
            EventFault::Proposal,
            EventFault::Command,
            EventFault::Version,
            EventFault::Transaction,
        ];
        for (place, fault) in faults.into_iter().enumerate() {
            for other in [None, Some("another".to_owned())] {
                let mut row = good.clone();
                row[place] = other;
                assert_eq!(judge(Some(&row), &actor, &proposal), Err(fault));
            }
        }
        assert_eq!(judge(Some(&good[..7]), &actor, &proposal), Err(EventFault::Transaction));
    }
}
