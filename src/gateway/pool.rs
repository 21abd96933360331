//! The guard of a connection pool: whether a connection that comes back is still as it was opened.
//!
//! One small query when a connection is checked out. A connection that is not as it must be is discarded, never mended:
//! whoever changed it may have changed what this query does not ask about.

use super::question::{self, COLUMNS, COUNT};
use crate::assess::Listed;
use crate::error::Code;
use crate::postgres::batch::{self, StopCause};
use crate::postgres::session::RUNTIME_SEARCH_PATH;
use crate::postgres::transport::StartupSettings;
use tokio_postgres::Client;

pub use super::question::{Deviation, Fact};

/// A connection that must not be used again.
#[derive(Debug, thiserror::Error)]
pub enum Discard {
    /// It is not as it was opened.
    #[error("{}", Listed(.0))]
    Poisoned(Vec<Deviation>),
    /// It did not answer as a connection does: it is lost, or in a transaction that failed.
    #[error("the connection cannot be asked")]
    Mute,
}

impl Discard {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Poisoned(deviations) => deviations.first().map_or(Code::RuntimeSession, Deviation::code),
            Self::Mute => Code::ConnectionLost,
        }
    }
}

/// What a pool opens its connections with, for [`crate::postgres::Endpoint::connect`].
#[must_use]
pub fn settings() -> StartupSettings {
    StartupSettings::default().with("search_path", RUNTIME_SEARCH_PATH).with("row_security", "off")
}

/// Asks a connection that is about to be handed out.
///
/// # Errors
/// [`Discard`]: close it and take another.
pub async fn prove(client: &Client) -> Result<(), Discard> {
    // Settings stored for the login, the database or every role do not change this connection, but the next.
    let question = format!(
        "SELECT {COLUMNS}, (SELECT coalesce(pg_catalog.string_agg(pg_catalog.array_to_string(s.setconfig, ', '), ', '), '') \
         FROM pg_catalog.pg_db_role_setting s WHERE s.setrole IN (0, (SELECT oid FROM pg_catalog.pg_roles \
         WHERE rolname = session_user)) AND s.setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database \
         WHERE datname = pg_catalog.current_database())))"
    );
    let answer = batch::run(client, &question).await.map_err(|stop| match stop.cause {
        StopCause::Server(_) | StopCause::Lost(_) => Discard::Mute,
    })?;
    let rows = answer.set(0).exact::<{ COUNT + 1 }>().unwrap_or_default();
    let [[facts @ .., stored]] = &rows[..] else { return Err(Discard::Mute) };
    let mut deviations = question::judge(facts);
    if !stored.is_empty() {
        let observed = (*stored).to_owned();
        deviations.push(Deviation { fact: Fact::StoredSettings, expected: "none", observed });
    }
    if deviations.is_empty() { Ok(()) } else { Err(Discard::Poisoned(deviations)) }
}
