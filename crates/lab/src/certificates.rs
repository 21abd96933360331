//! Certificates made at run time: an authority, and a server certificate it signed.
//!
//! ECDSA on P-256 where nothing else is asked for: the digest of an Ed25519 certificate is undefined for
//! `tls-server-end-point` (RFC 5929, 4.1), so channel binding does not work with one.

use crate::error::Error;
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    PKCS_ED25519, date_time_ymd,
};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A certificate authority with a fresh key.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

/// What is wrong with a certificate that is meant to be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is for another host.
    WrongHost,
    /// It expired years ago.
    Expired,
    /// It names the host only in its common name, which RFC 6125 no longer lets a client use.
    NoSubjectAltName,
}

/// A server's certificate and private key in PEM form.
pub struct Identity {
    /// The certificate.
    pub certificate: String,
    /// The private key, PKCS #8.
    pub key: String,
}

impl Authority {
    /// A new authority. Two of them never trust each other's certificates.
    ///
    /// # Errors
    /// When the key cannot be generated.
    pub fn new() -> Result<Self, Error> {
        Self::with(KeyPair::generate()?)
    }

    /// A new authority that signs with Ed25519.
    ///
    /// # Errors
    /// When the key cannot be generated.
    pub fn ed25519() -> Result<Self, Error> {
        Self::with(KeyPair::generate_for(&PKCS_ED25519)?)
    }

    fn with(key: KeyPair) -> Result<Self, Error> {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "laboratory authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let pem = params.self_signed(&key)?.pem();
        Ok(Self { issuer: Issuer::new(params, key), pem })
    }

    /// The authority's own certificate in PEM form.
    #[must_use]
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// A valid certificate for `localhost` and 127.0.0.1.
    ///
    /// # Errors
    /// When the key cannot be generated.
    pub fn server(&self) -> Result<Identity, Error> {
        self.sign(&for_hosts(["localhost".to_owned(), "127.0.0.1".to_owned()])?)
    }

    /// A valid certificate for these names.
    ///
    /// # Errors
    /// When a name is none, or the key cannot be generated.
    pub fn server_for(&self, names: &[&str]) -> Result<Identity, Error> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        self.sign(&for_hosts(names)?)
    }

    /// The same, valid for one day only.
    ///
    /// # Errors
    /// When the key cannot be generated.
    pub fn server_for_a_day(&self) -> Result<Identity, Error> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut params = for_hosts(["localhost".to_owned(), "127.0.0.1".to_owned()])?;
        params.not_before = date_time_ymd(1970, 1, 1) + since.saturating_sub(DAY);
        params.not_after = date_time_ymd(1970, 1, 1) + since + DAY;
        self.sign(&params)
    }

    /// A certificate that a client must refuse, for one reason only.
    ///
    /// # Errors
    /// When the key cannot be generated.
    pub fn flawed(&self, flaw: Flaw) -> Result<Identity, Error> {
        let hosts = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        self.sign(&match flaw {
            Flaw::WrongHost => for_hosts(["elsewhere.example".to_owned()])?,
            Flaw::Expired => {
                let mut params = for_hosts(hosts)?;
                params.not_before = date_time_ymd(2001, 1, 1);
                params.not_after = date_time_ymd(2002, 1, 1);
                params
            }
            Flaw::NoSubjectAltName => for_hosts([])?,
        })
    }

    fn sign(&self, params: &CertificateParams) -> Result<Identity, Error> {
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.issuer)?.pem();
        Ok(Identity { certificate, key: key.serialize_pem() })
    }
}

fn for_hosts(hosts: impl Into<Vec<String>>) -> Result<CertificateParams, Error> {
    let mut params = CertificateParams::new(hosts)?;
    params.distinguished_name = DistinguishedName::new();
    // By it OpenSSL tells authorities of one name from each other (RFC 5280, 4.2.1.1).
    params.use_authority_key_identifier_extension = true;
    params.distinguished_name.push(DnType::CommonName, "localhost");
    Ok(params)
}
