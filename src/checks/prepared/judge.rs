//! The verdicts: facts compared with what bootstrap promises.

use super::super::{Check, Verdict, VisibleTo};
use super::facts::{Answer, Facts};
use super::rules::{ACCESS, Expected, RULES, Rule, Weight};
use super::{Scope, access, hba, privileges, strangers};
use crate::postgres::ServerError;
use crate::postgres::identity::role;
use crate::scram::{self, Match};
use crate::secret::Secret;
use std::collections::BTreeSet;

/// The passwords that the logins should have, where they are known.
#[derive(Debug, Default)]
pub struct Passwords {
    /// Of `mosaic_migrator`.
    pub migrator: Option<Secret>,
    /// Of `mosaic_runtime`.
    pub runtime: Option<Secret>,
    /// Of `mosaic_data_importer`.
    pub importer: Option<Secret>,
}

/// Every check, in the order in which an operator mends what is wrong.
#[must_use]
pub fn evaluate(facts: &Facts, scope: &Scope, passwords: &Passwords) -> Vec<Check> {
    let rules = RULES.iter().zip(&facts.rules);
    let mut checks: Vec<Check> =
        rules.flat_map(|(rule, answer)| compare(rule, answer, &facts.steps, scope)).collect();
    checks.extend(verifiers(&facts.verifiers, passwords));
    checks.extend(versions(&facts.versions, scope));
    checks.extend(hba::evaluate(&facts.hba));
    give_reason(&mut checks, facts.refusal.as_ref());
    checks
}

/// Says of what was not seen why the server would not show it.
pub(in crate::checks) fn give_reason(checks: &mut [Check], refusal: Option<&ServerError>) {
    let Some(error) = refusal else { return };
    for check in checks.iter_mut().filter(|check| check.verdict == Verdict::Unseen) {
        check.observed = format!("not seen ({error})");
    }
}

/// The checks of one rule, one for each subject.
pub(in crate::checks) fn compare(rule: &Rule, answer: &Answer, steps: &Answer, scope: &Scope) -> Vec<Check> {
    let expected = (rule.expected)(scope);
    let tolerated = (rule.tolerated)(scope);
    let mut observed = answer.as_ref().and_then(|rows| by_subject(rows));
    if rule.aspect == ACCESS {
        observed = observed.and_then(|observed| access::with_paths(observed, &expected, steps));
    }
    let subjects: BTreeSet<&String> =
        expected.keys().chain(observed.iter().flat_map(Expected::keys)).collect();
    let empty = BTreeSet::new();
    let check = |subject: &String| {
        let wanted = expected.get(subject).unwrap_or(&empty);
        let (seen, verdict) = match &observed {
            None => ("not seen".to_owned(), Verdict::Unseen),
            Some(observed) => {
                let found = observed.get(subject).unwrap_or(&empty);
                let may_be = tolerated.get(subject).unwrap_or(&empty);
                let as_promised = wanted.is_subset(found)
                    && found.iter().all(|fact| wanted.contains(fact) || may_be.contains(fact));
                let otherwise = match rule.weight {
                    Weight::Violation => Verdict::Violation,
                    Weight::Warning => Verdict::Warning,
                };
                (listed(found), if as_promised { Verdict::Good } else { otherwise })
            }
        };
        let aspect = if rule.aspect.is_empty() { String::new() } else { format!(".{}", rule.aspect) };
        let id = format!("{}.{subject}{aspect}", rule.area);
        Check { id, expected: listed(wanted), observed: seen, verdict, visible_to: rule.visible_to }
    };
    subjects.into_iter().map(check).collect()
}

/// Nothing where a row has another form than the three there are: (subject, fact), the privileges on a subject, and an
/// object that was found.
fn by_subject(rows: &[Vec<String>]) -> Option<Expected> {
    let mut by_subject = Expected::new();
    for row in rows {
        let row: Vec<&str> = row.iter().map(String::as_str).collect();
        let (subject, facts) = match row[..] {
            [subject, fact] => (subject.to_owned(), vec![fact.to_owned()]),
            [subject, owner, acl, built_in] => (subject.to_owned(), privileges::facts(owner, acl, built_in)?),
            _ => match strangers::facts(row.try_into().ok()?)? {
                Some(facts) => facts,
                None => continue,
            },
        };
        by_subject.entry(subject).or_default().extend(facts);
    }
    Some(by_subject)
}

fn listed(facts: &BTreeSet<String>) -> String {
    if facts.is_empty() { "none".to_owned() } else { facts.iter().cloned().collect::<Vec<_>>().join("; ") }
}

/// A stored verifier is never shown: whether it fits the password is all that is said.
fn verifiers(answer: &Answer, passwords: &Passwords) -> Vec<Check> {
    let known = [
        ("migrator", role::MIGRATOR, &passwords.migrator),
        ("runtime", role::RUNTIME, &passwords.runtime),
        ("data_importer", role::IMPORTER, &passwords.importer),
    ];
    let check = |(short, name, password): (&str, &str, &Option<Secret>)| {
        let password = password.as_ref()?;
        let stored = answer.as_ref().and_then(|rows| {
            rows.iter().find_map(|row| (row.first()? == name).then(|| row.get(1)).flatten())
        });
        let (observed, verdict) = match stored.map(|stored| scram::compare(stored, password)) {
            Some(Match::Same) => ("the given password", Verdict::Good),
            Some(Match::Other) => ("another password", Verdict::Violation),
            Some(Match::NotScram) => ("another method than SCRAM-SHA-256", Verdict::Violation),
            None if answer.is_some() => ("no password", Verdict::Violation),
            None => ("not seen", Verdict::Unseen),
        };
        let id = format!("role.{short}.verifier");
        Some(Check {
            id,
            expected: "the given password".to_owned(),
            observed: observed.to_owned(),
            verdict,
            visible_to: VisibleTo::Superuser,
        })
    };
    known.into_iter().filter_map(check).collect()
}

/// Whether each extension has a version that will do.
pub(in crate::checks) fn versions(answer: &Answer, scope: &Scope) -> Vec<Check> {
    scope.extensions().map(|(name, accepted)| version(name, accepted, answer)).collect()
}

fn version(name: &str, accepted: &BTreeSet<String>, answer: &Answer) -> Check {
    let installed = answer
        .as_ref()
        .map(|rows| rows.iter().find_map(|row| (row.first()? == name).then(|| row.get(1)).flatten()));
    let (observed, verdict) = match installed {
        None => ("not seen".to_owned(), Verdict::Unseen),
        Some(None) => ("not installed".to_owned(), Verdict::Violation),
        Some(Some(version)) if accepted.is_empty() || accepted.contains(version) => {
            (version.clone(), Verdict::Good)
        }
        Some(Some(version)) => (version.clone(), Verdict::Violation),
    };
    let expected = if accepted.is_empty() { "any version".to_owned() } else { listed(accepted) };
    let id = format!("extension.{name}.version");
    Check { id, expected, observed, verdict, visible_to: VisibleTo::AnyRole }
}
