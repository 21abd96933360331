//! Canonical JSON (RFC 8785) of large documents that have everything in order already: structs that declare their fields
//! by name, and sorted maps. What remains to be done is to write them, which takes a fraction of sorting them anew.
//!
//! Invariant: the bytes are those of `serde_jcs`. Tests of each document compare them.

use serde::Serialize;

/// The least first byte of a character of four bytes, which is the least that takes two units of UTF-16 (RFC 3629,
/// section 3).
const TWO_UNITS: u8 = 0xf0;

/// The canonical bytes of a document whose keys are in order, and that has no numbers but integers of at most 53 bits.
///
/// # Errors
/// For a value without a JSON form.
pub(crate) fn in_order<T: Serialize>(document: &T) -> Result<Vec<u8>, serde_json::Error> {
    let bytes = serde_json::to_vec(document)?;
    // The standard sorts by units of UTF-16, text is sorted by bytes of UTF-8. The order is the same among characters of
    // one unit each.
    if bytes.iter().any(|byte| *byte >= TWO_UNITS) { serde_jcs::to_vec(document) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn strings_are_written_as_the_standard_writes_them() {
        let every: String = (0..=0x2fff).filter_map(char::from_u32).collect();
        let document = BTreeMap::from([(every.clone(), every)]);
        assert_eq!(in_order(&document).unwrap(), serde_jcs::to_vec(&document).unwrap());
    }

    #[test]
    fn keys_beyond_the_basic_plane_are_sorted_as_the_standard_sorts_them() {
        let document = BTreeMap::from([("\u{ffff}", 1), ("\u{10000}", 2)]);
        let bytes = in_order(&document).unwrap();
        assert_ne!(bytes, serde_json::to_vec(&document).unwrap());
        assert_eq!(bytes, serde_jcs::to_vec(&document).unwrap());
    }
}
