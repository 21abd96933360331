use super::facts::Facts;
use super::rules::RULES;
use super::{Passwords, Scope, evaluate, questions};
use crate::checks::{Check, Verdict};
use crate::scram::{Salt, Verifier};
use crate::secret::Secret;
use std::collections::BTreeSet;

const PASSWORD: &str = "twenty-two characters or more";

/// What a server answers on which everything is as promised.
fn as_promised(scope: &Scope) -> Facts {
    let rows = |rule: &super::rules::Rule| {
        let expected = (rule.expected)(scope);
        let row = |(subject, fact): (&String, &String)| vec![subject.clone(), fact.clone()];
        Some(
            expected
                .iter()
                .flat_map(|(subject, facts)| facts.iter().map(move |fact| row((subject, fact))))
                .collect(),
        )
    };
    let verifier = Verifier::of(&Secret::new(PASSWORD.into()), Salt::derived("", "")).unwrap().to_string();
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    Facts {
        hba: Some(vec![row(&["1", "hostssl", "all", "all", "all", "scram-sha-256", ""])]),
        versions: Some(vec![row(&["vector", "0.8.0"])]),
        verifiers: Some(vec![row(&["mosaic_migrator", &verifier])]),
        steps: Some(vec![
            row(&["mosaic_migrator", "set", "", "mosaic_schema_owner"]),
            row(&["mosaic_runtime", "inherit", "", "mosaic_runtime_capability"]),
        ]),
        refusal: None,
        rules: RULES.iter().map(rows).collect(),
    }
}

fn passwords() -> Passwords {
    Passwords { migrator: Some(Secret::new(PASSWORD.into())), ..Passwords::default() }
}

fn bad(facts: &Facts, scope: &Scope) -> Vec<(String, Verdict)> {
    let checks: Vec<Check> = evaluate(facts, scope, &passwords());
    checks
        .into_iter()
        .filter(|check| check.verdict != Verdict::Good)
        .map(|check| (check.id, check.verdict))
        .collect()
}

#[test]
fn what_is_promised_is_good_and_every_check_has_its_own_id() {
    let scope = Scope::base();
    let checks = evaluate(&as_promised(&scope), &scope, &passwords());
    assert!(checks.iter().all(|check| check.verdict == Verdict::Good), "{checks:?}");
    let ids: BTreeSet<&str> = checks.iter().map(|check| check.id.as_str()).collect();
    assert_eq!(ids.len(), checks.len());
}

#[test]
fn a_question_without_an_answer_fails_each_of_its_checks() {
    let scope = Scope::base();
    for index in 0..RULES.len() {
        let mut facts = as_promised(&scope);
        facts.rules[index] = None;
        let found: Vec<Check> = evaluate(&facts, &scope, &Passwords::default());
        let found: Vec<Verdict> =
            found.iter().map(|check| check.verdict).filter(|verdict| *verdict != Verdict::Good).collect();
        assert!(!found.is_empty() && found.iter().all(|verdict| *verdict == Verdict::Unseen), "{found:?}");
    }
    let mut facts = as_promised(&scope);
    (facts.hba, facts.versions, facts.verifiers) = (None, None, None);
    let ids: Vec<String> = bad(&facts, &scope).into_iter().map(|(id, _)| id).collect();
    let expected = [
        "role.migrator.verifier",
        "extension.vector.version",
        "hba.network",
        "hba.loopback",
        "hba.authentication",
        "hba.file",
    ];
    assert_eq!(ids, expected);
}

#[test]
fn a_path_over_several_grants_is_told() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    let more = [["mosaic_runtime", "set", "", "x"], ["x", "inherit", "", "mosaic_schema_owner"]];
    let more = more.map(|row| row.map(str::to_owned).to_vec());
    facts.steps.as_mut().unwrap().extend(more);
    let checks = evaluate(&facts, &scope, &passwords());
    let access = checks.iter().find(|check| check.id == "role.runtime.access").unwrap();
    assert_eq!(access.verdict, Verdict::Violation);
    assert!(access.observed.contains("mosaic_runtime –SET→ x –INHERIT→ mosaic_schema_owner"), "{access}");
    facts.steps = None;
    assert!(bad(&facts, &scope).contains(&("role.runtime.access".into(), Verdict::Unseen)));
}

#[test]
fn a_row_of_another_form_is_not_seen() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    facts.rules[2] = Some(vec![vec!["migrator".into()]]);
    assert!(bad(&facts, &scope).iter().all(|(_, verdict)| *verdict == Verdict::Unseen));
}

#[test]
fn a_stored_verifier_is_never_shown() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    let other =
        Verifier::of(&Secret::new("another password of some length".into()), Salt::derived("", "")).unwrap();
    facts.verifiers = Some(vec![vec!["mosaic_migrator".into(), other.to_string()]]);
    let checks = evaluate(&facts, &scope, &passwords());
    let check = checks.iter().find(|check| check.id == "role.migrator.verifier").unwrap();
    assert_eq!(check.verdict, Verdict::Violation);
    assert!(!format!("{checks:?}").contains("SCRAM-SHA-256$"));
}

#[test]
fn questions_are_complete_statements() {
    for question in questions(&Scope::base()) {
        let open =
            question.split('{').skip(1).find(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        assert_eq!(open, None, "a place was not filled");
        assert!(!question.trim_end().ends_with(';'), "the session joins statements itself: {question}");
    }
}
