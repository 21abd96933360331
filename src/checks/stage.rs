//! The judgement of a database's state, stage by stage, as checks. Each stage rests on those before it, so what comes
//! after the one that failed was not judged, and does not pass.

use super::{Check, Verdict, VisibleTo};
use crate::assess::Objection;
use crate::bundle::Bundle;

/// Id and expectation of each stage, in the order in which they are judged.
const STAGES: [(&str, &str); 6] = [
    ("ledger.rows", "each an entry of the bundle, in its bytes and once"),
    ("managed.owners", "mosaic_schema_owner alone"),
    ("managed.privileges", "what bootstrap and the grants file give"),
    ("extensions.needed", "an accepted version of each"),
    ("catalog.effects", "none of entries that are pending"),
    ("catalog.shape", "where the applied entries lead"),
];

/// How many stages a bundle that was not measured goes through.
const WITHOUT_EFFECTS: usize = 4;

const fn of(objection: &Objection) -> usize {
    match objection {
        Objection::Ledger(_) => 0,
        Objection::ForeignObjects(_) => 1,
        Objection::Privileges(_) => 2,
        Objection::Extension { .. } => 3,
        Objection::EffectsPresent { .. } | Objection::Effects(_) => 4,
        Objection::Drift { .. } | Objection::Allowances(_) => 5,
    }
}

/// With nothing to object to.
#[must_use]
pub fn all_good(bundle: &Bundle) -> Vec<Check> {
    checks(bundle, |_| None)
}

/// With this objection.
#[must_use]
pub fn stopped_by(bundle: &Bundle, objection: &Objection) -> Vec<Check> {
    let failed = of(objection);
    checks(bundle, |stage| match stage.cmp(&failed) {
        std::cmp::Ordering::Less => None,
        std::cmp::Ordering::Equal => Some((objection.to_string(), Verdict::Violation)),
        std::cmp::Ordering::Greater => {
            Some((format!("not judged before {} is good", STAGES[failed].0), Verdict::Unseen))
        }
    })
}

/// Where the state could not be read.
#[must_use]
pub fn unseen(bundle: &Bundle) -> Vec<Check> {
    checks(bundle, |_| Some(("not seen".to_owned(), Verdict::Unseen)))
}

fn checks(bundle: &Bundle, found: impl Fn(usize) -> Option<(String, Verdict)>) -> Vec<Check> {
    let judged = if bundle.is_measured() { STAGES.len() } else { WITHOUT_EFFECTS };
    let check = |(place, (id, expected)): (usize, &(&str, &str))| {
        let (observed, verdict) = found(place).unwrap_or_else(|| ((*expected).to_owned(), Verdict::Good));
        let (id, expected) = ((*id).to_owned(), (*expected).to_owned());
        Check { id, expected, observed, verdict, visible_to: VisibleTo::Migrator }
    };
    STAGES.iter().take(judged).enumerate().map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::BundleError;
    use crate::ledger::{Observed, reconcile};

    fn verdicts(checks: &[Check]) -> Vec<(&str, Verdict)> {
        checks.iter().map(|check| (&*check.id, check.verdict)).collect()
    }

    #[test]
    fn what_comes_after_the_objection_was_not_judged() {
        let bundle = Bundle::shipped().unwrap();
        let refused = reconcile(&[], &Observed::Absent).shape().unwrap_err();
        let (tag, name) = (String::new(), String::new());
        for (objection, failed) in [
            (Objection::Ledger(refused), "ledger.rows"),
            (Objection::ForeignObjects(Vec::new()), "managed.owners"),
            (Objection::Privileges(Vec::new()), "managed.privileges"),
            (Objection::Extension { name, found: String::new() }, "extensions.needed"),
            (Objection::EffectsPresent { tag, present: Vec::new() }, "catalog.effects"),
            (Objection::Effects(BundleError::ByteOrderMark { path: String::new() }), "catalog.effects"),
            (Objection::Drift { differences: Vec::new(), remarks: Vec::new() }, "catalog.shape"),
        ] {
            let checks = stopped_by(&bundle, &objection);
            let expected = STAGES.map(|(id, _)| id);
            let place = expected.iter().position(|id| *id == failed).unwrap();
            let expected: Vec<_> = expected
                .into_iter()
                .enumerate()
                .map(|(at, id)| match at.cmp(&place) {
                    std::cmp::Ordering::Less => (id, Verdict::Good),
                    std::cmp::Ordering::Equal => (id, Verdict::Violation),
                    std::cmp::Ordering::Greater => (id, Verdict::Unseen),
                })
                .collect();
            assert_eq!(verdicts(&checks), expected);
            assert_eq!(checks[place].observed, objection.to_string());
            let after = checks.get(place + 1).map(|check| check.observed.clone());
            assert!(after.is_none_or(|after| after == format!("not judged before {failed} is good")));
        }
    }

    #[test]
    fn a_bundle_that_was_not_measured_has_no_stages_about_the_catalog() {
        let measured = Bundle::shipped().unwrap();
        let unmeasured = measured.through(1);
        for (bundle, count) in [(measured, 6), (unmeasured, 4)] {
            for (checks, verdict) in [(all_good(&bundle), Verdict::Good), (unseen(&bundle), Verdict::Unseen)]
            {
                assert_eq!(checks.len(), count);
                assert!(checks.iter().all(|check| check.verdict == verdict), "{checks:?}");
            }
        }
    }
}
