//! The receipt of a run: canonical JSON (RFC 8785), each with the digest of the one before it.
//!
//! A receipt is written for every run that got as far as the lock, whatever became of it.

use super::run::Report;
use crate::safe_fs;
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use serde::Serialize;
use std::path::{Path, PathBuf};

const SCHEMA: &str = "mosaic.receipt.v1";

/// What is known of a run beside its report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances<'a> {
    pub(crate) invocation: &'a str,
    /// The bundle's fingerprint.
    pub(crate) bundle: Digest,
    /// The code the run ended with; `None` when it reached the bundle's state.
    pub(crate) code: Option<Code>,
    /// Milliseconds since 1970, UTC.
    pub(crate) started: u64,
    /// Milliseconds since 1970, UTC.
    pub(crate) ended: u64,
}

#[derive(Serialize)]
struct Receipt<'a> {
    schema: &'static str,
    sequence: u64,
    /// SHA-256 of the receipt before, in its exact bytes; null for the first.
    previous: Option<Digest>,
    invocation: &'a str,
    program: &'static str,
    started: String,
    ended: String,
    bundle: Digest,
    outcome: &'static str,
    database: Option<Database<'a>>,
    ledger_before: Option<Digest>,
    ledger_after: Option<Digest>,
    entries: Vec<Entry<'a>>,
}

/// Numbers of 64 bits are text: a JSON number does not hold them.
#[derive(Serialize)]
struct Database<'a> {
    name: &'a str,
    oid: &'a str,
    id: Option<&'a str>,
    system_identifier: &'a str,
    timeline: &'a str,
    server_version: &'a str,
    login: &'a str,
    lock_backend: &'a str,
}

#[derive(Serialize)]
struct Entry<'a> {
    tag: &'a str,
    sha256: Digest,
}

/// Where the next receipt goes, and what it follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    directory: Option<PathBuf>,
    sequence: u64,
    previous: Option<Digest>,
}

/// The receipt directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReceiptError {
    #[error("receipt directory {} cannot be listed", .0.display())]
    Listing(PathBuf, #[source] std::io::Error),
    #[error("the last receipt cannot be read")]
    Last(#[source] safe_fs::Error),
    #[error("the receipt cannot be written")]
    Write(#[source] safe_fs::Error),
    #[error("the receipt has no JSON form")]
    Encode(#[source] serde_json::Error),
}

impl ReceiptError {
    pub(crate) const fn code(&self) -> Code {
        match self {
            Self::Listing(..) | Self::Last(_) => Code::ReceiptDirectory,
            Self::Write(_) => Code::ReceiptNotWritten,
            Self::Encode(_) => Code::Internal,
        }
    }
}

impl Chain {
    /// Finds the end of the chain, before anything is connected to: a run whose receipt could not be written must
    /// not begin.
    pub(crate) fn open(directory: Option<&Path>) -> Result<Self, ReceiptError> {
        let Some(directory) = directory else { return Ok(Self::default()) };
        let listing = |error| ReceiptError::Listing(directory.to_owned(), error);
        let mut last = None;
        for file in std::fs::read_dir(directory).map_err(listing)? {
            let name = file.map_err(listing)?.file_name();
            last = last.max(name.to_str().and_then(sequence_of));
        }
        let previous = match last {
            Some(sequence) => {
                let path = directory.join(file_name(sequence));
                let bytes = safe_fs::read_published(&path).map_err(ReceiptError::Last)?;
                Some(Digest::of(&bytes))
            }
            None => None,
        };
        Ok(Self {
            directory: Some(directory.to_owned()),
            sequence: last.map_or(1, |last| last + 1),
            previous,
        })
    }

    /// The receipt's exact bytes.
    fn render(&self, report: &Report, circumstances: Circumstances<'_>) -> Result<Vec<u8>, ReceiptError> {
        let database = report.identity.as_ref().map(|identity| Database {
            name: &identity.database,
            oid: &identity.database_oid,
            id: report.database_id.as_deref(),
            system_identifier: &identity.system_identifier,
            timeline: &identity.timeline,
            server_version: &identity.version_text,
            login: &identity.login,
            lock_backend: &identity.pid,
        });
        let entries =
            report.applied.iter().map(|entry| Entry { tag: &entry.tag, sha256: entry.sha256 }).collect();
        let receipt = Receipt {
            schema: SCHEMA,
            sequence: self.sequence,
            previous: self.previous,
            invocation: circumstances.invocation,
            program: concat!("mosaic-db-migrator ", env!("CARGO_PKG_VERSION")),
            started: circumstances.started.to_string(),
            ended: circumstances.ended.to_string(),
            bundle: circumstances.bundle,
            outcome: circumstances.code.map_or("REACHED", |code| code.entry().code),
            database,
            ledger_before: report.ledger_before,
            ledger_after: report.ledger_after,
            entries,
        };
        serde_jcs::to_vec(&receipt).map_err(ReceiptError::Encode)
    }

    /// Writes the receipt, or gives it back to be printed where there is no directory.
    pub(crate) fn write(
        &self,
        report: &Report,
        circumstances: Circumstances<'_>,
    ) -> Result<Written, ReceiptError> {
        let bytes = self.render(report, circumstances)?;
        match &self.directory {
            Some(directory) => {
                let path = directory.join(file_name(self.sequence));
                safe_fs::publish(&path, &bytes).map_err(ReceiptError::Write)?;
                Ok(Written::File { path, sha256: Digest::of(&bytes) })
            }
            None => Ok(Written::Text(String::from_utf8_lossy(&bytes).into_owned())),
        }
    }
}

/// Where a receipt is.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    File { path: PathBuf, sha256: Digest },
    Text(String),
}

fn file_name(sequence: u64) -> String {
    format!("receipt-{sequence:010}.v1.json")
}

fn sequence_of(name: &str) -> Option<u64> {
    name.strip_prefix("receipt-")?.strip_suffix(".v1.json")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_and_read_back() {
        assert_eq!(file_name(7), "receipt-0000000007.v1.json");
        assert_eq!(sequence_of(&file_name(7)), Some(7));
        assert_eq!(sequence_of("receipt-0000000007.v1.json.tmp"), None);
    }

    #[test]
    fn bytes_are_canonical_and_chained() {
        let previous = Digest::of(b"before");
        let chain = Chain { directory: None, sequence: 2, previous: Some(previous) };
        let circumstances = Circumstances {
            invocation: "i",
            bundle: Digest::of(b""),
            code: Some(Code::EntryFailed),
            started: u64::MAX,
            ended: 0,
        };
        let bytes = chain.render(&Report::default(), circumstances).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(read["previous"], previous.to_string());
        assert_eq!(read["started"], u64::MAX.to_string());
        assert_eq!(read["outcome"], "ENTRY_FAILED");
        assert_eq!(serde_jcs::to_vec(&read).unwrap(), bytes);
    }
}
