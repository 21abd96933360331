//! The random name of one run of the program, by which output, receipts and server logs are told to belong together.

use rustix::rand::{GetRandomFlags, getrandom};
use std::fmt;

/// A version 4 UUID (RFC 9562, section 5.4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Invocation([u8; 16]);

impl Invocation {
    /// A new one. It names, it does not authenticate: should the kernel refuse randomness, the nil UUID is used
    /// rather than refusing to report an error.
    pub fn new() -> Self {
        let mut bytes = [0; 16];
        match getrandom(&mut bytes, GetRandomFlags::NONBLOCK) {
            Ok(16) => Self::from_random(bytes),
            Ok(_) | Err(_) => Self([0; 16]),
        }
    }

    const fn from_random(mut bytes: [u8; 16]) -> Self {
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        Self(bytes)
    }
}

impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_and_variant_are_set() {
        let text = Invocation::from_random([0xff; 16]).to_string();
        assert_eq!(text, "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_ne!(Invocation::new().to_string(), Invocation::new().to_string());
    }
}
