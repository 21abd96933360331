//! What a session of any role can prove about roles, privileges, settings, extensions and the guard: the part of
//! [`prepared`](super::prepared) that takes no superuser, for verification and for readiness.
//!
//! Invariant: a question without an answer makes each of its checks fail.

use super::prepared::facts::{STEPS, VERSIONS, answer, filled};
use super::prepared::judge::{compare, give_reason, versions};
use super::prepared::rules::{OBJECTS, visible_to_any_role};
use super::{Check, prepared::Scope};
use crate::postgres::{Batch, ResultSet, ServerError};

/// Questions whose answers are no comparison of sets; asked first.
const OTHERS: [&str; 2] = [STEPS, VERSIONS];

/// The statements to run in one `READ ONLY` transaction, with `search_path` at `pg_catalog`.
#[must_use]
pub fn questions(scope: &Scope) -> Vec<String> {
    let rules = visible_to_any_role().map(|rule| rule.question);
    OTHERS.into_iter().chain(rules).map(|question| filled(question, scope)).collect()
}

/// Of the answers to [`questions`], the one about the owners and privileges of all objects: what
/// [`crate::roles::scope::question`] asks for, and more.
#[must_use]
pub fn objects(answers: &Batch) -> &ResultSet {
    let place = visible_to_any_role().position(|rule| rule.question == OBJECTS);
    answers.set(place.map_or(usize::MAX, |place| OTHERS.len() + place))
}

/// Every check, from as many answers to [`questions`] as arrived, and why there are no more. Results of other
/// statements may follow.
#[must_use]
pub fn evaluate(answers: &Batch, refusal: Option<&ServerError>, scope: &Scope) -> Vec<Check> {
    let steps = answer(answers, 0);
    let rules = visible_to_any_role().enumerate();
    let mut checks: Vec<Check> = rules
        .flat_map(|(place, rule)| compare(rule, &answer(answers, OTHERS.len() + place), &steps, scope))
        .collect();
    checks.extend(versions(&answer(answers, 1), scope));
    give_reason(&mut checks, refusal);
    checks
}

#[cfg(test)]
mod tests {
    use super::super::{Verdict, VisibleTo};
    use super::*;

    #[test]
    fn nothing_is_asked_that_only_a_superuser_sees() {
        let questions = questions(&Scope::base());
        for closed in
            ["FROM pg_authid", "JOIN pg_authid", "pg_hba_file_rules", "pg_user_mapping", "pg_shadow"]
        {
            assert!(questions.iter().all(|question| !question.contains(closed)), "{closed}");
        }
    }

    /// What a server answers on which everything is as promised.
    fn as_promised(scope: &Scope) -> Batch {
        let steps = ResultSet::of_texts(&[
            ["mosaic_migrator", "set", "", "mosaic_schema_owner"],
            ["mosaic_runtime", "inherit", "", "mosaic_runtime_capability"],
        ]);
        let versions = ResultSet::of_texts(&[["vector", "0.8.0"]]);
        let rules = visible_to_any_role().map(|rule| {
            let expected = (rule.expected)(scope);
            let rows = expected
                .iter()
                .flat_map(|(subject, facts)| facts.iter().map(move |fact| [subject.as_str(), fact]));
            ResultSet::of_texts(&rows.collect::<Vec<_>>())
        });
        Batch::of([steps, versions].into_iter().chain(rules).collect())
    }

    #[test]
    fn every_answer_is_read_as_that_to_its_own_question() {
        let scope = Scope::base();
        let answers = as_promised(&scope);
        assert_eq!(questions(&scope).len(), answers.completed());
        let checks = evaluate(&answers, None, &scope);
        assert!(checks.iter().all(|check| check.verdict == Verdict::Good), "{checks:?}");
        let asked = questions(&scope).iter().map(|question| ResultSet::of_texts(&[[question]])).collect();
        assert_eq!(objects(&Batch::of(asked)).get(0, 0), Some(&*filled(OBJECTS, &scope)));
    }

    #[test]
    fn without_answers_every_check_is_unseen() {
        let checks = evaluate(&Batch::default(), None, &Scope::base());
        assert!(checks.len() > 60, "{}", checks.len());
        for check in checks {
            assert_eq!((check.verdict, check.visible_to), (Verdict::Unseen, VisibleTo::AnyRole), "{check}");
        }
    }
}
