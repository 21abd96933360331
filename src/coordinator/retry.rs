//! What becomes of a task after an attempt that failed: it waits, it is quarantined, or it is given up.
//!
//! Invariant: attempts only grow, and no wait is shorter than the one before, even where a policy was changed in between.

use super::snapshot::{Execution, Standing};
use crate::attest::Instant;
use serde::Serialize;

/// How often a task is attempted, and how long it rests in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    attempts: u32,
    first_seconds: u64,
    factor: u32,
    longest_seconds: u64,
}

/// The numbers are no policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a retry policy allows at least one attempt, does not shrink its waits, and ends at no shorter wait than it begins with"
)]
pub struct NotARetryPolicy;

/// How an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Its lease ran out.
    Lost,
    /// Whoever had it gave it back without a result.
    GivenBack,
    /// Whoever had it says that another attempt could do harm.
    Unsafe,
}

/// What is to be recorded of a task whose attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Retry {
    /// How many attempts failed by now.
    pub attempts: u32,
    /// What follows.
    pub outcome: Outcome,
}

/// What follows a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Another attempt, after a wait.
    Again {
        /// The wait, in seconds.
        delay_seconds: u64,
        /// When it is over.
        not_before: Instant,
    },
    /// Nothing before somebody has looked at it.
    Quarantine,
    /// Nothing: no attempts are left.
    Exhausted,
}

impl RetryPolicy {
    /// At most `attempts` attempts. The first wait is of `first_seconds`, each next one `factor` times as long, and none
    /// longer than `longest_seconds`.
    ///
    /// # Errors
    /// [`NotARetryPolicy`].
    pub const fn new(
        attempts: u32,
        first_seconds: u64,
        factor: u32,
        longest_seconds: u64,
    ) -> Result<Self, NotARetryPolicy> {
        if attempts == 0 || factor == 0 || longest_seconds < first_seconds {
            return Err(NotARetryPolicy);
        }
        Ok(Self { attempts, first_seconds, factor, longest_seconds })
    }

    /// How many attempts there may be.
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// How long to wait after so many failures, in seconds.
    fn delay_after(&self, failures: u32) -> u64 {
        let growth = u64::from(self.factor).saturating_pow(failures.saturating_sub(1));
        self.first_seconds.saturating_mul(growth).min(self.longest_seconds)
    }
}

/// What is to be recorded once an attempt failed at `at`.
#[must_use]
pub fn after(failure: Failure, before: &Execution, policy: &RetryPolicy, at: Instant) -> Retry {
    // Those that end after the last one that was allowed are not counted.
    let attempts = before.attempts.saturating_add(1).min(policy.attempts.max(before.attempts));
    let outcome = match (before.standing, failure) {
        (Standing::Quarantined, _) | (Standing::Open | Standing::Waiting(_), Failure::Unsafe) => {
            Outcome::Quarantine
        }
        (Standing::Exhausted, _) => Outcome::Exhausted,
        (Standing::Open | Standing::Waiting(_), Failure::Lost | Failure::GivenBack) => {
            if attempts >= policy.attempts {
                Outcome::Exhausted
            } else {
                let delay_seconds = policy.delay_after(attempts).max(before.delay_seconds);
                Outcome::Again { delay_seconds, not_before: at.plus(delay_seconds) }
            }
        }
    };
    Retry { attempts, outcome }
}
