//! A proposal, and who does what with it.

use crate::attest::{Instant, Text};
use crate::coordinator::{UserId, WorkspaceId};
use crate::digest::Digest;
use crate::gateway::failure::IdempotencyKey;
use crate::gateway::lease::CorrelationId;
use crate::uuid::{Uuid, ids};
use crate::vocabulary::vocabulary;
use serde::Serialize;
use std::num::NonZeroU64;

ids! {
    /// A proposal.
    ProposalId
    /// An event of the audit trail.
    EventId
}

vocabulary! {
    /// Where a proposal is.
    ProposalState {
        /// Nobody decided.
        Pending "pending"
        /// Its command was carried out.
        Accepted "accepted"
        /// It stays without effect.
        Rejected "rejected"
    }

    /// What can be changed by a proposal: aggregates with a version.
    TargetType {
        /// A project.
        Project "project"
        /// A milestone.
        Milestone "milestone"
        /// A mission.
        Mission "mission"
        /// A task.
        Task "task"
    }
}

/// A version of an aggregate, from 1.
pub type Version = NonZeroU64;

/// The name of a command: 1 to 128 bytes of printable ASCII, compared and not understood.
pub type CommandType = Text<128>;

/// What a command is given: a JSON object, not understood here.
pub type Payload = serde_json::Map<String, serde_json::Value>;

/// Who acts, as the gateway authenticated them. It is made by the code that did so; nothing deserialises it.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The tenant, from what was authenticated and never from a request.
    pub workspace: WorkspaceId,
    /// The member.
    pub user: UserId,
    /// By which everything done for one request is found.
    pub correlation: CorrelationId,
}

/// What would be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// Of which kind.
    #[serde(rename = "targetType")]
    pub kind: TargetType,
    /// Which.
    #[serde(rename = "targetId")]
    pub id: Uuid,
    /// The version that whoever proposes has seen.
    #[serde(rename = "expectedTargetVersion")]
    pub expected: Version,
}

/// What is proposed.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The digest of the note that it comes from.
    pub source_note_digest: Digest,
    /// What would be changed.
    pub target: Target,
    /// By which command.
    pub command_type: CommandType,
    /// With what.
    pub command_payload: Payload,
    /// By which a repetition is told from another proposal.
    pub key: IdempotencyKey,
}

/// What somebody decides about a proposal.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Which.
    pub proposal: ProposalId,
    /// Why.
    pub reason: Reason,
}

/// Why somebody decided: text that says something, of at most [`Reason::LONGEST`] bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Reason(String);

/// The text is no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a reason: it says nothing, is longer than {} bytes or holds a NUL", Reason::LONGEST)]
pub struct NotAReason;

/// A decision that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// Who.
    pub decided_by: UserId,
    /// Why.
    pub reason: Reason,
    /// When, cut to the second.
    pub decided_at: Instant,
}

/// A proposal as it is recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// Its id.
    pub id: ProposalId,
    /// Who proposed it.
    pub proposer: UserId,
    /// The digest of the note that it comes from.
    pub source_note_digest: Digest,
    /// What would be changed.
    #[serde(flatten)]
    pub target: Target,
    /// By which command.
    pub command_type: CommandType,
    /// With what.
    pub command_payload: Payload,
    /// Where it is.
    pub state: ProposalState,
    /// Who decided, once somebody did.
    pub decision: Option<Decision>,
    /// Its own version.
    pub version: Version,
    /// The event of its submission.
    pub submitted_event: EventId,
    /// The event of the command, once it was accepted.
    pub accepted_event: Option<EventId>,
    /// When it was submitted, cut to the second.
    pub created_at: Instant,
}

/// What a normal command has to do, and to write in its event, when a proposal asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The proposal: `payload.changeProposalId` of the event.
    pub proposal: ProposalId,
    /// What to change: its row is locked and at the expected version.
    pub target: Target,
    /// Which command.
    pub command_type: CommandType,
    /// With what.
    pub command_payload: Payload,
    /// The `causation_id` of the event.
    pub causation: EventId,
}

impl Reason {
    /// The longest there is, in bytes.
    pub const LONGEST: usize = 2000;

    /// Takes a text.
    ///
    /// # Errors
    /// [`NotAReason`] if it is of white space alone, too long or holds a NUL.
    pub fn new(text: impl Into<String>) -> Result<Self, NotAReason> {
        let text = text.into();
        let says_nothing = text.trim().is_empty() || text.contains('\0');
        if says_nothing || text.len() > Self::LONGEST { Err(NotAReason) } else { Ok(Self(text)) }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Proposal {
    /// What its command has to do.
    #[must_use]
    pub fn command(&self) -> Command {
        Command {
            proposal: self.id,
            target: self.target,
            command_type: self.command_type.clone(),
            command_payload: self.command_payload.clone(),
            causation: self.submitted_event,
        }
    }

    /// Whether this is what was decided, by whom and why.
    pub(super) fn was_decided(&self, state: ProposalState, actor: &Actor, reason: &Reason) -> bool {
        let same = |decision: &Decision| decision.decided_by == actor.user && decision.reason == *reason;
        self.state == state && self.decision.as_ref().is_some_and(same)
    }
}

impl TargetType {
    /// The relation whose rows these are.
    pub(super) const fn relation(self) -> &'static str {
        match self {
            Self::Project => "mosaic.projects",
            Self::Milestone => "mosaic.milestones",
            Self::Mission => "mosaic.missions",
            Self::Task => "mosaic.tasks",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_says_something() {
        assert_eq!(Reason::new(" because ").unwrap().as_str(), " because ");
        for bad in ["", " \n\t", "a\0", &"x".repeat(Reason::LONGEST + 1)] {
            assert_eq!(Reason::new(bad), Err(NotAReason));
        }
    }
}
