//! SHA-256 (FIPS 180-4) of files, beside what the product says of them.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// In lowercase hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        let _infallible = write!(digits, "{byte:02x}");
        digits
    })
}
