//! What is left to do: entries, steps of a way, rows of a backfill.

use super::html::Element;
use super::table::{Bar, Weight, cell, code, count, row, standing, table};
use super::value::{list, number, plain, shown};
use serde_json::Value;

/// The entries that could run now, and the one that waits.
pub(super) fn pending(result: &Value) -> Option<Element> {
    let mut entries: Vec<(&Value, &str)> =
        list(result, "pending").iter().map(|entry| (entry, "pending")).collect();
    entries.extend(result.get("held").filter(|held| held.is_object()).map(|held| (held, "held")));
    if entries.is_empty() {
        return None;
    }
    Some(table(
        "Entries that are left",
        &["Entry", "Standing", "Waits for", "SHA-256"],
        &entries,
        |(entry, word)| {
            row(
                shown(entry, "tag"),
                [
                    standing(Weight::Warning, word),
                    cell(entry.get("unmet").map(plain).unwrap_or_default()),
                    code(shown(entry, "sha256")),
                ],
            )
        },
    ))
}

/// What may be in the way of them.
pub(super) fn blockers(result: &Value) -> Option<Element> {
    let blockers = list(result, "blockers");
    (!blockers.is_empty()).then(|| {
        table(
            "What may be in the way",
            &["Kind", "Who", "Relation", "Lock", "Entries"],
            blockers,
            |blocker| {
                row(
                    shown(blocker, "kind").replace('_', " "),
                    ["who", "relation", "mode", "entries"].map(|key| cell(shown(blocker, key))),
                )
            },
        )
    })
}

/// The steps of an activation, a cut-over or a rotation.
pub(super) fn steps(result: &Value) -> Option<Element> {
    let steps = list(result, "steps");
    if steps.is_empty() || !steps.iter().all(|step| step.get("standing").is_some()) {
        return None;
    }
    Some(table(
        "Steps, in their order",
        &["Step", "Standing", "What proves it", "Command", "Way back"],
        steps,
        |step| {
            let state = step.get("standing").map(|it| shown(it, "state")).unwrap_or_default();
            let weight = if state == "done" { Weight::Good } else { Weight::Warning };
            let reason =
                step.get("standing").map(|it| shown(it, if state == "done" { "document" } else { "reason" }));
            row(
                shown(step, "title"),
                [
                    standing(weight, state),
                    cell(reason.unwrap_or_default()),
                    code(shown(step, "command")),
                    cell(shown(step, "back")),
                ],
            )
        },
    ))
}

/// How far each step of a backfill is.
pub(super) fn backfill(result: &Value) -> Option<Element> {
    let steps = list(result, "steps");
    if steps.is_empty() || !steps.iter().all(|step| step.get("quarantined").is_some()) {
        return None;
    }
    let heads = ["Step", "State", "Rows", "Done", "", "Left", "In quarantine"];
    Some(table("How far the backfill is", &heads, steps, |step| {
        let of = |key| number(step, key);
        let state = shown(step, "state");
        let weight = if state == "complete" { Weight::Good } else { Weight::Plain };
        let bar =
            Bar { from: 0, length: of("done").unwrap_or_default(), whole: of("rows").unwrap_or_default() };
        row(
            shown(step, "step"),
            [
                standing(weight, if state.is_empty() { "not begun".to_owned() } else { state }),
                count(of("rows")),
                count(of("done")),
                bar.cell(),
                count(of("left")),
                count(of("quarantined")),
            ],
        )
    }))
}

/// The rows that wait for a decision.
pub(super) fn quarantine(result: &Value) -> Option<Element> {
    let groups = list(result, "quarantine");
    (!groups.is_empty()).then(|| {
        table("In quarantine", &["Table", "Step", "Reason", "Rows", "First of them"], groups, |group| {
            row(
                shown(group, "table"),
                [
                    cell(shown(group, "step")),
                    cell(shown(group, "reason")),
                    count(number(group, "rows")),
                    cell(shown(group, "first")),
                ],
            )
        })
    })
}
