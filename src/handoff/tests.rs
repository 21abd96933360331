//! What holds for a descriptor. The attacks on the files go through the program.

use super::*;
use crate::attest::{Grade, SecretVersion, Text};
use std::path::Path;

const NOW: &str = "2020-06-01T00:05:00Z";

/// The attestation of the case that ended at 00:15, and the descriptor it is for.
struct Case {
    bytes: Vec<u8>,
    signature: Vec<u8>,
    trust: TrustStore,
    descriptor: Descriptor,
}

impl Case {
    fn new() -> Self {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/attest/expired");
        let read = |file| std::fs::read(directory.join(file)).unwrap();
        let bytes = read("migrate-target.v1.json");
        let statement: Statement = canonical::parse(&bytes).unwrap();
        let descriptor = Descriptor {
            generation: statement.correlation_id,
            grade: Grade::Production,
            secret_version: statement.secret_version,
            target_sha256: statement.target_sha256,
        };
        let trust = TrustStore::parse(&read("trust-store.v1.json")).unwrap();
        Self { bytes, signature: read("migrate-target.v1.json.sig"), trust, descriptor }
    }

    fn at(&self, now: &str) -> Result<Artifact, HandoffError> {
        let now = Instant::parse(now).unwrap();
        Artifact::verify(self.bytes.clone(), self.signature.clone(), &self.trust, now, &self.descriptor)
    }
}

#[test]
fn what_was_verified_is_what_is_handed_over() {
    let case = Case::new();
    let artifact = case.at(NOW).unwrap();
    assert_eq!((artifact.bytes(), artifact.signature()), (&case.bytes[..], &case.signature[..]));
}

#[test]
fn each_part_of_the_descriptor_counts() {
    let refused = |change: fn(&mut Descriptor)| {
        let mut case = Case::new();
        change(&mut case.descriptor);
        case.at(NOW).unwrap_err()
    };
    let differs = |binding| HandoffError::Attestation(AttestError::Differs(binding));
    let version = refused(|descriptor| descriptor.secret_version = SecretVersion::new(8).unwrap());
    assert_eq!(version, differs(Binding::SecretVersion));
    let secret = refused(|descriptor| descriptor.target_sha256 = crate::digest::Digest::of(b"other"));
    assert_eq!(secret, differs(Binding::Secret));
    let generation = refused(|descriptor| descriptor.generation = Text::new("other").unwrap());
    assert_eq!(generation, HandoffError::Generation);
}

#[test]
fn what_nobody_should_act_on_is_not_handed_over() {
    let case = Case::new();
    let late = HandoffError::Attestation(AttestError::Expired { seconds: 0 });
    assert_eq!(case.at("2020-06-01T00:15:00Z").unwrap_err(), late);
    let mut changed = Case::new();
    changed.bytes[0] ^= 1;
    assert_eq!(changed.at(NOW).unwrap_err().code(), Code::SignatureUnknown);
}

#[test]
fn neither_secret_nor_time_goes_back() {
    let artifact = Case::new().at(NOW).unwrap();
    let before = |change: fn(&mut Statement)| {
        let mut statement = artifact.statement().clone();
        change(&mut statement);
        artifact.require_later_than(&statement.to_bytes().unwrap())
    };
    assert_eq!(before(|_| {}), Ok(()));
    assert_eq!(before(|statement| statement.secret_version = SecretVersion::new(6).unwrap()), Ok(()));
    let older = |what| Err(HandoffError::Older { what });
    let newer_secret = before(|statement| statement.secret_version = SecretVersion::new(8).unwrap());
    assert_eq!(newer_secret, older("version of the secret"));
    assert_eq!(before(|statement| statement.issued_at = statement.issued_at.plus(1)), older("time of issue"));
    assert!(matches!(artifact.require_later_than(b"{}"), Err(HandoffError::Before(_))));
}
