//! Attestations: a document has one spelling, a signature holds for one document, and what is signed is still compared
//! with what is expected.
#![no_main]

use ed25519_dalek::{Signer as _, SigningKey};
use libfuzzer_sys::fuzz_target;
use mosaic_db::attest::{
    CanonicalError, Expectations, Grade, Instant, PublicKey, Purpose, State, Statement, TrustStore,
    TrustedKey, VerifiedTarget, Window, canonical, pae, verify_target,
};
use serde_json::Value;
use std::sync::LazyLock;

/// An attestation that holds, and whoever signs and expects it.
struct Good {
    key: SigningKey,
    trust: TrustStore,
    expected: Expectations,
    now: Instant,
    statement: Statement,
    bytes: Vec<u8>,
    signature: [u8; 64],
}

static GOOD: LazyLock<Good> = LazyLock::new(|| {
    let key = SigningKey::from_bytes(&[7; 32]);
    let public_key = PublicKey::from_bytes(key.verifying_key().as_bytes()).unwrap();
    let mut statement: Statement =
        canonical::parse(include_bytes!("../../fixtures/attest/valid/migrate-target.v1.json")).unwrap();
    statement.key_id = public_key.id();
    let bytes = statement.to_bytes().unwrap();
    let trust = TrustStore::of(TrustedKey {
        public_key,
        purpose: Purpose::MigrateTarget,
        window: Window::new(Instant::default(), statement.expires_at).unwrap(),
        state: State::Active,
        grade: Grade::Production,
    });
    let mut expected: Expectations =
        serde_json::from_slice(include_bytes!("../../fixtures/attest/valid/expectations.json")).unwrap();
    expected.memory.highest_serial = trust.serial();
    Good {
        now: statement.issued_at.plus(60),
        signature: sign(&key, &bytes),
        key,
        trust,
        expected,
        statement,
        bytes,
    }
});

fuzz_target!(|bytes: &[u8]| {
    canonicalizers_agree(bytes);
    if let Ok(signature) = bytes.try_into() {
        one_signature_holds(signature);
    }
    match canonical::parse::<Statement>(bytes) {
        Ok(statement) => {
            assert_eq!(statement.to_bytes().as_deref(), Ok(bytes));
            one_document_holds(bytes);
            what_differs_is_refused(&statement);
        }
        Err(CanonicalError::Refused { offset, .. }) => assert!(offset <= bytes.len()),
        Err(error) => panic!("{error}"),
    }
});

fn sign(key: &SigningKey, bytes: &[u8]) -> [u8; 64] {
    key.sign(&pae(Purpose::MigrateTarget.payload_type(), bytes)).to_bytes()
}

fn verify(bytes: &[u8], signature: &[u8]) -> Option<VerifiedTarget> {
    verify_target(bytes, signature, &GOOD.trust, GOOD.now, &GOOD.expected).ok()
}

/// Two implementations of RFC 8785 write whatever JSON this is in the same way, and that is its own canonical form.
fn canonicalizers_agree(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    let ours = serde_jcs::to_vec(&value).unwrap();
    assert_eq!(serde_json_canonicalizer::to_vec(&value).unwrap(), ours);
    let again: Value = serde_json::from_slice(&ours).unwrap();
    assert_eq!(serde_jcs::to_vec(&again).unwrap(), ours);
}

fn one_signature_holds(signature: &[u8; 64]) {
    assert_eq!(verify(&GOOD.bytes, signature).is_some(), *signature == GOOD.signature);
}

fn one_document_holds(bytes: &[u8]) {
    assert_eq!(verify(bytes, &GOOD.signature).is_some(), bytes == GOOD.bytes);
}

/// Signs the document, and finds it refused unless all that is expected of it is as in the one that holds.
fn what_differs_is_refused(statement: &Statement) {
    let mut statement = statement.clone();
    statement.key_id = GOOD.statement.key_id;
    let bytes = statement.to_bytes().unwrap();
    let Some(accepted) = verify(&bytes, &sign(&GOOD.key, &bytes)) else { return };
    assert_eq!(*accepted.statement(), statement);
    assert!(statement.issued_at <= GOOD.now.plus(60) && GOOD.now < statement.expires_at);
    let free = GOOD.statement.clone();
    statement.issued_at = free.issued_at;
    statement.expires_at = free.expires_at;
    statement.nonce = free.nonce;
    statement.invocation = free.invocation;
    statement.build = free.build;
    statement.image = free.image;
    statement.correlation_id = free.correlation_id;
    assert_eq!(statement, GOOD.statement);
}
