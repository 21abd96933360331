//! Asks a server: one session, one `READ ONLY` transaction, one round trip.

use super::{Facts, Passwords, Scope, evaluate, questions};
use crate::checks::Check;
use crate::error::Code;
use crate::postgres::batch::StopCause;
use crate::postgres::identity::{self, Identity};
use crate::postgres::{Batch, ConnectError, Endpoint, Session, Stop, sqlstate};

/// The random id of the database, which bootstrap made.
const DATABASE_ID: &str = "SELECT database_id FROM mosaic_control.identity";

/// Why nothing was checked.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// No session.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The session ended before the answers came.
    #[error("the session ended while the server was asked")]
    Lost,
    /// A session that cannot see what has to be seen.
    #[error("{login} is not a superuser")]
    NotSuperuser {
        /// Whose session it is.
        login: String,
    },
    /// An old server.
    #[error("the server is PostgreSQL {version}; 16 is the oldest supported")]
    Version {
        /// As the server prints it.
        version: String,
    },
}

impl InspectError {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Lost => Code::ConnectionLost,
            Self::NotSuperuser { .. } => Code::BootstrapProviderProfileRequired,
            Self::Version { .. } => Code::ServerVersionUnsupported,
        }
    }
}

/// Makes every check as the superuser of this endpoint. What the server would not answer is in the checks, as unseen.
///
/// # Errors
/// [`InspectError`] where no check could be made at all.
pub async fn inspect(
    endpoint: &Endpoint,
    application_name: &str,
    scope: &Scope,
    passwords: &Passwords,
) -> Result<Vec<Check>, InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let checks = inspect_on(&session, scope, passwords).await;
    session.close().await;
    checks
}

/// Which database was looked at.
#[derive(Clone, Debug)]
pub struct Place {
    /// The session, and where it was.
    pub identity: Identity,
    /// The random id of the database; nothing where bootstrap has not made one.
    pub database_id: Option<String>,
}

/// Makes every check, and says which database they were made of, where that can be told.
///
/// # Errors
/// As [`inspect`].
pub async fn inspect_and_locate(
    endpoint: &Endpoint,
    application_name: &str,
    scope: &Scope,
    passwords: &Passwords,
) -> Result<(Vec<Check>, Option<Place>), InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let checks = inspect_on(&session, scope, passwords).await;
    let place = if checks.is_ok() { locate(&session).await } else { None };
    session.close().await;
    Ok((checks?, place))
}

async fn locate(session: &Session) -> Option<Place> {
    let identity = Identity::from_batch(&session.read(&identity::QUESTIONS).await.ok()?).ok()?;
    let answer = session.read(&[DATABASE_ID]).await.ok();
    let database_id = answer.and_then(|answer| answer.set(0).get(0, 0).map(str::to_owned));
    Some(Place { identity, database_id })
}

/// The same on a session that stays open.
///
/// # Errors
/// As [`inspect`].
pub async fn inspect_on(
    session: &Session,
    scope: &Scope,
    passwords: &Passwords,
) -> Result<Vec<Check>, InspectError> {
    let questions = questions(scope);
    let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
    judge(session.read(&questions).await, scope, passwords)
}

/// Every check, unless the session ended or is not one that can be asked.
fn judge(
    answered: Result<Batch, Stop>,
    scope: &Scope,
    passwords: &Passwords,
) -> Result<Vec<Check>, InspectError> {
    let (answers, refusal) = match answered {
        Ok(answers) => (answers, None),
        Err(stop) => match stop.cause {
            StopCause::Server(error) if !sqlstate::ends_session(&error.sqlstate) => {
                (stop.completed, Some(error))
            }
            StopCause::Server(_) | StopCause::Lost(_) => return Err(InspectError::Lost),
        },
    };
    let facts = Facts::from_batch(&answers, refusal);
    if let Some(version) = facts.unsupported_version() {
        return Err(InspectError::Version { version: version.to_owned() });
    }
    if let Some(login) = facts.login_without_sight() {
        return Err(InspectError::NotSuperuser { login: login.to_owned() });
    }
    Ok(evaluate(&facts, scope, passwords))
}

#[cfg(test)]
mod tests {
    use super::super::rules::{SUPERUSER, SUPPORTED_SERVER};
    use super::*;
    use crate::checks::Verdict;
    use crate::postgres::{ResultSet, ServerError};

    fn answers(version: &str, login: &str) -> Batch {
        Batch::of(vec![
            ResultSet::of_texts(&[["version", version]]),
            ResultSet::of_texts(&[["login", login]]),
        ])
    }

    fn stopped(completed: Batch, sqlstate: &str) -> Result<Batch, Stop> {
        let (sqlstate, message) = (sqlstate.to_owned(), "no".to_owned());
        let error = ServerError { sqlstate, message, position: None, more: Box::default() };
        Err(Stop { completed, cause: StopCause::Server(error) })
    }

    fn judged(answered: Result<Batch, Stop>) -> Result<Vec<Check>, InspectError> {
        judge(answered, &Scope::base(), &Passwords::default())
    }

    #[test]
    fn a_session_that_cannot_be_asked_gives_no_checks() {
        let good = || answers(SUPPORTED_SERVER, SUPERUSER);
        let lost = Stop { completed: good(), cause: StopCause::Lost(None) };
        for (answered, code) in [
            (Ok(answers("15.4", SUPERUSER)), Code::ServerVersionUnsupported),
            (Ok(answers(SUPPORTED_SERVER, "eve")), Code::BootstrapProviderProfileRequired),
            (stopped(answers("15.4", SUPERUSER), "42703"), Code::ServerVersionUnsupported),
            (stopped(good(), "57P01"), Code::ConnectionLost),
            (Err(lost), Code::ConnectionLost),
        ] {
            assert_eq!(judged(answered).unwrap_err().code(), code);
        }
    }

    #[test]
    fn a_refused_question_leaves_unseen_what_it_is_about_and_what_comes_after_it() {
        let checks = judged(stopped(answers(SUPPORTED_SERVER, SUPERUSER), "42501")).unwrap();
        let version = checks.iter().find(|check| check.id == "server.version").unwrap();
        assert_eq!(version.verdict, Verdict::Good);
        let row = checks.iter().find(|check| check.id == "control.identity.row").unwrap();
        assert_eq!((row.verdict, &*row.observed), (Verdict::Unseen, "not seen (42501: no)"));
    }
}
