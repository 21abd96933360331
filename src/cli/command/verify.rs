//! `--verify`: proves, read-only, that the database is in the state of the bundle.

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::ProofConfig;
use super::super::runtime;
use crate::environment::Process;
use mosaic_db::assess::Extent;
use mosaic_db::bundle::Bundle;
use mosaic_db::checks::{Failed, require_good};
use mosaic_db::inspect::{Inspection, Standing, verify as verify_database};
use serde_json::json;

pub fn verify(context: &Context<'_>) -> Result<Reply, Failure> {
    let config = ProofConfig::resolve(context.environment, Process::Verifier)?;
    let bundle = config.bundle.load()?;
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let application_name = context.output.application_name();
    let proof =
        runtime::block_on(async { Ok(verify_database(&endpoint, &bundle, &application_name).await) })??;
    let inspection = match &proof.standing {
        Standing::Sound(inspection) => Some(&**inspection),
        Standing::Refused(_) | Standing::Unseen => None,
    };
    let assessment = inspection.map(|inspection| &inspection.assessment);
    let result = json!({
        "bundle": bundle.fingerprint(),
        "database": super::database(&proof.identity, inspection.map(|it| &*it.survey.database_id)),
        "schema": inspection.and_then(|it| it.snapshot.fingerprint().ok()),
        "entries": bundle.entries().len(),
        "pending": assessment.map(|it| super::pending(&bundle, it)),
        "held": assessment.and_then(|it| it.hold()).map(|hold| super::held(&bundle, hold)),
        "checks": proof.checks,
    });
    let (sentence, notes) = inspection.map(|it| described(&bundle, it)).unwrap_or_default();
    let text = super::shown(&proof.checks, |check| check.verdict.fails());
    let ended = conclude(proof.standing, require_good(&proof.checks));
    Ok(Reply::Answer(match ended {
        Ok(()) => {
            let text = format!("{sentence}\n");
            Answer { ending: Ending::Reached(sentence), text, result, notes }
        }
        Err(failure) => Answer { ending: Ending::NotReached(failure), text, result, notes },
    }))
}

/// What a sound database amounts to, and what is worth knowing beside it.
fn described(bundle: &Bundle, inspection: &Inspection) -> (String, Vec<String>) {
    let entries = bundle.entries().len();
    let mut notes = inspection.assessment.notes();
    notes.extend(inspection.shape.notes());
    let proved = match inspection.shape.extent {
        Extent::Compared => "roles, catalog, owners and privileges are",
        Extent::NotMeasured | Extent::Open => "roles, owners and privileges are",
    };
    let sentence = match inspection.assessment.hold() {
        None => format!("verified: all {entries} entries are applied, and {proved} as they must be"),
        Some(hold) => {
            let waiting = inspection.assessment.plan().steps().len();
            let applied = entries - waiting;
            format!(
                "verified: {applied} of {entries} entries are applied, and {proved} as they must be; \
                 {waiting} waiting: {hold}"
            )
        }
    };
    (sentence, notes)
}

/// What is known most closely comes first: why the state was refused, then what else failed, then what is pending.
fn conclude(standing: Standing, good: Result<(), Failed>) -> Result<(), Failure> {
    match standing {
        Standing::Refused(error) => Err(error.into()),
        Standing::Unseen => Ok(good?),
        Standing::Sound(inspection) => {
            good?;
            Ok(inspection.require_settled()?)
        }
    }
}
