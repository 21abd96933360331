//! The verification that ends in an attestation: everything but the network. A witness goes there, unprivileged; here
//! the files are read, the witness is compared with them, and what it saw is signed and published.

use super::super::super::Context;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::resolve::{AttestationConfig, IDENTITIES};
use super::super::attest::now;
use crate::attestation::{
    AttestationError, Circumstances, Known, SIGNATURE, STATEMENT, require_same_target, statement,
};
use crate::migrate;
use crate::safe_fs::{self, Folder, Generation, Recipient};
use crate::sign::SigningKey;
use crate::witness::{self, Request, Showing};
use mosaic_db::attest::{
    Grade, Instant, Nonce, Purpose, SIGNATURE_BYTES, Statement, TrustStore, verify_signature,
};
use mosaic_db::bundle::Bundle;
use mosaic_db::postgres::CaBundle;
use rustix::process::geteuid;
use rustix::rand::{GetRandomFlags, getrandom};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

pub fn verify(config: AttestationConfig, context: &Context<'_>) -> Result<Answer, Failure> {
    let signer = Signer::read(&config)?;
    require_same_target(&config.login.dsn, config.target.url.dsn())?;
    safe_fs::require_writable(&config.directory).map_err(AttestationError::Directory)?;
    let files = config.bundle.files()?;
    let bundle = files.clone().map_or_else(Bundle::shipped, Bundle::assemble)?;
    let ca = CaBundle::from_pem(&config.login.ca)?.digests().iter().copied().collect();
    let receipt = migrate::head(config.receipts.as_deref(), IDENTITIES)?;
    let invocation = context.output.invocation().to_string();
    let request = Request {
        application_name: context.output.application_name(),
        connect_timeout: config.connect_timeout,
        bundle: files,
        allowances: config.allowances,
        url: config.url,
        ca: config.login.ca,
    };
    let report = witness::ask(&request)?;
    let mut answer = shown(report.showing);
    let Some(claims) = report.claims else { return Ok(answer) };
    let known = Known { login: &config.login.dsn, ca: &ca, manifest: bundle.fingerprint() };
    known.require_agreement(&claims)?;
    let nonce = nonce()?;
    let circumstances = Circumstances {
        key: signer.key.public_key(),
        grade: signer.grade,
        target: &config.target.url,
        secret_version: config.target.version,
        bundle: bundle.digest()?,
        receipt,
        now: now()?,
        nonce: Nonce::from_bytes(nonce),
        invocation: &invocation,
        image: config.image.as_deref().unwrap_or("none"),
        correlation_id: config.correlation_id.as_deref().unwrap_or(&invocation),
    };
    let statement = statement(&circumstances, claims)?;
    let bytes = statement.to_bytes().map_err(AttestationError::Canonical)?;
    let signature = signer.sign(&bytes, circumstances.now)?;
    let generation = Generation {
        id: u128::from_be_bytes(nonce),
        content: Folder::private(&[(STATEMENT, &bytes), (SIGNATURE, &signature)], signer.recipient),
    };
    let directory = generation.publish(&config.directory).map_err(AttestationError::NotWritten)?;
    tell(&mut answer, &statement, &directory);
    Ok(answer)
}

/// The key, and what is known of it.
struct Signer {
    key: SigningKey,
    grade: Grade,
    trust: Option<TrustStore>,
    /// Whom the attestation is handed to: the witness's identity, where that is not our own.
    recipient: Option<Recipient>,
}

impl Signer {
    /// What whoever is not root could not do anyway is refused before the key is read.
    fn read(config: &AttestationConfig) -> Result<Self, Failure> {
        let root = geteuid().is_root();
        let trust = match &config.trust_store {
            Some(path) => Some(TrustStore::parse(&safe_fs::read_trust_store(path)?)?),
            None if root => None,
            None => return Err(AttestationError::NeedsRoot.into()),
        };
        let key = SigningKey::read(&config.signing_key)?;
        let listed = |trust: &TrustStore| {
            let listed = trust.key(key.public_key().id());
            listed.filter(|listed| listed.purpose == Purpose::MigrateTarget).map(|listed| listed.grade)
        };
        let grade = match &trust {
            Some(trust) => listed(trust).ok_or(AttestationError::KeyNotListed)?,
            None => Grade::Production,
        };
        let recipient = match (root, grade) {
            (true, _) => Some(witness::IDENTITY),
            (false, Grade::Development) => None,
            (false, Grade::Production) => return Err(AttestationError::NeedsRoot.into()),
        };
        Ok(Self { key, grade, trust, recipient })
    }

    /// Signs, and makes sure that whoever has the same trust store will believe it.
    fn sign(&self, bytes: &[u8], now: Instant) -> Result<[u8; SIGNATURE_BYTES], Failure> {
        let purpose = Purpose::MigrateTarget;
        let signature = self.key.sign(purpose.payload_type(), bytes);
        if let Some(trust) = &self.trust {
            verify_signature(bytes, &signature, purpose.payload_type(), purpose, trust, now)?;
        }
        Ok(signature)
    }
}

/// The statement's nonce, which names its directory as well: no two have the same.
fn nonce() -> Result<[u8; 16], Failure> {
    let mut bytes = [0; 16];
    match getrandom(&mut bytes, GetRandomFlags::empty()) {
        Ok(16) => Ok(bytes),
        // Requests of up to 256 bytes are filled whole, getrandom(2).
        Ok(_) => Err(Failure::Runtime(std::io::ErrorKind::UnexpectedEof.into())),
        Err(errno) => Err(Failure::Runtime(errno.into())),
    }
}

fn shown(showing: Showing) -> Answer {
    let Showing { ending, text, result, notes } = showing;
    let ending = match ending {
        Ok(sentence) => Ending::Reached(sentence),
        Err(refusal) => Ending::NotReached(refusal.into()),
    };
    Answer { ending, text, result, notes }
}

fn tell(answer: &mut Answer, statement: &Statement, directory: &Path) {
    let path = directory.join(STATEMENT);
    let _infallible = writeln!(answer.text, "attested until {} in {}", statement.expires_at, path.display());
    if statement.grade == Grade::Development {
        answer.notes.push("signed with a development key: refused wherever none is expected".to_owned());
    }
    answer.result["attestation"] = json!({
        "file": path,
        "key_id": statement.key_id,
        "grade": statement.grade,
        "nonce": statement.nonce,
        "issued_at": statement.issued_at,
        "expires_at": statement.expires_at,
        "secret_version": statement.secret_version,
    });
}
