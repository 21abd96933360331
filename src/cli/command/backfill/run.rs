//! `backfill run`.

use super::super::super::Context;
use super::super::super::args::backfill::Run;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::progress::Progress;
use super::super::super::resolve::RunConfig;
use super::super::super::runtime;
use crate::backfill::{self, Event, Naming, Passed, Report, Request};
use crate::migrate::{self, Interrupt, Unmet};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Rows between two lines of progress.
const TELL_EVERY: u64 = 10_000;

pub fn run(args: &Run, context: &Context<'_>) -> Result<Answer, Failure> {
    let config = RunConfig::of_backfill(context.environment)?;
    let bundle = config.bundle.load()?;
    let limits = config.timeouts.limits();
    let endpoint = config.login.endpoint(config.timeouts.connect)?;
    let mut report = Report::default();
    let progress = Progress::new(context.output);
    let application_name = context.output.application_name();
    let mut told = 0;
    let mut tell = |event| match event {
        Event::PassBegun { step } => {
            told = 0;
            progress.note(&format!("{step}: begun"));
        }
        Event::BatchDone { step, rows } if rows >= told + TELL_EVERY => {
            told = rows;
            progress.note(&format!("{step}: {rows} rows"));
        }
        Event::BatchDone { .. } => {}
        Event::Retrying { step, rows } => {
            progress.note(&format!("{step}: a batch was rolled back; again with {rows} rows"));
        }
    };
    let ended = runtime::block_on(async {
        let interrupt = Interrupt::listen()?;
        let request = Request {
            migration: migrate::Request {
                endpoint: &endpoint,
                bundle: &bundle,
                allowances: config.allowances.in_force(),
                limits,
                application_name: &application_name,
                interrupt: &interrupt,
                unmet: Unmet::Holds,
            },
            naming: Naming { slug: args.workspace_slug.clone(), name: args.workspace_name.clone() },
            backlog_project: args.backlog_project,
        };
        Ok(backfill::run(&request, &mut report, &mut tell).await)
    })?;
    progress.finish();
    let mut text = text(&report);
    let ending = match ended {
        Ok(()) => {
            let sentence = summary(&report);
            let _infallible = writeln!(text, "{sentence}");
            Ending::Reached(sentence)
        }
        Err(error) => Ending::NotReached(error.into()),
    };
    let result = result(&report);
    Ok(Answer { ending, text, result, notes: report.notes })
}

fn summary(report: &Report) -> String {
    let written: u64 = report.passes.iter().map(|pass| pass.written).sum();
    match (report.over, report.passes.is_empty()) {
        (Some(_), _) => {
            "nothing to do: every entry is applied, those that waited for the backfill included".to_owned()
        }
        (None, true) => "nothing to do: no table has changed since it was brought over".to_owned(),
        (None, false) => {
            format!("everything is brought over: {written} rows written; mosaic-db-migrator --run goes on")
        }
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    if let Some(workspace) = &report.workspace {
        let _infallible =
            writeln!(text, "workspace {} ({}), {}", workspace.slug, workspace.name, workspace.id);
    }
    for Passed { step, rows, written, took } in &report.passes {
        let took = took.as_millis();
        let _infallible = writeln!(text, "{step}: {rows} rows gone through, {written} written, in {took} ms");
    }
    if report.batches > 0 {
        let longest = report.longest.as_millis();
        let _infallible = writeln!(text, "{} batches, none longer than {longest} ms", report.batches);
    }
    text
}

fn result(report: &Report) -> Value {
    let milliseconds = |took: std::time::Duration| u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    json!({
        "database": report.identity.as_ref().map(|identity| super::super::database(identity, report.database_id.as_deref())),
        "workspace": report.workspace.as_ref().map(|workspace| json!({
            "id": workspace.id, "slug": workspace.slug, "name": workspace.name,
        })),
        "over": report.over.is_some(),
        "passes": report.passes.iter().map(|pass| json!({
            "step": pass.step, "rows": pass.rows, "written": pass.written, "milliseconds": milliseconds(pass.took),
        })).collect::<Vec<_>>(),
        "batches": report.batches,
        "longest_batch_milliseconds": milliseconds(report.longest),
        "quarantined": report.quarantined,
    })
}
