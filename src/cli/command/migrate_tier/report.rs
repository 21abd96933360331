//! An import as text and as JSON: the plan, what moved, and how far it got.

use super::super::super::columns::Side::{Left, Right};
use super::super::super::columns::aligned;
use crate::tier::{Act, Done, Extent, Form, Moved, Plan, Reached, Report, Took, Transfer};
use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// One sentence for an import that reached its end.
pub fn sentence(report: &Report, extent: Extent) -> String {
    let tables = report.plan.as_ref().map_or(0, |plan| plan.transfers().count());
    match extent {
        Extent::DryRun => format!("{tables} tables could be imported; nothing was written (--yes does)"),
        Extent::Whole | Extent::Jobs(_) => {
            let rows: u64 = report.tables.iter().map(|moved| moved.tally.rows).sum();
            let bytes: u64 = report.tables.iter().map(|moved| moved.tally.bytes).sum();
            let (rows, bytes) = (HumanCount(rows), DecimalBytes(bytes));
            let proved = match report.proved.len() {
                0 => String::new(),
                keys => format!(", {keys} foreign keys proved"),
            };
            format!(
                "{tables} tables with {rows} rows ({bytes}) imported, read back and equal{proved}; committed"
            )
        }
    }
}

/// The report as text. Where rows were to move, the plan was shown before they did. What was rolled back is not told as
/// if it were there.
pub fn text(report: &Report, extent: Extent) -> String {
    match (extent, report.reached) {
        (Extent::DryRun, _) => report.plan.as_ref().map(plan_text).unwrap_or_default(),
        (_, Some(Reached::Committed | Reached::ByTable)) => moved(&report.tables) + &phases(report, extent),
        (_, Some(Reached::ZeroDml | Reached::RolledBack | Reached::Uncertain) | None) => String::new(),
    }
}

fn moved(tables: &[Moved]) -> String {
    let mut lines =
        vec![["table", "", "rows", "values", "took", "a second", "sha-256 sum"].map(str::to_owned)];
    lines.extend(tables.iter().map(|Moved { name, done, tally, took }| {
        [
            name.clone(),
            done_word(*done).to_owned(),
            HumanCount(tally.rows).to_string(),
            DecimalBytes(tally.bytes).to_string(),
            format!("{:.1} s", took.as_secs_f64()),
            rate(tally.bytes, *took).map(|rate| DecimalBytes(rate).to_string()).unwrap_or_default(),
            tally.digest.get(..16).unwrap_or_default().to_owned(),
        ]
    }));
    aligned([Left, Left, Right, Right, Right, Right, Left], &lines)
}

/// How long each phase took.
fn phases(report: &Report, extent: Extent) -> String {
    let seconds = |took: Duration| format!("{:.1} s", took.as_secs_f64());
    let Took { copying, comparing, proving } = report.took;
    let mut text = format!("copying {}, comparing {}", seconds(copying), seconds(comparing));
    if !report.proved.is_empty() {
        let _infallible = write!(text, ", proving {}", seconds(proving));
    }
    if matches!(extent, Extent::Jobs(_)) {
        text.push_str(", all sessions together");
    }
    text + "\n"
}

const fn done_word(done: Done) -> &'static str {
    match done {
        Done::Copied => "copied",
        Done::Compared => "compared",
    }
}

/// Bytes a second, where there is enough of both to speak of one.
fn rate(bytes: u64, took: Duration) -> Option<u64> {
    const SPEAKS: u64 = 1_000_000;
    let microseconds = took.as_micros();
    if bytes < SPEAKS || microseconds == 0 {
        return None;
    }
    u64::try_from(u128::from(bytes) * 1_000_000 / microseconds).ok()
}

/// The plan as text: what is done with each table, in the order in which it is done.
pub fn plan_text(plan: &Plan) -> String {
    let mut lines = vec![["wave", "", "table", "rows", "on disk", "columns", ""].map(str::to_owned)];
    for (number, wave) in plan.waves.iter().enumerate() {
        lines.extend(wave.iter().map(|transfer| line(number + 1, transfer)));
    }
    let mut text = aligned([Right, Left, Left, Right, Right, Right, Left], &lines);
    for constraint in &plan.deferred {
        let _infallible = writeln!(text, "deferred to the end: {constraint}");
    }
    if !plan.absent.is_empty() {
        let _infallible = writeln!(text, "not in the source, stay empty: {}", plan.absent.join(", "));
    }
    if let Some(proof) = &plan.proof {
        let _infallible = writeln!(
            text,
            "loaded without row triggers, while nobody else can write {}",
            proof.locked.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
        );
        let keys: Vec<String> =
            proof.keys.iter().map(|key| format!("{} of {}", key.name, key.table)).collect();
        let _infallible = writeln!(text, "foreign keys proved before the commit: {}", keys.join(", "));
    }
    if !plan.sequences.is_empty() {
        let names: Vec<&str> = plan.sequences.iter().map(|pair| pair.target.name.as_str()).collect();
        let _infallible = writeln!(text, "sequences to set: {}", names.join(", "));
    }
    text
}

fn line(wave: usize, transfer: &Transfer) -> [String; 7] {
    let act = match transfer.act {
        Act::Copy => "copy",
        Act::Compare => "compare",
    };
    let rows = transfer.rows_estimated.map(|rows| format!("about {}", HumanCount(rows)));
    [
        wave.to_string(),
        act.to_owned(),
        transfer.name.clone(),
        rows.unwrap_or_else(|| "not counted".to_owned()),
        DecimalBytes(transfer.disk_bytes).to_string(),
        transfer.columns.len().to_string(),
        remarks(transfer),
    ]
}

/// What is worth knowing of a table beside the usual.
fn remarks(transfer: &Transfer) -> String {
    let mut remarks = Vec::new();
    if transfer.act == Act::Compare {
        remarks.push("filled by the bundle".to_owned());
    }
    if transfer.form == Form::Text {
        let as_text = transfer.columns.iter().filter(|column| column.form == Form::Text);
        let as_text: Vec<String> = as_text.map(|column| format!("{} {}", column.name, column.kind)).collect();
        // It is the source's own column that needs it where none of the target's does.
        remarks.push(if as_text.is_empty() {
            "as text".to_owned()
        } else {
            format!("as text for {}", as_text.join(", "))
        });
    }
    remarks.extend(transfer.triggers.as_ref().map(|triggers| format!("fires {triggers}")));
    remarks.extend(transfer.silenced.as_ref().map(|silenced| format!("does not fire {silenced}")));
    remarks.join("; ")
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
        "proved": report.proved,
        "tables": report.tables.iter().map(|moved| json!({
            "name": moved.name,
            "done": done_word(moved.done),
            "rows": moved.tally.rows,
            "bytes": moved.tally.bytes,
            "digest": moved.tally.digest,
            "milliseconds": milliseconds(moved.took),
        })).collect::<Vec<_>>(),
        "milliseconds": {
            "copying": milliseconds(report.took.copying),
            "comparing": milliseconds(report.took.comparing),
            "proving": milliseconds(report.took.proving),
        },
    })
}

fn milliseconds(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
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
            "silenced_triggers": transfer.silenced,
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
        "constraints": if plan.proof.is_some() { "validate" } else { "enforce" },
        "locked": plan.proof.as_ref().map(|proof| &proof.locked),
        "proves": plan.proof.as_ref().map(|proof| {
            proof.keys.iter().map(|key| format!("{}.{}", key.table, key.name)).collect::<Vec<_>>()
        }),
    })
}
