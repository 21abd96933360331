//! Certificates as bytes to be judged. What is said of them here opens no session: a session verifies for itself
//! ([`super::tls`]).

use super::tls::{CaBundle, CaError};
use crate::attest::Instant;
use crate::digest::Digest;
use openssl::asn1::{Asn1Time, Asn1TimeRef};
use openssl::error::ErrorStack;
use openssl::hash::MessageDigest;
use openssl::pkey::{Id, PKey};
use openssl::stack::Stack;
use openssl::x509::store::{X509Store, X509StoreBuilder};
use openssl::x509::verify::{X509CheckFlags, X509VerifyFlags, X509VerifyParam};
use openssl::x509::{X509, X509PurposeId, X509StoreContext, X509VerifyResult};
use std::net::IpAddr;

/// A second of the year 9999, which is how a certificate says that it does not end (RFC 5280, section 4.1.2.5).
const ENDLESS: u64 = 253_402_300_799;

/// One certificate.
#[derive(Clone)]
pub struct Certificate(X509);

/// A server's certificate with those that lead from it towards an authority.
#[derive(Clone)]
pub struct Chain {
    leaf: Certificate,
    others: Vec<Certificate>,
}

/// The certificate a server was configured with cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the file is not a sequence of PEM certificates that begins with the server's own")]
pub struct NotAChain(#[source] Option<ErrorStack>);

impl Certificate {
    pub(super) const fn of(certificate: X509) -> Self {
        Self(certificate)
    }

    /// Reads one certificate in PEM form.
    #[must_use]
    pub fn from_pem(pem: &[u8]) -> Option<Self> {
        X509::from_pem(pem).ok().map(Self)
    }

    /// SHA-256 over the DER form.
    #[must_use]
    pub fn sha256(&self) -> Option<Digest> {
        self.0.to_der().ok().map(|der| Digest::of(&der))
    }

    /// SHA-256 over the DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
    #[must_use]
    pub fn spki(&self) -> Option<Digest> {
        self.0.public_key().and_then(|key| key.public_key_to_der()).ok().map(|der| Digest::of(&der))
    }

    /// The common name of the subject, where it has one.
    #[must_use]
    pub fn common_name(&self) -> Option<String> {
        let mut names = self.0.subject_name().entries_by_nid(openssl::nid::Nid::COMMONNAME);
        names.next().and_then(|name| name.data().to_string().ok())
    }

    /// The DNS names and addresses it is for: its subject alternative names, and nothing else (RFC 6125, section 6.4.4).
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names = self.0.subject_alt_names();
        let one = |name: &openssl::x509::GeneralNameRef| {
            let address = || match name.ipaddress() {
                Some(&[a, b, c, d]) => Some(IpAddr::from([a, b, c, d]).to_string()),
                Some(long) => <[u8; 16]>::try_from(long).ok().map(|long| IpAddr::from(long).to_string()),
                None => None,
            };
            name.dnsname().map(str::to_owned).or_else(address)
        };
        names.iter().flatten().filter_map(one).collect()
    }

    /// The first second in which it is valid.
    #[must_use]
    pub fn not_before(&self) -> Option<Instant> {
        instant(self.0.not_before())
    }

    /// The last second in which it is valid.
    #[must_use]
    pub fn not_after(&self) -> Option<Instant> {
        instant(self.0.not_after())
    }

    /// How it is signed, as OpenSSL calls it.
    #[must_use]
    pub fn signature(&self) -> String {
        let algorithm = self.0.signature_algorithm().object().nid();
        algorithm.long_name().unwrap_or("an unknown algorithm").to_owned()
    }

    /// Its key's kind and size.
    #[must_use]
    pub fn key(&self) -> String {
        let Ok(key) = self.0.public_key() else { return "an unknown key".to_owned() };
        let kind = match key.id() {
            Id::RSA | Id::RSA_PSS => "RSA",
            Id::EC => "EC",
            Id::ED25519 => "Ed25519",
            Id::ED448 => "Ed448",
            _ => "another kind",
        };
        format!("{kind}, {} bits", key.bits())
    }

    /// Whether a session can be bound to it: `tls-server-end-point` is defined by the digest of its signature
    /// (RFC 5929, section 4.1), which Ed25519 does not have.
    #[must_use]
    pub fn can_be_bound_to(&self) -> bool {
        let algorithms = self.0.signature_algorithm().object().nid().signature_algorithms();
        algorithms.is_some_and(|algorithms| MessageDigest::from_nid(algorithms.digest).is_some())
    }

    /// Whether it is for this host. Whoever signed it, and when it is valid, are other questions.
    ///
    /// # Errors
    /// OpenSSL's name for what is wrong (`X509_verify_cert_error_string`).
    pub fn require_name(&self, host: &str) -> Result<(), &'static str> {
        if self.names().is_empty() {
            return Err("no subject alternative name");
        }
        let judged = named(host).and_then(|parameters| {
            // Trusted for itself, so that nothing but the name is left to be judged.
            let flags = X509VerifyFlags::PARTIAL_CHAIN | X509VerifyFlags::NO_CHECK_TIME;
            let store = store([self], flags, Some(&parameters))?;
            verify(&store, self, &[])
        });
        accepted(judged)
    }
}

impl Chain {
    pub(super) const fn of(leaf: Certificate, others: Vec<Certificate>) -> Self {
        Self { leaf, others }
    }

    /// Reads what a server is given as its certificate file: its own certificate first.
    ///
    /// # Errors
    /// [`NotAChain`].
    pub fn from_pem(pem: &[u8]) -> Result<Self, NotAChain> {
        let all = X509::stack_from_pem(pem).map_err(|cause| NotAChain(Some(cause)))?;
        let mut all = all.into_iter().map(Certificate);
        let leaf = all.next().ok_or(NotAChain(None))?;
        Ok(Self { leaf, others: all.collect() })
    }

    /// The server's own certificate.
    #[must_use]
    pub const fn leaf(&self) -> &Certificate {
        &self.leaf
    }

    /// Whether it leads to one of these authorities, as the certificate of a server. Names and times are other questions.
    ///
    /// # Errors
    /// OpenSSL's name for what is wrong.
    pub fn require_signer<'a>(
        &self,
        authorities: impl IntoIterator<Item = &'a Certificate>,
    ) -> Result<(), &'static str> {
        let judged = store(authorities, X509VerifyFlags::NO_CHECK_TIME, None)
            .and_then(|store| verify(&store, &self.leaf, &self.others));
        accepted(judged)
    }
}

impl CaBundle {
    /// The certificates, in the order of the file.
    ///
    /// # Errors
    /// [`CaError::Malformed`].
    pub fn certificates(&self) -> Result<Vec<Certificate>, CaError> {
        let ders = self.ders()?;
        let read = |der: &Vec<u8>| X509::from_der(der).map(Certificate).map_err(CaError::Unreadable);
        ders.iter().map(read).collect()
    }
}

/// SHA-256 over the DER SubjectPublicKeyInfo that belongs to a private key in PEM form; none for one that is protected by
/// a passphrase, which nobody would be there to type.
#[must_use]
pub fn spki_of_key(pem: &[u8]) -> Option<Digest> {
    let key = PKey::private_key_from_pem_passphrase(pem, &[]).ok()?;
    key.public_key_to_der().ok().map(|der| Digest::of(&der))
}

pub(super) fn store<'a>(
    anchors: impl IntoIterator<Item = &'a Certificate>,
    flags: X509VerifyFlags,
    parameters: Option<&X509VerifyParam>,
) -> Result<X509Store, ErrorStack> {
    let mut builder = X509StoreBuilder::new()?;
    for anchor in anchors {
        builder.add_cert(anchor.0.clone())?;
    }
    builder.set_purpose(X509PurposeId::SSL_SERVER)?;
    if let Some(parameters) = parameters {
        builder.set_param(parameters)?;
    }
    builder.set_flags(flags)?;
    Ok(builder.build())
}

fn named(host: &str) -> Result<X509VerifyParam, ErrorStack> {
    let mut parameters = X509VerifyParam::new()?;
    // The common name does not count, and a star stands for a whole label.
    parameters.set_hostflags(X509CheckFlags::NO_PARTIAL_WILDCARDS | X509CheckFlags::NEVER_CHECK_SUBJECT);
    match host.parse() {
        Ok(address) => parameters.set_ip(address)?,
        Err(_) => parameters.set_host(host)?,
    }
    Ok(parameters)
}

fn verify(
    store: &X509Store,
    leaf: &Certificate,
    others: &[Certificate],
) -> Result<X509VerifyResult, ErrorStack> {
    let mut untrusted = Stack::new()?;
    for other in others {
        untrusted.push(other.0.clone())?;
    }
    X509StoreContext::new()?.init(store, &leaf.0, &untrusted, |context| {
        let _the_error_says_it = context.verify_cert()?;
        Ok(context.error())
    })
}

fn accepted(judged: Result<X509VerifyResult, ErrorStack>) -> Result<(), &'static str> {
    match judged {
        Ok(X509VerifyResult::OK) => Ok(()),
        Ok(refused) => Err(refused.error_string()),
        Err(_) => Err("the TLS library refuses the certificates"),
    }
}

/// What is before 1970 is its first second, and what is after 9999 its last.
fn instant(time: &Asn1TimeRef) -> Option<Instant> {
    let span = Asn1Time::from_unix(0).ok()?.diff(time).ok()?;
    let seconds = i64::from(span.days) * 86_400 + i64::from(span.secs);
    Instant::from_unix(u64::try_from(seconds).unwrap_or(0).min(ENDLESS)).ok()
}
