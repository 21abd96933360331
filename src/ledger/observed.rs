//! The ledger as it was read from a server: plain data, and the rules for its shape and for a single row.

use crate::digest::Digest;
use std::cmp::Ordering;

/// What stands under the ledger's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Nothing.
    Absent,
    /// A view, a foreign table, a partitioned table: a relation, but not an ordinary table.
    NotATable,
    /// A table.
    Table {
        /// Its columns, in any order, without dropped ones.
        columns: Vec<Column>,
        /// All its rows, in any order.
        rows: Vec<Row>,
    },
}

/// One column (`pg_attribute`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `attname`.
    pub name: String,
    /// The type as `format_type(atttypid, atttypmod)` prints it.
    pub data_type: String,
    /// `attnotnull`.
    pub not_null: bool,
    /// Whether an INSERT that leaves the column out fills it: `atthasdef`, or an identity column.
    pub has_default: bool,
}

/// One row, as the server prints it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// `id`.
    pub id: i64,
    /// `hash`; empty for NULL.
    pub hash: String,
    /// `created_at`, a `bigint` or `numeric`, as text; `None` for NULL.
    pub created_at: Option<String>,
    /// `name`; `None` for NULL or where there is no such column.
    pub name: Option<String>,
}

/// Which of the known forms of the table this is; whoever inserts a row fills what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    name: bool,
}

/// Why a table is no ledger.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeFault {
    /// It is not an ordinary table.
    #[error("it is not an ordinary table")]
    NotATable,
    /// A column every form has is missing.
    #[error("column {0} is missing")]
    Missing(&'static str),
    /// A known column has an unknown type.
    #[error("column {column} is {found:?}, not {expected}")]
    Type {
        /// The column.
        column: &'static str,
        /// The types of the known forms.
        expected: &'static str,
        /// The type it has.
        found: String,
    },
    /// A column that must be NOT NULL is not.
    #[error("column {0} accepts NULL")]
    Nullable(&'static str),
    /// A column that no migrator gives a value is NOT NULL and has no default.
    #[error("column {0:?} is NOT NULL without a default, so no migrator can add a row")]
    Unfilled(String),
}

/// Why a row is not one that Drizzle or this program wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum RowFault {
    /// `hash` is not a SHA-256.
    #[error("hash is not 64 lowercase hexadecimal digits")]
    Hash,
    /// `created_at` is NULL: Drizzle sorts it first, takes it for the newest and runs everything again.
    #[error("created_at is NULL")]
    CreatedAtNull,
    /// `created_at` is not a whole number of milliseconds.
    #[error("created_at is not a whole number of milliseconds")]
    CreatedAt,
}

impl Shape {
    /// Recognises the three-column and the five-column form. `created_at` may be numeric, and further columns are
    /// tolerated where an INSERT may leave them out, as it does `applied_at`.
    ///
    /// # Errors
    /// The first [`ShapeFault`], known columns first.
    pub fn of(columns: &[Column]) -> Result<Self, ShapeFault> {
        let find = |name| columns.iter().find(|column| column.name == name);
        let must = |name| find(name).ok_or(ShapeFault::Missing(name));
        let id = typed("id", must("id")?, &["integer", "bigint"], "integer or bigint")?;
        let hash = typed("hash", must("hash")?, &["text"], "text")?;
        typed("created_at", must("created_at")?, &["bigint", "numeric"], "bigint or numeric")?;
        let name = find("name").map(|name| typed("name", name, &["text"], "text")).transpose()?;
        if let Some(found) = find("applied_at") {
            typed("applied_at", found, &["timestamp with time zone"], "timestamp with time zone")?;
        }
        for (column, found) in [("id", id), ("hash", hash)] {
            if !found.not_null {
                return Err(ShapeFault::Nullable(column));
            }
        }
        let given = ["hash", "created_at", "name"];
        let mut left_out = columns.iter().filter(|column| !given.contains(&column.name.as_str()));
        match left_out.find(|column| column.not_null && !column.has_default) {
            Some(column) => Err(ShapeFault::Unfilled(column.name.clone())),
            None => Ok(Self { name: name.is_some() }),
        }
    }

    /// Whether there is a `name` column. A newer Drizzle decides by it, and would run an entry without it again.
    #[must_use]
    pub const fn has_name(self) -> bool {
        self.name
    }
}

fn typed<'a>(
    column: &'static str,
    found: &'a Column,
    types: &[&str],
    expected: &'static str,
) -> Result<&'a Column, ShapeFault> {
    if types.contains(&found.data_type.as_str()) {
        Ok(found)
    } else {
        Err(ShapeFault::Type { column, expected, found: found.data_type.clone() })
    }
}

/// A row whose values have been understood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    pub(super) id: i64,
    pub(super) hash: Digest,
    pub(super) created_at: i64,
    pub(super) name: Option<&'a str>,
}

impl<'a> Record<'a> {
    pub(super) fn read(row: &'a Row) -> Result<Self, RowFault> {
        let hash = Digest::parse(&row.hash).map_err(|_| RowFault::Hash)?;
        let created_at = row.created_at.as_deref().ok_or(RowFault::CreatedAtNull)?;
        let created_at = milliseconds(created_at).ok_or(RowFault::CreatedAt)?;
        Ok(Self { id: row.id, hash, created_at, name: row.name.as_deref() })
    }

    /// An order that owes nothing to where a row lies in the table.
    pub(super) fn canonical_order(&self, other: &Self) -> Ordering {
        (self.created_at, self.id, self.hash, self.name).cmp(&(
            other.created_at,
            other.id,
            other.hash,
            other.name,
        ))
    }
}

/// Reads `created_at`; a `numeric` may carry a fraction of zeros.
fn milliseconds(text: &str) -> Option<i64> {
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|digit| digit == b'0') => whole,
        Some(_) => return None,
        None => text,
    };
    whole.parse().ok()
}
