//! The inventory as people write it: TOML, one table for each record, so that a review sees whole records come and go.

use super::pattern::Pattern;
use super::record::{Disposition, FileClass, Record};
use crate::attest::Instant;
use crate::digest::Digest;
use crate::error::Code;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;
use toml::value::Datetime;

/// The first line of every inventory; another number is another meaning.
pub(super) const SCHEMA: &str = "mosaic.routes.inventory.v1";

/// What stands where a reviewer puts the revision that was looked at.
pub(super) const UNREVIEWED: &str = "unreviewed";

/// The most bytes of an inventory. A longer one has not been read by anybody.
pub const MAX_BYTES: usize = 1024 * 1024;

/// An inventory that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{line}:{column}")]
pub struct InventoryError {
    line: usize,
    column: usize,
    #[source]
    mistake: Mistake,
}

#[derive(Debug, thiserror::Error)]
enum Mistake {
    #[error("is longer than {MAX_BYTES} bytes")]
    TooLarge,
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("{0}")]
    Toml(String),
    #[error("the schema is not {SCHEMA}")]
    Schema,
    #[error("a record ends on a day: expires = 2030-12-31")]
    Day,
}

impl InventoryError {
    /// Line and column, both from one.
    #[must_use]
    pub const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code::RoutesInventoryInvalid
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: Spanned<String>,
    #[serde(default)]
    record: Vec<Spanned<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    path: Pattern,
    class: FileClass,
    disposition: Disposition,
    owner: String,
    rationale: String,
    reviewed: String,
    expires: Spanned<Datetime>,
    sha256: Option<Digest>,
    snippets: Option<usize>,
    #[serde(default)]
    allow: BTreeMap<String, BTreeSet<String>>,
}

/// Reads the records of an inventory, in its order.
pub(super) fn parse(bytes: &[u8]) -> Result<Vec<Record>, InventoryError> {
    if bytes.len() > MAX_BYTES {
        return Err(InventoryError { line: 1, column: 1, mistake: Mistake::TooLarge });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = place(bytes, error.valid_up_to());
        InventoryError { line, column, mistake: Mistake::NotUtf8 }
    })?;
    let refused = |at: usize, mistake| {
        let (line, column) = place(bytes, at);
        InventoryError { line, column, mistake }
    };
    let document: Document = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        refused(at, Mistake::Toml(error.message().lines().collect::<Vec<_>>().join(", ")))
    })?;
    if document.schema.get_ref() != SCHEMA {
        return Err(refused(document.schema.span().start, Mistake::Schema));
    }
    let record = |written: Spanned<Written>| {
        let (line, _) = place(bytes, written.span().start);
        let written = written.into_inner();
        let expires = day(written.expires.get_ref())
            .ok_or_else(|| refused(written.expires.span().start, Mistake::Day))?;
        Ok(Record {
            line,
            path: written.path,
            class: written.class,
            disposition: written.disposition,
            owner: written.owner,
            rationale: written.rationale,
            reviewed: Some(written.reviewed).filter(|reviewed| reviewed != UNREVIEWED && !is_blank(reviewed)),
            expires,
            sha256: written.sha256,
            snippets: written.snippets,
            allow: written.allow,
        })
    };
    document.record.into_iter().map(record).collect()
}

/// Whether a text says nothing.
pub(super) fn is_blank(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// The first second of a day, UTC; none for what is more or less than a day.
fn day(date: &Datetime) -> Option<Instant> {
    let (Some(date), None, None) = (date.date, date.time, date.offset) else { return None };
    Instant::parse(&format!("{date}T00:00:00Z")).ok()
}

/// Line and column of a byte, both from one; columns in characters.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at.min(bytes.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    (line, String::from_utf8_lossy(&before[line_start..]).chars().count() + 1)
}
