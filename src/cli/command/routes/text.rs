//! A scan for people: what stands, with its line; what is permitted, by whom; what was read and what was not.

use super::report::Report;
use mosaic_db::routes::inventory::{Record, Verdict, Why};
use mosaic_db::routes::{Disposition, File, Hit, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// All of it.
pub(super) fn render(report: &Report) -> String {
    let mut text = String::new();
    for (file, hit, why) in report.open() {
        open(&mut text, &report.shown(file).display().to_string(), hit, why);
    }
    let name = report.name.as_deref().map(|name| name.display().to_string()).unwrap_or_default();
    for fault in &report.judgement.faults {
        let id = fault.mistake.rule().id;
        let _infallible = writeln!(text, "{name}:{}: {id}: {}: {}", fault.line, fault.path, fault.mistake);
    }
    permitted(&mut text, report, &name);
    coverage(&mut text, report);
    text
}

/// The marker is below the line as it is shown, which has no credential in it and may be shorter.
fn open(text: &mut String, path: &str, hit: &Hit, why: Why) {
    let span = hit.span;
    let number = span.line.to_string();
    let margin = " ".repeat(number.len());
    let last = hit.excerpt.chars().count();
    let start = (span.column - 1).min(last);
    let end = if span.end_line == span.line { span.end_column - 1 } else { last };
    let marker = "^".repeat(end.min(last).saturating_sub(start).max(1));
    let _infallible = writeln!(
        text,
        "{path}:{}:{}: {}: {}; {why}\n  {number} | {}\n  {margin} | {}{marker}\n  {margin} = {}\n",
        span.line,
        span.column,
        hit.rule.id,
        hit.rule.title,
        hit.excerpt,
        " ".repeat(start),
        hit.rule.class.instead(),
    );
}

/// Every hit that a record permits: one line for each text of a rule in a file, with the lines that have it.
fn permitted(text: &mut String, report: &Report, name: &str) {
    let mut groups: BTreeMap<(usize, &str, &str, &str), BTreeSet<usize>> = BTreeMap::new();
    for (file, hit, verdict) in report.hits() {
        if let Verdict::Permitted { record } = verdict {
            let group = (record, file.path.as_str(), hit.rule.id, hit.token.as_str());
            groups.entry(group).or_default().insert(hit.span.line);
        }
    }
    let mut before = None;
    for ((position, path, rule, token), lines) in groups {
        if before != Some(position) {
            before = Some(position);
            text.push_str(&report.record(position).map(|record| headed(name, record)).unwrap_or_default());
        }
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let _infallible = writeln!(text, "  {path}: {rule}: {token:?} on {}", lines.join(", "));
    }
}

fn headed(name: &str, record: &Record) -> String {
    let Record { line, class, disposition, owner, .. } = record;
    format!("{name}:{line}: permitted by {owner} ({}, {}):\n", class.name(), disposition.name())
}

/// Counts that add up: by disposition to the number of files, by kind to those that were read.
fn coverage(text: &mut String, report: &Report) {
    let files = &report.coverage.files;
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for kind in files.iter().filter_map(|file| file.scanned.kind) {
        *kinds.entry(kind.to_string()).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let read = report.coverage.count(Disposition::Scanned);
    let _infallible =
        writeln!(text, "{} files, of which {read} were read: {}", files.len(), kinds.join(", "));
    for file in files.iter().filter(|file| file.scanned.disposition != Disposition::Scanned) {
        let _infallible = writeln!(text, "  {}: not read, {}", file.path, done(file.scanned.disposition));
    }
    let unknown = |file: &&File| file.scanned.kind == Some(Kind::Unknown);
    for file in files.iter().filter(unknown).filter(|file| !report.corpora.contains_key(&file.path)) {
        let _infallible = writeln!(text, "  {}: of no known kind, read as text", file.path);
    }
    for file in files.iter().filter(|file| !report.corpora.contains_key(&file.path)) {
        if let (Some(line), Some(kind)) = (file.scanned.by_lines, file.scanned.kind) {
            let _infallible =
                writeln!(text, "  {}: {} in part, from line {line} on read line by line", file.path, kind);
        }
    }
    for (path, agreement) in &report.corpora {
        let _infallible = writeln!(
            text,
            "  {path}: {} labelled snippets, {} of them routes; {} are as they are labelled",
            agreement.snippets, agreement.routes, agreement.agreeing
        );
    }
    let (mut open, mut permitted, mut labelled) = (0, 0, 0);
    for (_, _, verdict) in report.hits() {
        *match verdict {
            Verdict::Open { .. } => &mut open,
            Verdict::Permitted { .. } => &mut permitted,
            Verdict::Labelled { .. } => &mut labelled,
        } += 1;
    }
    let all = open + permitted + labelled;
    let _infallible =
        writeln!(text, "{all} hits: {open} stand, {permitted} permitted, {labelled} as labelled");
}

/// Why a file was not read.
pub(super) const fn done(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Scanned => "it was",
        Disposition::Binary => "it is no text",
        Disposition::Oversized => "it is too large",
        Disposition::Link => "it is a link",
        Disposition::Special => "it is no regular file",
    }
}
