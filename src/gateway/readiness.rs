//! Readiness as a service answers it: many callers, one check at a time, and answers that say how old they are.

use super::prober::{Prober, Proof};
use super::unready::Unready;
use crate::checks::granted_for_a_while;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long an answer is given again before the database is asked again.
pub const ANSWERS_FOR: Duration = Duration::from_secs(2);

/// Whether one database may be served from. Cloning it shares the session and the last answer.
#[derive(Clone)]
pub struct Readiness(Arc<Shared>);

struct Shared {
    prober: tokio::sync::Mutex<Prober>,
    bound: Duration,
    latest: Mutex<Latest>,
}

/// The last answer, and the how many-th it is.
#[derive(Default)]
struct Latest {
    count: u64,
    answer: Option<Answer>,
}

struct Answer {
    /// When the check began: nothing it saw is older.
    begun: Instant,
    outcome: Result<Proof, Arc<Unready>>,
}

/// An answer. It is [ready](Self::is_ready) or it says why not.
#[derive(Clone, Debug)]
#[must_use]
pub struct Report {
    /// The proof, or the reason.
    pub outcome: Result<Proof, Arc<Unready>>,
    /// How long ago the check began.
    pub age: Duration,
}

impl Readiness {
    /// Opens nothing yet. `bound` is how long a check may take, connecting included.
    #[must_use]
    pub fn new(prober: Prober, bound: Duration) -> Self {
        let prober = tokio::sync::Mutex::new(prober);
        Self(Arc::new(Shared { prober, bound, latest: Mutex::default() }))
    }

    /// The last answer while it is fresh, else that of a check; callers that come while one is made share it.
    pub async fn check(&self) -> Report {
        let (seen, fresh) = {
            let latest = self.0.latest();
            (latest.count, latest.fresh(Instant::now()))
        };
        if let Some(report) = fresh {
            return report;
        }
        // In a task of its own: a caller that gives up ends neither the check nor its session.
        let shared = Arc::clone(&self.0);
        let checked = tokio::spawn(async move { shared.check_after(seen).await }).await;
        checked.unwrap_or_else(|_no_answer| Report {
            outcome: Err(Arc::new(Unready::Abandoned)),
            age: Duration::ZERO,
        })
    }
}

impl Shared {
    /// The answer to a caller who has seen this many answers.
    async fn check_after(&self, seen: u64) -> Report {
        let mut prober = self.prober.lock().await;
        if let Some(report) = self.latest().after(seen, Instant::now()) {
            return report;
        }
        let begun = Instant::now();
        let outcome = match timeout(self.bound, prober.prove()).await {
            Ok(outcome) => outcome,
            Err(_elapsed) => Err(Unready::TimedOut(self.bound)),
        };
        let mut latest = self.latest();
        latest.count += 1;
        let answer = latest.answer.insert(Answer { begun, outcome: outcome.map_err(Arc::new) });
        answer.report(Instant::now())
    }

    fn latest(&self) -> std::sync::MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Latest {
    /// The answer, unless it is too old to be given again.
    fn fresh(&self, now: Instant) -> Option<Report> {
        let report = self.answer.as_ref()?.report(now);
        (report.age <= ANSWERS_FOR).then_some(report)
    }

    /// The answer, if it came after the one a waiting caller knew: its check ended while the caller waited.
    fn after(&self, seen: u64, now: Instant) -> Option<Report> {
        let answer = self.answer.as_ref()?;
        (self.count > seen).then(|| answer.report(now))
    }
}

impl Answer {
    fn report(&self, now: Instant) -> Report {
        Report { outcome: self.outcome.clone(), age: now.saturating_duration_since(self.begun) }
    }
}

impl Report {
    /// Whether to serve.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        self.outcome.is_ok()
    }

    /// The report for a machine: short, whatever is wrong. It names a few roles and objects, and no secret; all of them
    /// are in [`Unready::facts`].
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let age = u64::try_from(self.age.as_millis()).unwrap_or(u64::MAX);
        match &self.outcome {
            Ok(Proof { standing, basis }) => json!({
                "ready": true, "age_ms": age, "basis": basis, "database": standing.database_id,
                "schema": standing.schema, "applied": standing.applied,
                "held": standing.held.as_ref().map(|hold| hold.tag.as_str()),
                "allowed": standing.allowed.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "granted_for_a_while": granted_for_a_while(&standing.checks),
            }),
            Err(unready) => json!({
                "ready": false, "age_ms": age, "code": unready.code().entry().code,
                "message": unready.to_string(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latest(begun: Instant) -> Latest {
        Latest { count: 3, answer: Some(Answer { begun, outcome: Err(Arc::new(Unready::Busy)) }) }
    }

    #[test]
    fn an_answer_is_given_again_for_two_seconds_from_the_beginning_of_its_check() {
        let begun = Instant::now();
        let age = |after| latest(begun).fresh(begun + after).map(|report| report.age);
        assert_eq!(age(Duration::ZERO), Some(Duration::ZERO));
        assert_eq!(age(ANSWERS_FOR), Some(ANSWERS_FOR));
        assert_eq!(age(ANSWERS_FOR + Duration::from_nanos(1)), None);
        assert!(Latest::default().fresh(begun).is_none());
    }

    #[test]
    fn who_waited_for_a_check_shares_its_answer_however_long_it_took() {
        let begun = Instant::now();
        let long_after = begun + Duration::from_secs(60);
        assert!(latest(begun).after(2, long_after).is_some());
        assert!(latest(begun).after(3, long_after).is_none(), "it was known before the caller began to wait");
    }
}
