//! Trust stores: what is accepted has one spelling, and none of its keys is weak or stands there twice.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mosaic_db::attest::{
    Instant, PublicKey, Purpose, SecretVersion, State, TrustError, TrustStore, verify_signature,
};
use std::collections::BTreeSet;

fuzz_target!(|bytes: &[u8]| {
    let store = match TrustStore::parse(bytes) {
        Ok(store) => store,
        Err(error) => return error_is_whole(&error),
    };
    assert_eq!(store.encode().unwrap(), bytes);
    keys_are_safe(&store);
    changes_are_kept(&store);
});

fn error_is_whole(error: &TrustError) {
    let _ = error.code();
    assert!(!error.to_string().is_empty());
}

fn keys_are_safe(store: &TrustStore) {
    let mut seen = BTreeSet::new();
    for key in store.keys() {
        assert_eq!(PublicKey::from_bytes(key.public_key.bytes()), Ok(key.public_key));
        assert!(seen.insert(*key.public_key.bytes()));
        assert_eq!(store.key(key.public_key.id()), Some(key));
        assert!(key.window.not_before() < key.window.not_after());
        assert!(matches!(store.clone().with_key(*key), Err(TrustError::Repeated { .. })));
    }
    // R and S of zero hold for every message under the keys that must not be here.
    let now = Instant::from_unix(1_600_000_000).unwrap();
    let purpose = Purpose::MigrateTarget;
    assert!(verify_signature(b"", &[0; 64], purpose.payload_type(), purpose, store, now).is_err());
}

/// Every way to change a store gives one that is read again, under the next serial.
fn changes_are_kept(store: &TrustStore) {
    let versions = [1, u32::MAX].map(|number| SecretVersion::new(number).unwrap());
    let mut changed = vec![store.clone().without_versions(versions)];
    if let Some(key) = store.keys().first() {
        changed.push(store.clone().without_key(key.public_key.id()));
    }
    for changed in changed {
        let changed = match changed {
            Ok(changed) => changed,
            Err(TrustError::SerialExhausted) if store.serial() == u32::MAX => continue,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(changed.serial(), store.serial() + 1);
        assert!(store.revoked_secret_versions().is_subset(changed.revoked_secret_versions()));
        assert!(revoked(store).is_subset(&revoked(&changed)));
        match changed.encode() {
            Ok(bytes) => assert_eq!(TrustStore::parse(&bytes), Ok(changed)),
            Err(error) => assert_eq!(error, TrustError::TooLarge),
        }
    }
}

fn revoked(store: &TrustStore) -> BTreeSet<[u8; 32]> {
    let revoked = store.keys().iter().filter(|key| key.state == State::Revoked);
    revoked.map(|key| *key.public_key.bytes()).collect()
}
