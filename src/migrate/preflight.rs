//! After the lock: what is there, whether it may be touched, and what is to be done.

use super::connection::Writer;
use super::error::MigrateError;
use super::evidence::message;
use super::lock::Locked;
use mosaic_db::assess::{self, Assessment};
use mosaic_db::bundle::Bundle;
use mosaic_db::postgres::Identity;
use mosaic_db::postgres::identity::role;
use mosaic_db::survey::{self, Survey};

/// A locked session and what it found.
pub(super) struct Surveyed {
    writer: Writer,
    identity: Identity,
    pub(super) survey: Survey,
}

/// What was found may be migrated, and this is the plan.
pub(super) struct Cleared {
    pub(super) writer: Writer,
    pub(super) identity: Identity,
    pub(super) survey: Survey,
    pub(super) assessment: Assessment,
}

/// Statements before the survey's questions.
const BEFORE: usize = 1;

pub(super) async fn look(locked: Locked, bundle: &Bundle) -> Result<Surveyed, MigrateError> {
    let Locked { writer, identity } = locked;
    let survey = survey(&writer, bundle).await?;
    Ok(Surveyed { writer, identity, survey })
}

pub(super) fn clear(surveyed: Surveyed, bundle: &Bundle) -> Result<Cleared, MigrateError> {
    let Surveyed { writer, identity, survey } = surveyed;
    let assessment = assess::assess(bundle, &survey)?;
    Ok(Cleared { writer, identity, survey, assessment })
}

/// After the last entry, under the same lock: the ledger and the scope again, as they are now.
pub(super) async fn confirm(writer: &Writer, bundle: &Bundle) -> Result<Survey, MigrateError> {
    let survey = survey(writer, bundle).await?;
    assess::assess(bundle, &survey)?.plan().require_empty()?;
    Ok(survey)
}

async fn survey(writer: &Writer, bundle: &Bundle) -> Result<Survey, MigrateError> {
    let set_role = format!("SET ROLE {}", role::SCHEMA_OWNER);
    let questions = survey::questions(bundle.manifest());
    let statements = [&set_role].into_iter().chain(&questions).map(String::as_str);
    let outcome = writer.message(&message(statements)).await;
    if writer.interrupt().is_requested() {
        return Err(MigrateError::Interrupted);
    }
    Ok(Survey::from_outcome(outcome, BEFORE)?)
}
