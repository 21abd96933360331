//! The importer's URL: read once, and then digested, compared and connected to from those same bytes.

use crate::digest::Digest;
use crate::dsn::{Dsn, DsnError};
use crate::error::Code;

/// The least length of the password that an attested URL may hold, in characters. The document with the digest of the
/// URL names everything in it but the password, so whoever has it can try passwords at the speed of SHA-256. 22
/// characters chosen at random out of 62 are 130 bits.
pub const MIN_PASSWORD_CHARS: usize = 22;

/// A database URL that may be attested for.
#[derive(Debug)]
pub struct TargetUrl {
    dsn: Dsn,
    sha256: Digest,
}

/// Why a URL may not be attested for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TargetUrlError {
    /// It is not of the accepted form.
    #[error("the target's URL is refused")]
    Dsn(#[source] DsnError),
    /// Its password can be guessed from its digest.
    #[error("the password of the target's URL has fewer than {MIN_PASSWORD_CHARS} characters")]
    WeakPassword,
}

impl TargetUrlError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Dsn(error) => error.code(),
            Self::WeakPassword => Code::TargetPasswordWeak,
        }
    }
}

impl TargetUrl {
    /// Reads the exact text of a URL file.
    ///
    /// # Errors
    /// [`TargetUrlError`].
    pub fn parse(text: &str) -> Result<Self, TargetUrlError> {
        let dsn = Dsn::parse(text).map_err(TargetUrlError::Dsn)?;
        if dsn.password().expose().chars().count() < MIN_PASSWORD_CHARS {
            return Err(TargetUrlError::WeakPassword);
        }
        Ok(Self { dsn, sha256: Digest::of(text.as_bytes()) })
    }

    /// What it says.
    #[must_use]
    pub const fn dsn(&self) -> &Dsn {
        &self.dsn
    }

    /// What it says, to connect with.
    #[must_use]
    pub fn into_dsn(self) -> Dsn {
        self.dsn
    }

    /// SHA-256 of the text.
    #[must_use]
    pub const fn sha256(&self) -> Digest {
        self.sha256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(password: &str) -> String {
        format!("postgresql://mosaic_data_importer:{password}@db.test/mosaic?sslmode=verify-full")
    }

    #[test]
    fn what_can_be_guessed_is_refused() {
        let weak = TargetUrl::parse(&url(&"x".repeat(21))).unwrap_err();
        assert_eq!(weak, TargetUrlError::WeakPassword);
        // Escapes count as the one character they are.
        assert!(TargetUrl::parse(&url(&"%41".repeat(21))).is_err());
        let text = url(&"%41".repeat(22));
        let accepted = TargetUrl::parse(&text).unwrap();
        assert_eq!(accepted.sha256(), Digest::of(text.as_bytes()));
        assert_eq!(accepted.dsn().host(), "db.test");
    }

    #[test]
    fn the_form_is_the_one_of_every_url() {
        let error = TargetUrl::parse("postgresql://db.test/mosaic").unwrap_err();
        assert_eq!(error.code(), Code::DsnInvalid);
    }
}
