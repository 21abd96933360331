//! One digest for the contents of a ledger, for receipts and comparisons.

use super::observed::Row;
use crate::digest::Digest;
use serde_json::{Value, json};

/// What the digest is of, so that no other document can have the same bytes.
const DOMAIN: &str = "mosaic-db/ledger/v1";

/// SHA-256 of the rows as canonical JSON (RFC 8785): `[domain, [[id, hash, created_at, name], …]]` by `id`, every
/// value text as the server prints it, or `null`. Where a row lies in the table makes no difference.
#[must_use]
pub fn fingerprint(rows: &[Row]) -> Digest {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort();
    let rows: Vec<Value> =
        rows.into_iter().map(|row| json!([row.id.to_string(), row.hash, row.created_at, row.name])).collect();
    // Arrays of text and null: serde_json's compact form is the canonical one, there is no key to sort and no
    // number to format.
    Digest::of(json!([DOMAIN, rows]).to_string().as_bytes())
}
