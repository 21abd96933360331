//! What the server answered, before anything is judged.

use super::Scope;
use super::rules::{ABOUT_THE_SESSION, RULES, Rule, SUPERUSER, SUPPORTED_SERVER};
use crate::postgres::{Batch, Literal, ServerError};

const ROLES: [&str; 7] = [
    "mosaic_platform_database_owner",
    "mosaic_schema_owner",
    "mosaic_migrator",
    "mosaic_runtime_capability",
    "mosaic_runtime",
    "mosaic_extension_owner",
    "mosaic_data_importer",
];

/// Rows of (role, kind of step, by what, next role).
pub(in crate::checks) const STEPS: &str = include_str!("questions/role_steps.sql");
pub(in crate::checks) const VERSIONS: &str = include_str!("questions/extension_versions.sql");

/// Questions whose answers are no comparison of sets, asked after the rules that are about the session itself.
const OTHERS: [&str; 4] =
    [include_str!("questions/hba.sql"), VERSIONS, include_str!("questions/role_verifier.sql"), STEPS];

/// One answer: its rows, or nothing where the server gave none.
pub(in crate::checks) type Answer = Option<Vec<Vec<String>>>;

/// The answers to [`questions`]. The rows about passwords are verifiers, so there is no `Debug`.
pub struct Facts {
    pub(super) hba: Answer,
    pub(super) versions: Answer,
    pub(super) verifiers: Answer,
    pub(super) steps: Answer,
    /// Why a question was refused; those after it were not asked any more.
    pub(super) refusal: Option<ServerError>,
    /// In the order of [`RULES`].
    pub(super) rules: Vec<Answer>,
}

/// The statements to run in one `READ ONLY` transaction, with `search_path` at `pg_catalog`, as a superuser of the
/// database in question.
#[must_use]
pub fn questions(scope: &Scope) -> Vec<String> {
    let (first, rest) = RULES.split_at(ABOUT_THE_SESSION);
    let of = |rules: &'static [Rule]| rules.iter().map(|rule| rule.question);
    of(first).chain(OTHERS).chain(of(rest)).map(|question| filled(question, scope)).collect()
}

pub(in crate::checks) fn filled(question: &str, scope: &Scope) -> String {
    question
        .replace("{roles}", &list(ROLES))
        .replace("{schemas}", &list(scope.schemas()))
        .replace("{extensions}", &list(scope.extensions().map(|(name, _)| name)))
        .replace("{ledger_schema}", &Literal(&scope.ledger_schema).to_string())
        .replace("{ledger_table}", &Literal(&scope.ledger_table).to_string())
}

fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| Literal(name).to_string()).collect::<Vec<_>>().join(", ")
}

/// The answer at this place; nothing where the message ended before it, or where a value is NULL.
pub(in crate::checks) fn answer(batch: &Batch, index: usize) -> Answer {
    let rows = (index < batch.completed()).then(|| batch.set(index).rows())?;
    rows.iter().map(|row| row.iter().cloned().collect()).collect()
}

impl Facts {
    /// Takes the answers, as many as arrived, and why there are no more.
    #[must_use]
    pub fn from_batch(batch: &Batch, refusal: Option<ServerError>) -> Self {
        let [hba, versions, verifiers, steps] =
            [0, 1, 2, 3].map(|other| answer(batch, ABOUT_THE_SESSION + other));
        let place = |rule| if rule < ABOUT_THE_SESSION { rule } else { rule + OTHERS.len() };
        let rules = (0..RULES.len()).map(|rule| answer(batch, place(rule))).collect();
        Self { hba, versions, verifiers, steps, refusal, rules }
    }

    /// The server's version, if it is too old to be asked more.
    pub(super) fn unsupported_version(&self) -> Option<&str> {
        self.fact(0, "version").filter(|version| *version != SUPPORTED_SERVER)
    }

    /// The login, if it is not one that sees everything.
    pub(super) fn login_without_sight(&self) -> Option<&str> {
        self.fact(1, "login").filter(|session| *session != SUPERUSER)
    }

    fn fact(&self, rule: usize, subject: &str) -> Option<&str> {
        let rows = self.rules.get(rule)?.as_ref()?;
        rows.iter()
            .find_map(|row| (row.first()? == subject).then(|| row.get(1)).flatten())
            .map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::ResultSet;

    #[test]
    fn every_answer_is_that_to_its_own_question() {
        let scope = Scope::base();
        let asked: Vec<String> = questions(&scope);
        let batch = Batch::of(asked.iter().map(|question| ResultSet::of_texts(&[[question]])).collect());
        let facts = Facts::from_batch(&batch, None);
        let echo = |question: &str| Some(vec![vec![filled(question, &scope)]]);
        let [hba, versions, verifiers, steps] = OTHERS.map(echo);
        assert_eq!((facts.hba, facts.versions), (hba, versions));
        assert_eq!((facts.verifiers, facts.steps), (verifiers, steps));
        let rules: Vec<Answer> = RULES.iter().map(|rule| echo(rule.question)).collect();
        assert_eq!(facts.rules, rules);
    }

    #[test]
    fn what_did_not_arrive_and_what_is_null_is_no_answer() {
        let rows = || ResultSet::of_texts(&[["a", "b"]]);
        let batch = Batch::of(vec![rows(), ResultSet::default()]);
        assert_eq!(answer(&batch, 0), Some(vec![vec!["a".to_owned(), "b".to_owned()]]));
        assert_eq!(answer(&batch, 1), Some(Vec::new()));
        assert_eq!(answer(&batch, 2), None);
        let null = Batch::of(vec![ResultSet::of_null()]);
        assert_eq!(answer(&null, 0), None);
    }

    #[test]
    fn a_session_that_cannot_be_asked_is_known_by_its_first_answers() {
        let facts = |version: &str, login: &str| {
            let batch = Batch::of(vec![
                ResultSet::of_texts(&[["encoding", "UTF8"], ["version", version]]),
                ResultSet::of_texts(&[["login", login]]),
            ]);
            Facts::from_batch(&batch, None)
        };
        let good = facts(SUPPORTED_SERVER, SUPERUSER);
        assert_eq!((good.unsupported_version(), good.login_without_sight()), (None, None));
        let bad = facts("15.4", "eve");
        assert_eq!((bad.unsupported_version(), bad.login_without_sight()), (Some("15.4"), Some("eve")));
        let unasked = Facts::from_batch(&Batch::default(), None);
        assert_eq!((unasked.unsupported_version(), unasked.login_without_sight()), (None, None));
    }

    #[test]
    fn places_are_filled_with_what_the_scope_says() {
        let places = "{roles}|{schemas}|{extensions}|{ledger_schema}|{ledger_table}";
        assert_eq!(
            filled(places, &Scope::base()),
            "'mosaic_platform_database_owner', 'mosaic_schema_owner', 'mosaic_migrator', 'mosaic_runtime_capability', \
             'mosaic_runtime', 'mosaic_extension_owner', 'mosaic_data_importer'\
             |'drizzle', 'mosaic', 'mosaic_control', 'mosaic_extensions', 'public'|'vector'|'drizzle'|'__drizzle_migrations'"
        );
    }
}
