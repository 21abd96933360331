//! The names in a server's certificate file.

use crate::error::Code;
use openssl::error::ErrorStack;
use openssl::x509::{GeneralNameRef, X509};
use std::net::IpAddr;

/// The first certificate of a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the file holds no PEM certificate")]
pub struct NotACertificate(#[source] ErrorStack);

impl NotACertificate {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code::DeployCertificate
    }
}

/// The DNS names and addresses that the first certificate in a PEM file is for: its subject alternative names, and
/// nothing else (RFC 6125, section 6.4.4).
///
/// # Errors
/// [`NotACertificate`].
pub fn names(pem: &[u8]) -> Result<Vec<String>, NotACertificate> {
    let certificate = X509::from_pem(pem).map_err(NotACertificate)?;
    let one = |name: &GeneralNameRef| {
        let address = || match name.ipaddress() {
            Some(&[a, b, c, d]) => Some(IpAddr::from([a, b, c, d]).to_string()),
            Some(long) => <[u8; 16]>::try_from(long).ok().map(|long| IpAddr::from(long).to_string()),
            None => None,
        };
        name.dnsname().map(str::to_owned).or_else(address)
    };
    Ok(certificate.subject_alt_names().iter().flatten().filter_map(one).collect())
}
