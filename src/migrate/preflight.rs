//! After the lock: what is there, whether it may be touched, and what is to be done.

use super::connection::Writer;
use super::error::MigrateError;
use super::evidence::message;
use super::lock::Locked;
use mosaic_db::allowance::InForce;
use mosaic_db::assess::{self, Assessment};
use mosaic_db::bundle::{Bundle, Entry};
use mosaic_db::catalog::{self, Snapshot};
use mosaic_db::digest::Digest;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Identity, Literal};
use mosaic_db::precondition::{self, Hold};
use mosaic_db::survey::{self, Survey};

/// A locked session and what it found.
pub(super) struct Surveyed {
    writer: Writer,
    identity: Identity,
    pub(super) survey: Survey,
    /// That nothing is to be done, where the ledger alone says so.
    settled: Option<Assessment>,
}

/// What was found may be migrated, and this is the plan.
pub(super) struct Cleared {
    pub(super) writer: Writer,
    pub(super) identity: Identity,
    pub(super) survey: Survey,
    pub(super) assessment: Assessment,
    /// The catalog before the first entry, where it was read.
    pub(super) shape: Shaped,
}

/// What became of the catalog's comparison.
#[derive(Default)]
pub(super) struct Shaped {
    /// Its fingerprint; `None` where it was not read.
    pub(super) fingerprint: Option<Digest>,
    /// What is worth knowing.
    pub(super) notes: Vec<String>,
}

/// Statements before the survey's questions.
const BEFORE: usize = 1;

/// Looks at the ledger, and at everything else where that leaves something to do.
pub(super) async fn look(locked: Locked, bundle: &Bundle) -> Result<Surveyed, MigrateError> {
    let Locked { writer, identity } = locked;
    let survey = ask(&writer, survey::questions_of_ledger(bundle.manifest())).await?;
    if let Some(settled) = assess::settled_by_ledger(bundle, &survey) {
        return Ok(Surveyed { writer, identity, survey, settled: Some(settled) });
    }
    let survey = everything(&writer, bundle).await?;
    Ok(Surveyed { writer, identity, survey, settled: None })
}

pub(super) async fn clear(
    surveyed: Surveyed,
    bundle: &Bundle,
    allowances: InForce<'_>,
) -> Result<Cleared, MigrateError> {
    let Surveyed { writer, identity, survey, settled } = surveyed;
    if let Some(assessment) = settled {
        return Ok(Cleared { writer, identity, survey, assessment, shape: Shaped::default() });
    }
    let assessment = assess::assess(bundle, &survey)?;
    let hold = match assessment.next_requiring(bundle) {
        Some(entry) => hold(&writer, bundle, entry).await?,
        None => None,
    };
    let assessment = assessment.with_hold(hold);
    let shape = shape(&writer, bundle, allowances, (&survey, &assessment), &identity).await?;
    Ok(Cleared { writer, identity, survey, assessment, shape })
}

/// After the last entry, or before the one that is held, under the same lock: ledger, scope and catalog again, as they
/// are now.
pub(super) async fn confirm(
    writer: &Writer,
    bundle: &Bundle,
    allowances: InForce<'_>,
    identity: &Identity,
    hold: Option<Hold>,
) -> Result<(Survey, Shaped), MigrateError> {
    let survey = everything(writer, bundle).await?;
    let assessment = assess::assess(bundle, &survey)?.with_hold(hold);
    assessment.require_settled()?;
    let shape = shape(writer, bundle, allowances, (&survey, &assessment), identity).await?;
    Ok((survey, shape))
}

/// Asks what an entry requires; gives what is not met.
pub(super) async fn hold(
    writer: &Writer,
    bundle: &Bundle,
    entry: &Entry,
) -> Result<Option<Hold>, MigrateError> {
    let questions = precondition::questions(bundle, entry);
    // The session's settings are those of the startup packet: an entry before this one may have left others.
    let before = ["RESET ALL", "BEGIN READ ONLY"];
    let statements = before.into_iter().chain(questions.iter().map(String::as_str)).chain(["COMMIT"]);
    let outcome = writer.message(&message(statements)).await;
    if writer.interrupt().is_requested() {
        return Err(MigrateError::Interrupted);
    }
    if outcome.is_err() {
        // The connection may be gone; what is reported is the same.
        let _rolled_back_either_way = writer.decisive("ROLLBACK").await;
    }
    Ok(precondition::judge(entry, outcome, before.len())?)
}

/// Whose transaction the catalog is read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// One of its own.
    Own,
    /// The one that is open.
    Open,
}

/// Reads the catalog.
pub(super) async fn catalog(
    writer: &Writer,
    bundle: &Bundle,
    identity: &Identity,
    within: Within,
) -> Result<Snapshot, MigrateError> {
    let (begin, end) = match within {
        Within::Own => ("BEGIN READ ONLY", Some("COMMIT")),
        Within::Open => ("RESET ALL", None),
    };
    let settings =
        catalog::SETTINGS.iter().map(|(name, value)| format!("SET LOCAL {name} = {}", Literal(value)));
    let mut statements: Vec<String> = [begin.to_owned()].into_iter().chain(settings).collect();
    let before = statements.len();
    statements.extend(catalog::questions(bundle.manifest(), identity.version));
    let all = statements.iter().map(String::as_str).chain(end);
    let answers = writer
        .message(&message(all))
        .await
        .map_err(|stop| MigrateError::stopped(writer.interrupt(), stop))?;
    Ok(Snapshot::from_batch(&answers, before)?.without(&bundle.manifest().ledger().to_string()))
}

/// Reads the catalog and judges it; gives its fingerprint. With a bundle that was not measured there is nothing to
/// compare it with.
async fn shape(
    writer: &Writer,
    bundle: &Bundle,
    allowances: InForce<'_>,
    (survey, assessment): (&Survey, &Assessment),
    identity: &Identity,
) -> Result<Shaped, MigrateError> {
    if !bundle.is_measured() {
        return Ok(Shaped::default());
    }
    let snapshot = catalog(writer, bundle, identity, Within::Own).await?;
    let admitted = assess::admit(bundle, survey, snapshot, allowances)?;
    let fingerprint = Some(admitted.snapshot.fingerprint()?);
    let shape = assess::assess_shape(bundle, assessment, &admitted)?;
    Ok(Shaped { fingerprint, notes: shape.notes() })
}

/// Looks at everything.
pub(super) async fn everything(writer: &Writer, bundle: &Bundle) -> Result<Survey, MigrateError> {
    ask(writer, survey::questions(bundle.manifest())).await
}

async fn ask(writer: &Writer, questions: Vec<String>) -> Result<Survey, MigrateError> {
    let set_role = format!("SET ROLE {}", role::SCHEMA_OWNER);
    let statements = [&set_role].into_iter().chain(&questions).map(String::as_str);
    let outcome = writer.message(&message(statements)).await;
    if writer.interrupt().is_requested() {
        return Err(MigrateError::Interrupted);
    }
    Ok(Survey::from_outcome(outcome, BEFORE)?)
}
