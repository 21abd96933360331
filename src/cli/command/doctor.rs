//! `doctor --self-test`: every known defect, made and found.

use super::super::Context;
use super::super::args::doctor::Doctor;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::progress::Progress;
use super::super::resolve::{self, Login};
use super::super::runtime;
use crate::doctor::{self, Event, Outcome, Report, Request};
use crate::migrate::Interrupt;
use serde_json::{Value, json};
use std::fmt::Write as _;

pub fn doctor(args: &Doctor, context: &Context<'_>) -> Result<Reply, Failure> {
    let connect_timeout = resolve::connect_timeout(context.environment)?;
    let endpoint = Login::of_file(context.environment, &args.scratch_url_file)?.endpoint(connect_timeout)?;
    let mut progress = Progress::new(context.output);
    let application_name = context.output.application_name();
    let ended = runtime::block_on(async {
        let interrupt = Interrupt::listen()?;
        let request =
            Request { endpoint: &endpoint, application_name: &application_name, interrupt: &interrupt };
        Ok(doctor::self_test(&request, &mut |event| show(&mut progress, &event)).await)
    })?;
    progress.finish();
    Ok(Reply::Answer(answer(&ended?)))
}

fn show(progress: &mut Progress<'_>, event: &Event<'_>) {
    match event {
        Event::Preparing(bundle) => progress.note(&format!("preparing a database with {bundle}")),
        Event::Tried { number, of, outcome } => progress.count(*number, *of, &line(outcome)),
    }
}

fn line(outcome: &Outcome) -> String {
    match &outcome.missed {
        None => format!("{}: found by {}; gone when taken back", outcome.id(), named(outcome)),
        Some(missed) => format!("{}: {missed}", outcome.id()),
    }
}

/// The checks that found it, or the code where the objection has no check of its own.
fn named(outcome: &Outcome) -> String {
    let code = outcome.code.map(|code| code.entry().code.to_owned());
    if outcome.fired.is_empty() { code.unwrap_or_default() } else { outcome.fired.join(", ") }
}

fn answer(report: &Report) -> Answer {
    let ended = report.require_all_found();
    let missed = report.outcomes.iter().filter(|outcome| outcome.missed.is_some());
    let mut text = missed.fold(String::new(), |mut text, outcome| {
        let _infallible = writeln!(text, "missed {}", line(outcome));
        text
    });
    for (id, since) in &report.not_applicable {
        let _infallible = writeln!(text, "not applicable {id}: since PostgreSQL {since}");
    }
    for id in report.without_defect() {
        let _infallible = writeln!(text, "without a defect {id}");
    }
    let found = report.outcomes.iter().filter(|outcome| outcome.missed.is_none()).count();
    let sentence = format!(
        "{found} of {} defects found, and gone when taken back, on PostgreSQL {}",
        report.outcomes.len() + report.untried.len(),
        report.version
    );
    let _infallible = writeln!(text, "{sentence}");
    let result = json!({
        "server_version": report.version,
        "defects": report.outcomes.iter().map(defect).collect::<Vec<_>>(),
        "not_applicable": report.not_applicable.iter().map(|(id, since)| json!({ "id": id, "since": since })).collect::<Vec<_>>(),
        "untried": report.untried,
        "checks_without_defect": report.without_defect(),
    });
    let ending = match ended {
        Ok(()) => Ending::Reached(sentence),
        Err(failed) => Ending::NotReached(failed.into()),
    };
    Answer { ending, text, result, notes: Vec::new() }
}

fn defect(outcome: &Outcome) -> Value {
    json!({
        "id": outcome.id(),
        "code": outcome.code.map(|code| code.entry().code),
        "fired": outcome.fired,
        "facts": outcome.facts,
        "missed": outcome.missed.as_ref().map(ToString::to_string),
    })
}
