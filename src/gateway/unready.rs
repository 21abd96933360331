//! Why a gateway may not serve from its database.

use super::access::Finding;
use super::question::Deviation;
use crate::assess::{Listed, Objection};
use crate::catalog::SnapshotError;
use crate::checks::Failed;
use crate::error::Code;
use crate::ledger::EntriesPending;
use crate::postgres::ConnectError;
use crate::postgres::identity::IdentityError;
use crate::postgres::sqlstate;
use crate::survey::SurveyError;
use serde_json::json;
use std::time::Duration;

/// A reason not to serve.
#[derive(Debug, thiserror::Error)]
pub enum Unready {
    /// No session.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Another server, database or login than it must be.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The session is not as it was opened.
    #[error("{}", Listed(.0))]
    Session(Vec<Deviation>),
    /// The login can do what it must not.
    #[error("{}", Listed(.0))]
    Access(Vec<Finding>),
    /// The database could not be read.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// The catalog could not be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The database is not as it must be.
    #[error(transparent)]
    Objection(#[from] Objection),
    /// Roles, privileges, settings, extensions or the guard are not as bootstrap leaves them.
    #[error(transparent)]
    Checks(#[from] Failed),
    /// Entries are pending.
    #[error(transparent)]
    Pending(#[from] EntriesPending),
    /// Somebody holds a lock on what has to be read.
    #[error("the catalog is locked by another session")]
    Busy,
    /// The check did not end in time.
    #[error("the check did not end within {} ms", .0.as_millis())]
    TimedOut(Duration),
    /// The task of the check ended without an answer.
    #[error("the check ended without an answer")]
    Abandoned,
}

impl Unready {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Identity(error) => error.code(),
            Self::Session(deviations) => deviations.first().map_or(Code::Internal, Deviation::code),
            Self::Access(findings) => findings.first().map_or(Code::Internal, Finding::code),
            Self::Survey(error) => error.code(),
            Self::Objection(error) => error.code(),
            Self::Checks(_) => Code::CheckFailed,
            Self::Pending(error) => error.code(),
            Self::Busy => Code::ReadinessBusy,
            Self::TimedOut(_) => Code::ReadinessTimedOut,
            Self::Snapshot(_) | Self::Abandoned => Code::Internal,
        }
    }

    /// What a program needs to know of the occurrence, for JSON; null where the message says it all.
    #[must_use]
    pub fn facts(&self) -> serde_json::Value {
        match self {
            Self::Access(findings) => json!({ "findings": findings }),
            Self::Objection(objection) => objection.facts(),
            Self::Pending(EntriesPending { count, of }) => json!({ "pending": count, "entries": of }),
            Self::Connect(_)
            | Self::Identity(_)
            | Self::Session(_)
            | Self::Survey(_)
            | Self::Snapshot(_)
            | Self::Checks(_)
            | Self::Busy
            | Self::TimedOut(_)
            | Self::Abandoned => serde_json::Value::Null,
        }
    }

    /// Whether it can pass without anybody mending something: a server that comes up, a migration that goes on.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            // An entry of several steps is seen in the middle while it runs.
            Self::Pending(_)
            | Self::Busy
            | Self::TimedOut(_)
            | Self::Objection(Objection::EffectsPresent { .. })
            | Self::Identity(IdentityError::InRecovery)
            | Self::Survey(SurveyError::Lost) => true,
            // The server prints definitions from the catalog as it is by now, not as the transaction sees it: what a migration
            // dropped a moment ago is not found.
            Self::Survey(SurveyError::Refused { cause, .. }) => cause.sqlstate == sqlstate::INTERNAL_ERROR,
            Self::Connect(error) => {
                matches!(error.code(), Code::ServerUnreachable | Code::ServerNotReady)
            }
            Self::Identity(_)
            | Self::Session(_)
            | Self::Access(_)
            | Self::Survey(_)
            | Self::Snapshot(_)
            | Self::Objection(_)
            | Self::Checks(_)
            | Self::Abandoned => false,
        }
    }

    /// Whether the session it was found in may still be asked.
    pub(super) const fn leaves_session(&self) -> bool {
        !matches!(
            self,
            Self::Connect(_) | Self::Session(_) | Self::Survey(SurveyError::Lost) | Self::TimedOut(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{SurveyError, Unready};
    use crate::postgres::ServerError;

    #[test]
    fn what_went_away_while_it_was_printed_may_pass_and_a_missing_right_does_not() {
        let refused = |sqlstate: &str| {
            let cause = ServerError {
                sqlstate: sqlstate.to_owned(),
                message: "cache lookup failed for index 17199".to_owned(),
                position: None,
                more: Box::default(),
            };
            Unready::Survey(SurveyError::Refused { what: "indexes", cause })
        };
        assert!(refused("XX000").may_pass());
        assert!(!refused("42501").may_pass());
    }
}
