//! Measuring the product beside psql and other tools: whole processes, over the same verify-full TLS, on the same
//! server, in turns.
//!
//! Times depend on the machine and are never asserted: they are shown next to their targets. Asserted is that
//! every tool did the same work, and that round trips do not grow with the number of entries.

mod attest;
pub(crate) mod backfill;
mod course;
mod entries;
mod figures;
mod folder;
mod grid;
mod ground;
pub(crate) mod import;
mod layout;
mod machine;
pub(crate) mod migrate;
mod page;
mod peers;
mod piece;
mod readiness;
mod record;
mod rounds;
mod scan;
mod statistics;
mod tables;
mod text;
mod tool;
mod trips;

use crate::{failure::Failure, product};
use page::Page;
pub(crate) use piece::Piece;
use record::Record;
use std::{collections::BTreeSet, path::Path, process::Command};

/// Short processes are measured this many times as often as long ones.
const OFTEN: usize = 7;

/// Why the figures would mean nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{program} ended with {status}: {words}")]
    Failed { program: String, status: std::process::ExitStatus, words: String },
    #[error("{tool} left {observed} tables in database {database}; the folder makes {expected}")]
    Tables { tool: &'static str, database: String, observed: i64, expected: usize },
    #[error("{tool} left {observed} rows in {table}; the source has {expected}")]
    Rows { tool: &'static str, table: &'static str, observed: i64, expected: u64 },
    #[error("a process ended before its memory was seen")]
    Unseen,
    #[error("an import did not say how long its phases took")]
    Unreported,
    #[error("only root can attest a target so that an import believes it")]
    NeedsRoot,
    #[error("the sessions in database {0} do not end")]
    Sessions(String),
    #[error("the number of round trips is not always the same: {0}")]
    RoundTrips(String),
    #[error("not two numbers of nanoseconds: {0}")]
    Unreadable(String),
    #[error("the figures are not readable as such")]
    Figures(#[source] serde_json::Error),
    #[error("these were not measured: {0}")]
    Parts(String),
}

/// What is measured on one server.
pub(crate) enum Suite {
    Migrate(migrate::Extent),
    Import(import::Extent),
    /// A tree of so many files.
    Scan {
        files: usize,
        rounds: usize,
    },
    /// So many tasks.
    Backfill {
        tasks: u32,
        rounds: usize,
    },
}

/// Which pieces to measure, and where to keep the figures.
pub(crate) struct Publication<'paths> {
    pub(crate) page: &'paths Path,
    /// Nothing for all of them.
    pub(crate) only: Vec<Piece>,
    /// Whether to leave out what is kept already.
    pub(crate) resume: bool,
}

/// Measures all of these and prints the figures.
pub(crate) fn run(suites: &[Suite], profile: &str) -> Result<(), Failure> {
    measure(suites, profile, Record::printed(profile, all_pieces(suites)))
}

/// Measures these, prints the figures, and keeps each piece beside the page as soon as it is measured; then writes the page.
pub(crate) fn publish(suites: &[Suite], profile: &str, publication: &Publication<'_>) -> Result<(), Failure> {
    let Publication { page, only, resume } = publication;
    let wanted = all_pieces(suites).into_iter().filter(|piece| only.is_empty() || only.contains(piece));
    measure(suites, profile, Record::kept(profile, wanted.collect(), Page::at(page), *resume)?)
}

/// Writes the page anew, from the figures that lie beside it.
pub(crate) fn render(page: &Path) -> Result<(), Failure> {
    Page::at(page).render()
}

fn all_pieces(suites: &[Suite]) -> BTreeSet<Piece> {
    suites.iter().flat_map(Suite::pieces).copied().collect()
}

fn measure(suites: &[Suite], profile: &str, mut record: Record) -> Result<(), Failure> {
    let examples: &[&str] = if record.wants_any(&migrate::PIECES) { &["connect", "recheck"] } else { &[] };
    let programs = product::build_with(profile, examples)?;
    record.ask_version(product::NAME, &mut Command::new(programs.join(product::NAME)));
    for suite in suites.iter().filter(|suite| record.wants_any(suite.pieces())).collect::<Vec<_>>() {
        if let Err(failure) = suite.measure(&mut record, &programs) {
            record.abandon(suite.pieces(), &failure)?;
        }
    }
    record.finish()
}

impl Suite {
    const fn pieces(&self) -> &'static [Piece] {
        match self {
            Self::Migrate(_) => &migrate::PIECES,
            Self::Import(_) => &import::PIECES,
            Self::Scan { .. } => &[Piece::Scan],
            Self::Backfill { .. } => &[Piece::Backfill],
        }
    }

    fn measure(&self, record: &mut Record, programs: &Path) -> Result<(), Failure> {
        match self {
            Self::Migrate(extent) => migrate::measure(record, programs, extent),
            Self::Import(extent) => import::measure(record, programs, extent),
            Self::Scan { files, rounds } => {
                record.piece(Piece::Scan, |record| scan::measure(record, programs, *files, *rounds))
            }
            Self::Backfill { tasks, rounds } => {
                record.piece(Piece::Backfill, |record| backfill::measure(record, programs, *tasks, *rounds))
            }
        }
    }
}
