//! The proof that a transaction can write, and the permission for one statement that follows from it.

use super::Transaction;
use super::probe::{self, Identity, Mode};
use crate::error::Code;
use crate::gateway::failure::Failure;
use crate::gateway::health::PolicyRevision;
use crate::postgres::{ResultSet, ServerError, Stop, StopCause, sqlstate};
use std::time::Duration;

/// For how long a proof is good, by the server's clock. Whoever waited longer, for a lock perhaps, asks for another.
pub const VALID_FOR: Duration = Duration::from_secs(5);

/// That a transaction could write when it was asked. It can be made by asking alone: it has no constructor, no copy and no
/// form outside of this process.
pub struct WriteHealthProof<'t> {
    transaction: &'t Transaction<'t>,
    identity: Identity,
    /// By the server's clock, in microseconds.
    checked_at: u64,
    policy: PolicyRevision,
}

/// The permission for one statement, now.
#[must_use]
pub struct Permit<'p> {
    transaction: &'p Transaction<'p>,
}

/// Why there is no proof, or none any more. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Unproven {
    /// The server answers and does not let the transaction write.
    #[error("the transaction can not write: {0}")]
    Refused(ServerError),
    /// The transaction was made to read only since.
    #[error("the transaction reads only")]
    ReadOnly,
    /// The server does not answer.
    #[error("the server does not answer")]
    Unavailable,
    /// The proof is too old.
    #[error("the proof is {} ms old", .0.as_millis())]
    Expired(Duration),
    /// The server's clock is behind the time of the proof, so that its age is not known.
    #[error("the server's clock went back since the proof")]
    ClockWentBack,
    /// Another policy is in force.
    #[error("proved under policy {}, and {} is in force", .proved.as_str(), .current.as_str())]
    Policy {
        /// The policy of the proof.
        proved: PolicyRevision,
        /// The policy in force.
        current: PolicyRevision,
    },
    /// The connection is in another transaction than the proof is of, or in none.
    #[error("the connection is in another transaction")]
    OtherTransaction,
    /// The answer has an unexpected form.
    #[error("the server's answer cannot be read")]
    Unreadable,
}

impl<'t> WriteHealthProof<'t> {
    /// Asks the transaction, by writing.
    ///
    /// # Errors
    /// [`Unproven`].
    pub async fn mint(transaction: &'t Transaction<'t>, policy: PolicyRevision) -> Result<Self, Unproven> {
        let answer = transaction.ask(probe::WRITE, &[]).await?;
        let answer = probe::read(&answer).ok_or(Unproven::Unreadable)?;
        Ok(Self { transaction, identity: answer.identity, checked_at: answer.micros, policy })
    }

    /// Asks the transaction once more, right before a statement that writes: whether it is the same, whether it still may
    /// write, and whether the proof is young enough and of the policy in force.
    ///
    /// # Errors
    /// [`Unproven`].
    pub async fn revalidate(&self, policy: &PolicyRevision) -> Result<Permit<'_>, Unproven> {
        if self.policy != *policy {
            return Err(Unproven::Policy { proved: self.policy.clone(), current: policy.clone() });
        }
        let answer = self.transaction.ask(probe::SAME, &[]).await?;
        let answer = probe::read(&answer).ok_or(Unproven::Unreadable)?;
        if answer.identity != self.identity {
            return Err(Unproven::OtherTransaction);
        }
        if answer.mode == Mode::ReadOnly {
            return Err(Unproven::ReadOnly);
        }
        let age = answer.micros.checked_sub(self.checked_at).map(Duration::from_micros);
        match age.ok_or(Unproven::ClockWentBack)? {
            age if age > VALID_FOR => Err(Unproven::Expired(age)),
            _ => Ok(Permit { transaction: self.transaction }),
        }
    }

    /// The transaction that it is of.
    #[must_use]
    pub const fn transaction(&self) -> &'t Transaction<'t> {
        self.transaction
    }
}

impl Permit<'_> {
    /// Runs one statement. Its values go as text and are cast where they are used (`$1::uuid`); its columns come as text.
    ///
    /// # Errors
    /// [`Stop`], after which the transaction can only be rolled back.
    pub async fn write(self, sql: &str, values: &[Option<&str>]) -> Result<ResultSet, Stop> {
        self.transaction.ask(sql, values).await
    }
}

impl From<Stop> for Unproven {
    fn from(stop: Stop) -> Self {
        match stop.cause {
            StopCause::Lost(_) => Self::Unavailable,
            StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => Self::Unavailable,
            StopCause::Server(error) => Self::Refused(error),
        }
    }
}

impl Unproven {
    /// The row of the failure table.
    #[must_use]
    pub const fn failure(&self) -> Failure {
        match self {
            Self::Unavailable => Failure::WriteUnavailable,
            Self::Refused(_)
            | Self::ReadOnly
            | Self::Expired(_)
            | Self::ClockWentBack
            | Self::Policy { .. }
            | Self::OtherTransaction
            | Self::Unreadable => Failure::WriteHealthUnproven,
        }
    }

    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.failure().code()
    }
}

/// Compiles only while a proof has no copy and no form outside of this process: a type that were any of these would give two
/// answers to which implementation is meant.
#[cfg(test)]
const _: fn() = || {
    trait Neither<Kind> {
        fn is_none() {}
    }
    struct Copied;
    struct Written;
    struct Read;
    impl<T> Neither<()> for T {}
    impl<T: Clone> Neither<Copied> for T {}
    impl<T: serde::Serialize> Neither<Written> for T {}
    impl<T: for<'de> serde::Deserialize<'de>> Neither<Read> for T {}
    let _proof = <WriteHealthProof<'static> as Neither<_>>::is_none;
    let _permit = <Permit<'static> as Neither<_>>::is_none;
};
