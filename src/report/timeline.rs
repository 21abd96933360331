//! What took how long, one after the other; and receipts in their chain.

use super::document::{Document, Kind};
use super::html::Element;
use super::table::{Bar, Weight, cell, count, measure, row, standing, table};
use super::value::{list, number, shown, text, time, took};
use mosaic_db::digest::Digest;
use serde_json::Value;

/// The entries of a run or a rehearsal, or the passes of a backfill, each where it began.
pub(super) fn timeline(result: &Value) -> Option<Element> {
    let (caption, name, steps) = [
        ("Entries, in the order in which they were applied", "tag", list(result, "applied")),
        ("Entries, in the order in which they were rehearsed", "tag", list(result, "rehearsed")),
        ("Passes, in their order", "step", list(result, "passes")),
    ]
    .into_iter()
    .find(|(_, _, steps)| !steps.is_empty())?;
    let of = |step: &Value| number(step, "milliseconds").unwrap_or_default();
    let whole = steps.iter().map(of).fold(0, u64::saturating_add);
    let mut begun = 0_u64;
    let heads = ["What", "Took", "Began after", "When"];
    let steps = table(caption, &heads, steps, |step| {
        let (from, length) = (begun, of(step));
        begun = begun.saturating_add(length);
        row(
            shown(step, name),
            [measure(took(length)), measure(took(from)), Bar { from, length, whole }.cell()],
        )
    });
    Some(Element::new("div").child(steps).child(Element::of("p", format_args!("{} in all.", took(whole)))))
}

/// When a receipt's run began and ended.
pub(super) fn span(receipt: &Value) -> Option<(u64, u64)> {
    let of = |key| text(receipt, key)?.parse().ok();
    Some((of("started")?, of("ended")?))
}

/// Several receipts in the order of their numbers, with whether each follows the one before it.
pub(super) fn chain(documents: &[Document]) -> Option<Element> {
    let mut receipts: Vec<&Document> = documents.iter().filter(|it| it.kind == Kind::Receipt).collect();
    if receipts.len() < 2 {
        return None;
    }
    let sequence = |receipt: &Document| number(&receipt.value, "sequence").unwrap_or_default();
    receipts.sort_by_key(|receipt| sequence(receipt));
    let spans = || receipts.iter().filter_map(|receipt| span(&receipt.value));
    let first = spans().map(|(started, _)| started).min().unwrap_or_default();
    let last = spans().map(|(_, ended)| ended).max().unwrap_or_default();
    let heads = ["Receipt", "Outcome", "Began", "Took", "When", "Applied", "Chain"];
    let places: Vec<usize> = (0..receipts.len()).collect();
    Some(table("Runs by their receipts", &heads, &places, |&at| {
        let Document { value, .. } = receipts[at];
        let (started, ended) = span(value).unwrap_or_default();
        let outcome = shown(value, "outcome");
        let weight = if outcome == "REACHED" { Weight::Good } else { Weight::Bad };
        let before = at.checked_sub(1).map(|before| receipts[before]);
        let before = before.filter(|before| sequence(before).checked_add(1) == Some(sequence(receipts[at])));
        let length = ended.saturating_sub(started);
        row(
            shown(value, "sequence"),
            [
                standing(weight, outcome),
                cell(time(text(value, "started").unwrap_or_default())),
                measure(took(length)),
                Bar { from: started.saturating_sub(first), length, whole: last.saturating_sub(first) }.cell(),
                count(u64::try_from(list(value, "entries").len()).ok()),
                link(text(value, "previous"), before.map(|before| before.sha256)),
            ],
        )
    }))
}

/// A receipt names the digest of the one before it.
fn link(previous: Option<&str>, before: Option<Digest>) -> Element {
    match (previous, before) {
        (None, _) => standing(Weight::Plain, "begins the chain"),
        (Some(_), None) => standing(Weight::Plain, "the one before is not here"),
        (Some(named), Some(found)) if named == found.to_string() => standing(Weight::Good, "follows"),
        (Some(_), Some(_)) => standing(Weight::Bad, "follows another receipt than the one that is here"),
    }
}
