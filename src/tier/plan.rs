//! What will be copied, decided before a row moves: a pure function of both sides and the bundle's seeded tables.

use super::order::{self, Cycle};
use super::proof::Proof;
use super::rows::Form;
use super::side::{Column, Kind, RowSecurity, Sequence, Side, Table};
use std::collections::BTreeSet;

/// Everything that will be done, in order.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The tables in waves: what a table refers to is in an earlier wave, or deferred.
    pub waves: Vec<Vec<Transfer>>,
    /// Constraints to defer, quoted names with their schema left to the server's path.
    pub deferred: Vec<String>,
    /// The sequences to set.
    pub sequences: Vec<Pair<Sequence>>,
    /// Tables of the target that the source does not have; they stay empty.
    pub absent: Vec<String>,
    /// What stands in for row triggers, where they are not to fire.
    pub proof: Option<Proof>,
}

/// The same thing on both sides.
#[derive(Clone, Debug)]
pub struct Pair<T> {
    /// Where it is read.
    pub source: T,
    /// Where it is written.
    pub target: T,
}

/// One table to copy or to compare.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Its name.
    pub name: String,
    /// Its quoted names.
    pub sql: Pair<String>,
    /// Whether its rows move.
    pub act: Act,
    /// How its rows travel: as text where one column must.
    pub form: Form,
    /// Its kinds; of a plain table's children by inheritance nothing is read.
    pub kind: Pair<Kind>,
    /// The columns, in the target's order.
    pub columns: Vec<Column>,
    /// Rows the source thinks it has, where it looked.
    pub rows_estimated: Option<u64>,
    /// Bytes on the source's disk.
    pub disk_bytes: u64,
    /// Triggers of the target that will fire.
    pub triggers: Option<String>,
    /// Those that would fire if rows were not loaded without row triggers.
    pub silenced: Option<String>,
}

/// What is done with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It is empty, and filled.
    Copy,
    /// The bundle fills it; it is compared.
    Compare,
}

/// Why nothing can be copied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Rows nobody receives.
    #[error("the target has no table for {}", .0.join(", "))]
    Unreceived(Vec<String>),
    /// Columns differ.
    #[error("the columns of {table} differ: {}", .differences.join("; "))]
    Columns {
        /// The table.
        table: String,
        /// What differs.
        differences: Vec<String>,
    },
    /// A table whose rows another server holds.
    #[error("{0} is a foreign table")]
    Foreign(String),
    /// Rows may be hidden or refused.
    #[error("row-level security is enabled on the target's {}", .0.join(", "))]
    RowSecurity(Vec<String>),
    /// A circle.
    #[error(transparent)]
    Cycle(#[from] Cycle),
    /// Nothing to do.
    #[error("the source's schema has no table that the target has")]
    Nothing,
}

/// Decides what to copy. `seeded` are tables that the bundle fills itself.
///
/// # Errors
/// [`PlanError`], the first that applies.
pub fn plan(source: &Side, target: &Side, seeded: &BTreeSet<String>) -> Result<Plan, PlanError> {
    let unreceived: Vec<String> = source
        .tables
        .iter()
        .filter(|table| target.table(&table.name).is_none())
        .map(|table| table.name.clone())
        .collect();
    if !unreceived.is_empty() {
        return Err(PlanError::Unreceived(unreceived));
    }
    let transfers = source
        .tables
        .iter()
        .filter_map(|table| Some((table, target.table(&table.name)?)))
        .map(|(source, target)| transfer(source, target, seeded))
        .collect::<Result<Vec<_>, _>>()?;
    if transfers.is_empty() {
        return Err(PlanError::Nothing);
    }
    let secured: Vec<String> = target
        .tables
        .iter()
        .filter(|table| table.row_security == RowSecurity::Enabled && source.table(&table.name).is_some())
        .map(|table| table.name.clone())
        .collect();
    if !secured.is_empty() {
        return Err(PlanError::RowSecurity(secured));
    }
    let order = order::order(transfers.iter().map(|transfer| transfer.name.as_str()), &target.references)?;
    let waves = order
        .waves
        .iter()
        .map(|wave| {
            let of_wave = |name: &String| transfers.iter().find(|transfer| transfer.name == *name).cloned();
            wave.iter().filter_map(of_wave).collect()
        })
        .collect();
    let absent = target
        .tables
        .iter()
        .filter(|table| source.table(&table.name).is_none())
        .map(|table| table.name.clone());
    Ok(Plan {
        waves,
        deferred: order.deferred,
        sequences: sequences(source, target),
        absent: absent.collect(),
        proof: None,
    })
}

impl Plan {
    /// Every table, in order.
    pub fn transfers(&self) -> impl Iterator<Item = &Transfer> {
        self.waves.iter().flatten()
    }
}

fn transfer(source: &Table, target: &Table, seeded: &BTreeSet<String>) -> Result<Transfer, PlanError> {
    if let Some(foreign) = [source, target].into_iter().find(|table| table.kind == Kind::Foreign) {
        return Err(PlanError::Foreign(foreign.name.clone()));
    }
    let differences = differences(source, target);
    if !differences.is_empty() {
        return Err(PlanError::Columns { table: target.name.clone(), differences });
    }
    // Text as soon as one column on one side needs it: a COPY has one form for all its columns.
    let forms = source.written().chain(target.written()).map(|column| column.form);
    Ok(Transfer {
        name: target.name.clone(),
        sql: Pair { source: source.sql.clone(), target: target.sql.clone() },
        act: if seeded.contains(&target.name) { Act::Compare } else { Act::Copy },
        form: forms.max().unwrap_or(Form::Binary),
        kind: Pair { source: source.kind, target: target.kind },
        columns: target.written().cloned().collect(),
        rows_estimated: source.rows_estimated,
        disk_bytes: source.disk_bytes,
        triggers: target.triggers.clone(),
        silenced: None,
    })
}

/// How the columns differ that would be copied; a generated column of one side is one on the other.
fn differences(source: &Table, target: &Table) -> Vec<String> {
    let find = |table: &'_ Table, name: &str| table.columns.iter().position(|column| column.name == name);
    let mut differences = Vec::new();
    for column in &source.columns {
        match find(target, &column.name).and_then(|at| target.columns.get(at)) {
            None => differences.push(format!("the target has no {}", column.name)),
            Some(other) if other.origin != column.origin => {
                differences.push(format!("{} is generated on one side only", column.name));
            }
            Some(other) if other.kind != column.kind => {
                differences.push(format!("{} is {} and {}", column.name, column.kind, other.kind));
            }
            Some(_) => {}
        }
    }
    for column in &target.columns {
        if find(source, &column.name).is_none() {
            differences.push(format!("the source has no {}", column.name));
        }
    }
    differences
}

/// Sequences belong together by the column they feed, or else by name.
fn sequences(source: &Side, target: &Side) -> Vec<Pair<Sequence>> {
    let counterpart = |wanted: &Sequence| {
        let same = |other: &&Sequence| match &wanted.owner {
            Some(owner) => other.owner.as_ref() == Some(owner),
            None => other.owner.is_none() && other.name == wanted.name,
        };
        source.sequences.iter().find(same).cloned()
    };
    let pairs = target
        .sequences
        .iter()
        .filter_map(|target| Some(Pair { source: counterpart(target)?, target: target.clone() }));
    pairs.collect()
}

#[cfg(test)]
mod tests;
