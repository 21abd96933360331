//! Why a ledger is refused. Each reason is final: nothing runs until a person has cleared it up.

use super::observed::{RowFault, ShapeFault};
use crate::bundle::Variant;
use crate::digest::Digest;
use crate::error::Code;
use std::fmt;

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no ledger.
    #[error("there is no ledger table")]
    Missing,
    /// The table is not a ledger.
    #[error("the ledger table is not one this program or Drizzle made: {0}")]
    Shape(ShapeFault),
    /// A row cannot be read.
    #[error("ledger row {row}: {fault}")]
    Row {
        /// Its `id`.
        row: i64,
        /// What is wrong with it.
        fault: RowFault,
    },
    /// A row is an entry's by `name` or `created_at`, and not by its hash.
    #[error("entry {tag} is {shipped} in the bundle, but row {row} of the ledger recorded {recorded}{}",
        variant.map_or("", Variant::explanation))]
    Edited {
        /// The entry.
        tag: String,
        /// The row's `id`.
        row: i64,
        /// SHA-256 of the bundle's bytes.
        shipped: Digest,
        /// The row's hash.
        recorded: Digest,
        /// What a tool may have done to the file, to explain and never to accept.
        variant: Option<Variant>,
    },
    /// More rows than entries of one hash.
    #[error("rows {} of the ledger all stand for {}", List(rows), List(tags))]
    Duplicate {
        /// The rows' `id`s.
        rows: Vec<i64>,
        /// The entries of their hash.
        tags: Vec<String>,
    },
    /// The rows of one hash can be read in two ways.
    #[error("rows {} of the ledger can be paired with {} in more than one way", List(rows), List(tags))]
    Ambiguous {
        /// The rows' `id`s.
        rows: Vec<i64>,
        /// The entries of their hash, more than there are rows.
        tags: Vec<String>,
    },
    /// A row is no entry's.
    #[error("row {row} of the ledger, with hash {hash}, is no entry of the bundle")]
    Unknown {
        /// The row's `id`.
        row: i64,
        /// Its hash.
        hash: Digest,
    },
    /// Every entry is applied and there are rows of others: a newer bundle ran here.
    #[error("every entry of the bundle is applied, and rows {} of the ledger are of others", List(rows))]
    BundleOlder {
        /// The other rows' `id`s.
        rows: Vec<i64>,
    },
    /// A history entry is pending although an application entry is applied.
    #[error("history entry {tag} is pending although application entry {after} is applied")]
    HistoryAfterApplication {
        /// The pending entry.
        tag: String,
        /// The first application entry that is applied.
        after: String,
    },
}

impl Refusal {
    /// The code in the catalogue.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Missing => Code::LedgerMissing,
            Self::Shape(_) | Self::Row { .. } => Code::LedgerCorrupt,
            Self::Edited { .. } => Code::LedgerEntryEdited,
            Self::Duplicate { .. } => Code::LedgerRowDuplicate,
            Self::Ambiguous { .. } => Code::LedgerAmbiguous,
            Self::Unknown { .. } => Code::LedgerRowUnknown,
            Self::BundleOlder { .. } => Code::BundleOlderThanDatabase,
            Self::HistoryAfterApplication { .. } => Code::HistoryAfterApplication,
        }
    }
}

/// A ledger that was refused, with every reason found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{first}{}", More(rest))]
pub struct Refused {
    first: Box<Refusal>,
    rest: Vec<Refusal>,
}

impl Refused {
    pub(super) fn because(reason: Refusal) -> Self {
        Self { first: Box::new(reason), rest: Vec::new() }
    }

    /// `None` if there is no reason.
    pub(super) fn of(refusals: Vec<Refusal>) -> Option<Self> {
        let mut refusals = refusals.into_iter();
        Some(Self { first: Box::new(refusals.next()?), rest: refusals.collect() })
    }

    /// The code of the first reason.
    #[must_use]
    pub fn code(&self) -> Code {
        self.first.code()
    }

    /// Every reason: at least one, those that explain others first.
    pub fn refusals(&self) -> impl Iterator<Item = &Refusal> {
        std::iter::once(&*self.first).chain(&self.rest)
    }
}

/// At most this many are named in one line; the whole list is in the data.
const NAMED: usize = 5;

struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, item) in self.0.iter().take(NAMED).enumerate() {
            write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

struct More<'a>(&'a [Refusal]);

impl fmt::Display for More<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.len() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more reason)"),
            more => write!(f, " (and {more} more reasons)"),
        }
    }
}
