//! Whether clients that verify everything will accept what the server is about to show: judged before it is given to the
//! server, because a server takes any certificate that belongs to its key.

use mosaic_db::attest::Instant;
use mosaic_db::error::Code;
use mosaic_db::postgres::CaBundle;
use mosaic_db::postgres::tls::CaError;
use mosaic_db::postgres::x509::{Chain, NotAChain, spki_of_key};

/// A certificate chain and a key, in PEM form.
pub struct ServerCertificate<'a> {
    pub chain: &'a [u8],
    pub key: &'a [u8],
}

/// Why a client would refuse it.
#[derive(Debug, thiserror::Error)]
pub enum ServerCertificateError {
    #[error(transparent)]
    Chain(#[from] NotAChain),
    #[error(transparent)]
    Authorities(#[from] CaError),
    #[error("the server's key is not a private key in PEM form without a passphrase")]
    Key,
    #[error("the server's key is not the one in its certificate")]
    OtherKey,
    #[error("the server's certificate is valid from {not_before} to {not_after}, and it is {now}")]
    Time { not_before: Instant, not_after: Instant, now: Instant },
    #[error("the server's certificate cannot be read")]
    Unreadable,
    #[error("the server's certificate leads to none of the trusted authorities: {reason}")]
    Untrusted { reason: &'static str },
    #[error("the server's certificate is not for the host of the database URLs: {reason}")]
    Name { reason: &'static str },
    #[error("no session can be bound to the server's certificate, because of how it is signed")]
    NoChannelBinding,
}

impl ServerCertificateError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Authorities(error) => error.code(),
            Self::Chain(_) | Self::Unreadable | Self::Key | Self::NoChannelBinding => {
                Code::ServerCertificateInvalid
            }
            Self::OtherKey => Code::ServerCertificateKey,
            Self::Time { .. } => Code::ServerCertificateTime,
            Self::Untrusted { .. } => Code::ServerCertificateUntrusted,
            Self::Name { .. } => Code::ServerCertificateName,
        }
    }
}

impl ServerCertificate<'_> {
    /// That a client which trusts these authorities and connects to this host accepts it now.
    ///
    /// # Errors
    /// [`ServerCertificateError`] for the first thing it would refuse.
    pub fn judge(&self, ca: &CaBundle, host: &str, now: Instant) -> Result<(), ServerCertificateError> {
        let chain = Chain::from_pem(self.chain)?;
        let leaf = chain.leaf();
        let certified = leaf.spki().ok_or(ServerCertificateError::Unreadable)?;
        let owned = spki_of_key(self.key).ok_or(ServerCertificateError::Key)?;
        if certified != owned {
            return Err(ServerCertificateError::OtherKey);
        }
        let (Some(not_before), Some(not_after)) = (leaf.not_before(), leaf.not_after()) else {
            return Err(ServerCertificateError::Unreadable);
        };
        if !(not_before..=not_after).contains(&now) {
            return Err(ServerCertificateError::Time { not_before, not_after, now });
        }
        chain
            .require_signer(&ca.certificates()?)
            .map_err(|reason| ServerCertificateError::Untrusted { reason })?;
        leaf.require_name(host).map_err(|reason| ServerCertificateError::Name { reason })?;
        if leaf.can_be_bound_to() { Ok(()) } else { Err(ServerCertificateError::NoChannelBinding) }
    }
}
