//! The session about itself: the columns that tell whether it still is what it was opened as. They cost what
//! `SELECT 1` costs, because none of them reads a table.

use crate::error::Code;
use crate::postgres::identity::role;
use crate::postgres::session::RUNTIME_SEARCH_PATH;
use std::fmt;

/// What follows `SELECT`. In a transaction that was open before, its start is not the start of this statement.
pub(super) const COLUMNS: &str = "session_user, current_user, pg_catalog.current_setting('search_path'), \
     pg_catalog.current_schemas(true), pg_catalog.current_setting('row_security'), \
     pg_catalog.current_setting('session_replication_role'), \
     CASE WHEN pg_catalog.now() = pg_catalog.statement_timestamp() THEN 'no' ELSE 'yes' END";

/// How many columns.
pub(super) const COUNT: usize = 7;

/// What a session must say of itself, column by column.
const EXPECTED: [(Fact, &str); COUNT] = [
    (Fact::SessionUser, role::RUNTIME),
    (Fact::CurrentUser, role::RUNTIME),
    (Fact::SearchPath, RUNTIME_SEARCH_PATH),
    (Fact::Schemas, "{pg_catalog,mosaic}"),
    (Fact::RowSecurity, "off"),
    (Fact::ReplicationRole, "origin"),
    (Fact::OpenTransaction, "no"),
];

/// A fact about a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Who logged in.
    SessionUser,
    /// Whose rights it has: `SET ROLE` changes it.
    CurrentUser,
    /// The search path as it is set.
    SearchPath,
    /// The search path in effect: without schemas that are missing or closed, and with a temporary one.
    Schemas,
    /// Off: a query that a policy would silently narrow fails instead.
    RowSecurity,
    /// Origin: with another, triggers and foreign keys do not fire.
    ReplicationRole,
    /// Whether somebody left a transaction open.
    OpenTransaction,
    /// Settings that each new connection of the login starts with.
    StoredSettings,
}

/// A fact that is another than it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// Which.
    pub fact: Fact,
    /// What it must be.
    pub expected: &'static str,
    /// What it is.
    pub observed: String,
}

/// Compares the first columns of a row with what they must be.
pub(super) fn judge(row: &[&str; COUNT]) -> Vec<Deviation> {
    let pairs = EXPECTED.into_iter().zip(row);
    pairs
        .filter(|((_, expected), observed)| expected != *observed)
        .map(|((fact, expected), observed)| Deviation { fact, expected, observed: (*observed).to_owned() })
        .collect()
}

impl Fact {
    const fn word(self) -> &'static str {
        match self {
            Self::SessionUser => "session_user",
            Self::CurrentUser => "current_user",
            Self::SearchPath => "search_path",
            Self::Schemas => "search path in effect",
            Self::RowSecurity => "row_security",
            Self::ReplicationRole => "session_replication_role",
            Self::OpenTransaction => "open transaction",
            Self::StoredSettings => "stored settings",
        }
    }
}

impl Deviation {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self.fact {
            Fact::SearchPath | Fact::Schemas => Code::RuntimeSearchPath,
            Fact::StoredSettings => Code::RuntimeStoredSettings,
            Fact::SessionUser
            | Fact::CurrentUser
            | Fact::RowSecurity
            | Fact::ReplicationRole
            | Fact::OpenTransaction => Code::RuntimeSession,
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fact, expected, observed } = self;
        write!(f, "{} is {observed}, not {expected}", fact.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_has_its_deviation() {
        let good = EXPECTED.map(|(_, expected)| expected);
        assert_eq!(judge(&good), []);
        for (place, (fact, _)) in EXPECTED.into_iter().enumerate() {
            let mut row = good;
            row[place] = "another";
            let deviations = judge(&row);
            assert_eq!(deviations.iter().map(|deviation| deviation.fact).collect::<Vec<_>>(), [fact]);
        }
    }
}
