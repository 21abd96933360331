//! What a ledger says about a bundle, and the checks that come before any row is compared.

use super::compare::{Findings, compare};
use super::known::Known;
use super::note::Note;
use super::observed::{Observed, Record, Shape, ShapeFault};
use super::refusal::{Refusal, Refused};

/// What the ledger says about one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// A row stands for it.
    Applied {
        /// The row's `id`.
        row: i64,
    },
    /// No row stands for it.
    Pending(Turn),
    /// A row stands for it that recorded other bytes.
    Edited {
        /// The row's `id`.
        row: i64,
    },
    /// The ledger was refused for a reason that leaves this open.
    Unclear,
}

/// When a pending entry's turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Every entry that has run comes before it.
    Next,
    /// An entry that comes after it has run already.
    Late,
}

/// What a ledger says about a bundle. Made by [`reconcile`] only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reconciliation {
    entries: Vec<EntryState>,
    notes: Vec<Note>,
    verdict: Result<Shape, Refused>,
}

impl Reconciliation {
    /// One state for each entry, in the bundle's order.
    #[must_use]
    pub fn entries(&self) -> &[EntryState] {
        &self.entries
    }

    /// What is unusual and harmless.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The form of the table.
    ///
    /// # Errors
    /// [`Refused`] if the ledger was refused.
    pub fn shape(&self) -> Result<Shape, Refused> {
        self.verdict.clone()
    }
}

/// Compares the entries of a bundle, in its order, with a ledger. O(n log n) in entries and rows together.
#[must_use]
pub fn reconcile(entries: &[Known<'_>], observed: &Observed) -> Reconciliation {
    match readable(observed) {
        Ok((shape, rows)) => {
            let Findings { states, notes, refusals } = compare(entries, &rows, shape);
            Reconciliation { entries: states, notes, verdict: Refused::of(refusals).map_or(Ok(shape), Err) }
        }
        Err(refused) => {
            let state = match observed {
                Observed::Absent => EntryState::Pending(Turn::Next),
                Observed::NotATable | Observed::Table { .. } => EntryState::Unclear,
            };
            Reconciliation { entries: vec![state; entries.len()], notes: Vec::new(), verdict: Err(refused) }
        }
    }
}

/// The rows in an order that owes nothing to where they lie, or why there are none to compare.
fn readable(observed: &Observed) -> Result<(Shape, Vec<Record<'_>>), Refused> {
    let (columns, rows) = match observed {
        Observed::Absent => return Err(Refused::because(Refusal::Missing)),
        Observed::NotATable => return Err(Refused::because(Refusal::Shape(ShapeFault::NotATable))),
        Observed::Table { columns, rows } => (columns, rows),
    };
    let shape = Shape::of(columns).map_err(|fault| Refused::because(Refusal::Shape(fault)))?;
    let mut records = Vec::with_capacity(rows.len());
    let mut faults = Vec::new();
    for row in rows {
        match Record::read(row) {
            Ok(record) => records.push(record),
            Err(fault) => faults.push((row.id, fault)),
        }
    }
    faults.sort_unstable();
    records.sort_unstable_by(Record::canonical_order);
    let refusals = faults.into_iter().map(|(row, fault)| Refusal::Row { row, fault }).collect();
    Refused::of(refusals).map_or(Ok((shape, records)), Err)
}
