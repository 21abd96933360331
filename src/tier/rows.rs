//! Telling rows apart in a COPY stream (PostgreSQL manual, COPY, "File Formats"). Of a row that comes in several messages a
//! copy is kept until it is whole: one row, never more.

use super::tally::Tally;
use memchr::{memchr, memchr_iter};
use sha2::{Digest as _, Sha256};

/// The signature, flags and extension length with which a binary stream begins; no flag is set and nothing extends it.
const BINARY_HEADER: &[u8; 19] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// How a table's rows travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The types' binary forms, which are the same on both sides.
    Binary,
    /// The types' text forms, because a binary form would hold object ids or is not known to be the same.
    Text,
}

/// Why a stream cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// It does not begin as a binary stream does.
    #[error("the stream has no binary COPY header")]
    Header,
    /// A row with another number of columns.
    #[error("a row has {observed} columns, not {expected}")]
    Columns {
        /// The number that was asked for.
        expected: usize,
        /// The number found.
        observed: i16,
    },
    /// A value of negative length that is not NULL.
    #[error("a value has the length {0}")]
    Length(i32),
    /// Bytes after the end, or none where some must be.
    #[error("the stream ends inside a row or goes on after its end")]
    Ragged,
}

/// The rows of one COPY, as they arrive.
pub struct Rows {
    form: Form,
    columns: usize,
    /// The beginning of a row whose rest is still to come.
    rest: Vec<u8>,
    /// How long `rest` must be before it is worth looking again, in the binary form.
    wanted: usize,
    at: At,
    tally: Tally,
}

/// Where in the stream we are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    Rows,
    End,
}

/// What stands at the beginning of some bytes.
enum Next {
    Row(usize),
    /// Not all of it; so many bytes are needed to know more.
    Partial(usize),
    End(usize),
}

impl Rows {
    /// Rows of this many columns.
    pub fn new(form: Form, columns: usize) -> Self {
        let at = match form {
            Form::Binary => At::Start,
            Form::Text => At::Rows,
        };
        Self { form, columns, rest: Vec::new(), wanted: 0, at, tally: Tally::default() }
    }

    /// Takes in what arrived.
    ///
    /// # Errors
    /// [`RowError`] where it is not a stream of such rows.
    pub fn push(&mut self, message: &[u8]) -> Result<(), RowError> {
        if self.rest.is_empty() {
            let used = self.read(message)?;
            self.rest.extend_from_slice(message.get(used..).unwrap_or_default());
            return Ok(());
        }
        self.rest.extend_from_slice(message);
        let may_be_whole = match self.form {
            Form::Binary => self.rest.len() >= self.wanted,
            Form::Text => memchr(b'\n', message).is_some(),
        };
        if !may_be_whole {
            return Ok(());
        }
        let mut rest = std::mem::take(&mut self.rest);
        let used = self.read(&rest)?;
        rest.drain(..used);
        self.rest = rest;
        Ok(())
    }

    /// What was in the whole stream.
    ///
    /// # Errors
    /// [`RowError::Ragged`] where it is not whole.
    pub fn finish(self) -> Result<Tally, RowError> {
        let whole = match self.form {
            Form::Binary => self.at == At::End,
            Form::Text => true,
        };
        if whole && self.rest.is_empty() { Ok(self.tally) } else { Err(RowError::Ragged) }
    }

    /// What was in the rows so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Reads whole rows and gives the number of bytes they take.
    fn read(&mut self, bytes: &[u8]) -> Result<usize, RowError> {
        let mut used = 0;
        loop {
            let left = bytes.get(used..).unwrap_or_default();
            let next = match (self.form, self.at) {
                (_, At::End) if left.is_empty() => return Ok(used),
                (_, At::End) => return Err(RowError::Ragged),
                (_, At::Start) => header(left)?,
                (Form::Binary, At::Rows) => binary(left, self.columns)?,
                (Form::Text, At::Rows) => text(left),
            };
            match next {
                Next::Partial(wanted) => {
                    self.wanted = wanted;
                    return Ok(used);
                }
                Next::End(length) => {
                    self.at = At::End;
                    used += length;
                }
                Next::Row(length) => {
                    let row = left.get(..length).unwrap_or_default();
                    match (self.form, self.at) {
                        (_, At::Start) => self.at = At::Rows,
                        (Form::Binary, _) => self.tally.add(row),
                        (Form::Text, _) => self.add_line(row)?,
                    }
                    used += length;
                }
            }
        }
    }

    /// A line of the text form, digested as the binary form is: the number of values, each after its length.
    fn add_line(&mut self, line: &[u8]) -> Result<(), RowError> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let mut digest = Sha256::new();
        let mut bytes = 2;
        let mut observed = 0_i16;
        let mut value = |value: &[u8]| {
            let (length, value) = if value == b"\\N" {
                (-1, &[][..])
            } else {
                (i32::try_from(value.len()).unwrap_or(i32::MAX), value)
            };
            digest.update(length.to_be_bytes());
            digest.update(value);
            bytes += 4 + value.len();
            observed = observed.saturating_add(1);
        };
        if self.columns > 0 {
            let mut start = 0;
            for tab in memchr_iter(b'\t', line) {
                value(line.get(start..tab).unwrap_or_default());
                start = tab + 1;
            }
            value(line.get(start..).unwrap_or_default());
        }
        if usize::try_from(observed) != Ok(self.columns) {
            return Err(RowError::Columns { expected: self.columns, observed });
        }
        self.tally.add_digest(digest.finalize().into(), bytes);
        Ok(())
    }
}

fn header(bytes: &[u8]) -> Result<Next, RowError> {
    match bytes.get(..BINARY_HEADER.len()) {
        Some(header) if header == BINARY_HEADER => Ok(Next::Row(BINARY_HEADER.len())),
        Some(_) => Err(RowError::Header),
        None => Ok(Next::Partial(BINARY_HEADER.len())),
    }
}

/// A tuple: the number of values in 16 bits, then each value's length in 32 bits, -1 for NULL, and its bytes.
fn binary(bytes: &[u8], columns: usize) -> Result<Next, RowError> {
    let Some(count) = bytes.first_chunk::<2>() else { return Ok(Next::Partial(2)) };
    let observed = i16::from_be_bytes(*count);
    if observed == -1 {
        return Ok(Next::End(2));
    }
    if usize::try_from(observed) != Ok(columns) {
        return Err(RowError::Columns { expected: columns, observed });
    }
    let mut at = 2;
    for _ in 0..columns {
        let Some(length) = bytes.get(at..).and_then(<[u8]>::first_chunk::<4>) else {
            return Ok(Next::Partial(at + 4));
        };
        at += 4;
        match i32::from_be_bytes(*length) {
            -1 => {}
            length => at += usize::try_from(length).map_err(|_negative| RowError::Length(length))?,
        }
        if bytes.len() < at {
            return Ok(Next::Partial(at));
        }
    }
    Ok(Next::Row(at))
}

fn text(bytes: &[u8]) -> Next {
    memchr(b'\n', bytes).map_or(Next::Partial(bytes.len() + 1), |end| Next::Row(end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Row = Vec<Option<Vec<u8>>>;

    fn encoded(rows: &[Row]) -> Vec<u8> {
        let mut bytes = BINARY_HEADER.to_vec();
        for row in rows {
            bytes.extend(i16::try_from(row.len()).unwrap().to_be_bytes());
            for value in row {
                match value {
                    None => bytes.extend((-1_i32).to_be_bytes()),
                    Some(value) => {
                        bytes.extend(i32::try_from(value.len()).unwrap().to_be_bytes());
                        bytes.extend(value);
                    }
                }
            }
        }
        bytes.extend((-1_i16).to_be_bytes());
        bytes
    }

    fn rows(columns: usize) -> impl Strategy<Value = Vec<Row>> {
        let value = prop::option::of(prop::collection::vec(any::<u8>(), 0..9));
        prop::collection::vec(prop::collection::vec(value, columns), 0..8)
    }

    fn read(form: Form, columns: usize, bytes: &[u8], cuts: &[usize]) -> Result<Tally, RowError> {
        let mut reading = Rows::new(form, columns);
        let mut from = 0;
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
        cuts.sort_unstable();
        cuts.push(bytes.len());
        for cut in cuts {
            reading.push(&bytes[from..cut])?;
            from = cut;
        }
        reading.finish()
    }

    proptest! {
        #[test]
        fn messages_may_be_cut_anywhere(
            (columns, rows) in (0_usize..4).prop_flat_map(|columns| (Just(columns), rows(columns))),
            cuts in prop::collection::vec(any::<usize>(), 0..6),
        ) {
            let bytes = encoded(&rows);
            let whole = read(Form::Binary, columns, &bytes, &[]).unwrap();
            prop_assert_eq!(whole.rows(), rows.len() as u64);
            prop_assert_eq!(whole, read(Form::Binary, columns, &bytes, &cuts).unwrap());
            // Cut short anywhere, it is not whole.
            for end in 0..bytes.len() {
                prop_assert!(read(Form::Binary, columns, &bytes[..end], &cuts).is_err());
            }
        }

        #[test]
        fn hostile_bytes_are_refused_or_read_but_never_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..64), columns in 0_usize..4,
        ) {
            let _either_way = read(Form::Binary, columns, &bytes, &[]);
            let headed: Vec<u8> = BINARY_HEADER.iter().copied().chain(bytes.iter().copied()).collect();
            let _either_way = read(Form::Binary, columns, &headed, &[3, 7]);
            let _either_way = read(Form::Text, columns, &bytes, &[3, 7]);
        }
    }

    #[test]
    fn a_line_is_digested_by_its_values() {
        let one = read(Form::Text, 2, b"ab\tc\n", &[]).unwrap();
        assert_ne!(one, read(Form::Text, 2, b"a\tbc\n", &[]).unwrap());
        assert_ne!(one, read(Form::Text, 2, b"ab\t\\N\n", &[]).unwrap());
        assert_eq!(one, read(Form::Text, 2, b"ab\tc\n", &[1, 3, 4]).unwrap());
        assert_eq!(read(Form::Text, 0, b"\n\n", &[]).unwrap().rows(), 2);
        assert_eq!(read(Form::Text, 2, b"a\n", &[]), Err(RowError::Columns { expected: 2, observed: 1 }));
        assert_eq!(read(Form::Text, 1, b"a\nb", &[]), Err(RowError::Ragged));
    }

    #[test]
    fn a_long_value_is_not_walked_again_with_each_message() {
        let bytes = encoded(&[vec![Some(vec![7; 100_000])]]);
        let mut reading = Rows::new(Form::Binary, 1);
        reading.push(&bytes[..30]).unwrap();
        assert_eq!(reading.wanted, 2 + 4 + 100_000);
        for chunk in bytes[30..].chunks(10) {
            reading.push(chunk).unwrap();
        }
        assert_eq!(reading.finish().unwrap().rows(), 1);
    }
}
