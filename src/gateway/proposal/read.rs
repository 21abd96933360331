//! Looking at proposals.

use super::error::ProposalError;
use super::model::{Actor, Proposal, ProposalId, ProposalState, TargetType};
use super::row::{self, COLUMNS, COUNT};
use crate::attest::Instant;
use crate::gateway::write::Transaction;
use crate::uuid::Uuid;
use std::fmt;

/// Which proposals are wanted; nothing is asked of what is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// Where they are.
    pub state: Option<ProposalState>,
    /// What kind they would change.
    pub target_type: Option<TargetType>,
    /// What they would change.
    pub target_id: Option<Uuid>,
}

/// How many proposals one page has: 1 to [`Limit::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(u16);

/// The number is none that a page can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a page has 1 to {} proposals", Limit::MOST)]
pub struct NotALimit;

/// The place after one proposal. Text is `TIME/ID`, with microseconds; it says where to go on and gives no right to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    at: String,
    id: Uuid,
}

/// The text is no place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor of this list")]
pub struct NotACursor;

/// A part of a list, in the order in which the submissions began. One that began earlier and was committed later than the
/// last of a page is on no later page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The proposals.
    pub proposals: Vec<Proposal>,
    /// Where to go on, if there are more.
    pub next: Option<Cursor>,
}

impl Limit {
    /// The most.
    pub const MOST: u16 = 200;

    /// Takes a number.
    ///
    /// # Errors
    /// [`NotALimit`] for 0 and what is above [`Self::MOST`].
    pub const fn new(number: u16) -> Result<Self, NotALimit> {
        if number == 0 || number > Self::MOST { Err(NotALimit) } else { Ok(Self(number)) }
    }
}

impl Cursor {
    /// Reads what `Display` wrote.
    ///
    /// # Errors
    /// [`NotACursor`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotACursor> {
        let (at, id) = text.split_once('/').ok_or(NotACursor)?;
        let (second, micros) = at.split_once('.').ok_or(NotACursor)?;
        Instant::parse(&format!("{second}Z")).map_err(|_not_a_time| NotACursor)?;
        let digits = micros.strip_suffix('Z').ok_or(NotACursor)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotACursor);
        }
        Ok(Self { at: at.to_owned(), id: Uuid::parse(id).map_err(|_not_an_id| NotACursor)? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.at, self.id)
    }
}

/// One proposal of the workspace.
///
/// # Errors
/// [`ProposalError::NotFound`], also for one of another workspace.
pub async fn get(
    transaction: &Transaction<'_>,
    actor: &Actor,
    proposal: ProposalId,
) -> Result<Proposal, ProposalError> {
    one(transaction, actor, proposal, "").await
}

/// The same, its row locked until the end of the transaction.
pub(super) async fn locked(
    transaction: &Transaction<'_>,
    actor: &Actor,
    proposal: ProposalId,
) -> Result<Proposal, ProposalError> {
    one(transaction, actor, proposal, "FOR NO KEY UPDATE").await
}

async fn one(
    transaction: &Transaction<'_>,
    actor: &Actor,
    proposal: ProposalId,
    lock: &'static str,
) -> Result<Proposal, ProposalError> {
    let select = format!(
        "SELECT {COLUMNS} FROM mosaic.change_proposals WHERE workspace_id = $1::uuid AND id = $2::uuid {lock}"
    );
    let values = [actor.workspace.to_string(), proposal.to_string()];
    let found = transaction.ask(&select, &values.each_ref().map(|value| Some(value.as_str()))).await?;
    if found.rows().is_empty() { Err(ProposalError::NotFound) } else { row::read(&found, 0) }
}

/// The proposals of the workspace, from the one after `after` on.
///
/// # Errors
/// [`ProposalError`].
pub async fn list(
    transaction: &Transaction<'_>,
    actor: &Actor,
    filter: &Filter,
    after: Option<&Cursor>,
    limit: Limit,
) -> Result<Page, ProposalError> {
    let select = format!(
        "SELECT {COLUMNS}, \
         pg_catalog.to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') \
         FROM mosaic.change_proposals WHERE workspace_id = $1::uuid \
         AND ($2 IS NULL OR state = $2::mosaic.proposal_state) \
         AND ($3 IS NULL OR target_aggregate_type = $3::mosaic.aggregate_type) \
         AND ($4 IS NULL OR target_aggregate_id = $4::uuid) \
         AND ($5 IS NULL OR (created_at, id) > ($5::timestamptz, $6::uuid)) \
         ORDER BY created_at, id LIMIT $7::bigint"
    );
    let Limit(limit) = limit;
    // One more than wanted: it is there if there is another page.
    let (workspace, more) = (actor.workspace.to_string(), (limit + 1).to_string());
    let (target, place) =
        (filter.target_id.map(|id| id.to_string()), after.map(|after| after.id.to_string()));
    let values = [
        Some(workspace.as_str()),
        filter.state.map(ProposalState::word),
        filter.target_type.map(TargetType::word),
        target.as_deref(),
        after.map(|after| after.at.as_str()),
        place.as_deref(),
        Some(more.as_str()),
    ];
    let found = transaction.ask(&select, &values).await?;
    let shown = found.rows().len().min(usize::from(limit));
    let proposals = (0..shown).map(|row| row::read(&found, row)).collect::<Result<Vec<_>, _>>()?;
    let last = proposals.last().filter(|_| found.rows().len() > shown);
    let next = last.map(|last| {
        let at = found.get(shown - 1, COUNT).ok_or(ProposalError::Unreadable)?;
        Ok::<_, ProposalError>(Cursor { at: at.to_owned(), id: last.id.0 })
    });
    Ok(Page { next: next.transpose()?, proposals })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_has_one_spelling() {
        let text = "2026-11-30T20:00:00.000001Z/f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
        assert_eq!(Cursor::parse(text).unwrap().to_string(), text);
        for bad in [
            "",
            "/",
            "2026-11-30T20:00:00Z/f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "2026-11-30T20:00:00.00001Z/f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "2026-11-30T20:00:00.00000+Z/f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "2026-02-30T20:00:00.000001Z/f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "2026-11-30T20:00:00.000001Z/F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            "now/f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        ] {
            assert_eq!(Cursor::parse(bad), Err(NotACursor), "{bad}");
        }
    }

    #[test]
    fn a_page_has_an_end() {
        assert_eq!(Limit::new(0), Err(NotALimit));
        assert!(Limit::new(Limit::MOST).is_ok());
        assert_eq!(Limit::new(Limit::MOST + 1), Err(NotALimit));
    }
}
