//! The one way from a ledger to something that may run.

use super::observed::Shape;
use super::reconcile::{EntryState, Reconciliation, Turn};
use super::refusal::Refused;
use crate::error::Code;

/// Which entries are to run, in the bundle's order, against a ledger that was not refused. Made by [`plan`] only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    shape: Shape,
    steps: Vec<Step>,
    entries: usize,
}

/// One entry to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    position: usize,
    turn: Turn,
}

/// Entries of the bundle have not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{count} of {of} entries are pending")]
pub struct EntriesPending {
    /// How many.
    pub count: usize,
    /// The number of entries in the bundle.
    pub of: usize,
}

/// What is to be done about a reconciled ledger.
///
/// # Errors
/// [`Refused`], with every reason, if there is one.
pub fn plan(reconciliation: &Reconciliation) -> Result<Plan, Refused> {
    let shape = reconciliation.shape()?;
    let pending = reconciliation.entries().iter().enumerate().filter_map(|(position, state)| match state {
        EntryState::Pending(turn) => Some(Step { position, turn: *turn }),
        EntryState::Applied { .. } | EntryState::Edited { .. } | EntryState::Unclear => None,
    });
    Ok(Plan { shape, steps: pending.collect(), entries: reconciliation.entries().len() })
}

impl Plan {
    /// The entries to run, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// That there is nothing to run.
    ///
    /// # Errors
    /// [`EntriesPending`] if there is.
    pub const fn require_empty(&self) -> Result<(), EntriesPending> {
        match self.steps.len() {
            0 => Ok(()),
            count => Err(EntriesPending { count, of: self.entries }),
        }
    }

    /// Which columns a new row fills.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}

impl Step {
    /// The entry's position in the bundle.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// Whether later entries have run before it.
    #[must_use]
    pub const fn turn(self) -> Turn {
        self.turn
    }
}

impl EntriesPending {
    /// The code in the catalogue.
    #[must_use]
    pub const fn code(self) -> Code {
        Code::EntriesPending
    }
}
