//! Checks as data: what was expected, what was seen, and what that means.
//!
//! Invariant: a check that could not see is not good.

mod access_rules;
pub mod prepared;
pub mod proof;
pub mod stage;
pub mod tls;

use serde::Serialize;
use std::fmt;

/// One check that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Stable across releases: `area.subject[.aspect]`.
    pub id: String,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub observed: String,
    /// What follows.
    pub verdict: Verdict,
    /// Whose session it takes to see this.
    pub visible_to: VisibleTo,
}

/// Whose session it takes to see what a check needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VisibleTo {
    /// Whoever reaches the server's port: it takes no session.
    Network,
    /// Catalogs that everybody may read.
    AnyRole,
    /// What the schema owner may read, as the migrator can.
    Migrator,
    /// Other sessions, every setting and the access rules: `pg_monitor`, and SELECT and EXECUTE on `pg_hba_file_rules`.
    Monitor,
    /// Passwords, the server's files and what is as closed.
    Superuser,
}

/// What follows from a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As it should be.
    Good,
    /// To be looked at; it does not fail the command.
    Warning,
    /// Not as it should be.
    Violation,
    /// Could not be seen, which fails as a violation does.
    Unseen,
}

impl Verdict {
    /// Whether the command that asked must fail.
    #[must_use]
    pub const fn fails(self) -> bool {
        match self {
            Self::Good | Self::Warning => false,
            Self::Violation | Self::Unseen => true,
        }
    }

    /// One word for output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Warning => "warning",
            Self::Violation => "violation",
            Self::Unseen => "unseen",
        }
    }
}

/// The checks that must fail the command, if there are any.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{failed} of {made} checks failed: {}", .ids.join(", "))]
pub struct Failed {
    failed: usize,
    made: usize,
    ids: Vec<String>,
}

/// That none of these checks fails.
///
/// # Errors
/// [`Failed`] names those that do.
pub fn require_good(checks: &[Check]) -> Result<(), Failed> {
    let ids: Vec<String> =
        checks.iter().filter(|check| check.verdict.fails()).map(|check| check.id.clone()).collect();
    if ids.is_empty() { Ok(()) } else { Err(Failed { failed: ids.len(), made: checks.len(), ids }) }
}

/// What is granted for a while only, so that whoever looks at the database is told of it, whatever the verdict.
#[must_use]
pub fn granted_for_a_while(checks: &[Check]) -> Vec<String> {
    let standing = checks.iter().filter(|check| check.id == FAST_LOAD && check.verdict == Verdict::Warning);
    standing.map(|check| format!("granted to the importer: {}", check.observed)).collect()
}

/// The check that tells of rows that can be loaded without row triggers.
const FAST_LOAD: &str = "fast_load.data_importer";

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, expected, observed, verdict, visible_to: _ } = self;
        match verdict {
            Verdict::Good => write!(f, "{} {id}: {observed}", verdict.word()),
            _ => write!(f, "{} {id}: expected {expected}; observed {observed}", verdict.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, verdict: Verdict) -> Check {
        let (id, expected, observed) = (id.to_owned(), "this".to_owned(), "that".to_owned());
        Check { id, expected, observed, verdict, visible_to: VisibleTo::AnyRole }
    }

    #[test]
    fn what_fails_is_named_and_a_warning_does_not_fail() {
        let verdicts = [Verdict::Good, Verdict::Warning, Verdict::Violation, Verdict::Unseen];
        let checks = verdicts.map(|verdict| check(&format!("an.{}", verdict.word()), verdict));
        let ids = ["an.violation", "an.unseen"].map(str::to_owned).to_vec();
        assert_eq!(require_good(&checks), Err(Failed { failed: 2, made: 4, ids }));
        assert_eq!(require_good(&checks[..2]), Ok(()));
    }

    #[test]
    fn what_the_importer_may_do_for_a_while_is_told_while_it_may() {
        let told = |verdict| {
            granted_for_a_while(&[check(FAST_LOAD, verdict), check("fast_load.other", Verdict::Warning)])
        };
        assert_eq!(told(Verdict::Warning), ["granted to the importer: that"]);
        for verdict in [Verdict::Good, Verdict::Violation, Verdict::Unseen] {
            assert_eq!(told(verdict), <[String; 0]>::default());
        }
    }

    #[test]
    fn what_is_expected_is_told_unless_it_was_found() {
        assert_eq!(check("a.b", Verdict::Good).to_string(), "good a.b: that");
        assert_eq!(check("a.b", Verdict::Unseen).to_string(), "unseen a.b: expected this; observed that");
    }
}
