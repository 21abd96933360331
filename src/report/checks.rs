//! The list of checks, and of what certificates rest on: attempts.

use super::filter::{Line, Words, filtered};
use super::html::Element;
use super::table::{Weight, cell, code, row, standing, table};
use super::value::{list, shown, text};
use serde_json::Value;

const CHECKS: Words = Words { good: "passed", bad: "failed", area: "Area" };
const ATTEMPTS: Words = Words { good: "denied", bad: "not denied", area: "Subject" };

/// What the checks of an answer say, with filters. An id begins with the area of its check.
pub(super) fn checks(id: &str, result: &Value) -> Option<Element> {
    let checks = list(result, "checks");
    if checks.is_empty() {
        return None;
    }
    let line = |check: &Value| {
        let (name, verdict) = (shown(check, "id"), shown(check, "verdict"));
        let weight = weight(&verdict);
        let row = row(
            &name,
            [
                standing(weight, &verdict),
                cell(shown(check, "expected")),
                cell(shown(check, "observed")),
                cell(shown(check, "visible_to").replace('_', " ")),
            ],
        );
        Line { area: area(&name), weight, row }
    };
    let heads = ["Check", "Verdict", "Expected", "Observed", "Visible to"];
    Some(filtered(&format!("{id}-checks"), "Checks", CHECKS, &heads, checks.iter().map(line).collect()))
}

/// What was attempted as a login, with filters.
pub(super) fn attempts(id: &str, evidence: &Value) -> Option<Element> {
    let observations = list(evidence, "observations");
    if observations.is_empty() {
        return None;
    }
    let line = |attempt: &Value| {
        let (name, outcome) = (shown(attempt, "id"), shown(attempt, "outcome"));
        let weight = match outcome.as_str() {
            "denied" => Weight::Good,
            "no_object" => Weight::Warning,
            _ => Weight::Bad,
        };
        let row = row(
            &name,
            [
                standing(weight, outcome.replace('_', " ")),
                cell(shown(attempt, "role")),
                cell(shown(attempt, "on")),
                code(shown(attempt, "statement")),
                cell(shown(attempt, "expected")),
                cell(shown(attempt, "observed")),
            ],
        );
        Line { area: area(&name), weight, row }
    };
    let heads = ["Attempt", "Outcome", "As", "On", "Statement", "Must come", "Came"];
    let lines = observations.iter().map(line).collect();
    Some(filtered(&format!("{id}-attempts"), "Attempts", ATTEMPTS, &heads, lines))
}

/// What verification found beside the attempts: checks by name, with their verdicts alone.
pub(super) fn verified(evidence: &Value) -> Option<Element> {
    let checks = evidence.get("verified")?.get("checks")?.as_object()?;
    let checks: Vec<(&String, &Value)> = checks.iter().collect();
    Some(table("Verified beside", &["Check", "Verdict"], &checks, |(name, verdict)| {
        let verdict = verdict.as_str().unwrap_or_default();
        row(name, [standing(weight(verdict), verdict)])
    }))
}

/// What a login can do all the same.
pub(super) fn not_claimed(evidence: &Value) -> Option<Element> {
    let remarks = list(evidence, "not_claimed");
    (!remarks.is_empty()).then(|| {
        table("What the login can do all the same", &["Remark", "What"], remarks, |remark| {
            row(shown(remark, "id"), [cell(text(remark, "what").unwrap_or_default())])
        })
    })
}

fn weight(verdict: &str) -> Weight {
    match verdict {
        "good" => Weight::Good,
        "warning" => Weight::Warning,
        _ => Weight::Bad,
    }
}

fn area(id: &str) -> String {
    id.split('.').next().unwrap_or_default().to_owned()
}
