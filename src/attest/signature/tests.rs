//! A signature is good for one kind of document, under keys that are trusted now.

use super::*;
use crate::attest::{Grade, PublicKey, Window};
use ed25519_dalek::{Signer as _, SigningKey};

const BYTES: &[u8] = b"not parsed";
const PURPOSE: Purpose = Purpose::MigrateTarget;
const NOW: &str = "2026-06-01T00:00:00Z";

fn instant(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn signing(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn trusted(seed: u8, purpose: Purpose) -> TrustedKey {
    TrustedKey {
        public_key: PublicKey::from_bytes(signing(seed).verifying_key().as_bytes()).unwrap(),
        purpose,
        window: Window::new(instant("2026-01-01T00:00:00Z"), instant("2027-01-01T00:00:00Z")).unwrap(),
        state: State::Active,
        grade: Grade::Production,
    }
}

fn sign(seed: u8, payload_type: &str) -> [u8; 64] {
    signing(seed).sign(&pae(payload_type, BYTES)).to_bytes()
}

fn verify(signature: &[u8], trust: &TrustStore, now: &str) -> Result<KeyId, VerifyError> {
    verify_signature(BYTES, signature, PURPOSE.payload_type(), PURPOSE, trust, instant(now))
}

#[test]
fn either_of_two_overlapping_keys_will_do() {
    let trust = TrustStore::of(trusted(1, PURPOSE)).with_key(trusted(2, PURPOSE)).unwrap();
    for seed in [1, 2] {
        let signature = sign(seed, PURPOSE.payload_type());
        assert_eq!(verify(&signature, &trust, NOW), Ok(trusted(seed, PURPOSE).public_key.id()));
    }
}

#[test]
fn a_signature_is_good_for_one_purpose() {
    let trust = TrustStore::of(trusted(1, PURPOSE)).with_key(trusted(2, Purpose::Review)).unwrap();
    let other = Err(VerifyError::OtherPurpose { found: Purpose::Review });
    assert_eq!(verify(&sign(1, Purpose::Review.payload_type()), &trust, NOW), other);
    assert_eq!(verify(&sign(2, PURPOSE.payload_type()), &trust, NOW), other);
    assert_eq!(verify(&sign(1, "text/plain"), &trust, NOW), Err(VerifyError::Unknown));
}

#[test]
fn a_key_counts_while_it_is_trusted() {
    let trust = TrustStore::of(trusted(1, PURPOSE));
    let signature = sign(1, PURPOSE.payload_type());
    for (now, expected) in [
        ("2025-12-31T23:59:59Z", Err(VerifyError::NotYetValid)),
        ("2026-01-01T00:00:00Z", Ok(trusted(1, PURPOSE).public_key.id())),
        ("2026-12-31T23:59:59Z", Ok(trusted(1, PURPOSE).public_key.id())),
        ("2027-01-01T00:00:00Z", Err(VerifyError::Expired)),
    ] {
        assert_eq!(verify(&signature, &trust, now), expected, "{now}");
    }
    let revoked = trust.without_key(trusted(1, PURPOSE).public_key.id()).unwrap();
    assert_eq!(verify(&signature, &revoked, NOW), Err(VerifyError::Revoked));
}

#[test]
fn every_byte_of_the_signature_counts() {
    let trust = TrustStore::of(trusted(1, PURPOSE));
    let good = sign(1, PURPOSE.payload_type());
    for position in 0..good.len() {
        let mut bad = good;
        bad[position] ^= 1;
        assert_eq!(verify(&bad, &trust, NOW), Err(VerifyError::Unknown), "byte {position}");
    }
    assert_eq!(verify(&good[..63], &trust, NOW), Err(VerifyError::Length { found: 63 }));
    assert_eq!(verify(&sign(3, PURPOSE.payload_type()), &trust, NOW), Err(VerifyError::Unknown));
}
