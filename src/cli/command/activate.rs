//! `activate plan`, and what every plan has in common: documents in, steps out.

use super::super::args::activate::{Activate, Plan as Args};
use super::super::clock;
use super::super::exit::Failure;
use super::super::output::{self, Answer, Ending, Reply};
use crate::activation::{self, Document, Plan, ROLLBACK, Standing, Terms};
use crate::safe_fs;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

const HOUR: u64 = 3_600_000;

/// How a directory that was not given is called in a command.
const PLACEHOLDER: &str = "DIR";

pub fn activate(action: &Activate) -> Result<Reply, Failure> {
    match action {
        Activate::Plan(args) => answer(args, activation::activate, &ROLLBACK).map(Reply::Answer),
    }
}

/// Reads the documents and shows where the steps of a plan stand.
pub fn answer(
    args: &Args,
    make: fn(&[Document], Terms<'_>, &str) -> Plan,
    rollback: &[&str],
) -> Result<Answer, Failure> {
    let (documents, mut set_aside) = match &args.evidence {
        Some(directory) => read(directory)?,
        None => (Vec::new(), Vec::new()),
    };
    let terms = Terms {
        now: clock::now(),
        max_age: u64::from(args.max_age) * HOUR,
        database_id: args.database_id.as_ref().map(|id| id.as_str()),
    };
    let directory = args.evidence.as_ref().map(|path| path.display().to_string());
    let mut plan = make(&documents, terms, directory.as_deref().unwrap_or(PLACEHOLDER));
    set_aside.append(&mut plan.set_aside);
    plan.set_aside = set_aside;
    let mut text = text(&plan, rollback);
    let result = json!({
        "steps": plan.steps,
        "set_aside": plan.set_aside,
        "contradictions": plan.contradictions,
        "rollback": rollback,
    });
    let ending = match plan.conclude() {
        Ok(()) => {
            let sentence = format!("all {} steps are done", plan.steps.len());
            let _infallible = writeln!(text, "{sentence}");
            Ending::Reached(sentence)
        }
        Err(error) => Ending::NotReached(error.into()),
    };
    Ok(Answer { ending, text, result, notes: plan.set_aside })
}

/// The documents of a directory in the order of their names, and what else is in it.
fn read(directory: &Path) -> Result<(Vec<Document>, Vec<String>), Failure> {
    let mut names = safe_fs::list(directory)?;
    names.sort();
    let (mut documents, mut others) = (Vec::new(), Vec::new());
    for name in names {
        let shown = name.to_string_lossy();
        match safe_fs::read_public(&directory.join(&name)) {
            Ok(bytes) => match activation::read(&shown, &bytes) {
                Ok(document) => documents.push(document),
                Err(unknown) => others.push(format!("{shown} is unknown: {unknown}")),
            },
            Err(error) => others.push(format!("{shown} is not read: {}", output::chain(&error.into()))),
        }
    }
    Ok((documents, others))
}

fn text(plan: &Plan, rollback: &[&str]) -> String {
    let mut text = String::new();
    for (place, step) in plan.steps.iter().enumerate() {
        let (mark, standing) = match &step.standing {
            Standing::Done { document, at } => ("done", format!("{document} of {at}")),
            Standing::Open { reason } => ("open", reason.clone()),
        };
        let _infallible = write!(
            text,
            "{:>2} {mark} {}: {}\n        {standing}\n        do:    {}\n        proof: {}\n        back:  {}\n",
            place + 1,
            step.id,
            step.title,
            step.command,
            step.proof,
            step.back
        );
    }
    for (place, step) in rollback.iter().enumerate() {
        let heading = if place == 0 { "the way back, in this order:\n" } else { "" };
        let _infallible = writeln!(text, "{heading}   {step}");
    }
    text
}
