//! The shape of a schema, and what is different about it.

use super::html::Element;
use super::table::{Weight, cell, count, row, standing, table};
use super::value::{plain, shown, text};
use serde_json::Value;

/// What differences are between.
#[derive(Clone, Copy)]
pub(super) enum Between {
    /// What must be there, and what is.
    ExpectedAndObserved,
    /// The schema before a rehearsal and after it.
    BeforeAndAfter,
}

/// Every difference, object by object and field by field.
pub(super) fn differences(between: Between, differences: &[Value]) -> Option<Element> {
    if differences.is_empty() {
        return None;
    }
    let (caption, heads) = match between {
        Between::ExpectedAndObserved => (
            "What is not as the bundle says",
            ["Object", "Class", "Difference", "Field", "Expected", "Observed"],
        ),
        Between::BeforeAndAfter => {
            ("What the entries change", ["Object", "Class", "Change", "Field", "Before", "After"])
        }
    };
    Some(table(caption, &heads, differences, |difference| {
        let change = shown(difference, "change");
        let word = match (change.as_str(), between) {
            ("added", Between::ExpectedAndObserved) => "+ is there and should not be",
            ("removed", Between::ExpectedAndObserved) => "− should be there and is not",
            ("added", Between::BeforeAndAfter) => "+ added",
            ("removed", Between::BeforeAndAfter) => "− removed",
            ("altered", _) => "~ altered",
            _ => "?",
        };
        let (old, new) = (difference.get("expected"), difference.get("observed"));
        let value = |tag, value: Option<&Value>| {
            let text = value.map(plain).unwrap_or_default();
            Element::new("td").children((!text.is_empty()).then(|| Element::of(tag, text)))
        };
        row(
            shown(difference, "name"),
            [
                cell(shown(difference, "class")),
                cell(word),
                cell(shown(difference, "field")),
                value("del", old),
                value("ins", new),
            ],
        )
    }))
}

/// How many objects of each class a snapshot has.
pub(super) fn catalog(snapshot: &Value) -> Option<Element> {
    let classes: Vec<(&String, &Value)> = snapshot.get("objects")?.as_object()?.iter().collect();
    Some(table("Objects by class", &["Class", "Objects"], &classes, |(class, objects)| {
        let objects = objects.as_object().and_then(|objects| u64::try_from(objects.len()).ok());
        row(class, [count(objects)])
    }))
}

/// Reasons for which a ledger, an owner or a privilege was refused.
pub(super) fn refusals(facts: &Value) -> Option<Element> {
    let refusals = facts.get("refusals").or_else(|| facts.get("violations"))?.as_array()?;
    Some(table("Why it was refused", &["Reason", "Code"], refusals, |refusal| {
        match text(refusal, "message") {
            Some(message) => row(message, [cell(shown(refusal, "code"))]),
            None => row(plain(refusal), [standing(Weight::Bad, "violation")]),
        }
    }))
}
