//! Looking at a database without touching it: connect, prove, survey, assess. `READ ONLY` throughout, three round
//! trips after authentication whatever the number of entries, a fourth where the next one has preconditions, no
//! transaction id, no lock.

mod importer;
mod roles;
mod verification;

pub use importer::{Importable, ImporterError, inspect_as_importer};
pub use roles::roles;
pub use verification::{Standing, Verification, verify, verify_on};

use crate::allowance::{Admitted, Allowance, InForce};
use crate::assess::{self, Assessment, Extra, Objection, Shape};
use crate::blockers::{self, Blocker};
use crate::bundle::{Bundle, BundleError};
use crate::catalog::{self, Snapshot, SnapshotError};
use crate::error::Code;
use crate::ledger::EntriesPending;
use crate::postgres::identity::{self, IdentityError, role};
use crate::postgres::{Batch, ConnectError, Endpoint, Identity, Session, Stop, StopCause, sqlstate};
use crate::precondition::{self, Hold, PreconditionError};
use crate::survey::{self, Survey, SurveyError};

/// What was found, and what follows from it.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// Who this session was, and where.
    pub identity: Identity,
    /// What is in the database.
    pub survey: Survey,
    /// The shape of the managed schemas, without what is there by a signed allowance.
    pub snapshot: Snapshot,
    /// What is left to do.
    pub assessment: Assessment,
    /// Whether the catalog was compared.
    pub shape: Shape,
}

/// Why there is no inspection, or a bad one.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// No session.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Not the session it must be.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The database could not be read.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// The catalog could not be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The bundle cannot be read.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The database is not as it must be.
    #[error(transparent)]
    Objection(#[from] Objection),
    /// It is not known whether the next entry may run.
    #[error(transparent)]
    Precondition(#[from] PreconditionError),
    /// Entries are pending.
    #[error(transparent)]
    Pending(#[from] EntriesPending),
}

impl InspectError {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Identity(error) => error.code(),
            Self::Survey(error) => error.code(),
            Self::Snapshot(_) => Code::Internal,
            Self::Bundle(error) => error.code(),
            Self::Objection(error) => error.code(),
            Self::Precondition(error) => error.code(),
            Self::Pending(_) => Code::EntriesPending,
        }
    }

    /// What a program needs to know of the occurrence, for JSON; null where the message says it all.
    #[must_use]
    pub fn facts(&self) -> serde_json::Value {
        match self {
            Self::Objection(objection) => objection.facts(),
            Self::Connect(_)
            | Self::Identity(_)
            | Self::Survey(_)
            | Self::Snapshot(_)
            | Self::Bundle(_)
            | Self::Precondition(_)
            | Self::Pending(_) => serde_json::Value::Null,
        }
    }
}

/// Inspects the database as the migrator.
///
/// # Errors
/// [`InspectError`]; pending entries are not an error here, see [`Inspection::require_settled`].
pub async fn inspect(
    endpoint: &Endpoint,
    bundle: &Bundle,
    allowances: InForce<'_>,
    application_name: &str,
) -> Result<Inspection, InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let inspected = inspect_on(&session, bundle, allowances).await;
    session.close().await;
    inspected
}

/// Inspects the database as the migrator, and finds out what may be in the way of the entries that could run now: one
/// round trip more if there are any.
///
/// # Errors
/// As [`inspect`].
pub async fn inspect_with_blockers(
    endpoint: &Endpoint,
    bundle: &Bundle,
    allowances: InForce<'_>,
    application_name: &str,
) -> Result<(Inspection, Vec<Blocker>), InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let inspected = match inspect_on(&session, bundle, allowances).await {
        Ok(inspection) => {
            let found = blockers(&session, bundle, &inspection).await;
            found.map(|found| (inspection, found))
        }
        Err(error) => Err(error),
    };
    session.close().await;
    inspected
}

/// A database, and what stands there beside what its bundle makes.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The random id of the database.
    pub database_id: String,
    /// What is allowed.
    pub allowed: Vec<Allowance>,
    /// What is not.
    pub extras: Vec<Extra>,
}

/// Finds what is there beside what the bundle makes, as the migrator, whatever else is to be said of the catalog.
///
/// # Errors
/// As [`inspect`], but for drift.
pub async fn beside(
    endpoint: &Endpoint,
    bundle: &Bundle,
    allowances: InForce<'_>,
    application_name: &str,
) -> Result<Beside, InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let outcome = ask_for_state(&session, bundle).await;
    session.close().await;
    let (survey, admitted, assessment) = judge(bundle, allowances, outcome?.1)?;
    let extras = assess::extras(bundle, &assessment, &admitted)?;
    Ok(Beside { database_id: survey.database_id, allowed: admitted.allowed, extras })
}

async fn blockers(
    session: &Session,
    bundle: &Bundle,
    inspection: &Inspection,
) -> Result<Vec<Blocker>, InspectError> {
    let answers = match blockers::questions(bundle, &inspection.assessment) {
        None => Batch::default(),
        Some(questions) => match session.read(&questions.each_ref().map(String::as_str)).await {
            Ok(answers) => answers,
            Err(Stop { completed, cause: StopCause::Server(cause) })
                if completed.completed() + 1 == blockers::QUESTION_COUNT
                    && cause.is(sqlstate::LOCK_NOT_AVAILABLE) =>
            {
                completed
            }
            Err(stop) => return Err(SurveyError::unanswered("what is in the way", stop.cause).into()),
        },
    };
    Ok(blockers::blockers(bundle, &inspection.assessment, &inspection.survey, &answers))
}

async fn inspect_on(
    session: &Session,
    bundle: &Bundle,
    allowances: InForce<'_>,
) -> Result<Inspection, InspectError> {
    let (identity, found) = ask_for_state(session, bundle).await?;
    conclude(session, bundle, allowances, identity, found).await
}

async fn ask_for_state(
    session: &Session,
    bundle: &Bundle,
) -> Result<(Identity, (Survey, Snapshot)), InspectError> {
    let identity = identify(session).await?;
    identity.require_migrator()?;
    let questions = state_questions(bundle, &identity, survey::questions(bundle.manifest()));
    let found = read(bundle, session.read(&texts(&questions)).await)?;
    Ok((identity, found))
}

fn texts(questions: &[String]) -> Vec<&str> {
    questions.iter().map(String::as_str).collect()
}

/// The schema owner's questions: those of a survey, then the catalog.
fn state_questions(bundle: &Bundle, identity: &Identity, survey: Vec<String>) -> Vec<String> {
    let mut questions = vec![format!("SET LOCAL ROLE {}", role::SCHEMA_OWNER)];
    questions.extend(survey);
    questions.extend(catalog::questions(bundle.manifest(), identity.version));
    questions
}

/// Reads the answers to [`state_questions`].
fn read(bundle: &Bundle, outcome: Result<Batch, Stop>) -> Result<(Survey, Snapshot), InspectError> {
    let snapshot = outcome.as_ref().ok().map(|batch| Snapshot::from_batch(batch, 1 + survey::QUESTION_COUNT));
    let survey = Survey::from_outcome(outcome, 1)?;
    let snapshot = snapshot.transpose()?.unwrap_or_default();
    Ok((survey, snapshot.without(&bundle.manifest().ledger().to_string())))
}

/// Judges what was read, and asks whether the next entry may run.
async fn conclude(
    session: &Session,
    bundle: &Bundle,
    allowances: InForce<'_>,
    identity: Identity,
    found: (Survey, Snapshot),
) -> Result<Inspection, InspectError> {
    let (survey, admitted, assessment) = judge(bundle, allowances, found)?;
    let hold = ask(session, bundle, &assessment).await?;
    let assessment = assessment.with_hold(hold);
    let shape = assess::assess_shape(bundle, &assessment, &admitted)?;
    Ok(Inspection { identity, survey, snapshot: admitted.snapshot, assessment, shape })
}

fn judge(
    bundle: &Bundle,
    allowances: InForce<'_>,
    (survey, snapshot): (Survey, Snapshot),
) -> Result<(Survey, Admitted, Assessment), InspectError> {
    let assessment = assess::assess(bundle, &survey)?;
    let admitted = assess::admit(bundle, &survey, snapshot, allowances)?;
    Ok((survey, admitted, assessment))
}

/// A question of the bundle's own may fail, and only one entry's is asked: so it does not ride with the others.
async fn ask(
    session: &Session,
    bundle: &Bundle,
    assessment: &Assessment,
) -> Result<Option<Hold>, InspectError> {
    let Some(entry) = assessment.next_requiring(bundle) else { return Ok(None) };
    let questions = precondition::questions(bundle, entry);
    Ok(precondition::judge(entry, session.read(&texts(&questions)).await, 0)?)
}

async fn identify(session: &Session) -> Result<Identity, InspectError> {
    match session.read(&identity::QUESTIONS).await {
        Ok(answers) => Ok(Identity::from_batch(&answers)?),
        // An old server refuses a later question; its version is in the first answer all the same.
        Err(stop) => match (Identity::from_batch(&stop.completed), stop.cause) {
            (Err(error @ IdentityError::Version { .. }), _) => Err(error.into()),
            (_, cause) => Err(SurveyError::unanswered("this session", cause).into()),
        },
    }
}

impl Inspection {
    /// That no entry could run now: none is pending, or the first pending one is held.
    ///
    /// # Errors
    /// [`InspectError::Pending`].
    pub fn require_settled(&self) -> Result<(), InspectError> {
        Ok(self.assessment.require_settled()?)
    }
}
