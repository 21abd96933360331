//! Where each limit lies, to the second. The attacks themselves stand in `fixtures/attest` and go through the program.

use super::*;
use crate::attest::{Decimal, Grade, SecretVersion, Text};
use crate::digest::Digest;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

struct Case {
    statement: Vec<u8>,
    signature: Vec<u8>,
    trust: TrustStore,
    expected: Expectations,
}

impl Case {
    fn read(name: &str) -> Self {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/attest").join(name);
        let read = |file| std::fs::read(directory.join(file)).unwrap();
        Self {
            statement: read("migrate-target.v1.json"),
            signature: read("migrate-target.v1.json.sig"),
            trust: TrustStore::parse(&read("trust-store.v1.json")).unwrap(),
            expected: serde_json::from_slice(&read("expectations.json")).unwrap(),
        }
    }

    fn at(&self, now: &str) -> Result<VerifiedTarget, AttestError> {
        let now = Instant::parse(now).unwrap();
        verify_target(&self.statement, &self.signature, &self.trust, now, &self.expected)
    }
}

#[test]
fn issue_may_be_a_minute_ahead_of_our_clock() {
    let case = Case::read("valid");
    assert!(case.at("2020-05-31T23:59:00Z").is_ok());
    assert_eq!(case.at("2020-05-31T23:58:59Z"), Err(AttestError::FromTheFuture));
}

#[test]
fn what_is_larger_than_any_attestation_is_not_looked_at() {
    let mut case = Case::read("valid");
    case.statement.resize(MAX_BYTES, b' ');
    assert!(matches!(case.at("2021-01-01T00:00:00Z"), Err(AttestError::Signature(_))));
    case.statement.push(b' ');
    assert_eq!(case.at("2021-01-01T00:00:00Z"), Err(AttestError::TooLarge { found: MAX_BYTES + 1 }));
}

#[test]
fn what_holds_is_written_as_it_was_signed() {
    let case = Case::read("valid");
    let verified = case.at("2021-01-01T00:00:00Z").unwrap();
    assert_eq!(verified.statement().to_bytes(), Ok(case.statement));
}

#[test]
fn the_second_of_expiry_is_too_late() {
    let case = Case::read("expired");
    assert!(case.at("2020-06-01T00:14:59Z").is_ok());
    assert_eq!(case.at("2020-06-01T00:15:00Z"), Err(AttestError::Expired { seconds: 0 }));
}

#[test]
fn a_lifetime_may_be_as_long_as_the_limit() {
    let mut case = Case::read("expired");
    case.expected.max_lifetime_seconds = 900;
    assert!(case.at("2020-06-01T00:00:00Z").is_ok());
    case.expected.max_lifetime_seconds = 899;
    assert_eq!(case.at("2020-06-01T00:00:00Z"), Err(AttestError::Lifetime { limit: 899 }));
}

#[test]
fn clock_and_store_may_stand_still_and_not_go_back() {
    let mut case = Case::read("valid");
    case.expected.memory.highest_time = Instant::parse("2021-01-01T00:00:00Z").unwrap();
    assert!(case.at("2021-01-01T00:00:00Z").is_ok());
    assert_eq!(case.at("2020-12-31T23:59:59Z"), Err(AttestError::ClockWentBack { seconds: 1 }));
    case.expected.memory.highest_serial = case.trust.serial();
    assert!(case.at("2021-01-01T00:00:00Z").is_ok());
    case.expected.memory.highest_serial += 1;
    assert_eq!(case.at("2021-01-01T00:00:00Z"), Err(AttestError::TrustStoreOlder { found: 2, seen: 3 }));
}

#[test]
fn a_development_key_will_do_where_one_is_expected() {
    let mut case = Case::read("development-key");
    assert_eq!(case.at("2021-01-01T00:00:00Z"), Err(AttestError::Development));
    case.expected.grade = Grade::Development;
    assert!(case.at("2021-01-01T00:00:00Z").is_ok());
    let mut case = Case::read("valid");
    case.expected.grade = Grade::Development;
    assert!(case.at("2021-01-01T00:00:00Z").is_ok(), "a production key will do anywhere");
}

#[test]
fn what_was_used_is_not_used_again() {
    let mut case = Case::read("valid");
    let now = "2021-01-01T00:00:00Z";
    let used = case.at(now).unwrap().to_use();
    case.expected.memory.used.insert(used);
    assert_eq!(case.at(now), Err(AttestError::Replayed));
}

/// Something else at hand than what was attested, and what it is.
type Exchange<'a, T> = (Binding, &'a dyn Fn(&mut T));

#[test]
fn everything_that_could_be_exchanged_is_compared() {
    let other = Digest::of(b"another");
    let decimal = || Decimal::new("123456789").unwrap();
    let offline: [Exchange<'_, Expectations>; 10] = [
        (Binding::Host, &|it| it.target.host.push('x')),
        (Binding::Port, &|it| it.target.port ^= 1),
        (Binding::Database, &|it| it.target.database.push('x')),
        (Binding::User, &|it| it.target.user.push('x')),
        (Binding::SecretVersion, &|it| it.secret_version = SecretVersion::new(u32::MAX).unwrap()),
        (Binding::Secret, &|it| it.target.sha256 = other),
        (Binding::Authorities, &|it| it.ca_sha256 = [other].into()),
        (Binding::Manifest, &|it| it.manifest_sha256 = other),
        (Binding::Bundle, &|it| it.bundle_sha256 = other),
        (Binding::Receipt, &|it| it.receipt_sha256 = Some(other)),
    ];
    let online: [Exchange<'_, Observed>; 6] = [
        (Binding::ServerKey, &|it| it.leaf_spki_sha256 = other),
        (Binding::Cluster, &|it| it.system_identifier = decimal()),
        (Binding::Timeline, &|it| it.timeline = decimal()),
        (Binding::DatabaseOid, &|it| it.database_oid = decimal()),
        (Binding::DatabaseId, &|it| it.database_id = Text::fixed("another")),
        (Binding::Schema, &|it| it.schema_sha256 = other),
    ];
    let refused = |binding, case: &Case| {
        assert_eq!(case.at("2021-01-01T00:00:00Z"), Err(AttestError::Differs(binding)));
    };
    for (binding, exchange) in offline {
        let mut case = Case::read("valid");
        exchange(&mut case.expected);
        refused(binding, &case);
    }
    for (binding, exchange) in online {
        let mut case = Case::read("valid");
        exchange(case.expected.observed.as_mut().unwrap());
        refused(binding, &case);
    }
    let mut case = Case::read("valid");
    (case.expected.receipt_sha256, case.expected.observed) = (None, None);
    assert!(case.at("2021-01-01T00:00:00Z").is_ok(), "what is not at hand is not compared");
    let all: Vec<Binding> =
        offline.map(|(binding, _)| binding).into_iter().chain(online.map(|(binding, _)| binding)).collect();
    let words: BTreeSet<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(words.len(), all.len());
}

#[test]
fn the_server_can_be_compared_later() {
    let mut case = Case::read("other-timeline");
    let observed = case.expected.observed.take().unwrap();
    let verified = case.at("2021-01-01T00:00:00Z").unwrap();
    assert_eq!(verified.require(&observed), Err(AttestError::Differs(Binding::Timeline)));
}

proptest! {
    #[test]
    fn a_changed_bit_is_refused_before_anything_is_parsed(at in any::<prop::sample::Index>(), bit in 0u8..8) {
        let mut case = Case::read("valid");
        let at = at.index(case.statement.len() + case.signature.len());
        let statement = case.statement.len();
        let byte = if at < statement { &mut case.statement[at] } else { &mut case.signature[at - statement] };
        *byte ^= 1 << bit;
        let refused = case.at("2021-01-01T00:00:00Z").unwrap_err();
        prop_assert!(matches!(refused, AttestError::Signature(_)), "{refused:?}");
    }
}
