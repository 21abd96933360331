//! The real objects of a database that something is attempted on, chosen by the session from its catalog.

use mosaic_db::bundle::{Bundle, IMMUTABLE};
use mosaic_db::postgres::{Literal, ResultSet};
use std::collections::BTreeMap;

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// As it stands in SQL, quoted by the server.
    pub(super) sql: String,
    /// Its name.
    pub(super) label: String,
}

/// Objects by kind, in the order in which they are preferred.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets(BTreeMap<String, Vec<Target>>);

/// Kinds of which a database may have none. There is nothing to attempt then, and nothing to fear.
const OPTIONAL: [&str; 8] = [
    "available",
    "enum",
    "foreign_schema",
    "immutable",
    "immutable_column",
    "insertable",
    "managed",
    "managed_column",
];

impl Targets {
    /// The statement whose answer [`Self::from_answer`] reads, to be asked as the login itself with `search_path` at
    /// `pg_catalog`.
    pub(super) fn question(bundle: &Bundle) -> String {
        let manifest = bundle.manifest();
        let managed: Vec<String> =
            manifest.managed_schemas().iter().map(|name| Literal(name.as_str()).to_string()).collect();
        let immutable = IMMUTABLE.map(|name| Literal(name).to_string());
        include_str!("targets.sql")
            .replace("{managed}", &managed.join(", "))
            .replace("{ledger_schema}", &Literal(manifest.ledger().schema.as_str()).to_string())
            .replace("{ledger_table}", &Literal(manifest.ledger().table.as_str()).to_string())
            .replace("{immutable}", &immutable.join(", "))
    }

    /// `None` for an answer of another form.
    pub(super) fn from_answer(answer: &ResultSet) -> Option<Self> {
        let rows = answer.exact::<3>()?;
        (!rows.is_empty()).then(|| Self::from_rows(rows))
    }

    pub(super) fn from_rows<'a>(rows: impl IntoIterator<Item = [&'a str; 3]>) -> Self {
        let mut targets: BTreeMap<String, Vec<Target>> = BTreeMap::new();
        for [kind, sql, label] in rows {
            let target = Target { sql: sql.to_owned(), label: label.to_owned() };
            targets.entry(kind.to_owned()).or_default().push(target);
        }
        Self(targets)
    }

    /// All of this kind.
    pub(super) fn all(&self, kind: &str) -> &[Target] {
        self.0.get(kind).map_or(&[], Vec::as_slice)
    }
}

/// Whether a statement speaks of objects that need not be there.
pub(super) fn may_be_absent(statement: &str) -> bool {
    OPTIONAL
        .iter()
        .any(|kind| statement.contains(&format!("{{{kind}}}")) || statement.contains(&format!("{{*{kind}}}")))
}
