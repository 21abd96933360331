//! What the self-test found out.

use super::defect::Defect;
use super::judge::{Missed, Seen};
use mosaic_db::checks::{Check, Verdict};
use mosaic_db::error::Code;
use serde_json::Value;
use std::collections::BTreeSet;

/// One defect that was tried.
#[derive(Debug)]
pub struct Outcome {
    pub(super) defect: Defect,
    /// How the proof ended while it was there.
    pub code: Option<Code>,
    /// The checks that failed or warned because of it.
    pub fired: Vec<String>,
    /// What was objected to.
    pub facts: Value,
    pub missed: Option<Missed>,
}

/// Everything that was tried, and what was not.
#[derive(Debug)]
pub struct Report {
    /// The server's version.
    pub version: String,
    pub outcomes: Vec<Outcome>,
    /// Defects that came into the world with a later version, which is named.
    pub not_applicable: Vec<(&'static str, u32)>,
    /// Defects that were not tried, because one before them could not be taken back.
    pub untried: Vec<&'static str>,
    /// The ids of all checks of a sound database.
    checks: BTreeSet<String>,
}

/// Defects that were not found, or not taken back.
#[derive(Debug, thiserror::Error)]
#[error("{missed} of {of} defects were missed or left behind: {}", .ids.join(", "))]
pub struct Failed {
    missed: usize,
    of: usize,
    ids: Vec<String>,
}

impl Outcome {
    pub(super) const fn of(defect: Defect) -> Self {
        Self { defect, code: None, fired: Vec::new(), facts: Value::Null, missed: None }
    }

    pub(super) fn saw(&mut self, before: &Seen, seeded: Seen) {
        self.fired = seeded
            .fired(before)
            .into_iter()
            .filter(|check| was_judged(check))
            .map(|check| check.id.clone())
            .collect();
        self.code = seeded.code;
        self.facts = seeded.facts;
    }

    /// The name of the defect.
    pub const fn id(&self) -> &'static str {
        self.defect.id
    }
}

/// Unlike what only was not seen, because something before it failed.
fn was_judged(check: &Check) -> bool {
    matches!(check.verdict, Verdict::Violation | Verdict::Warning)
}

impl Report {
    pub(super) fn on(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            outcomes: Vec::new(),
            not_applicable: Vec::new(),
            untried: Vec::new(),
            checks: BTreeSet::new(),
        }
    }

    pub(super) fn learn<'a>(&mut self, checks: impl Iterator<Item = &'a Check>) {
        self.checks.extend(checks.map(|check| check.id.clone()));
    }

    /// Whether everything that was made was taken back so far.
    pub(super) fn is_clean(&self) -> bool {
        self.outcomes.iter().all(|outcome| !outcome.missed.as_ref().is_some_and(Missed::lingers))
    }

    /// The checks that no defect made fail or warn.
    pub fn without_defect(&self) -> BTreeSet<&str> {
        let fired: BTreeSet<&str> =
            self.outcomes.iter().flat_map(|outcome| &outcome.fired).map(String::as_str).collect();
        self.checks.iter().map(String::as_str).filter(|id| !fired.contains(id)).collect()
    }

    /// That every defect was found, and none is left.
    ///
    /// # Errors
    /// [`Failed`] names the others.
    pub fn require_all_found(&self) -> Result<(), Failed> {
        let missed = self.outcomes.iter().filter(|outcome| outcome.missed.is_some());
        let untried = self.untried.iter().map(|id| (*id).to_owned());
        let ids: Vec<String> = missed.map(|outcome| outcome.id().to_owned()).chain(untried).collect();
        let of = self.outcomes.len() + self.untried.len();
        if ids.is_empty() { Ok(()) } else { Err(Failed { missed: ids.len(), of, ids }) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::defect::Finding;
    use super::*;

    fn report(missed: Option<Missed>) -> Report {
        let finding = Finding::Prepared { ids: vec!["a"] };
        let defect = Defect { id: "one", since: 16, finding, apply: "", revert: "" };
        let mut report = Report::on("18");
        report.outcomes.push(Outcome { missed, fired: vec!["a".to_owned()], ..Outcome::of(defect) });
        report.checks = ["a", "b"].map(str::to_owned).into();
        report
    }

    #[test]
    fn one_defect_that_nothing_found_fails_the_test() {
        assert!(report(None).require_all_found().is_ok());
        let overlooked = report(Some(Missed::Overlooked));
        assert!(overlooked.is_clean());
        assert_eq!(overlooked.require_all_found().expect_err("one").ids, ["one"]);
    }

    #[test]
    fn what_was_not_tried_fails_the_test_too() {
        let mut report = report(Some(Missed::NotRecovered(Vec::new())));
        assert!(!report.is_clean());
        report.untried.push("two");
        assert_eq!(report.require_all_found().expect_err("both").ids, ["one", "two"]);
    }

    #[test]
    fn a_check_without_a_defect_is_named() {
        assert_eq!(report(None).without_defect(), ["b"].into());
    }
}
