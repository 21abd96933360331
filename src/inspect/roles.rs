//! The roles of a server, as any login sees them.

use super::{InspectError, identify};
use crate::postgres::{Endpoint, Identity, Session};
use crate::roles::graph::{Found, QUESTIONS};
use crate::survey::SurveyError;

const WHAT: &str = "the roles";

/// Asks who is a member of what, in two round trips. Nothing is judged here, not even who asks.
///
/// # Errors
/// [`InspectError`] where there is no session, or no answer.
pub async fn roles(endpoint: &Endpoint, application_name: &str) -> Result<(Identity, Found), InspectError> {
    let session = Session::open(endpoint, application_name).await?;
    let found = ask(&session).await;
    session.close().await;
    found
}

async fn ask(session: &Session) -> Result<(Identity, Found), InspectError> {
    let identity = identify(session).await?;
    let answers = session.read(&QUESTIONS).await;
    let answers = answers.map_err(|stop| SurveyError::unanswered(WHAT, stop.cause))?;
    let found = Found::from_batch(&answers).ok_or(SurveyError::Unreadable { what: WHAT })?;
    Ok((identity, found))
}
