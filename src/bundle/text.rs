//! What an SQL file's bytes must be for its hash to mean the same to everyone: UTF-8 with LF line ends, no byte
//! order mark, no NUL.

use super::BundleError;
use memchr::{memchr_iter, memchr2};
use std::borrow::Cow;

/// Checks the bytes of the file at `path` and gives them back as text, without a copy.
pub(super) fn checked(path: &str, bytes: Cow<'static, [u8]>) -> Result<Cow<'static, str>, BundleError> {
    let path = || path.to_owned();
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return Err(BundleError::ByteOrderMark { path: path() });
    }
    if let Some(at) = memchr2(b'\0', b'\r', &bytes) {
        let line = line_at(&bytes, at);
        return Err(match bytes.get(at) {
            Some(b'\0') => BundleError::Nul { path: path(), line },
            _ => BundleError::CarriageReturn { path: path(), line },
        });
    }
    let bad_at = match bytes {
        Cow::Borrowed(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => return Ok(Cow::Borrowed(text)),
            Err(error) => line_at(bytes, error.valid_up_to()),
        },
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(Cow::Owned(text)),
            Err(error) => line_at(error.as_bytes(), error.utf8_error().valid_up_to()),
        },
    };
    Err(BundleError::NotUtf8 { path: path(), line: bad_at })
}

/// The line, from 1, of a byte offset.
pub(super) fn line_at(bytes: &[u8], offset: usize) -> usize {
    1 + memchr_iter(b'\n', bytes.get(..offset).unwrap_or(bytes)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fault_is_named_with_its_line() {
        let fault = |bytes: &'static [u8]| checked("a.sql", bytes.into()).unwrap_err().to_string();
        assert_eq!(fault(b"\xEF\xBB\xBFselect 1"), "a.sql begins with a byte order mark");
        assert_eq!(fault(b"a\nb\r\n"), "a.sql line 2 has a carriage return");
        assert_eq!(fault(b"a\n\n\0"), "a.sql line 3 has a NUL byte");
        assert_eq!(fault(b"a\n\xff"), "a.sql line 2 is not UTF-8");
        assert_eq!(checked("a.sql", b"caf\xC3\xA9\n".as_slice().into()).unwrap(), "café\n");
    }
}
