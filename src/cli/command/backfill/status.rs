//! `backfill status`.

use super::super::super::Context;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::resolve::ProofConfig;
use super::super::super::runtime;
use crate::backfill::{self, Quarantined, Standing, Work};
use crate::environment::Process;
use mosaic_db::bundle::Bundle;
use mosaic_db::inspect::inspect;
use mosaic_db::precondition::Hold;
use serde_json::json;
use std::fmt::Write as _;

pub fn status(context: &Context<'_>) -> Result<Answer, Failure> {
    let config = ProofConfig::resolve(context.environment, Process::Runner)?;
    let bundle = config.bundle.load()?;
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let application_name = context.output.application_name();
    let allowances = config.allowances.in_force();
    let (inspection, standing) = runtime::block_on(async {
        let inspection = inspect(&endpoint, &bundle, allowances, &application_name).await;
        Ok((inspection, backfill::status(&endpoint, &application_name).await))
    })?;
    let (inspection, standing) = (inspection?, standing?);
    let hold = inspection.assessment.hold();
    let sentence = sentence(&standing, hold);
    let mut text = text(&standing);
    let _infallible = writeln!(text, "{sentence}");
    let result = json!({
        "database": super::super::database(&inspection.identity, Some(&inspection.survey.database_id)),
        "steps": standing.steps,
        "quarantine": standing.quarantine,
        "retained": standing.retained,
        "switched": standing.switched,
        "held": held(&bundle, hold),
    });
    // Telling the state is what was asked for, whatever the state is.
    Ok(Answer {
        ending: Ending::Reached(sentence),
        text,
        result,
        notes: inspection.assessment.about_ledger().to_vec(),
    })
}

fn held(bundle: &Bundle, hold: Option<&Hold>) -> serde_json::Value {
    hold.map_or(serde_json::Value::Null, |hold| super::super::held(bundle, hold))
}

fn sentence(standing: &Standing, hold: Option<&Hold>) -> String {
    let left: u64 = standing.steps.iter().map(|work| work.left).sum();
    let waiting: u64 = standing.quarantine.iter().map(|group| group.rows).sum();
    let all = format!("{left} rows left, {waiting} in quarantine");
    match hold {
        Some(hold) => format!("{all}; {hold}"),
        None => all,
    }
}

fn text(standing: &Standing) -> String {
    let mut text = String::new();
    for Work { step, state, rows, done, left, quarantined } in &standing.steps {
        let state = state.as_deref().unwrap_or("not begun");
        let _infallible = writeln!(
            text,
            "{state:<9}  {step:<14} {done} of {rows} rows done, {left} left, {quarantined} in quarantine"
        );
    }
    let proved = if standing.retained { "proved" } else { "not proved" };
    let _infallible = writeln!(text, "that nothing was lost is {proved}");
    for Quarantined { step, table, reason, rows, first } in &standing.quarantine {
        let first = first.join(", ");
        let _infallible = writeln!(text, "{step}: {rows} rows of {table}, {reason}: {first}");
    }
    text
}
