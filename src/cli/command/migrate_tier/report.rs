//! An import as text and as JSON: the plan, what moved, and how far it got.

use crate::tier::{Act, Done, Extent, Form, Moved, Plan, Reached, Report, Transfer};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// One sentence for an import that reached its end.
pub fn sentence(report: &Report, extent: Extent) -> String {
    let tables = report.plan.as_ref().map_or(0, |plan| plan.transfers().count());
    match extent {
        Extent::DryRun => format!("{tables} tables could be imported; nothing was written (--yes does)"),
        Extent::Whole | Extent::Jobs(_) => {
            let rows: u64 = report.tables.iter().map(|moved| moved.tally.rows).sum();
            format!("{tables} tables with {rows} rows imported, read back and equal; committed")
        }
    }
}

/// The report as text.
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    if let Some(plan) = &report.plan {
        lines(&mut text, plan);
    }
    for moved in &report.tables {
        let Moved { name, done, tally, took } = moved;
        let verb = done_word(*done);
        let seconds = took.as_secs_f64();
        let _infallible = writeln!(
            text,
            "{verb} {name}: {} rows, {} bytes in {seconds:.1} s ({:.1} MB/s), sha-256 sum {}",
            tally.rows,
            tally.bytes,
            rate(tally.bytes, seconds),
            tally.digest.get(..16).unwrap_or_default(),
        );
    }
    text
}

const fn done_word(done: Done) -> &'static str {
    match done {
        Done::Copied => "copied",
        Done::Compared => "compared",
    }
}

fn rate(bytes: u64, seconds: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a rate is shown with one digit")]
    let megabytes = bytes as f64 / 1e6;
    if seconds > 0.0 { megabytes / seconds } else { 0.0 }
}

fn lines(text: &mut String, plan: &Plan) {
    for (number, wave) in plan.waves.iter().enumerate() {
        let _infallible = writeln!(text, "wave {}:", number + 1);
        for transfer in wave {
            let _infallible = writeln!(text, "  {}", line(transfer));
        }
    }
    for constraint in &plan.deferred {
        let _infallible = writeln!(text, "deferred to the end: {constraint}");
    }
    for table in &plan.absent {
        let _infallible = writeln!(text, "not in the source, stays empty: {table}");
    }
    if !plan.sequences.is_empty() {
        let names: Vec<&str> = plan.sequences.iter().map(|pair| pair.target.name.as_str()).collect();
        let _infallible = writeln!(text, "sequences to set: {}", names.join(", "));
    }
}

fn line(transfer: &Transfer) -> String {
    let act = match transfer.act {
        Act::Copy => "copy",
        Act::Compare => "compare (the bundle fills it)",
    };
    let rows = transfer
        .rows_estimated
        .map_or_else(|| "rows not counted yet".to_owned(), |rows| format!("about {rows} rows"));
    let mut line = format!(
        "{act} {}: {rows}, {} bytes on disk, {} columns as {}",
        transfer.name,
        transfer.disk_bytes,
        transfer.columns.len(),
        word(transfer.form),
    );
    let as_text: Vec<String> = transfer
        .columns
        .iter()
        .filter(|column| column.form == Form::Text)
        .map(|column| format!("{} {}", column.name, column.kind))
        .collect();
    if !as_text.is_empty() {
        let _infallible = write!(line, " (for {})", as_text.join(", "));
    }
    if let Some(triggers) = &transfer.triggers {
        let _infallible = write!(line, ", fires {triggers}");
    }
    line
}

const fn word(form: Form) -> &'static str {
    match form {
        Form::Binary => "binary",
        Form::Text => "text",
    }
}

/// The report as JSON. Numbers of 64 bits that identify something are text.
pub fn result(report: &Report, extent: Extent) -> Value {
    let reached = report.reached.map_or("zero_connections", |reached| match reached {
        Reached::ZeroDml => "zero_dml",
        Reached::ByTable => "by_table",
        Reached::RolledBack => "rolled_back",
        Reached::Committed => "committed",
        Reached::Uncertain => "uncertain",
    });
    json!({
        "extent": match extent { Extent::DryRun => "dry_run", Extent::Whole => "whole", Extent::Jobs(_) => "jobs" },
        "reached": reached,
        "database": report.target.as_ref().map(|target| super::super::database(&target.identity, Some(&target.database_id))),
        "source": report.source.as_ref().map(|source| json!({ "server_version": source.version })),
        "plan": report.plan.as_ref().map(plan),
        "tables": report.tables.iter().map(|moved| json!({
            "name": moved.name,
            "done": done_word(moved.done),
            "rows": moved.tally.rows,
            "bytes": moved.tally.bytes,
            "digest": moved.tally.digest,
            "milliseconds": u64::try_from(moved.took.as_millis()).unwrap_or(u64::MAX),
        })).collect::<Vec<_>>(),
    })
}

fn plan(plan: &Plan) -> Value {
    let transfer = |transfer: &Transfer| {
        json!({
            "name": transfer.name,
            "act": match transfer.act { Act::Copy => "copy", Act::Compare => "compare" },
            "form": word(transfer.form),
            "rows_estimated": transfer.rows_estimated,
            "disk_bytes": transfer.disk_bytes,
            "triggers": transfer.triggers,
            "columns": transfer.columns.iter().map(|column| json!({
                "name": column.name, "type": column.kind, "form": word(column.form),
            })).collect::<Vec<_>>(),
        })
    };
    json!({
        "waves": plan.waves.iter().map(|wave| wave.iter().map(transfer).collect::<Vec<_>>()).collect::<Vec<_>>(),
        "deferred": plan.deferred,
        "sequences": plan.sequences.iter().map(|pair| &pair.target.name).collect::<Vec<_>>(),
        "stay_empty": plan.absent,
    })
}
