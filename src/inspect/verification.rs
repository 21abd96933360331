//! Everything that can be proved of a database at once, as one list of checks: what any role can see of roles and
//! privileges, and the stages of the judgement of its state. No round trip more than an inspection takes.

use super::{InspectError, Inspection, conclude, identify, read, state_questions, texts};
use crate::allowance::InForce;
use crate::bundle::Bundle;
use crate::checks::prepared::Scope;
use crate::checks::{Check, proof, stage};
use crate::postgres::tls::Leaf;
use crate::postgres::{Batch, Endpoint, Identity, ServerError, Session, Stop, StopCause, sqlstate};
use crate::roles::scope;
use crate::survey::{self, SurveyError};

/// Everything that was proved or refuted.
#[derive(Debug)]
pub struct Verification {
    /// Who this session was, and where.
    pub identity: Identity,
    /// The server's certificate.
    pub leaf: Leaf,
    /// Every check, with its verdict.
    pub checks: Vec<Check>,
    /// What else came of it.
    pub standing: Standing,
}

/// The state of the database, as far as it was judged.
#[derive(Debug)]
pub enum Standing {
    /// As the ledger says.
    Sound(Box<Inspection>),
    /// Not as it must be.
    Refused(InspectError),
    /// Not read, because a check before it could not be made; that one failed.
    Unseen,
}

/// Proves as the migrator, with one list of checks, that roles, privileges, ledger and schema are as they must be. The
/// database is not asked for its state by a login that may not become the schema owner.
///
/// # Errors
/// [`InspectError`] where the session is not one that can prove anything; what it proved wrong is in the answer.
pub async fn verify(
    endpoint: &Endpoint,
    bundle: &Bundle,
    allowances: InForce<'_>,
    application_name: &str,
) -> Result<Verification, InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let verification = verify_on(&session, bundle, allowances).await;
    session.close().await;
    verification
}

/// The same on a session that stays open.
///
/// # Errors
/// As [`verify`].
pub async fn verify_on(
    session: &Session,
    bundle: &Bundle,
    allowances: InForce<'_>,
) -> Result<Verification, InspectError> {
    let scope = Scope::of(bundle)?;
    let identity = identify(session).await?;
    identity.require_migrator_session()?;
    let mut questions = proof::questions(&scope);
    let proofs = questions.len();
    if identity.may_become_owner() {
        let survey = survey::questions_beside_proof(bundle.manifest());
        questions.extend(state_questions(bundle, &identity, survey));
    }
    let outcome = session.read(&texts(&questions)).await;
    let (completed, refusal) = split(&outcome)?;
    let proved = completed.completed() >= proofs;
    let mut checks = proof::evaluate(completed, refusal.filter(|_| !proved), &scope);
    let objects = scope::within(proof::objects(completed), bundle.manifest());
    let standing = if proved && identity.may_become_owner() {
        let state = outcome
            .map(|batch| batch.after(proofs))
            .map_err(|stop| Stop { completed: stop.completed.after(proofs), ..stop });
        let concluded = match read(bundle, state) {
            Ok((survey, snapshot)) => {
                let found = (survey.with_scope(objects), snapshot);
                conclude(session, bundle, allowances, identity.clone(), found).await
            }
            Err(error) => Err(error),
        };
        match concluded {
            Ok(inspection) => Standing::Sound(Box::new(inspection)),
            Err(error) => Standing::Refused(error),
        }
    } else {
        Standing::Unseen
    };
    checks.extend(match &standing {
        Standing::Sound(_) => stage::all_good(bundle),
        Standing::Refused(InspectError::Objection(objection)) => stage::stopped_by(bundle, objection),
        Standing::Refused(_) | Standing::Unseen => stage::unseen(bundle),
    });
    Ok(Verification { identity, leaf: session.leaf(), checks, standing })
}

/// What completed, and what the server refused. A session that the server ended was refused nothing.
fn split(outcome: &Result<Batch, Stop>) -> Result<(&Batch, Option<&ServerError>), SurveyError> {
    match outcome {
        Ok(batch) => Ok((batch, None)),
        Err(Stop { completed, cause: StopCause::Server(error) })
            if !sqlstate::ends_session(&error.sqlstate) =>
        {
            Ok((completed, Some(error)))
        }
        Err(_) => Err(SurveyError::Lost),
    }
}
