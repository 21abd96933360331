use super::*;
use crate::error::Code;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// High assurance, with every number at its bound.
fn strictest() -> Value {
    json!({
        "schema": SCHEMA,
        "profile": "high_assurance",
        "rpoMinutes": 15,
        "rtoMinutes": 240,
        "walIntervalMinutes": 5,
        "pitrRetentionDays": 35,
        "baseBackupIntervalHours": 24,
        "restoreTestIntervalDays": 30,
        "breakGlassIntervalDays": 90,
        "storageEncryption": "encrypted",
        "storageFailureDomain": "separate",
    })
}

/// The codes of the refusals, in their order.
fn codes(document: &Value) -> Vec<Code> {
    match validate_recovery_posture(document.to_string().as_bytes()) {
        Ok(_) => Vec::new(),
        Err(refusals) => refusals.0.iter().map(Refusal::code).collect(),
    }
}

/// The strictest posture, changed.
fn with(changes: &[(Field, Value)]) -> Value {
    let mut document = strictest();
    for (field, value) in changes {
        document[field.word()] = value.clone();
    }
    document
}

#[test]
fn the_numbers_of_high_assurance_are_admitted() {
    let document = strictest().to_string();
    let posture = validate_recovery_posture(document.as_bytes()).expect("a posture");
    assert_eq!(posture.profile(), Profile::HighAssurance);
    assert_eq!((posture.rpo().minutes(), posture.rto().minutes()), (15, 4 * 60));
    let point_in_time = posture.point_in_time().expect("a way back");
    assert_eq!((point_in_time.wal_interval.count(), point_in_time.retention.count()), (5, 35));
    assert_eq!(posture.base_backup_interval().count(), 24);
    assert_eq!((posture.restore_test_interval().count(), posture.break_glass_interval().count()), (30, 90));
}

/// One row for each number: the bound, the first value beyond it, and what that is refused for.
#[test]
fn one_beyond_a_bound_is_refused_and_no_other_number_is_named() {
    let bounds = [
        (Field::Rpo, 15, 16, Code::RecoveryWeakRpo),
        (Field::Rto, 240, 241, Code::RecoveryWeakRto),
        (Field::WalInterval, 5, 6, Code::RecoveryWeakWal),
        (Field::PitrRetention, 35, 34, Code::RecoveryWeakPitr),
        (Field::BaseBackupInterval, 24, 25, Code::RecoveryWeakBaseBackup),
        (Field::RestoreTestInterval, 30, 31, Code::RecoveryWeakRestoreTest),
        (Field::BreakGlassInterval, 90, 91, Code::RecoveryWeakBreakGlass),
    ];
    for (field, bound, beyond, code) in bounds {
        assert_eq!(codes(&with(&[(field, json!(bound))])), [], "{field} at {bound}");
        assert_eq!(codes(&with(&[(field, json!(beyond))])), [code], "{field} at {beyond}");
        let standard = with(&[(field, json!(beyond)), (Field::Profile, json!("standard"))]);
        assert_eq!(codes(&standard), [], "{field} at {beyond} promises no high assurance");
        assert_eq!(codes(&with(&[(field, json!(0))])), [Code::RecoveryValue], "{field} of nothing");
    }
}

#[test]
fn no_promise_is_better_than_its_mechanism() {
    let at = |rpo, wal| codes(&with(&[(Field::Rpo, json!(rpo)), (Field::WalInterval, json!(wal))]));
    assert_eq!(at(5, 5), []);
    assert_eq!(at(4, 5), [Code::RecoveryRpoImpossible]);
    let unarchived = |rpo: u32| {
        codes(&with(&[
            (Field::Profile, json!("standard")),
            (Field::WalInterval, Value::Null),
            (Field::PitrRetention, Value::Null),
            (Field::Rpo, json!(rpo)),
        ]))
    };
    assert_eq!(unarchived(24 * 60), []);
    assert_eq!(unarchived(24 * 60 - 1), [Code::RecoveryRpoImpossible]);
}

#[test]
fn a_way_back_needs_wal_and_a_base_backup_within_it() {
    let standard = |changes: &[(Field, Value)]| {
        codes(&with(&[&[(Field::Profile, json!("standard")), (Field::Rpo, json!(10_000))], changes].concat()))
    };
    assert_eq!(standard(&[(Field::WalInterval, Value::Null)]), [Code::RecoveryPitrWithoutWal]);
    assert_eq!(standard(&[(Field::PitrRetention, Value::Null)]), [Code::RecoveryWalWithoutPitr]);
    let between = |days: u32, hours: u32| {
        standard(&[(Field::PitrRetention, json!(days)), (Field::BaseBackupInterval, json!(hours))])
    };
    assert_eq!(between(2, 48), []);
    assert_eq!(between(2, 49), [Code::RecoveryPitrShorterThanBase]);
}

#[test]
fn high_assurance_without_a_way_back_is_refused() {
    let changes = [
        (Field::WalInterval, Value::Null),
        (Field::PitrRetention, Value::Null),
        (Field::Rpo, json!(24 * 60)),
    ];
    assert_eq!(codes(&with(&changes)), [Code::RecoveryWeakRpo, Code::RecoveryNoPointInTime]);
}

#[test]
fn unsafe_storage_is_refused_in_every_profile() {
    for profile in ["standard", "high_assurance"] {
        let stored =
            |field, word: &str| codes(&with(&[(Field::Profile, json!(profile)), (field, json!(word))]));
        assert_eq!(stored(Field::StorageEncryption, "plain"), [Code::RecoveryStorageUnencrypted]);
        assert_eq!(stored(Field::StorageFailureDomain, "shared"), [Code::RecoveryStorageShared]);
    }
}

#[test]
fn every_field_must_be_there_once_and_hold_what_it_must() {
    for &field in Field::ALL {
        let mut without = strictest();
        without.as_object_mut().expect("an object").remove(field.word());
        assert_eq!(codes(&without), [Code::RecoveryMissingField], "without {field}");
        for other in
            [json!(-1), json!(1.5), json!("5"), json!(true), json!([]), json!({}), json!(1_u64 << 32)]
        {
            assert_eq!(codes(&with(&[(field, other.clone())])), [Code::RecoveryValue], "{field} is {other}");
        }
        let text = strictest().to_string();
        let twice = format!("{{{:?}:{},{}", field.word(), strictest()[field.word()], &text[1..]);
        let refusals = validate_recovery_posture(twice.as_bytes()).expect_err("a field twice");
        assert_eq!(refusals.0, [Refusal::RepeatedField(field)]);
    }
}

#[test]
fn nothing_else_may_be_carried_least_of_all_authority() {
    for name in
        ["sotAuthority", "writable", "gate", "coordinator", "healthProof", "RpoMinutes", "rpoMinutes ", ""]
    {
        let mut document = strictest();
        document[name] = json!("high_assurance");
        assert_eq!(codes(&document), [Code::RecoveryUnknownField], "{name:?}");
    }
    for document in ["", "null", "[]", "1", "{", "{} {}", "\u{feff}{}"] {
        let refusals = validate_recovery_posture(document.as_bytes()).expect_err(document);
        assert_eq!(refusals.0, [Refusal::NotADocument], "{document:?}");
    }
}

#[test]
fn every_reason_is_told_at_once() {
    let worst = with(&[
        (Field::Rpo, json!(1)),
        (Field::Rto, json!(1_000)),
        (Field::WalInterval, json!(60)),
        (Field::PitrRetention, json!(1)),
        (Field::BaseBackupInterval, json!(48)),
        (Field::RestoreTestInterval, json!(365)),
        (Field::BreakGlassInterval, json!(365)),
        (Field::StorageEncryption, json!("plain")),
        (Field::StorageFailureDomain, json!("shared")),
    ]);
    let found = codes(&worst);
    assert_eq!(found.len(), 10);
    let distinct: BTreeSet<&str> = found.iter().map(|code| code.entry().code).collect();
    assert_eq!(distinct.len(), found.len());
}
