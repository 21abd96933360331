//! Checks as data: what was expected, what was seen, and what that means.
//!
//! Invariant: a check that could not see is not good.

pub mod prepared;

use std::fmt;

/// One check that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Stable across releases: `area.subject[.aspect]`.
    pub id: String,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub observed: String,
    /// What follows.
    pub verdict: Verdict,
}

/// What follows from a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, expected, observed, verdict } = self;
        match verdict {
            Verdict::Good => write!(f, "{} {id}: {observed}", verdict.word()),
            _ => write!(f, "{} {id}: expected {expected}; observed {observed}", verdict.word()),
        }
    }
}
