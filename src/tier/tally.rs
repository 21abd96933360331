//! What is known of the rows of a table without keeping them: how many, how many bytes, and the sum of their digests.
//!
//! The sum is of SHA-256 values (FIPS 180-4) modulo 2^256. Addition, unlike exclusive or, does not cancel pairs of equal
//! rows, and unlike a digest of the whole it does not depend on the order in which rows arrive.

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Count, size and digest of a set of rows. Two tables with equal tallies hold equal rows, whatever their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    rows: u64,
    bytes: u64,
    /// Least significant limb first.
    sum: [u64; 4],
}

/// A tally as reports show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Rows.
    pub rows: u64,
    /// Bytes of their values with their lengths.
    pub bytes: u64,
    /// The sum of the rows' SHA-256 modulo 2^256, as 64 hexadecimal digits.
    pub digest: String,
}

impl Tally {
    /// Takes one more row in, given as its length-prefixed values.
    pub fn add(&mut self, row: &[u8]) {
        self.add_digest(Sha256::digest(row).into(), row.len());
    }

    /// Takes one more row in, whose values of `bytes` bytes have this SHA-256.
    pub fn add_digest(&mut self, digest: [u8; 32], bytes: usize) {
        let mut carry = false;
        for (limb, chunk) in self.sum.iter_mut().zip(digest.as_chunks::<8>().0) {
            let (partial, first) = limb.overflowing_add(u64::from_le_bytes(*chunk));
            let (total, second) = partial.overflowing_add(u64::from(carry));
            *limb = total;
            carry = first || second;
        }
        self.rows += 1;
        self.bytes += bytes as u64;
    }

    /// Rows so far.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Bytes so far.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// As reports and checkpoints show it.
    pub fn shown(&self) -> Shown {
        let digest = self.sum.iter().rev().fold(String::with_capacity(64), |mut text, limb| {
            let _infallible = write!(text, "{limb:016x}");
            text
        });
        Shown { rows: self.rows, bytes: self.bytes, digest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tally<'a>(rows: impl IntoIterator<Item = &'a Vec<u8>>) -> Tally {
        let mut tally = Tally::default();
        for row in rows {
            tally.add(row);
        }
        tally
    }

    proptest! {
        #[test]
        fn order_does_not_matter_and_every_row_does(
            mut rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..20), 1..20),
            extra in prop::collection::vec(any::<u8>(), 0..20),
        ) {
            let before = tally(&rows);
            prop_assert_eq!(before, tally(rows.iter().rev()));
            rows.push(extra.clone());
            let once = tally(&rows);
            prop_assert_ne!(before, once);
            rows.push(extra);
            // Exclusive or would be back where it began.
            prop_assert_ne!(before.sum, tally(&rows).sum);
        }
    }

    #[test]
    fn the_sum_carries_from_limb_to_limb() {
        let mut tally = Tally::default();
        tally.add_digest([0xff; 32], 0);
        let mut one = [0; 32];
        one[0] = 1;
        tally.add_digest(one, 0);
        assert_eq!(tally.shown().digest, "0".repeat(64));
        tally.add_digest(one, 0);
        assert_eq!(tally.shown().digest, format!("{:064x}", 1));
    }
}
