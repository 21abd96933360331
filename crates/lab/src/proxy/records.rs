//! The TLS records in one direction of a connection (RFC 8446, 5.1), seen while their bytes pass.
//!
//! Nothing is kept: bytes go on as they come, and only where a record begins is known. What comes before TLS, the request
//! for it or its answer (the PostgreSQL manual, "SSL Session Encryption"), counts as the first record.

use super::Direction;

/// The bytes of a record before its content.
const HEADER: usize = 5;
/// Where in the header the length of the content stands, in two bytes.
const LENGTH: usize = 3;

/// Where in a record the next byte is.
pub(super) enum Records {
    /// Before the end of what comes before TLS: so many bytes to go of so many.
    Opening { left: usize, whole: usize },
    /// In a header, of which so many bytes are known.
    Header { known: usize, length: usize },
    /// In the content: so many bytes to go.
    Content { left: usize },
}

/// Bytes of one record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'bytes> {
    pub(super) bytes: &'bytes [u8],
    /// Whether they are the first of it.
    pub(super) begins: bool,
}

impl Records {
    /// At the start of a connection.
    pub(super) const fn of(direction: Direction) -> Self {
        let whole = match direction {
            Direction::ToServer => 8,
            Direction::ToClient => 1,
        };
        Self::Opening { left: whole, whole }
    }

    /// Takes the next bytes apart.
    pub(super) fn pieces<'bytes>(&mut self, mut bytes: &'bytes [u8]) -> Vec<Piece<'bytes>> {
        let mut pieces: Vec<Piece<'bytes>> = Vec::new();
        while !bytes.is_empty() {
            let begins = match self {
                Self::Opening { left, whole } => left == whole,
                Self::Header { known, .. } => *known == 0,
                Self::Content { .. } => false,
            };
            let (record, rest) = bytes.split_at(self.within(bytes));
            pieces.push(Piece { bytes: record, begins });
            bytes = rest;
        }
        pieces
    }

    /// How many of the bytes belong to the record that they begin in or go on with.
    fn within(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while let Some(byte) = bytes.get(taken) {
            match self {
                Self::Opening { left, .. } | Self::Content { left } => {
                    let now = (*left).min(bytes.len() - taken);
                    *left -= now;
                    taken += now;
                    if *left == 0 {
                        *self = Self::Header { known: 0, length: 0 };
                        return taken;
                    }
                }
                Self::Header { known, length } => {
                    if *known >= LENGTH {
                        *length = *length << 8 | usize::from(*byte);
                    }
                    *known += 1;
                    taken += 1;
                    if *known == HEADER {
                        let left = *length;
                        *self = Self::Content { left };
                        if left == 0 {
                            *self = Self::Header { known: 0, length: 0 };
                            return taken;
                        }
                    }
                }
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of records that begin, after the bytes came in parts of this size.
    fn seen(bytes: &[u8], part: usize) -> Vec<usize> {
        let mut records = Records::of(Direction::ToServer);
        let mut lengths: Vec<usize> = Vec::new();
        for piece in bytes.chunks(part).flat_map(|part| records.pieces(part).into_iter().collect::<Vec<_>>())
        {
            match lengths.last_mut() {
                Some(last) if !piece.begins => *last += piece.bytes.len(),
                _ => lengths.push(piece.bytes.len()),
            }
        }
        lengths
    }

    #[test]
    fn records_are_the_same_however_their_bytes_come() {
        let mut bytes = vec![0; 8];
        for length in [1_u16, 0, 300, 7] {
            bytes.extend([22, 3, 3]);
            bytes.extend(length.to_be_bytes());
            bytes.extend(vec![9; usize::from(length)]);
        }
        for part in 1..bytes.len() + 1 {
            assert_eq!(seen(&bytes, part), [8, 6, 5, 305, 12], "in parts of {part}");
        }
    }

    #[test]
    fn a_server_opens_with_one_byte() {
        let mut records = Records::of(Direction::ToClient);
        let pieces = records.pieces(b"S\x16\x03\x03");
        assert_eq!(
            pieces,
            [Piece { bytes: b"S", begins: true }, Piece { bytes: b"\x16\x03\x03", begins: true }]
        );
    }
}
