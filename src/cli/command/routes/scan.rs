//! `routes scan`: what in a tree leads to DDL past the runner, and which of it an inventory permits.

use super::super::super::args::routes::{Format, Scan};
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::report::Report;
use super::{github, sarif, text};
use mosaic_db::routes::inventory::Verdict;
use mosaic_db::routes::{File, Hit};
use serde_json::{Value, json};

pub(super) fn scan(args: &Scan) -> Result<Answer, Failure> {
    let report = Report::of(&args.path, args.inventory.as_deref())?;
    let text = match args.output {
        Some(Format::Github) => github::render(&report),
        Some(Format::Sarif) => sarif::render(&report),
        Some(Format::Json | Format::Text) | None => text::render(&report),
    };
    let ending = match report.require_closed() {
        Ok(()) => Ending::Reached(format!("{} files have no other way to DDL", report.coverage.files.len())),
        Err(open) => Ending::NotReached(open.into()),
    };
    Ok(Answer { ending, text, result: facts(&report), notes: Vec::new() })
}

/// Every file with what was done with it, every hit with what becomes of it, every fault.
fn facts(report: &Report) -> Value {
    let file = |file: &File| {
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "kind": file.scanned.kind,
            "encoding": file.scanned.encoding,
            "disposition": file.scanned.disposition,
            "rules": file.scanned.rules,
            "by_lines": file.scanned.by_lines,
            "hits": file.scanned.hits.len(),
            "labels": report.corpora.get(&file.path),
        })
    };
    json!({
        "files": report.coverage.files.iter().map(file).collect::<Vec<_>>(),
        "hits": report.hits().map(|(file, hit, verdict)| found(report, file, hit, verdict)).collect::<Vec<_>>(),
        "faults": report.judgement.faults,
    })
}

fn found(report: &Report, file: &File, hit: &Hit, verdict: Verdict) -> Value {
    let record = match verdict {
        Verdict::Open { .. } => None,
        Verdict::Labelled { record } | Verdict::Permitted { record } => report.record(record),
    };
    json!({
        "path": file.path,
        "rule": hit.rule.id,
        "class": hit.rule.class,
        "basis": hit.rule.basis(),
        "title": hit.rule.title,
        "span": hit.span,
        "token": hit.token,
        "excerpt": hit.excerpt,
        "verdict": verdict,
        "record": record.map(|record| json!({ "line": record.line, "owner": record.owner, "rationale": record.rationale })),
    })
}
