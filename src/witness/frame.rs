//! Several byte strings on one pipe: before each its length, four bytes, most significant first; after the last the
//! end of the pipe.

use std::io::{self, ErrorKind, Read, Write};
use zeroize::Zeroizing;

/// Writes the parts.
///
/// # Errors
/// What writing failed with, or [`ErrorKind::InvalidInput`] for a part of 4 GiB.
pub(super) fn write(pipe: &mut impl Write, parts: &[&[u8]]) -> io::Result<()> {
    for part in parts {
        let length = u32::try_from(part.len()).map_err(|_| io::Error::from(ErrorKind::InvalidInput))?;
        pipe.write_all(&length.to_be_bytes())?;
        pipe.write_all(part)?;
    }
    pipe.flush()
}

/// Reads as many parts as there are limits, none longer than its limit in bytes, and the end of the pipe.
///
/// # Errors
/// What reading failed with, or [`ErrorKind::InvalidData`] for a part that is too long and for bytes behind the last.
pub(super) fn read<const N: usize>(
    pipe: &mut impl Read,
    limits: [u32; N],
) -> io::Result<[Zeroizing<Vec<u8>>; N]> {
    let mut parts = std::array::from_fn(|_| Zeroizing::new(Vec::new()));
    for (part, limit) in parts.iter_mut().zip(limits) {
        let mut length = [0; 4];
        pipe.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length);
        if length > limit {
            return Err(ErrorKind::InvalidData.into());
        }
        // At full length from the start: a buffer that grew would leave copies of a secret behind.
        let length = usize::try_from(length).map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
        *part = Zeroizing::new(vec![0; length]);
        pipe.read_exact(part)?;
    }
    match pipe.read(&mut [0])? {
        0 => Ok(parts),
        _ => Err(ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[&[u8]]) -> Vec<u8> {
        let mut pipe = Vec::new();
        write(&mut pipe, parts).unwrap();
        pipe
    }

    #[test]
    fn parts_come_back() {
        let pipe = written(&[b"first", b"", b"third"]);
        let [first, second, third] = read(&mut &*pipe, [5, 0, 9]).unwrap();
        assert_eq!((&**first, &**second, &**third), (&b"first"[..], &b""[..], &b"third"[..]));
    }

    #[test]
    fn what_is_too_long_or_too_much_or_too_little_is_refused() {
        let pipe = written(&[b"first", b"second"]);
        let refused = |bytes: &[u8], limits| read::<2>(&mut &*bytes, limits).unwrap_err().kind();
        assert_eq!(refused(&pipe, [4, 6]), ErrorKind::InvalidData);
        assert_eq!(refused(&pipe, [5, 5]), ErrorKind::InvalidData);
        assert_eq!(refused(&[&pipe[..], b"x"].concat(), [5, 6]), ErrorKind::InvalidData);
        for cut in 0..pipe.len() {
            assert_eq!(refused(&pipe[..cut], [5, 6]), ErrorKind::UnexpectedEof, "{cut}");
        }
        // The length is judged before anything is allocated for it.
        assert_eq!(refused(&[0xff; 8], [5, 6]), ErrorKind::InvalidData);
    }
}
