//! What a proof says with a defect in place and without it, and what follows from that. Pure.

use super::defect::Finding;
use mosaic_db::checks::prepared::{self, InspectError as PreparedError};
use mosaic_db::checks::{Check, Verdict, require_good};
use mosaic_db::error::Code;
use mosaic_db::inspect::{InspectError, Standing, Verification};
use mosaic_db::postgres::ServerError;
use serde_json::Value;
use std::collections::BTreeSet;

/// What a proof said.
#[derive(Debug)]
pub(super) struct Seen {
    /// How it ended; nothing where it was content.
    pub(super) code: Option<Code>,
    pub(super) checks: Vec<Check>,
    /// What it objected to.
    pub(super) facts: Value,
}

/// Why a defect has not shown that it is found.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missed {
    #[error("the server refused to make it: {0}")]
    NotSeeded(ServerError),
    #[error("nothing found it")]
    Overlooked,
    #[error("it was found in another way: {}", .0.join(", "))]
    FoundOtherwise(Vec<String>),
    #[error("the server refused to take it back: {0}")]
    NotReverted(ServerError),
    #[error("taken back, the database is not as before: {}", .0.join(", "))]
    NotRecovered(Vec<String>),
}

impl Missed {
    /// Whether the defect may still be there.
    pub(super) const fn lingers(&self) -> bool {
        match self {
            Self::NotSeeded(_) | Self::Overlooked | Self::FoundOtherwise(_) => false,
            Self::NotReverted(_) | Self::NotRecovered(_) => true,
        }
    }
}

impl Seen {
    /// By `--verify`.
    pub(super) fn of_verification(outcome: Result<Verification, InspectError>) -> Self {
        let (checks, refused) = match outcome {
            Ok(Verification { checks, standing: Standing::Refused(error), .. }) => (checks, Some(error)),
            Ok(Verification { checks, .. }) => (checks, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let facts = refused.as_ref().map(InspectError::facts).unwrap_or_default();
        let failed = require_good(&checks).is_err().then_some(Code::CheckFailed);
        Self { code: refused.map(|error| error.code()).or(failed), checks, facts }
    }

    /// By `bootstrap check`.
    pub(super) fn of_preparation(outcome: Result<Vec<Check>, PreparedError>) -> Self {
        let (checks, code) = match outcome {
            Ok(checks) => {
                let failed = require_good(&checks).is_err().then_some(Code::BootstrapCheckFailed);
                (checks, failed)
            }
            Err(error) => (Vec::new(), Some(prepared::InspectError::code(&error))),
        };
        Self { code, checks, facts: Value::Null }
    }

    /// The checks that are not good, and were not so before.
    pub(super) fn fired<'a>(&'a self, before: &Self) -> Vec<&'a Check> {
        let new = |check: &&Check| check.verdict != Verdict::Good && !before.checks.contains(check);
        self.checks.iter().filter(new).collect()
    }
}

/// Whether the defect was found as it must be.
///
/// # Errors
/// [`Missed`] says what was found instead.
pub(super) fn found(finding: &Finding, before: &Seen, seeded: &Seen) -> Result<(), Missed> {
    let fired = seeded.fired(before);
    let as_it_must = match finding {
        Finding::Verify { code, named } => {
            let by_check = fired
                .iter()
                .any(|check| check.verdict.fails() && (check.id == *named || check.observed.contains(named)));
            seeded.code == Some(*code) && (by_check || seeded.facts.to_string().contains(named))
        }
        Finding::Prepared { ids } => {
            let fired: BTreeSet<&str> = fired.iter().map(|check| check.id.as_str()).collect();
            fired == ids.iter().copied().collect()
        }
    };
    if as_it_must {
        return Ok(());
    }
    let ids = fired.iter().map(|check| check.id.clone());
    let instead: Vec<String> =
        seeded.code.iter().map(|code| code.entry().code.to_owned()).chain(ids).collect();
    Err(if instead.is_empty() { Missed::Overlooked } else { Missed::FoundOtherwise(instead) })
}

/// Whether everything is as before.
///
/// # Errors
/// [`Missed::NotRecovered`] with the ids of what is not.
pub(super) fn recovered(before: &Seen, after: &Seen) -> Result<(), Missed> {
    if after.code == before.code && after.checks == before.checks {
        return Ok(());
    }
    let other = after.checks.iter().filter(|check| !before.checks.contains(check));
    let code = after.code.iter().map(|code| code.entry().code.to_owned());
    Err(Missed::NotRecovered(code.chain(other.map(|check| check.id.clone())).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mosaic_db::checks::VisibleTo;

    fn check(id: &str, verdict: Verdict, observed: &str) -> Check {
        let [id, expected, observed] = [id, "x", observed].map(str::to_owned);
        Check { id, expected, observed, verdict, visible_to: VisibleTo::AnyRole }
    }

    fn seen(code: Option<Code>, checks: &[Check]) -> Seen {
        Seen { code, checks: checks.to_vec(), facts: Value::Null }
    }

    fn sound() -> Seen {
        seen(None, &[check("a", Verdict::Good, "x"), check("b", Verdict::Warning, "one")])
    }

    const BY_VERIFY: Finding = Finding::Verify { code: Code::CheckFailed, named: "a" };

    #[test]
    fn a_check_that_sees_nothing_is_missed() {
        assert_eq!(found(&BY_VERIFY, &sound(), &sound()), Err(Missed::Overlooked));
        let prepared = Finding::Prepared { ids: vec!["a"] };
        assert_eq!(found(&prepared, &sound(), &sound()), Err(Missed::Overlooked));
    }

    #[test]
    fn the_named_check_must_fail_with_the_code() {
        let fails = check("a", Verdict::Violation, "y");
        let named = seen(Some(Code::CheckFailed), std::slice::from_ref(&fails));
        assert_eq!(found(&BY_VERIFY, &sound(), &named), Ok(()));
        let of_another_code = seen(Some(Code::SchemaDrift), &[fails]);
        let instead = Err(Missed::FoundOtherwise(vec!["SCHEMA_DRIFT".to_owned(), "a".to_owned()]));
        assert_eq!(found(&BY_VERIFY, &sound(), &of_another_code), instead);
        let another = seen(Some(Code::CheckFailed), &[check("c", Verdict::Violation, "y")]);
        assert!(found(&BY_VERIFY, &sound(), &another).is_err());
        // A longer id is another check.
        let longer = seen(Some(Code::CheckFailed), &[check("a.b", Verdict::Violation, "y")]);
        assert!(found(&BY_VERIFY, &sound(), &longer).is_err());
    }

    #[test]
    fn bootstrap_check_must_name_these_and_no_other() {
        let finding = Finding::Prepared { ids: vec!["a", "b"] };
        let (a, b) = (check("a", Verdict::Violation, "y"), check("b", Verdict::Warning, "one; two"));
        assert_eq!(found(&finding, &sound(), &seen(None, &[a.clone(), b.clone()])), Ok(()));
        let unchanged = check("b", Verdict::Warning, "one");
        assert!(found(&finding, &sound(), &seen(None, &[a.clone(), unchanged])).is_err());
        let more = check("c", Verdict::Unseen, "not seen");
        assert!(found(&finding, &sound(), &seen(None, &[a, b, more])).is_err());
    }

    #[test]
    fn what_was_taken_back_must_be_as_before() {
        assert_eq!(recovered(&sound(), &sound()), Ok(()));
        let left = seen(None, &[check("a", Verdict::Good, "x"), check("b", Verdict::Warning, "two")]);
        assert_eq!(recovered(&sound(), &left), Err(Missed::NotRecovered(vec!["b".to_owned()])));
        let gone = seen(None, &[check("a", Verdict::Good, "x")]);
        assert!(recovered(&sound(), &gone).is_err());
        assert!(recovered(&sound(), &seen(Some(Code::CheckFailed), &sound().checks)).is_err());
    }
}
