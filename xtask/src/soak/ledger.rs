//! Whether a database has exactly the entries of a folder: once each, in order, with nothing beside them.

use super::{folder::Entry, ground::Ground};
use crate::{digest, failure::Failure};

const LEDGER: &str = "SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at, id";
// By number: the column of the answer has the same name, and would be ordered as text.
const LOG: &str = "SELECT entry::text FROM public.log ORDER BY log.entry";

/// The ledger's rows that belong to a folder's entries.
pub(super) fn hashes(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| digest::sha256(entry.sql.as_bytes())).collect()
}

/// What is not as it must be, in one line for each.
pub(super) fn differences(
    ground: &Ground,
    database: &str,
    expected: &[String],
) -> Result<Vec<String>, Failure> {
    let mut admin = ground.admin(database)?;
    let mut differences = Vec::new();
    let ledger = admin.column(LEDGER)?;
    if ledger != expected {
        differences.push(format!("{database}: {} rows in the ledger, not {}", ledger.len(), expected.len()));
    }
    let numbers: Vec<String> = (0..expected.len()).map(|number| number.to_string()).collect();
    let log = if expected.is_empty() { Vec::new() } else { admin.column(LOG)? };
    if log != numbers {
        differences.push(format!("{database}: entries left the numbers {log:?}"));
    }
    Ok(differences)
}
