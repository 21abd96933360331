//! What the importer's session proves before it may write: that it is on the database it must be on, that this
//! database is in the state of the bundle, and that the login can add rows to it and nothing else.
//!
//! It is the session that will write, because a name can lead to another server a moment later.

use super::{InspectError, identify, texts};
use crate::allowance::InForce;
use crate::assess;
use crate::bundle::Bundle;
use crate::catalog::{self, Snapshot};
use crate::checks::prepared::Scope;
use crate::checks::{Check, proof};
use crate::digest::Digest;
use crate::error::Code;
use crate::gateway::importer_access_question;
use crate::postgres::identity::role;
use crate::postgres::{Batch, Endpoint, Identity, ResultSet, Session};
use crate::precondition::Hold;
use crate::survey::{self, Survey};

/// A database that rows can be imported into, as far as this session could prove it.
#[derive(Clone, Debug)]
pub struct Importable {
    /// Who the session is, and where.
    pub identity: Identity,
    /// The random id of the database.
    pub database_id: String,
    /// The fingerprint of its schema, the same that verification finds: without what is there by a signed allowance.
    pub schema: Digest,
    /// What was found good of roles, privileges, settings, extensions and the guard.
    pub checks: Vec<Check>,
}

/// Why nothing can be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImporterError {
    /// The session or the database is not what it must be.
    #[error(transparent)]
    Inspect(#[from] InspectError),
    /// The login can do more than add rows.
    #[error("{} can do more than an import needs: {}", role::IMPORTER, .0.join("; "))]
    Excess(Vec<String>),
    /// A check of roles, privileges or settings failed.
    #[error(transparent)]
    Checks(#[from] crate::checks::Failed),
}

impl ImporterError {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Inspect(error) => error.code(),
            Self::Excess(_) => Code::ImporterExcess,
            Self::Checks(_) => Code::CheckFailed,
        }
    }
}

/// Opens the importer's session and proves everything about it in two round trips, in `READ ONLY` transactions.
///
/// # Errors
/// [`ImporterError`], the first that applies.
pub async fn inspect_as_importer(
    endpoint: &Endpoint,
    bundle: &Bundle,
    allowances: InForce<'_>,
    application_name: &str,
) -> Result<(Session, Importable), ImporterError> {
    let scope = Scope::of(bundle).map_err(InspectError::from)?;
    let session = Session::open(endpoint, application_name).await.map_err(InspectError::from)?;
    let identity = identify(&session).await?;
    identity.require_importer().map_err(InspectError::from)?;
    let manifest = bundle.manifest();
    let mut questions = vec![importer_access_question(), rows_question(identity.version)];
    let survey_place = questions.len();
    questions.extend(survey::questions_of_runtime(manifest));
    let catalog_place = questions.len();
    questions.extend(catalog::questions(manifest, identity.version));
    let proof_place = questions.len();
    questions.extend(proof::questions(&scope));
    let mut outcome = session.read(&texts(&questions)).await;
    let proofs = outcome.as_mut().map(|answers| answers.split_off(proof_place)).unwrap_or_default();
    let answers = outcome.as_ref().unwrap_or_else(|stop| &stop.completed);
    let excess = excess(answers);
    let snapshot = outcome.as_ref().ok().map(|answers| Snapshot::from_batch(answers, catalog_place));
    let survey = Survey::from_outcome(outcome, survey_place).map_err(InspectError::from)?;
    if !excess.is_empty() {
        return Err(ImporterError::Excess(excess));
    }
    let assessment = assess::assess(bundle, &survey).map_err(InspectError::from)?;
    let hold = assessment.next_requiring(bundle).map(Hold::unasked);
    let assessment = assessment.with_hold(hold);
    let snapshot = snapshot.transpose().map_err(InspectError::from)?.unwrap_or_default();
    let snapshot = snapshot.without(&manifest.ledger().to_string());
    let admitted = assess::admit(bundle, &survey, snapshot, allowances).map_err(InspectError::from)?;
    assess::assess_shape(bundle, &assessment, &admitted).map_err(InspectError::from)?;
    assessment.require_settled().map_err(InspectError::from)?;
    let checks = proof::evaluate(&proofs, None, &scope);
    crate::checks::require_good(&checks)?;
    let schema = admitted.snapshot.fingerprint().map_err(InspectError::from)?;
    Ok((session, Importable { identity, database_id: survey.database_id, schema, checks }))
}

/// What the login may do with rows that it must not: anything but reading and adding.
fn rows_question(server_version: u32) -> String {
    let maintain = if server_version >= 170_000 { ", ('MAINTAIN')" } else { "" };
    include_str!("importer.sql").replace("{maintain}", maintain)
}

/// In words, from the answers to the first two questions; an answer that cannot be read is excess as well.
fn excess(answers: &Batch) -> Vec<String> {
    let pairs = |set: &ResultSet, words: fn(&str, &str) -> String| match set.exact::<2>() {
        Some(rows) => rows.into_iter().map(|[way, what]| words(way, what)).collect(),
        None => vec!["the server's answer about it cannot be read".to_owned()],
    };
    if answers.completed() < 2 {
        return Vec::new();
    }
    let mut excess = pairs(answers.set(0), |way, what| format!("{way} {what}"));
    excess.extend(pairs(answers.set(1), |privilege, what| format!("{privilege} on {what}")));
    excess
}
