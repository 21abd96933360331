//! The receipt of a run: canonical JSON (RFC 8785), each with the digest of the one before it.
//!
//! A receipt is written for every run that got as far as the lock, whatever became of it.

use super::run::Report;
use crate::safe_fs::{self, Owner};
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
    schema_before: Option<Digest>,
    schema_after: Option<Digest>,
    entries: Vec<Entry<'a>>,
    /// The entry before which the run ended, because it may not run yet.
    held: Option<&'a str>,
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

/// Where receipts go: into a directory, or nowhere but the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    directory: Option<PathBuf>,
}

/// What a receipt follows.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    sequence: u64,
    previous: Option<Digest>,
}

/// There is no receipt, or there would be none.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReceiptError {
    #[error("the receipt directory cannot be used")]
    Directory(#[source] Fault),
    #[error("the receipt cannot be written")]
    NotWritten(#[source] Fault),
}

/// What is wrong with the directory or a receipt.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("it is not safe to write to")]
    Unsafe(#[source] safe_fs::Error),
    #[error("{} cannot be listed", .0.display())]
    Listing(PathBuf, #[source] std::io::Error),
    #[error("the last receipt cannot be read")]
    Last(#[source] safe_fs::Error),
    #[error("a new file was refused")]
    Publish(#[source] safe_fs::Error),
    #[error("it has no JSON form")]
    Encode(#[source] serde_json::Error),
    #[error("other runs took {ATTEMPTS} numbers in a row")]
    Taken,
}

/// Runs that end at the same time want the same number; whoever comes second looks again.
const ATTEMPTS: u32 = 100;

impl ReceiptError {
    pub(crate) const fn code(&self) -> Code {
        match self {
            Self::Directory(_) => Code::ReceiptDirectory,
            Self::NotWritten(_) => Code::ReceiptNotWritten,
        }
    }
}

impl Chain {
    /// Looks at the directory and at the end of the chain before anything is connected to: a run whose receipt could
    /// not be written must not begin.
    pub(crate) fn open(directory: Option<&Path>) -> Result<Self, ReceiptError> {
        let Some(directory) = directory else { return Ok(Self::default()) };
        safe_fs::require_writable(directory)
            .map_err(Fault::Unsafe)
            .and_then(|()| Link::after_last(directory, Owner::Ours))
            .map_err(ReceiptError::Directory)?;
        Ok(Self { directory: Some(directory.to_owned()) })
    }

    /// Writes the receipt, or gives it back to be printed where there is no directory.
    pub(crate) fn write(
        &self,
        report: &Report,
        circumstances: Circumstances<'_>,
    ) -> Result<Written, ReceiptError> {
        let written = match &self.directory {
            Some(directory) => append(directory, report, circumstances),
            None => render(Link::default(), report, circumstances)
                .map(|bytes| Written::Text(String::from_utf8_lossy(&bytes).into_owned())),
        };
        written.map_err(ReceiptError::NotWritten)
    }
}

/// SHA-256 of the last receipt; of no bytes where there is none.
pub(crate) fn head(directory: Option<&Path>, owner: Owner) -> Result<Digest, ReceiptError> {
    let last = directory.map(|directory| Link::after_last(directory, owner)).transpose();
    let link = last.map_err(ReceiptError::Directory)?.unwrap_or_default();
    Ok(link.previous.unwrap_or(Digest::of(b"")))
}

impl Link {
    /// What the next receipt in this directory follows.
    fn after_last(directory: &Path, owner: Owner) -> Result<Self, Fault> {
        let listing = |error| Fault::Listing(directory.to_owned(), error);
        let mut last = None;
        for file in std::fs::read_dir(directory).map_err(listing)? {
            let name = file.map_err(listing)?.file_name();
            last = last.max(name.to_str().and_then(sequence_of));
        }
        let Some(last) = last else { return Ok(Self { sequence: 1, previous: None }) };
        let bytes =
            safe_fs::read_published_of(&directory.join(file_name(last)), owner).map_err(Fault::Last)?;
        Ok(Self { sequence: last + 1, previous: Some(Digest::of(&bytes)) })
    }
}

fn append(directory: &Path, report: &Report, circumstances: Circumstances<'_>) -> Result<Written, Fault> {
    for _ in 0..ATTEMPTS {
        let link = Link::after_last(directory, Owner::Ours)?;
        let bytes = render(link, report, circumstances)?;
        let path = directory.join(file_name(link.sequence));
        match safe_fs::publish(&path, &bytes) {
            Ok(()) => return Ok(Written::File { path, sha256: Digest::of(&bytes) }),
            Err(error) if error.is_taken() => {}
            Err(error) => return Err(Fault::Publish(error)),
        }
    }
    Err(Fault::Taken)
}

/// The receipt's exact bytes.
fn render(link: Link, report: &Report, circumstances: Circumstances<'_>) -> Result<Vec<u8>, Fault> {
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
        sequence: link.sequence,
        previous: link.previous,
        invocation: circumstances.invocation,
        program: concat!("mosaic-db-migrator ", env!("CARGO_PKG_VERSION")),
        started: circumstances.started.to_string(),
        ended: circumstances.ended.to_string(),
        bundle: circumstances.bundle,
        outcome: circumstances.code.map_or("REACHED", |code| code.entry().code),
        database,
        ledger_before: report.ledger_before,
        ledger_after: report.ledger_after,
        schema_before: report.schema_before,
        held: report.held.as_ref().map(|held| held.hold.tag.as_str()),
        schema_after: report.schema_after,
        entries,
    };
    serde_jcs::to_vec(&receipt).map_err(Fault::Encode)
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
        let link = Link { sequence: 2, previous: Some(previous) };
        let circumstances = Circumstances {
            invocation: "i",
            bundle: Digest::of(b""),
            code: Some(Code::EntryFailed),
            started: u64::MAX,
            ended: 0,
        };
        let bytes = render(link, &Report::default(), circumstances).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(read["previous"], previous.to_string());
        assert_eq!(read["started"], u64::MAX.to_string());
        assert_eq!(read["outcome"], "ENTRY_FAILED");
        assert_eq!(serde_jcs::to_vec(&read).unwrap(), bytes);
    }
}
