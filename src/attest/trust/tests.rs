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
fn versions_are_numbers_from_one() {
    assert_eq!(SecretVersion::parse("17").map(u32::from), Ok(17));
    for bad in ["", "0", "01", "+1", "-1", " 1", "1\n", "4294967296"] {
        assert_eq!(SecretVersion::parse(bad), Err(NotASecretVersion), "{bad:?}");
    }
}
