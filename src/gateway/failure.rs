//! How an act on the board fails: one table, of which every column is a function of the row.
//!
//! Invariant: no two rows share a way to be carried and a word, and an answer is read back as the row it was written as or
//! as none. What was applied is known in every row but one; there the same idempotency key must be used again, and
//! nowhere else is asking again of any use.

use super::health::State;
use super::write::CommitError;
use crate::attest::Text;
use crate::coordinator::Rejection;
use crate::error::Code;
use serde_json::{Value, json};
use std::num::NonZeroU64;

/// By which one attempt is told from another act: 1 to 128 bytes of printable ASCII.
pub type IdempotencyKey = Text<128>;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The database can be read and not, as far as is proved, be written to.
    WriteHealthUnproven,
    /// It can be neither read nor written to.
    WriteUnavailable,
    /// Somebody else changed it first.
    VersionConflict {
        /// The version there is.
        actual: NonZeroU64,
    },
    /// No answer, or none of the gateway's own. It may have been applied.
    Transport {
        /// In which way.
        fault: TransportFault,
        /// What to ask again with.
        key: IdempotencyKey,
    },
    /// The coordinator refuses what it was given.
    Rejected(Stale),
}

/// How an answer fails to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportFault {
    /// 502: whoever is between got no answer that it understands.
    BadGateway,
    /// 504: whoever is between got no answer in time.
    GatewayTimeout,
    /// Nothing came.
    NoAnswer,
}

/// Which authority is no more what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// The fencing token.
    Fence,
    /// The session.
    Session,
    /// The approval.
    Approval,
}

/// How a failure is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// An HTTP status.
    Status(u16),
    /// None: nothing came.
    Nothing,
    /// The union with which the coordinator answers those inside; it has no HTTP status.
    Coordinator,
}

/// What became of the act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was changed.
    NotApplied,
    /// It may have been applied.
    Unknown,
}

/// Whether to ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry<'a> {
    /// It would change nothing.
    Never,
    /// With this key, so that the act is done once.
    SameKey(&'a IdempotencyKey),
}

/// An answer that is no row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an answer that is no failure known here")]
pub struct Unreadable;

impl Failure {
    /// How it is carried.
    #[must_use]
    pub const fn carrier(&self) -> Carrier {
        match self {
            Self::WriteHealthUnproven | Self::WriteUnavailable => Carrier::Status(503),
            Self::VersionConflict { .. } => Carrier::Status(409),
            Self::Transport { fault, .. } => match fault {
                TransportFault::BadGateway => Carrier::Status(502),
                TransportFault::GatewayTimeout => Carrier::Status(504),
                TransportFault::NoAnswer => Carrier::Nothing,
            },
            Self::Rejected(_) => Carrier::Coordinator,
        }
    }

    /// Its name on the wire.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::WriteHealthUnproven => "KANBAN_WRITE_HEALTH_UNPROVEN",
            Self::WriteUnavailable => "KANBAN_WRITE_UNAVAILABLE",
            Self::VersionConflict { .. } => "AGGREGATE_VERSION_CONFLICT",
            Self::Transport { .. } => "retryable_transport_error",
            Self::Rejected(stale) => stale.word(),
        }
    }

    /// The database's state, where it is the reason.
    #[must_use]
    pub const fn state(&self) -> Option<State> {
        match self {
            Self::WriteHealthUnproven => Some(State::ReadOnlyDegraded),
            Self::WriteUnavailable => Some(State::WriteUnavailable),
            Self::VersionConflict { .. } | Self::Transport { .. } | Self::Rejected(_) => None,
        }
    }

    /// What became of the act.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::Transport { .. } => Outcome::Unknown,
            Self::WriteHealthUnproven
            | Self::WriteUnavailable
            | Self::VersionConflict { .. }
            | Self::Rejected(_) => Outcome::NotApplied,
        }
    }

    /// Whether to ask again.
    #[must_use]
    pub const fn retry(&self) -> Retry<'_> {
        match self {
            Self::Transport { key, .. } => Retry::SameKey(key),
            Self::WriteHealthUnproven
            | Self::WriteUnavailable
            | Self::VersionConflict { .. }
            | Self::Rejected(_) => Retry::Never,
        }
    }

    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::WriteHealthUnproven => Code::KanbanWriteHealthUnproven,
            Self::WriteUnavailable => Code::KanbanWriteUnavailable,
            Self::VersionConflict { .. } => Code::AggregateVersionConflict,
            Self::Transport { .. } => Code::RetryableTransportError,
            Self::Rejected(Stale::Fence) => Code::CoordinatorStaleFence,
            Self::Rejected(Stale::Session) => Code::CoordinatorStaleSession,
            Self::Rejected(Stale::Approval) => Code::CoordinatorStaleApproval,
        }
    }

    /// The body of the answer. A transport fault has one too, for those who are told by a program that met it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let outcome = self.outcome().word();
        let mut body = match self {
            Self::VersionConflict { actual } => json!({ "actualVersion": actual }),
            Self::Transport { key, .. } => json!({ "idempotencyKey": key }),
            Self::WriteHealthUnproven | Self::WriteUnavailable | Self::Rejected(_) => json!({}),
        };
        body["code"] = json!(self.word());
        body["outcome"] = json!(outcome);
        body["retryable"] = json!(self.retry() != Retry::Never);
        if let Some(state) = self.state() {
            body["state"] = json!(state);
        }
        body
    }

    /// The row of a COMMIT that did not answer that it did, for an act that was asked for with this key; `None` where the
    /// server refused, which is another matter for each act.
    #[must_use]
    pub fn of_commit(error: &CommitError, key: &IdempotencyKey) -> Option<Self> {
        match error {
            CommitError::Refused(_) => None,
            CommitError::Lost => Some(Self::WriteUnavailable),
            // The gateway stands between: whoever asked is told as by any other that got no answer.
            CommitError::Unknown => {
                Some(Self::Transport { fault: TransportFault::BadGateway, key: key.clone() })
            }
        }
    }

    /// Reads an answer, or the want of one, to an act that was asked for with this key. What stands between may have
    /// written any body, so that of a transport fault is not looked at.
    ///
    /// # Errors
    /// [`Unreadable`]: the outcome is not known from it.
    pub fn read(carrier: Carrier, body: &Value, key: &IdempotencyKey) -> Result<Self, Unreadable> {
        let fault = match carrier {
            Carrier::Status(502) => Some(TransportFault::BadGateway),
            Carrier::Status(504) => Some(TransportFault::GatewayTimeout),
            Carrier::Nothing => Some(TransportFault::NoAnswer),
            Carrier::Status(_) | Carrier::Coordinator => None,
        };
        if let Some(fault) = fault {
            return Ok(Self::Transport { fault, key: key.clone() });
        }
        let actual = body["actualVersion"].as_u64().and_then(NonZeroU64::new);
        let rows = [
            Some(Self::WriteHealthUnproven),
            Some(Self::WriteUnavailable),
            actual.map(|actual| Self::VersionConflict { actual }),
            Some(Self::Rejected(Stale::Fence)),
            Some(Self::Rejected(Stale::Session)),
            Some(Self::Rejected(Stale::Approval)),
        ];
        let mut rows = rows.into_iter().flatten();
        rows.find(|row| row.carrier() == carrier && row.to_json() == *body).ok_or(Unreadable)
    }
}

impl Stale {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Fence, Self::Session, Self::Approval];

    /// Its name on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fence => "stale_fence",
            Self::Session => "stale_session",
            Self::Approval => "stale_approval",
        }
    }
}

impl From<&Rejection> for Stale {
    fn from(rejection: &Rejection) -> Self {
        match rejection {
            Rejection::StaleFence(_) => Self::Fence,
            Rejection::StaleSession(_) => Self::Session,
            Rejection::StaleApproval(_) => Self::Approval,
        }
    }
}

impl Outcome {
    /// Its name on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NotApplied => "not_applied",
            Self::Unknown => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> IdempotencyKey {
        IdempotencyKey::new("attempt-1").unwrap()
    }

    /// Every row, with its columns as they are frozen.
    fn table() -> Vec<(Failure, Carrier, Value)> {
        let transport = |fault| Failure::Transport { fault, key: key() };
        let transported = json!({
            "code": "retryable_transport_error", "outcome": "unknown", "retryable": true,
            "idempotencyKey": "attempt-1",
        });
        let rejected = |word: &str| json!({ "code": word, "outcome": "not_applied", "retryable": false });
        vec![
            (
                Failure::WriteHealthUnproven,
                Carrier::Status(503),
                json!({
                    "code": "KANBAN_WRITE_HEALTH_UNPROVEN", "state": "read-only-degraded",
                    "outcome": "not_applied", "retryable": false,
                }),
            ),
            (
                Failure::WriteUnavailable,
                Carrier::Status(503),
                json!({
                    "code": "KANBAN_WRITE_UNAVAILABLE", "state": "write-unavailable",
                    "outcome": "not_applied", "retryable": false,
                }),
            ),
            (
                Failure::VersionConflict { actual: NonZeroU64::new(7).unwrap() },
                Carrier::Status(409),
                json!({
                    "code": "AGGREGATE_VERSION_CONFLICT", "actualVersion": 7,
                    "outcome": "not_applied", "retryable": false,
                }),
            ),
            (transport(TransportFault::BadGateway), Carrier::Status(502), transported.clone()),
            (transport(TransportFault::GatewayTimeout), Carrier::Status(504), transported.clone()),
            (transport(TransportFault::NoAnswer), Carrier::Nothing, transported),
            (Failure::Rejected(Stale::Fence), Carrier::Coordinator, rejected("stale_fence")),
            (Failure::Rejected(Stale::Session), Carrier::Coordinator, rejected("stale_session")),
            (Failure::Rejected(Stale::Approval), Carrier::Coordinator, rejected("stale_approval")),
        ]
    }

    #[test]
    fn every_row_is_written_as_it_is_frozen() {
        for (failure, carrier, body) in table() {
            assert_eq!((failure.carrier(), failure.to_json()), (carrier, body), "{failure:?}");
            let key = key();
            let retry = match failure.outcome() {
                Outcome::Unknown => Retry::SameKey(&key),
                Outcome::NotApplied => Retry::Never,
            };
            assert_eq!(failure.retry(), retry, "what was not applied is not asked again");
            assert_eq!(failure.outcome() == Outcome::Unknown, matches!(failure, Failure::Transport { .. }));
        }
    }

    /// Every body under every carrier there is: a row is read back under its own and under no other, and a transport
    /// fault is one whatever its body says.
    #[test]
    fn no_row_is_read_as_another() {
        let statuses = (0..=u16::MAX).map(Carrier::Status);
        let carriers: Vec<Carrier> = statuses.chain([Carrier::Nothing, Carrier::Coordinator]).collect();
        for (row, own, body) in table() {
            for &carrier in &carriers {
                let read = Failure::read(carrier, &body, &key());
                let expected = match carrier {
                    Carrier::Status(502 | 504) | Carrier::Nothing => {
                        let Ok(Failure::Transport { .. }) = read else {
                            panic!("{row:?} as {carrier:?}: {read:?}")
                        };
                        assert_eq!(read.as_ref().map(Failure::carrier), Ok(carrier));
                        continue;
                    }
                    _ if carrier == own => Ok(row.clone()),
                    _ => Err(Unreadable),
                };
                assert_eq!(read, expected, "{row:?} as {carrier:?}");
            }
        }
    }

    #[test]
    fn only_a_commit_without_an_answer_is_unknown() {
        let of =
            |error: &CommitError| Failure::of_commit(error, &key()).map(|row| (row.carrier(), row.outcome()));
        assert_eq!(of(&CommitError::Lost), Some((Carrier::Status(503), Outcome::NotApplied)));
        assert_eq!(of(&CommitError::Unknown), Some((Carrier::Status(502), Outcome::Unknown)));
    }

    /// A body with the columns of two rows is neither.
    #[test]
    fn a_body_that_mixes_rows_is_none() {
        for (one, carrier, body) in table() {
            for (_, _, other) in table() {
                for (column, value) in other.as_object().unwrap() {
                    let mut mixed = body.clone();
                    mixed[column] = value.clone();
                    let read = Failure::read(carrier, &mixed, &key());
                    let transported = matches!(one, Failure::Transport { .. });
                    if mixed != body && !transported {
                        let alone = table().into_iter().any(|(_, at, body)| at == carrier && body == mixed);
                        assert_eq!(read.is_ok(), alone, "{mixed} as {carrier:?}");
                    }
                }
            }
        }
        for body in [Value::Null, json!([]), json!("KANBAN_WRITE_UNAVAILABLE"), json!({})] {
            for status in [200, 400, 404, 409, 500, 503] {
                assert_eq!(Failure::read(Carrier::Status(status), &body, &key()), Err(Unreadable));
            }
        }
    }
}
