//! An entry that is one transaction: its body, its grants and its ledger row.

use super::error::{MigrateError, Place};
use super::event::Event;
use super::frame::{Contents, Frame, Ground, LedgerRow, Sent};
use mosaic_db::bundle::Entry;
use mosaic_db::bundle::sql::Message;
use mosaic_db::roles::scope::Allowed;

pub(super) async fn apply(
    ground: &Ground<'_>,
    entry: &Entry,
    ledger_rows: usize,
    allowed: &Allowed,
    events: &mut impl FnMut(Event),
) -> Result<Sent, MigrateError> {
    let tag = entry.tag().to_string();
    let body = Message::of(entry.body());
    let grants = ground.bundle.grants().statements(entry.tag());
    let contents = Contents {
        ledger_rows,
        allowed,
        body: &body.text(),
        company: &grants,
        ledger_row: LedgerRow::Written,
    };
    let frame = Frame::around(ground, entry, &tag, contents);
    frame
        .run(ground.writer, |statement, character| place(&body, grants.len(), statement, character), events)
        .await
}

/// The same without a ledger row, in a transaction that is open already and stays open.
pub(super) async fn rehearse(
    ground: &Ground<'_>,
    entry: &Entry,
    ledger_rows: usize,
    allowed: &Allowed,
) -> Result<(), MigrateError> {
    let tag = entry.tag().to_string();
    let body = Message::of(entry.body());
    let grants = ground.bundle.grants().statements(entry.tag());
    let contents = Contents {
        ledger_rows,
        allowed,
        body: &body.text(),
        company: &grants,
        ledger_row: LedgerRow::NotYet,
    };
    let frame = Frame::around(ground, entry, &tag, contents);
    frame
        .rehearse(ground.writer, |statement, character| place(&body, grants.len(), statement, character))
        .await
}

/// Seven statements lie between the body and the grants: the closing ones, SET ROLE and the look at the records.
const BEFORE_GRANTS: usize = 7;

fn place(
    body: &Message<'_>,
    grants: usize,
    statement: Option<usize>,
    character: Option<usize>,
) -> Option<Place> {
    let spot = character
        .and_then(|character| body.at_character(character + 1))
        .or_else(|| statement.and_then(|statement| body.at_statement(statement)));
    if let Some(spot) = spot {
        return Some(Place::Body { chunk: spot.chunk, statement: spot.statement, line: spot.line });
    }
    let after = statement?.checked_sub(statements(body) + BEFORE_GRANTS)?;
    (after < grants).then_some(Place::Grants)
}

fn statements(body: &Message<'_>) -> usize {
    body.parts().iter().map(|part| part.statements().count()).sum()
}
