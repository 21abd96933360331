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
