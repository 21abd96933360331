//! Asks a server: one session, one `READ ONLY` transaction, one round trip.

use super::{Facts, Passwords, Scope, evaluate, questions};
use crate::checks::Check;
use crate::error::Code;
use crate::postgres::batch::StopCause;
use crate::postgres::identity::{self, Identity};
use crate::postgres::{ConnectError, Endpoint, Session, sqlstate};

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
    let (answers, refusal) = match session.read(&questions).await {
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
