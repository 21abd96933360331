//! `--run`: brings the database to the state of the bundle.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::{self, Answer, Ending, Reply};
use super::super::progress::Progress;
use super::super::resolve::RunConfig;
use super::super::{clock, runtime};
use crate::migrate::{self, Chain, Circumstances, Interrupt, Report, Request, Unmet, Written};
use mosaic_db::bundle::Bundle;
use serde_json::json;
use std::fmt::Write as _;

pub fn run(context: &Context<'_>) -> Result<Reply, Failure> {
    let config = RunConfig::resolve(context.environment)?;
    let (login, connect_timeout) = (config.login, config.timeouts.connect);
    let (bundle, endpoint) = runtime::both(|| config.bundle.load(), || login.endpoint(connect_timeout));
    let bundle = bundle?;
    let chain = Chain::open(config.receipts.as_deref())?;
    let limits = config.timeouts.limits();
    let endpoint = endpoint?;
    let started = clock::now();
    let mut report = Report::default();
    let mut progress = Progress::new(context.output);
    let application_name = context.output.application_name();
    let ended = runtime::block_on(async {
        let interrupt = Interrupt::listen()?;
        let request = Request {
            endpoint: &endpoint,
            bundle: &bundle,
            allowances: config.allowances.in_force(),
            limits,
            application_name: &application_name,
            interrupt: &interrupt,
            unmet: Unmet::Holds,
        };
        Ok(migrate::run(&request, &mut report, &mut |event| progress.show(&event)).await)
    })?;
    progress.finish();
    let receipt = match &report.database_id {
        Some(_) => {
            let circumstances = Circumstances {
                invocation: &context.output.invocation().to_string(),
                bundle: bundle.fingerprint(),
                code: ended.as_ref().err().map(migrate::MigrateError::code),
                started,
                ended: clock::now(),
            };
            Some(chain.write(&report, circumstances))
        }
        // Nothing was read of the database, so there is nothing to bear witness to.
        None => None,
    };
    let mut notes = report.notes.clone();
    let receipt = match receipt.transpose() {
        Ok(receipt) => receipt,
        // What became of the database comes first; a lost receipt is an error only where there is no other.
        Err(error) if ended.is_err() => {
            notes.push(format!("no receipt: {}", output::chain(&error.into())));
            None
        }
        Err(error) => return Err(error.into()),
    };
    let ending = match ended {
        Ok(()) => Ending::Reached(summary(&report, &bundle)),
        Err(error) => Ending::NotReached(error.into()),
    };
    let text = text(&report, &bundle, receipt.as_ref());
    let mut result = result(&report, &bundle);
    result["receipt"] = receipt.as_ref().map_or(json!(null), |receipt| match receipt {
        Written::File { path, sha256 } => json!({ "file": path, "sha256": sha256 }),
        Written::Text(receipt) => json!({ "text": receipt }),
    });
    Ok(Reply::Answer(Answer { ending, text, result, notes }))
}

fn summary(report: &Report, bundle: &Bundle) -> String {
    let entries = bundle.entries().len();
    if let Some(held) = &report.held {
        let (applied, waiting) = (report.applied.len(), held.waiting);
        return format!("{applied} of {entries} entries applied now, {waiting} waiting: {}", held.hold);
    }
    match report.applied.len() {
        0 => format!("nothing to do: all {entries} entries are applied"),
        applied => format!("{applied} of {entries} entries applied now; all are applied and verified"),
    }
}

fn text(report: &Report, bundle: &Bundle, receipt: Option<&Written>) -> String {
    let mut text = String::new();
    for entry in &report.applied {
        let _infallible = writeln!(text, "applied {} in {} ms", entry.tag, entry.took.as_millis());
    }
    let waiting = report.held.as_ref().map_or(0, |held| held.waiting);
    if report.applied.len() + waiting >= report.pending && report.database_id.is_some() {
        let _infallible = writeln!(text, "{}", summary(report, bundle));
    }
    let _infallible = match receipt {
        Some(Written::File { path, sha256 }) => {
            writeln!(text, "receipt {} with SHA-256 {sha256}", path.display())
        }
        Some(Written::Text(receipt)) => writeln!(text, "receipt {receipt}"),
        None => Ok(()),
    };
    text
}

fn result(report: &Report, bundle: &Bundle) -> serde_json::Value {
    json!({
        "bundle": bundle.fingerprint(),
        "database": report.identity.as_ref().map(|identity| super::database(identity, report.database_id.as_deref())),
        "entries": bundle.entries().len(),
        "pending_before": report.pending,
        "applied": report.applied.iter().map(|entry| json!({
            "tag": entry.tag,
            "sha256": entry.sha256,
            "milliseconds": u64::try_from(entry.took.as_millis()).unwrap_or(u64::MAX),
        })).collect::<Vec<_>>(),
        "held": report.held.as_ref().map(|held| super::held(bundle, &held.hold)),
        "ledger_before": report.ledger_before,
        "ledger_after": report.ledger_after,
        "schema_before": report.schema_before,
        "schema_after": report.schema_after,
    })
}
