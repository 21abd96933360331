//! An entry that is one transaction: its body, its grants and its ledger row.

use super::error::{MigrateError, Place};
use super::event::Event;
use super::frame::{Frame, Ground, Sent, ledger_row};
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
    let mut company = grants.clone();
    company.push(ledger_row(ground.bundle.manifest().ledger(), ground.shape, entry));
    let frame = Frame::around(ground, entry, &tag, ledger_rows, allowed, &body.text(), &company);
    frame
        .run(ground.writer, |statement, character| place(&body, grants.len(), statement, character), events)
        .await
}

/// Four statements lie between the body and the grants: the closing ones and those that restore the session.
const BEFORE_GRANTS: usize = 4;

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
