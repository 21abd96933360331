//! An entry that is one transaction: its body, its grants and its ledger row.

use super::error::{MigrateError, Place};
use super::event::Event;
use super::evidence::Watch;
use super::frame::{Contents, Frame, Ground, LedgerRow, Sent};
use super::prepared::Activity;
use mosaic_db::bundle::Entry;
use mosaic_db::bundle::sql::{Message, is_quiet};
use mosaic_db::roles::scope::Allowed;

pub(super) async fn apply(
    ground: &Ground<'_>,
    entry: &Entry,
    ledger_rows: usize,
    allowed: &Allowed,
    activity: Activity,
    events: &mut impl FnMut(Event),
) -> Result<Sent, MigrateError> {
    let tag = entry.tag().to_string();
    let body = Message::of(entry.body());
    let grants = ground.bundle.grants().statements(entry.tag());
    let watch = watch(ground, entry, &grants, activity);
    let contents = Contents {
        ledger_rows,
        allowed,
        body: &body.text(),
        company: &grants,
        ledger_row: LedgerRow::Written,
        watch,
    };
    let frame = Frame::around(ground, entry, &tag, contents);
    frame
        .run(
            ground.writer,
            |statement, character| place(&body, watch, grants.len(), statement, character),
            events,
        )
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
        watch: Watch::Full,
    };
    let frame = Frame::around(ground, entry, &tag, contents);
    frame
        .rehearse(ground.writer, |statement, character| {
            place(&body, Watch::Full, grants.len(), statement, character)
        })
        .await
}

/// An entry that grants, or that could set off something of its own, is watched in full.
fn watch(ground: &Ground<'_>, entry: &Entry, grants: &[String], activity: Activity) -> Watch {
    let ledger = ground.bundle.manifest().ledger().table.as_str();
    if activity == Activity::None && grants.is_empty() && is_quiet(entry.body(), &[ledger, CONTROL_SCHEMA]) {
        Watch::Brief
    } else {
        Watch::Full
    }
}

/// Where progress is recorded.
const CONTROL_SCHEMA: &str = "mosaic_control";

fn place(
    body: &Message<'_>,
    watch: Watch,
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
    let after = statement?.checked_sub(statements(body) + watch.after_body())?;
    (after < grants).then_some(Place::Grants)
}

fn statements(body: &Message<'_>) -> usize {
    body.parts().iter().map(|part| part.statements().count()).sum()
}
