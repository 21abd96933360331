//! A row of the table, as text.

use super::error::ProposalError;
use super::model::{
    CommandType, Decision, EventId, Payload, Proposal, ProposalId, ProposalState, Reason, Target, TargetType,
    Version,
};
use crate::attest::Instant;
use crate::coordinator::UserId;
use crate::digest::Digest;
use crate::postgres::ResultSet;
use crate::uuid::Uuid;

/// What follows `SELECT` or `RETURNING`. Times are whole seconds, and the last column is the exact one for a cursor.
pub(super) const COLUMNS: &str = "id::text, proposer_user_id, source_note_digest, target_aggregate_type::text, \
     target_aggregate_id::text, expected_target_version::text, command_type, command_payload::text, state::text, \
     decided_by_user_id, decision_reason, \
     pg_catalog.to_char(decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), \
     version::text, submitted_audit_event_id::text, accepted_command_audit_event_id::text, \
     pg_catalog.to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')";

/// How many columns.
pub(super) const COUNT: usize = 16;

/// Reads one row of a result.
pub(super) fn read(set: &ResultSet, row: usize) -> Result<Proposal, ProposalError> {
    parse(set.rows().get(row).ok_or(ProposalError::Unreadable)?).ok_or(ProposalError::Unreadable)
}

fn parse(row: &[Option<String>]) -> Option<Proposal> {
    let text = |place: usize| row.get(place)?.as_deref();
    let uuid = |place| Uuid::parse(text(place)?).ok();
    let version = |place| text(place)?.parse::<Version>().ok();
    let instant = |place| Instant::parse(text(place)?).ok();
    let state = ProposalState::parse(text(8)?)?;
    let decision = match state {
        ProposalState::Pending => None,
        ProposalState::Accepted | ProposalState::Rejected => Some(Decision {
            decided_by: UserId(text(9)?.to_owned()),
            reason: Reason::new(text(10)?).ok()?,
            decided_at: instant(11)?,
        }),
    };
    let accepted_event = match state {
        ProposalState::Accepted => Some(EventId(uuid(14)?)),
        ProposalState::Pending | ProposalState::Rejected => None,
    };
    Some(Proposal {
        id: ProposalId(uuid(0)?),
        proposer: UserId(text(1)?.to_owned()),
        source_note_digest: Digest::parse(text(2)?).ok()?,
        target: Target { kind: TargetType::parse(text(3)?)?, id: uuid(4)?, expected: version(5)? },
        command_type: CommandType::new(text(6)?).ok()?,
        command_payload: serde_json::from_str::<Payload>(text(7)?).ok()?,
        state,
        decision,
        version: version(12)?,
        submitted_event: EventId(uuid(13)?),
        accepted_event,
        created_at: instant(15)?,
    })
}
