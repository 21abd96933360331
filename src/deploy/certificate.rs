//! A server's certificate, as far as its names go.

use crate::error::Code;
use crate::postgres::x509;

/// A certificate that was given.
#[derive(Clone)]
pub struct Certificate {
    file: String,
    leaf: x509::Certificate,
}

/// A file does not begin with a certificate.
#[derive(Debug, thiserror::Error)]
#[error("the file holds no PEM certificate")]
pub struct NotACertificate;

impl NotACertificate {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code::DeployCertificate
    }
}

impl Certificate {
    /// Reads the first certificate in a PEM file, which is the server's own.
    ///
    /// # Errors
    /// [`NotACertificate`] if there is none.
    pub fn read(file: impl Into<String>, pem: &[u8]) -> Result<Self, NotACertificate> {
        let leaf = x509::Certificate::from_pem(pem).ok_or(NotACertificate)?;
        Ok(Self { file: file.into(), leaf })
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// Whether a client that calls the server by one of these names accepts it.
    pub(super) fn is_good_for_any(&self, hosts: &[String]) -> bool {
        hosts.iter().any(|host| self.leaf.require_name(host).is_ok())
    }
}
