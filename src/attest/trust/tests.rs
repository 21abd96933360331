//! What a trust store may hold, and how it changes.

use super::*;
use ed25519_dalek::SigningKey;

fn instant(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn key(seed: u8) -> TrustedKey {
    let public = SigningKey::from_bytes(&[seed; 32]).verifying_key();
    TrustedKey {
        public_key: PublicKey::from_bytes(public.as_bytes()).unwrap(),
        purpose: Purpose::MigrateTarget,
        window: Window::new(instant("2026-01-01T00:00:00Z"), instant("2027-01-01T00:00:00Z")).unwrap(),
        state: State::Active,
        grade: Grade::Production,
    }
}

fn text(store: &TrustStore) -> String {
    String::from_utf8(store.encode().unwrap()).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let versions = [7, 3].map(|number| SecretVersion::new(number).unwrap());
    let store = TrustStore::of(key(1)).with_key(key(2)).unwrap().without_versions(versions).unwrap();
    assert_eq!(store.serial(), 3);
    assert_eq!(TrustStore::parse(&store.encode().unwrap()), Ok(store));
}

#[test]
fn revoking_keeps_the_key_and_raises_the_serial() {
    let store = TrustStore::of(key(1));
    let id = key(1).public_key.id();
    let revoked = store.clone().without_key(id).unwrap();
    assert_eq!((revoked.serial(), revoked.key(id).unwrap().state), (2, State::Revoked));
    assert_eq!(store.without_key(key(2).public_key.id()), Err(TrustError::UnknownKey));
}

#[test]
fn a_key_stands_there_once() {
    let store = TrustStore::of(key(1));
    let other = TrustedKey { purpose: Purpose::Review, ..key(1) };
    assert_eq!(store.with_key(other), Err(TrustError::Repeated { position: 1 }));
}

#[test]
fn a_doctored_store_is_refused() {
    let good = text(&TrustStore::of(key(1)));
    let public = key(1).public_key.to_string();
    let weak = format!("01{}", "00".repeat(31));
    let twisted = format!("ee{}7f", "ff".repeat(30));
    for (bad, code) in [
        (good.replace(&public, &weak), Code::TrustStoreKeyWeak),
        (good.replace(&public, &twisted), Code::TrustStoreKeyInvalid),
        (good.replace("2027", "2025"), Code::TrustStoreInvalid),
        (good.replace("store/v1", "store/v2"), Code::TrustStoreInvalid),
        (good.replace("\"serial\":1", "\"serial\":-1"), Code::TrustStoreInvalid),
        (good.replace("versions\":[]", "versions\":[2,1]"), Code::TrustStoreInvalid),
        (good.replace("versions\":[]", "versions\":[0]"), Code::TrustStoreInvalid),
        (good.replace("active", "dormant"), Code::TrustStoreInvalid),
        (format!("{good}\n"), Code::TrustStoreInvalid),
        (format!("{good}{}", " ".repeat(MAX_BYTES)), Code::TrustStoreInvalid),
        (String::new(), Code::TrustStoreInvalid),
    ] {
        assert_ne!(bad, good);
        assert_eq!(TrustStore::parse(bad.as_bytes()).unwrap_err().code(), code, "{bad}");
    }
    let start = good.find("[{").unwrap() + 1;
    let end = good.find("}]").unwrap() + 1;
    let entry = &good[start..end];
    let twice = good.replace(entry, &format!("{entry},{entry}"));
    assert_eq!(TrustStore::parse(twice.as_bytes()), Err(TrustError::Repeated { position: 1 }));
}

#[test]
fn what_is_larger_than_any_store_is_not_looked_at() {
    let blanks = |count| TrustStore::parse(&vec![b' '; count]);
    assert!(matches!(blanks(MAX_BYTES), Err(TrustError::Document(_))));
    assert_eq!(blanks(MAX_BYTES + 1), Err(TrustError::TooLarge));
}

/// Of versions of ten digits each, and two that fill what is left.
#[test]
fn a_store_grows_as_long_as_it_is_read_again() {
    let empty = TrustStore::of(key(1)).encode().unwrap().len();
    let many = (MAX_BYTES - empty) / 11 - 1;
    let left = MAX_BYTES - empty - (11 * many - 1);
    let digits = u32::try_from((left - 2) / 2).unwrap();
    let rest = u32::try_from(left - 2).unwrap() - digits;
    let fillers = [10u32.pow(digits - 1), 10u32.pow(rest - 1) + 1];
    let numbers = (2_000_000_000..).take(many).chain(fillers);
    let mut store = TrustStore::of(key(1));
    store.revoked_secret_versions = numbers.map(|number| SecretVersion::new(number).unwrap()).collect();
    let longest = store.encode().unwrap();
    assert_eq!(longest.len(), MAX_BYTES);
    assert_eq!(TrustStore::parse(&longest), Ok(store.clone()));
    store.revoked_secret_versions.insert(SecretVersion::new(2).unwrap());
    assert_eq!(store.encode(), Err(TrustError::TooLarge));
}

#[test]
fn a_span_begins_with_its_first_second_and_ends_before_its_last() {
    let [before, first, last, end] =
        ["2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"]
            .map(instant);
    let window = key(1).window;
    assert_eq!((window.not_before(), window.not_after()), (first, end));
    assert_eq!([before, first, last, end].map(|at| window.contains(at)), [false, true, true, false]);
    assert_eq!(Window::new(first, first), None);
}

#[test]
fn a_grade_is_called_what_documents_call_it() {
    for grade in [Grade::Development, Grade::Production] {
        assert_eq!(serde_json::to_value(grade).unwrap(), grade.name());
    }
}

#[test]
fn versions_are_numbers_from_one() {
    assert_eq!(SecretVersion::parse("17").map(u32::from), Ok(17));
    for bad in ["", "0", "01", "+1", "-1", " 1", "1\n", "4294967296"] {
        assert_eq!(SecretVersion::parse(bad), Err(NotASecretVersion), "{bad:?}");
    }
}
