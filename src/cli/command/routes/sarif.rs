//! A scan as a log of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format). Section numbers are those of the
//! standard.

use super::report::Report;
use mosaic_db::routes::inventory::{Fault, FaultRule, Record, Verdict};
use mosaic_db::routes::{self, Disposition, File, Hit, Rule};
use serde_json::{Value, json};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What paths are relative to (3.4.4). Where it is, is for whoever reads the log to know.
const ROOT: &str = "ROOT";

/// The log, as one line with its newline.
pub(super) fn render(report: &Report) -> String {
    let rules: Vec<Value> = routes::rules().map(rule).chain(FaultRule::ALL.iter().map(fault_rule)).collect();
    let results = report.hits().map(|(file, hit, verdict)| result(report, file, hit, verdict));
    let results: Vec<Value> =
        results.chain(report.judgement.faults.iter().map(|found| fault(report, found))).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mosaic-db-migrator",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "description": { "text": "The directory that was scanned." } } },
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": unread(report),
            }],
            "results": results,
        }],
    });
    format!("{log}\n")
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": { "text": sentence(rule.title) },
        "fullDescription": { "text": rule.class.why() },
        "help": { "text": rule.class.instead() },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": [rule.class.name()], "basis": rule.basis() },
    })
}

fn fault_rule(rule: &FaultRule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": { "text": sentence(rule.title) },
        "fullDescription": { "text": rule.why },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["inventory"] },
    })
}

fn result(report: &Report, file: &File, hit: &Hit, verdict: Verdict) -> Value {
    let span = hit.span;
    let (why, suppressions) = match verdict {
        Verdict::Open { why } => (format!("; {why}"), json!([])),
        Verdict::Permitted { record } => (String::new(), suppression(report, report.record(record), "")),
        Verdict::Labelled { record } => {
            (String::new(), suppression(report, report.record(record), "a snippet labelled for it: "))
        }
    };
    json!({
        "ruleId": hit.rule.id,
        "level": "error",
        "message": { "text": sentence(&format!("{}{why}", hit.rule.title)) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": relative(&file.path), "uriBaseId": ROOT },
            "region": {
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": span.end_line,
                "endColumn": span.end_column,
            },
        }}],
        "suppressions": suppressions,
    })
}

/// Every result says whether it is suppressed, since some may be (3.27.23).
fn suppression(report: &Report, record: Option<&Record>, because: &str) -> Value {
    let record = record.map(|record| {
        json!({
            "kind": "external",
            "status": "accepted",
            "justification": format!("{because}{} ({})", record.rationale, record.owner),
            "location": inventory(report, record.line),
        })
    });
    json!(record.into_iter().collect::<Vec<_>>())
}

fn fault(report: &Report, fault: &Fault) -> Value {
    json!({
        "ruleId": fault.mistake.rule().id,
        "level": "error",
        "message": { "text": sentence(&format!("{}: {}", fault.path, fault.mistake)) },
        "locations": [inventory(report, fault.line)],
        "suppressions": [],
    })
}

/// A line of the inventory: relative to the root if it is below it, and else as it was named.
fn inventory(report: &Report, line: usize) -> Value {
    let name = report.name.clone().unwrap_or_default();
    let artifact = match name.strip_prefix(&report.root) {
        Ok(below) => json!({ "uri": relative(&below.to_string_lossy()), "uriBaseId": ROOT }),
        Err(_) if name.is_absolute() => {
            json!({ "uri": format!("file://{}", relative(&name.to_string_lossy())) })
        }
        Err(_) if report.root.as_os_str() == "." => {
            json!({ "uri": relative(&name.to_string_lossy()), "uriBaseId": ROOT })
        }
        Err(_) => json!({ "uri": relative(&name.to_string_lossy()) }),
    };
    json!({ "physicalLocation": { "artifactLocation": artifact, "region": { "startLine": line } } })
}

/// What was named instead of read, or read line by line (3.20.21): a reader of the log must not take silence for a clean
/// file.
fn unread(report: &Report) -> Vec<Value> {
    let said = |file: &File| match (file.scanned.disposition, file.scanned.by_lines) {
        (Disposition::Scanned, line) => Some(format!("was read line by line from line {} on", line?)),
        (disposition, _) => Some(format!("was not read: {}", super::text::done(disposition))),
    };
    let notification = |file: &File| {
        let said = said(file)?;
        Some(json!({
            "level": "note",
            "message": { "text": sentence(&said) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": relative(&file.path), "uriBaseId": ROOT },
            }}],
        }))
    };
    report.coverage.files.iter().filter_map(notification).collect()
}

/// A relative reference (RFC 3986, 4.2): whatever is not unreserved is escaped but the slash, the colon included, which
/// would make a scheme of a first segment.
fn relative(path: &str) -> String {
    path.bytes().fold(String::new(), |mut uri, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
        uri
    })
}

/// Messages are sentences (3.11.3).
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase).into_iter().flatten();
    let end = if text.ends_with('.') { "" } else { "." };
    first.chain(characters).chain(end.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_relative_reference() {
        assert_eq!(relative("docs/a b:c%2F#?.md"), "docs/a%20b%3Ac%252F%23%3F.md");
        assert_eq!(relative("ü/1.md"), "%C3%BC/1.md");
    }

    #[test]
    fn a_message_is_a_sentence() {
        assert_eq!(sentence("has it"), "Has it.");
        assert_eq!(sentence(""), ".");
    }
}
