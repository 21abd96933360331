//! `status`: which entries are applied and which are pending, and what may be in the way.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::ProofConfig;
use super::super::runtime;
use crate::environment::Process;
use mosaic_db::bundle::{LedgerAlone, Tag};
use mosaic_db::inspect::inspect_with_blockers;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub fn status(context: &Context<'_>) -> Result<Reply, Failure> {
    let config = ProofConfig::resolve(context.environment, Process::Runner)?;
    let bundle = config.bundle.load()?;
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let application_name = context.output.application_name();
    let allowances = config.allowances.in_force();
    let (inspection, blockers) = runtime::block_on(async {
        Ok(inspect_with_blockers(&endpoint, &bundle, allowances, &application_name).await)
    })??;
    let plan = inspection.assessment.plan();
    let pending: Vec<&str> = plan
        .steps()
        .iter()
        .filter_map(|step| Some(bundle.entries().get(step.position())?.tag().as_str()))
        .collect();
    let hold = inspection.assessment.hold();
    let effects = bundle.effects()?;
    let ledger_alone: BTreeMap<&Tag, LedgerAlone> = bundle
        .entries()
        .iter()
        .filter_map(|entry| Some((entry.tag(), effects.as_ref()?.entry(entry.tag())?.ledger_alone()?)))
        .collect();
    let mut text = String::new();
    for entry in bundle.entries() {
        let word = match hold {
            _ if !pending.contains(&entry.tag().as_str()) => "applied",
            None => "pending",
            Some(hold) if hold.tag == *entry.tag() => "held   ",
            Some(_) => "waiting",
        };
        let _infallible = write!(text, "{word}  {}", entry.tag());
        if let Some(reason) = ledger_alone.get(entry.tag()) {
            let _infallible = write!(text, "  {reason}");
        }
        text.push('\n');
    }
    let (entries, left) = (bundle.entries().len(), pending.len());
    let sentence = match hold {
        None => format!("{} of {entries} entries applied, {left} pending", entries - left),
        Some(hold) => format!("{} of {entries} entries applied, {left} waiting: {hold}", entries - left),
    };
    let _infallible = writeln!(text, "{sentence}");
    if !blockers.is_empty() {
        let _infallible = writeln!(text, "what may be in the way:");
    }
    for blocker in &blockers {
        let _infallible = writeln!(text, "  {blocker}");
    }
    let result = json!({
        "bundle": bundle.fingerprint(),
        "database": super::database(&inspection.identity, Some(&inspection.survey.database_id)),
        "entries": entries,
        "pending": super::pending(&bundle, &inspection.assessment),
        "held": hold.map(|hold| super::held(&bundle, hold)),
        "ledger_alone": ledger_alone,
        "allowed": super::allowed(&inspection.shape.allowed),
        "blockers": blockers,
    });
    let mut notes = inspection.assessment.about_ledger().to_vec();
    notes.extend(inspection.shape.notes());
    // Telling the state is what was asked for, whatever the state is.
    Ok(Reply::Answer(Answer { ending: Ending::Reached(sentence), text, result, notes }))
}
