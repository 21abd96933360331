//! The session that attempts. It is opened once, as the deployed login; nothing reconnects.

use super::error::CertifyError;
use super::probe::{Frame, Refusal};
use crate::migrate::LOCK_KEYS;
use mosaic_db::catalog::SETTINGS;
use mosaic_db::certificate::Outcome;
use mosaic_db::digest::Digest;
use mosaic_db::postgres::identity::{self, IdentityError, role};
use mosaic_db::postgres::transport::StartupSettings;
use mosaic_db::postgres::{Batch, Connection, Endpoint, Identity, Stop, StopCause, batch, sqlstate};

/// As whom a statement is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// As the login.
    Login,
    /// As the schema owner, which the login becomes for the transaction.
    SchemaOwner,
}

pub(super) struct Session(Connection);

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The statement was refused with this SQLSTATE.
    Refused(String),
    /// It was carried out, with these warnings.
    CarriedOut(Vec<String>),
    /// It was not reached: what stands before it was refused with this SQLSTATE.
    NotReached(String),
}

impl Session {
    pub(super) async fn open(endpoint: &Endpoint, application_name: &str) -> Result<Self, CertifyError> {
        Ok(Self(endpoint.connect(application_name, &settings()).await?))
    }

    pub(super) async fn identify(&self) -> Result<Identity, CertifyError> {
        match self.read(Role::Login, &identity::QUESTIONS).await {
            Ok(answers) => Ok(Identity::from_batch(&answers)?),
            // An old server refuses a later question; its version is in the first answer all the same.
            Err(stop) => match Identity::from_batch(&stop.completed) {
                Err(error @ IdentityError::Version { .. }) => Err(error.into()),
                Ok(_) | Err(_) => Err(failed("the identity questions", stop)),
            },
        }
    }

    /// The answer to one question that changes nothing.
    pub(super) async fn ask(
        &self,
        role: Role,
        what: &'static str,
        question: &str,
    ) -> Result<Batch, CertifyError> {
        self.read(role, &[question]).await.map_err(|stop| failed(what, stop))
    }

    /// Takes the migration lock until the session ends, if nobody has it.
    pub(super) async fn lock(&self) -> Result<(), CertifyError> {
        let question = format!("SELECT pg_catalog.pg_try_advisory_lock({LOCK_KEYS})");
        let answer = self.send(&question).await.map_err(|stop| failed("the migration lock", stop))?;
        if answer.set(0).get(0, 0) == Some("t") { Ok(()) } else { Err(CertifyError::LockHeld) }
    }

    /// Sends a statement and undoes it.
    pub(super) async fn attempt(&self, role: Role, frame: Frame, sql: &str) -> Result<Answer, Stop> {
        let _of_what_came_before = self.0.take_warnings();
        let (message, before) = match frame {
            Frame::Alone => (sql.to_owned(), 0),
            Frame::RolledBack => (format!("BEGIN;\n{};\n{sql}\n;ROLLBACK", role.assumption()), FRAME),
        };
        let outcome = self.send(&message).await;
        let warnings = self.0.take_warnings();
        // After a refusal the transaction is still open; after anything else this changes nothing.
        self.send("ROLLBACK").await?;
        match outcome {
            Ok(_) => Ok(Answer::CarriedOut(warnings)),
            Err(Stop { completed, cause: StopCause::Server(error) })
                if !sqlstate::ends_session(&error.sqlstate) =>
            {
                let reached = completed.completed() == before;
                Ok(if reached { Answer::Refused(error.sqlstate) } else { Answer::NotReached(error.sqlstate) })
            }
            Err(stop) => Err(stop),
        }
    }

    async fn read(&self, role: Role, questions: &[&str]) -> Result<Batch, Stop> {
        let message = format!(
            "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY;\n{};\n{}\n;ROLLBACK",
            role.assumption(),
            questions.join("\n;\n")
        );
        match self.send(&message).await {
            Ok(batch) => Ok(batch.after(FRAME)),
            Err(stop) => {
                self.send("ROLLBACK").await?;
                Err(Stop { completed: stop.completed.after(FRAME), cause: stop.cause })
            }
        }
    }

    async fn send(&self, message: &str) -> Result<Batch, Stop> {
        batch::run(self.0.client(), message).await
    }

    pub(super) const fn leaf_spki(&self) -> Digest {
        self.0.leaf().spki
    }

    pub(super) async fn close(self) {
        self.0.close().await;
    }
}

/// What completes before the statement: BEGIN and the choice of the role.
const FRAME: usize = 2;

impl Role {
    pub(super) const fn name(self, login: &str) -> &str {
        match self {
            Self::Login => login,
            Self::SchemaOwner => role::SCHEMA_OWNER,
        }
    }

    const fn assumption(self) -> &'static str {
        match self {
            Self::Login => "SET LOCAL ROLE NONE",
            Self::SchemaOwner => "SET LOCAL ROLE mosaic_schema_owner",
        }
    }
}

impl Answer {
    /// In the form of [`Refusal`]'s.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Refused(sqlstate) => sqlstate.clone(),
            Self::CarriedOut(warnings) => match warnings.first() {
                None => "none".to_owned(),
                Some(sqlstate) => format!("warning {sqlstate}"),
            },
            Self::NotReached(sqlstate) => format!("{sqlstate} before the attempt"),
        }
    }

    /// What it proves.
    pub(super) fn judge(&self, refusal: Refusal) -> Outcome {
        match (self, refusal) {
            (Self::Refused(observed), Refusal::Error(expected)) if observed == expected => Outcome::Denied,
            (Self::CarriedOut(warnings), Refusal::Warning(expected))
                if warnings.first().is_some_and(|observed| observed == expected) =>
            {
                Outcome::Denied
            }
            (Self::CarriedOut(_), _) => Outcome::Allowed,
            (Self::Refused(_) | Self::NotReached(_), _) => Outcome::Unproven,
        }
    }
}

pub(super) fn failed(during: &str, stop: Stop) -> CertifyError {
    let during = during.to_owned();
    match stop.cause {
        StopCause::Server(cause) if !sqlstate::ends_session(&cause.sqlstate) => {
            CertifyError::Refused { during, cause }
        }
        StopCause::Server(_) | StopCause::Lost(_) => CertifyError::Lost { during },
    }
}

fn settings() -> StartupSettings {
    let printed = SETTINGS.iter();
    printed
        .fold(StartupSettings::default(), |settings, (name, value)| settings.with(name, value))
        .with("role", "none")
        // What is denied must be denied for want of a right, not because the session only reads.
        .with("default_transaction_read_only", "off")
        // A probe that is allowed after all must not wait for those who serve, nor make them wait for long.
        .with("lock_timeout", "2s")
        .with("statement_timeout", "30s")
        .with("idle_in_transaction_session_timeout", "60s")
        .with("client_min_messages", "warning")
}
