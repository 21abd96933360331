//! What a scan of routes found, with filters, and what it read.

use super::filter::{Line, Words, filtered};
use super::html::Element;
use super::table::{Weight, cell, code, count, row, standing, table};
use super::value::{list, number, plain, shown};
use serde_json::Value;
use std::collections::BTreeMap;

const HITS: Words = Words { good: "permitted", bad: "open", area: "Class" };

/// Every hit with what becomes of it.
pub(super) fn hits(id: &str, result: &Value) -> Option<Element> {
    let hits = list(result, "hits");
    if hits.is_empty() || !hits.iter().all(|hit| hit.get("rule").is_some()) {
        return None;
    }
    let line = |hit: &Value| {
        let verdict = hit.get("verdict").map(|verdict| shown(verdict, "verdict")).unwrap_or_default();
        let weight = if verdict == "open" || verdict.is_empty() { Weight::Bad } else { Weight::Good };
        let owner = hit.get("record").map(|record| shown(record, "owner")).unwrap_or_default();
        let at = hit.get("span").and_then(|span| number(span, "line"));
        let at = at.map(|line| format!(":{line}")).unwrap_or_default();
        let row = row(
            format_args!("{}{at}", shown(hit, "path")),
            [
                standing(weight, &verdict),
                cell(shown(hit, "rule")),
                cell(shown(hit, "title")),
                code(shown(hit, "excerpt")),
                cell(owner),
            ],
        );
        Line { area: shown(hit, "class"), weight, row }
    };
    let heads = ["Place", "Verdict", "Rule", "What", "Text", "Answers for it"];
    Some(filtered(&format!("{id}-hits"), "What leads to DDL", HITS, &heads, hits.iter().map(line).collect()))
}

/// What is wrong with the records of an inventory.
pub(super) fn faults(result: &Value) -> Option<Element> {
    let faults = list(result, "faults");
    (!faults.is_empty())
        .then(|| table("Records that are not in order", &["Fault"], faults, |fault| row(plain(fault), [])))
}

/// How many files of each kind were read.
pub(super) fn files(result: &Value) -> Option<Element> {
    let files = list(result, "files");
    if files.is_empty() || !files.iter().all(|file| file.get("disposition").is_some()) {
        return None;
    }
    let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for file in files {
        let kind = shown(file, "kind");
        let kind = if kind.is_empty() { "not read as text".to_owned() } else { kind };
        let (number_of, hits) = kinds.entry(kind).or_default();
        *number_of += 1;
        *hits = hits.saturating_add(number(file, "hits").unwrap_or_default());
    }
    let kinds: Vec<(String, (u64, u64))> = kinds.into_iter().collect();
    Some(table("Files by kind", &["Kind", "Files", "Hits"], &kinds, |(kind, (files, hits))| {
        row(kind, [count(Some(*files)), count(Some(*hits))])
    }))
}
