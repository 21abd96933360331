//! Verify-full TLS as the driver's connector, with the server's leaf certificate known before anything is sent.
//!
//! The driver sends the startup packet (which names user and database) only after [`Handshake::connect`] has
//! returned, so whatever is refused here is refused before the server learns who was calling.

use super::pieces::Pieces;
use crate::digest::Digest;
use openssl::error::ErrorStack;
use openssl::x509::X509;
use std::error::Error as _;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

/// The certificate authorities a session trusts, and no others. Several stand side by side while one is rotated.
#[derive(Clone)]
pub struct CaBundle {
    certificates: Vec<native_tls::Certificate>,
    digests: Vec<Digest>,
}

/// Why a CA file was refused.
#[derive(Debug, thiserror::Error)]
pub enum CaError {
    /// The PEM could not be read as certificates.
    #[error("the CA file is not a sequence of PEM certificates")]
    Malformed(#[source] native_tls::Error),
    /// The TLS library does not take the certificates.
    #[error("the TLS library refuses the CA file")]
    Refused(#[source] native_tls::Error),
    /// A certificate that the TLS library takes and cannot show.
    #[error("a certificate of the CA file cannot be read")]
    Unreadable(#[source] ErrorStack),
    /// There is not one certificate in the file.
    #[error("the CA file holds no certificate")]
    Empty,
}

impl CaError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> crate::error::Code {
        match self {
            Self::Malformed(_) | Self::Refused(_) | Self::Unreadable(_) | Self::Empty => {
                crate::error::Code::CaFileInvalid
            }
        }
    }
}

impl CaBundle {
    /// Reads every certificate of a PEM file.
    ///
    /// # Errors
    /// [`CaError`] when a certificate is malformed or there is none: an empty bundle would trust nothing, and a
    /// truncated one would silently trust less than the operator wrote.
    pub fn from_pem(pem: &[u8]) -> Result<Self, CaError> {
        let certificates = native_tls::Certificate::stack_from_pem(pem).map_err(CaError::Malformed)?;
        if certificates.is_empty() {
            return Err(CaError::Empty);
        }
        let mut digests = certificates
            .iter()
            .map(|certificate| certificate.to_der().map(|der| Digest::of(&der)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(CaError::Malformed)?;
        digests.sort_unstable();
        Ok(Self { certificates, digests })
    }

    /// SHA-256 over the DER form of each certificate, sorted.
    #[must_use]
    pub fn digests(&self) -> &[Digest] {
        &self.digests
    }

    /// TLS 1.2 or newer with a server that these certificates vouch for, under the name it is called by.
    ///
    /// # Errors
    /// [`CaError::Refused`] when the TLS library refuses the bundle.
    pub fn connector(&self) -> Result<native_tls::TlsConnector, CaError> {
        let mut builder = native_tls::TlsConnector::builder();
        // Adding a root alone would leave the system's own authorities trusted beside it.
        builder.disable_built_in_roots(true).min_protocol_version(Some(native_tls::Protocol::Tlsv12));
        for certificate in &self.certificates {
            builder.add_root_certificate(certificate.clone());
        }
        builder.build().map_err(CaError::Refused)
    }

    /// The DER form of each certificate, in the order of the file.
    pub(super) fn ders(&self) -> Result<Vec<Vec<u8>>, CaError> {
        self.certificates.iter().map(|certificate| certificate.to_der().map_err(CaError::Malformed)).collect()
    }
}

/// What is remembered of the server's own certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// SHA-256 over the DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
    pub spki: Digest,
}

impl Leaf {
    /// Looks at the certificate of an established session, which must name its host where names belong.
    ///
    /// # Errors
    /// [`TlsError::Certificate`], [`TlsError::NoSubjectAlternativeName`].
    pub fn of<S>(stream: &tokio_native_tls::TlsStream<S>) -> Result<Self, TlsError>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let der = stream
            .get_ref()
            .peer_certificate()
            .ok()
            .flatten()
            .and_then(|certificate| certificate.to_der().ok())
            .ok_or(TlsError::Certificate)?;
        let certificate = X509::from_der(&der).map_err(|_| TlsError::Certificate)?;
        // OpenSSL falls back to the Common Name where there is no dNSName (RFC 6125, section 6.4.4); we do not.
        if certificate.subject_alt_names().is_none_or(|names| names.is_empty()) {
            return Err(TlsError::NoSubjectAlternativeName);
        }
        let spki = certificate
            .public_key()
            .and_then(|key| key.public_key_to_der())
            .map_err(|_| TlsError::Certificate)?;
        Ok(Self { spki: Digest::of(&spki) })
    }
}

/// Why a TLS session was refused. No user name was sent in any of these cases.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificate does not verify: untrusted issuer, wrong name, expired.
    #[error("the server's certificate does not verify: {reason}")]
    Verification {
        /// OpenSSL's name for the failing check (`X509_verify_cert_error_string`).
        reason: String,
    },
    /// The handshake failed before a certificate was judged: no common protocol version, or the connection ended.
    #[error("the handshake failed: {reason}")]
    Handshake {
        /// What OpenSSL or the operating system said.
        reason: String,
    },
    /// The server showed no certificate, or one that cannot be read.
    #[error("the server's certificate cannot be read")]
    Certificate,
    /// The certificate names its host in the Common Name only.
    #[error("the server's certificate has no subject alternative name")]
    NoSubjectAlternativeName,
    /// The certificate has no `tls-server-end-point` value (RFC 5929), as with Ed25519 signatures.
    #[error("the server's certificate gives no channel binding; sign it with RSA or ECDSA and SHA-2")]
    NoChannelBinding,
    /// Another key than the one that was expected.
    #[error("the server's public key digest is {observed}, expected {expected}")]
    Spki {
        /// The digest that was asked for.
        expected: Digest,
        /// The digest of the key that was shown.
        observed: Digest,
    },
}

impl TlsError {
    /// Finds the one word that helps in what OpenSSL says. The result of a verification is in native-tls' text alone, in
    /// parentheses at its end.
    #[must_use]
    pub fn of(error: &native_tls::Error) -> Self {
        let text = error.to_string();
        let stack = error.source().and_then(|cause| cause.downcast_ref::<ErrorStack>());
        let reason = stack.and_then(|stack| stack.errors().first()).and_then(openssl::error::Error::reason);
        let verification = text.rsplit_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
        match (reason, verification) {
            (Some("certificate verify failed"), Some(check)) => {
                Self::Verification { reason: check.to_owned() }
            }
            (Some(reason), _) => Self::Handshake { reason: reason.to_owned() },
            (None, _) => Self::Handshake { reason: text },
        }
    }
}

/// Makes verified TLS connections to one server.
#[derive(Clone)]
pub struct Connector {
    tls: tokio_native_tls::TlsConnector,
    expected_spki: Option<Digest>,
    leaf: Arc<OnceLock<Leaf>>,
}

impl Connector {
    /// A connector that trusts `ca` and nothing else.
    ///
    /// # Errors
    /// [`CaError::Refused`] when the TLS library refuses the bundle.
    pub fn new(ca: &CaBundle, expected_spki: Option<Digest>) -> Result<Self, CaError> {
        Ok(Self { tls: ca.connector()?.into(), expected_spki, leaf: Arc::default() })
    }

    /// The same trust, with nothing remembered of earlier connections.
    #[must_use]
    pub(super) fn afresh(&self) -> Self {
        Self { tls: self.tls.clone(), expected_spki: self.expected_spki, leaf: Arc::default() }
    }

    /// The leaf certificate of the connection made with this connector, if one was.
    #[must_use]
    pub fn leaf(&self) -> Option<Leaf> {
        self.leaf.get().copied()
    }
}

impl<S> MakeTlsConnect<S> for Connector
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = TlsError;

    fn make_tls_connect(&mut self, domain: &str) -> Result<Handshake, TlsError> {
        Ok(Handshake { connector: self.clone(), domain: domain.to_owned() })
    }
}

/// One handshake that is about to be made.
pub struct Handshake {
    connector: Connector,
    domain: String,
}

impl<S> TlsConnect<S> for Handshake
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type Error = TlsError;
    type Future = Pin<Box<dyn Future<Output = Result<Encrypted<S>, TlsError>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            // The driver reads in small pieces; a buffer below TLS saves a system call for each.
            let stream = self
                .connector
                .tls
                .connect(&self.domain, BufReader::new(stream))
                .await
                .map_err(|error| TlsError::of(&error))?;
            let leaf = Leaf::of(&stream)?;
            if let Some(expected) = self.connector.expected_spki
                && expected != leaf.spki
            {
                return Err(TlsError::Spki { expected, observed: leaf.spki });
            }
            let binding =
                stream.get_ref().tls_server_end_point().ok().flatten().ok_or(TlsError::NoChannelBinding)?;
            let _first_wins = self.connector.leaf.set(leaf);
            Ok(Encrypted { stream: Pieces::of(stream), binding })
        })
    }
}

/// An established TLS stream.
pub struct Encrypted<S> {
    stream: Pieces<tokio_native_tls::TlsStream<BufReader<S>>>,
    binding: Vec<u8>,
}

impl<S> TlsStream for Encrypted<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::tls_server_end_point(self.binding.clone())
    }
}

impl<S> AsyncRead for Encrypted<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buf)
    }
}

impl<S> AsyncWrite for Encrypted<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
