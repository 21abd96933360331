//! What an import moved, how fast, and what it planned.

use super::html::Element;
use super::table::{Bar, cell, code, count, measure, row, table};
use super::value::{bytes, list, number, shown, took};
use serde_json::Value;

/// Each table with its rows, its bytes and its rate.
pub(super) fn rates(result: &Value) -> Option<Element> {
    let tables = list(result, "tables");
    if tables.is_empty() {
        return None;
    }
    let rate = |table: &Value| per_second(number(table, "bytes")?, number(table, "milliseconds")?);
    let fastest = tables.iter().filter_map(rate).max().unwrap_or_default();
    let heads = ["Table", "Done", "Rows", "Values", "Took", "A second", "", "SHA-256 sum"];
    let listed = table("What moved, and how fast", &heads, tables, |table| {
        let rate = rate(table);
        row(
            shown(table, "name"),
            [
                cell(shown(table, "done")),
                count(number(table, "rows")),
                measure(number(table, "bytes").map(bytes).unwrap_or_default()),
                measure(number(table, "milliseconds").map(took).unwrap_or_default()),
                measure(rate.map(bytes).unwrap_or_default()),
                rate.map_or_else(|| cell(""), |length| Bar { from: 0, length, whole: fastest }.cell()),
                code(shown(table, "digest").chars().take(16).collect::<String>()),
            ],
        )
    });
    let sum = |key| tables.iter().filter_map(|table| number(table, key)).fold(0, u64::saturating_add);
    let phases = result.get("milliseconds").map(|phases| {
        let phase = |key| number(phases, key).map_or_else(|| "not".to_owned(), took);
        format!(
            " copying {}, comparing {}, proving {}.",
            phase("copying"),
            phase("comparing"),
            phase("proving")
        )
    });
    let (rows, moved) = (super::value::grouped(sum("rows")), bytes(sum("bytes")));
    let summary = format!("{rows} rows with {moved} in all;{}", phases.unwrap_or_default());
    Some(Element::new("div").child(listed).child(Element::of("p", summary)))
}

/// What was to be moved, in waves.
pub(super) fn plan(result: &Value) -> Option<Element> {
    let waves = list(result.get("plan")?, "waves");
    let transfers: Vec<(usize, &Value)> = waves
        .iter()
        .enumerate()
        .flat_map(|(wave, transfers)| {
            transfers.as_array().into_iter().flatten().map(move |it| (wave + 1, it))
        })
        .collect();
    if transfers.is_empty() {
        return None;
    }
    let heads = ["Table", "Wave", "Act", "Rows, about", "On disk", "Columns", "Form"];
    Some(table("The plan", &heads, &transfers, |(wave, transfer)| {
        row(
            shown(transfer, "name"),
            [
                measure(wave),
                cell(shown(transfer, "act")),
                count(number(transfer, "rows_estimated")),
                measure(number(transfer, "disk_bytes").map(bytes).unwrap_or_default()),
                measure(list(transfer, "columns").len()),
                cell(shown(transfer, "form")),
            ],
        )
    }))
}

/// Bytes a second; nothing where there is no time to speak of.
fn per_second(bytes: u64, milliseconds: u64) -> Option<u64> {
    let rate = u128::from(bytes).saturating_mul(1000).checked_div(u128::from(milliseconds))?;
    u64::try_from(rate).ok()
}
