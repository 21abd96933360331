//! `rehearse`: what a run would do, shown by doing it in a transaction that is rolled back.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::progress::Progress;
use super::super::resolve::RunConfig;
use super::super::runtime;
use crate::migrate::{self, Interrupt, Rehearsal, Rehearsed, Request, State, Unmet};
use mosaic_db::bundle::Bundle;
use mosaic_db::catalog::{Change, Difference};
use serde_json::{Value, json};
use std::fmt::{self, Write as _};

pub fn rehearse(context: &Context<'_>) -> Result<Reply, Failure> {
    let config = RunConfig::of_rehearsal(context.environment)?;
    let bundle = config.bundle.load()?;
    let limits = config.timeouts.limits();
    let endpoint = config.login.endpoint(config.timeouts.connect)?;
    let mut report = Rehearsal::default();
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
        Ok(migrate::rehearse(&request, &mut report, &mut |event| progress.show(&event)).await)
    })?;
    progress.finish();
    let ending = match ended {
        Ok(()) => Ending::Reached(summary(&report)),
        Err(error) => Ending::NotReached(error.into()),
    };
    let mut text = text(&report);
    if let Ending::Reached(sentence) = &ending {
        let _infallible = writeln!(text, "{sentence}");
    }
    let result = result(&report, &bundle);
    Ok(Reply::Answer(Answer { ending, text, result, notes: report.notes }))
}

fn summary(report: &Rehearsal) -> String {
    let rehearsed = report.entries.len();
    let all = format!("{rehearsed} entries rehearsed and rolled back; catalog and ledger are as before");
    match &report.held {
        Some(hold) => format!("{all}; {hold}"),
        None => all,
    }
}

fn text(report: &Rehearsal) -> String {
    let mut text = String::new();
    for entry in &report.entries {
        let _infallible = write!(text, "{}", Shown(entry));
    }
    if !report.differences.is_empty() {
        let _infallible = writeln!(text, "what these entries change:");
    }
    for difference in &report.differences {
        let _infallible = writeln!(text, "  {}", Becomes(difference));
    }
    text
}

fn result(report: &Rehearsal, bundle: &Bundle) -> Value {
    json!({
        "bundle": bundle.fingerprint(),
        "database": report.identity.as_ref().map(|identity| super::database(identity, report.database_id.as_deref())),
        "rehearsed": report.entries.iter().map(facts).collect::<Vec<_>>(),
        "held": report.held.as_ref().map(|hold| super::held(bundle, hold)),
        "differences": report.differences,
    })
}

fn facts(entry: &Rehearsed) -> Value {
    json!({
        "tag": entry.tag,
        "milliseconds": u64::try_from(entry.took.as_millis()).unwrap_or(u64::MAX),
        "locks": entry.locks.iter().map(|lock| json!({
            "relation": lock.relation, "mode": lock.mode,
        })).collect::<Vec<_>>(),
        "rewrites": entry.rewrites.iter().map(|rewrite| json!({
            "table": rewrite.table, "bytes": rewrite.bytes,
        })).collect::<Vec<_>>(),
        "others": entry.others.iter().map(|other| json!({
            "who": other.who, "relation": other.relation, "mode": other.mode, "state": word(other.state),
        })).collect::<Vec<_>>(),
    })
}

const fn word(state: State) -> &'static str {
    match state {
        State::Holds => "holds",
        State::Waits => "waits",
    }
}

/// One entry as lines of text.
struct Shown<'a>(&'a Rehearsed);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(entry) = self;
        writeln!(f, "{} took {} ms", entry.tag, entry.took.as_millis())?;
        for lock in &entry.locks {
            writeln!(f, "  locks {} in {}", lock.relation, lock.mode)?;
        }
        for rewrite in &entry.rewrites {
            writeln!(f, "  writes {} anew, which takes {} bytes of disk", rewrite.table, rewrite.bytes)?;
        }
        for other in &entry.others {
            let verb = match other.state {
                State::Holds => "holds",
                State::Waits => "was kept waiting for",
            };
            writeln!(f, "  {} {verb} {} on {}", other.who, other.mode, other.relation)?;
        }
        Ok(())
    }
}

/// A difference as what the entries bring about.
struct Becomes<'a>(&'a Difference);

impl fmt::Display for Becomes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { class, name, change } = self.0;
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
        match change {
            Change::Added => write!(f, "+ {} {name}", class.word()),
            Change::Removed => write!(f, "- {} {name}", class.word()),
            Change::Altered { field, expected, observed } => {
                write!(f, "~ {} {name}: {field} {} → {}", class.word(), shown(expected), shown(observed))
            }
        }
    }
}
