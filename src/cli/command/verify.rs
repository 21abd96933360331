//! `--verify`: proves, read-only, that the database is in the state of the bundle.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::ProofConfig;
use super::super::runtime;
use crate::environment::Process;
use mosaic_db::assess::Shape;
use mosaic_db::inspect::inspect;
use serde_json::json;

pub fn verify(context: &Context<'_>) -> Result<Reply, Failure> {
    let config = ProofConfig::resolve(context.environment, Process::Verifier)?;
    let bundle = config.bundle.load()?;
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let application_name = context.output.application_name();
    let inspection = runtime::block_on(async { Ok(inspect(&endpoint, &bundle, &application_name).await) })??;
    let entries = bundle.entries().len();
    let mut notes = inspection.assessment.notes();
    let proved = match inspection.shape {
        Shape::Compared => "catalog, owners and privileges are",
        Shape::NotMeasured => {
            notes.push(
                "the bundle was not measured (effects.v1.json), so the catalog was not compared".to_owned(),
            );
            "owners and privileges are"
        }
    };
    let hold = inspection.assessment.hold();
    let sentence = match hold {
        None => format!("verified: all {entries} entries are applied, and {proved} as the bundle says"),
        Some(hold) => {
            let waiting = inspection.assessment.plan().steps().len();
            let applied = entries - waiting;
            format!(
                "verified: {applied} of {entries} entries are applied, and {proved} as the bundle says; \
                 {waiting} waiting: {hold}"
            )
        }
    };
    let (ending, text) = match inspection.require_settled() {
        Ok(()) => (Ending::Reached(sentence.clone()), format!("{sentence}\n")),
        Err(error) => (Ending::NotReached(error.into()), String::new()),
    };
    let result = json!({
        "bundle": bundle.fingerprint(),
        "database": super::database(&inspection.identity, Some(&inspection.survey.database_id)),
        "schema": inspection.snapshot.fingerprint().ok(),
        "entries": entries,
        "pending": super::pending(&bundle, &inspection.assessment),
        "held": hold.map(|hold| super::held(&bundle, hold)),
    });
    Ok(Reply::Answer(Answer { ending, text, result, notes }))
}
