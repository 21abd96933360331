//! What becomes of an operation, given its row under lock and the policy's verdict. Pure.

use super::name::LeaseId;
use super::policy::Verdict;
use super::request::{AuthenticatedContext, Operation, Ttl};
use crate::attest::Instant;
use crate::error::Code;
use crate::fence::Fence;
use std::fmt;

/// How a binding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is no row.
    Unused,
    /// Somebody holds it.
    Held,
    /// Its time is over.
    Expired,
    /// It was given up.
    Released,
}

/// A row, under its lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub lease: LeaseId,
    pub epoch: Fence,
    /// As text: what is there may have been written under looser names.
    pub holder: String,
    pub standing: Standing,
    pub expires_at: Instant,
}

/// Why an operation is refused. The words are those of the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rejection {
    /// The policy says no.
    Policy,
    /// The time asked for is outside of the bounds.
    Ttl,
    /// Somebody holds the binding.
    BindingHeld,
    /// The binding was used: only a takeover gives it to anybody again.
    BindingUsed,
    /// The binding was never used.
    NoLease,
    /// The epoch is another.
    StaleEpoch,
    /// The lease is another.
    StaleLease,
    /// Somebody else holds the lease.
    NotHolder,
    /// The lease has expired.
    Expired,
    /// The lease was released.
    Released,
    /// There is no further epoch.
    EpochsExhausted,
}

/// What is permitted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Granted<'r> {
    /// A change of the row.
    Change(Change),
    /// The row as it is.
    AsItIs(&'r Row),
}

/// A change of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Insert(Ttl),
    Prolong(Ttl),
    Replace(Ttl),
    Release,
}

/// Decides.
pub(super) fn decide<'r>(
    context: &AuthenticatedContext,
    operation: Operation,
    found: Option<&'r Row>,
    verdict: Verdict,
) -> Result<Granted<'r>, Rejection> {
    let Verdict::Permit { at_most } = verdict else { return Err(Rejection::Policy) };
    // Bounded here again, so that no policy is needed for it.
    let ttl = operation.ttl().map(|asked| Ttl::new(asked).ok_or(Rejection::Ttl)).transpose()?;
    let ttl = ttl.map_or(at_most, |asked| asked.min(at_most));
    match (operation, found) {
        (Operation::Acquire { .. }, None) => Ok(Granted::Change(Change::Insert(ttl))),
        (Operation::Acquire { .. }, Some(row)) if row.standing == Standing::Held => {
            Err(Rejection::BindingHeld)
        }
        (Operation::Acquire { .. }, Some(_)) => Err(Rejection::BindingUsed),
        (_, None) => Err(Rejection::NoLease),
        (Operation::TakeOver { expected, .. }, Some(row)) => {
            if row.epoch != expected {
                return Err(Rejection::StaleEpoch);
            }
            match row.epoch.next() {
                Some(_) => Ok(Granted::Change(Change::Replace(ttl))),
                None => Err(Rejection::EpochsExhausted),
            }
        }
        (
            Operation::Renew { held, .. } | Operation::Release { held } | Operation::Act { held },
            Some(row),
        ) => {
            if row.epoch != held.epoch {
                return Err(Rejection::StaleEpoch);
            }
            if row.lease != held.lease {
                return Err(Rejection::StaleLease);
            }
            if row.holder != context.holder().as_str() {
                return Err(Rejection::NotHolder);
            }
            match row.standing {
                Standing::Held => {}
                Standing::Released => return Err(Rejection::Released),
                Standing::Expired | Standing::Unused => return Err(Rejection::Expired),
            }
            Ok(match operation {
                Operation::Renew { .. } => Granted::Change(Change::Prolong(ttl)),
                Operation::Release { .. } => Granted::Change(Change::Release),
                Operation::Act { .. } | Operation::Acquire { .. } | Operation::TakeOver { .. } => {
                    Granted::AsItIs(row)
                }
            })
        }
    }
}

/// Why a change that was permitted met no row: somebody else was faster, or time was.
pub(super) const fn overtaken(operation: Operation) -> Rejection {
    match operation {
        Operation::Acquire { .. } => Rejection::BindingHeld,
        Operation::TakeOver { .. } => Rejection::StaleEpoch,
        Operation::Renew { .. } | Operation::Release { .. } | Operation::Act { .. } => Rejection::Expired,
    }
}

impl Rejection {
    /// Every one.
    pub const ALL: [Self; 11] = [
        Self::Policy,
        Self::Ttl,
        Self::BindingHeld,
        Self::BindingUsed,
        Self::NoLease,
        Self::StaleEpoch,
        Self::StaleLease,
        Self::NotHolder,
        Self::Expired,
        Self::Released,
        Self::EpochsExhausted,
    ];

    /// The reason as it stands in the audit log.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Policy => "policy_denied",
            Self::Ttl => "ttl_out_of_bounds",
            Self::BindingHeld => "binding_held",
            Self::BindingUsed => "binding_used",
            Self::NoLease => "no_lease",
            Self::StaleEpoch => "stale_epoch",
            Self::StaleLease => "stale_lease",
            Self::NotHolder => "not_holder",
            Self::Expired => "lease_expired",
            Self::Released => "lease_released",
            Self::EpochsExhausted => "epochs_exhausted",
        }
    }

    /// The catalogue code.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::Policy => Code::LeasePolicyDenied,
            Self::Ttl => Code::LeaseTtl,
            Self::BindingHeld | Self::BindingUsed => Code::LeaseBindingTaken,
            Self::NoLease => Code::LeaseMissing,
            Self::StaleEpoch | Self::StaleLease | Self::NotHolder | Self::Expired | Self::Released => {
                Code::LeaseStale
            }
            Self::EpochsExhausted => Code::LeaseEpochsExhausted,
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::lease::request::Held;
    use crate::gateway::lease::{CorrelationId, HolderId, LONGEST_TTL, SHORTEST_TTL, TenantId};
    use crate::uuid::Uuid;
    use std::time::Duration;

    const TTL: Duration = Duration::from_secs(60);
    const PERMIT: fn() -> Verdict = || Verdict::Permit { at_most: Ttl::new(LONGEST_TTL).unwrap() };

    fn context(holder: &str) -> AuthenticatedContext {
        let correlation = CorrelationId(Uuid::from_u128(9));
        AuthenticatedContext::new(TenantId::new("t").unwrap(), HolderId::new(holder).unwrap(), correlation)
    }

    fn epoch(number: i64) -> Fence {
        Fence::from_bigint(number).unwrap()
    }

    fn row(standing: Standing, number: i64) -> Row {
        let lease = LeaseId(Uuid::from_u128(1));
        Row {
            lease,
            epoch: epoch(number),
            holder: "holder".to_owned(),
            standing,
            expires_at: Instant::default(),
        }
    }

    fn held(lease: u128, number: i64) -> Held {
        Held { lease: LeaseId(Uuid::from_u128(lease)), epoch: epoch(number) }
    }

    fn every(held: Held, ttl: Duration) -> [Operation; 5] {
        [
            Operation::Acquire { ttl },
            Operation::TakeOver { expected: held.epoch, ttl },
            Operation::Renew { held, ttl },
            Operation::Release { held },
            Operation::Act { held },
        ]
    }

    #[test]
    fn what_the_policy_denies_is_denied_whatever_the_row_is() {
        for standing in [Standing::Held, Standing::Expired, Standing::Released] {
            let row = row(standing, 3);
            for operation in every(held(1, 3), TTL) {
                for found in [None, Some(&row)] {
                    let decided = decide(&context("holder"), operation, found, Verdict::Deny);
                    assert_eq!(decided, Err(Rejection::Policy));
                }
            }
        }
    }

    /// Every operation on every standing, permitted and with everything right that can be.
    #[test]
    fn the_table_of_operations_and_standings() {
        use Rejection::{BindingHeld, BindingUsed, Expired, NoLease, Released};
        let ttl = Ttl::new(TTL).unwrap();
        let change = |change| Ok(Granted::Change(change));
        let replace = || change(Change::Replace(ttl));
        let (lapsed, gone) = (row(Standing::Expired, 3), row(Standing::Released, 3));
        let live = row(Standing::Held, 3);
        let table = [
            (None, [change(Change::Insert(ttl)), Err(NoLease), Err(NoLease), Err(NoLease), Err(NoLease)]),
            (
                Some(&live),
                [
                    Err(BindingHeld),
                    replace(),
                    change(Change::Prolong(ttl)),
                    change(Change::Release),
                    Ok(Granted::AsItIs(&live)),
                ],
            ),
            (Some(&lapsed), [Err(BindingUsed), replace(), Err(Expired), Err(Expired), Err(Expired)]),
            (Some(&gone), [Err(BindingUsed), replace(), Err(Released), Err(Released), Err(Released)]),
        ];
        for (found, expected) in table {
            for (operation, expected) in every(held(1, 3), TTL).into_iter().zip(expected) {
                assert_eq!(decide(&context("holder"), operation, found, PERMIT()), expected, "{operation:?}");
            }
        }
    }

    #[test]
    fn who_shows_something_old_or_strange_is_refused_for_that() {
        let live = row(Standing::Held, 3);
        let shown = |holder, held| {
            every(held, TTL).map(|operation| decide(&context(holder), operation, Some(&live), PERMIT()).err())
        };
        let of_holder = |rejection| [Some(rejection); 3];
        assert_eq!(shown("holder", held(1, 2))[2..], of_holder(Rejection::StaleEpoch));
        assert_eq!(shown("holder", held(1, 4))[2..], of_holder(Rejection::StaleEpoch));
        assert_eq!(shown("holder", held(2, 3))[2..], of_holder(Rejection::StaleLease));
        assert_eq!(shown("another", held(1, 3))[2..], of_holder(Rejection::NotHolder));
        assert_eq!(shown("another", held(1, 2))[1], Some(Rejection::StaleEpoch));
        assert_eq!(shown("another", held(1, 3))[1], None, "another may take over");
    }

    #[test]
    fn time_is_what_was_asked_what_was_permitted_and_never_beyond_the_bounds() {
        let granted = |asked, at_most| {
            let verdict = Verdict::Permit { at_most: Ttl::new(at_most).unwrap() };
            decide(&context("holder"), Operation::Acquire { ttl: asked }, None, verdict)
        };
        let insert = |ttl| Ok(Granted::Change(Change::Insert(Ttl::new(ttl).unwrap())));
        assert_eq!(granted(TTL, LONGEST_TTL), insert(TTL));
        assert_eq!(granted(LONGEST_TTL, TTL), insert(TTL));
        assert_eq!(granted(SHORTEST_TTL, SHORTEST_TTL), insert(SHORTEST_TTL));
        let tick = Duration::from_nanos(1);
        for asked in [LONGEST_TTL + tick, SHORTEST_TTL - tick, Duration::ZERO, Duration::MAX] {
            assert_eq!(granted(asked, TTL), Err(Rejection::Ttl), "{asked:?}");
            assert_eq!(Ttl::new(asked), None);
        }
    }

    #[test]
    fn the_last_epoch_is_not_taken_over() {
        let last = row(Standing::Released, i64::MAX);
        let operation = Operation::TakeOver { expected: epoch(i64::MAX), ttl: TTL };
        assert_eq!(
            decide(&context("another"), operation, Some(&last), PERMIT()),
            Err(Rejection::EpochsExhausted)
        );
    }

    #[test]
    fn every_reason_has_a_word_of_its_own() {
        let mut words: Vec<&str> = Rejection::ALL.into_iter().map(Rejection::word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), Rejection::ALL.len());
    }
}
