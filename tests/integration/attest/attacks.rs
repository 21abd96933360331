//! The attacks, one directory of `fixtures/attest` each: its files, and in `expected` the code that they end with.
//!
//! The directories are made by the table below (`cargo nextest run attest::attacks` with `ATTACKS=overwrite` writes
//! them anew) and checked by the built program, which knows nothing of the table.

use super::make::{DEVELOPMENT, Files, KEY, REVIEWER, STRANGER, as_list, oversized, public, trusted, window};
use super::{EXPECTATIONS, STATEMENT, TARGET_URL, TRUST_STORE, run, text, write};
use mosaic_db::attest::{Grade, Purpose, SecretVersion, TrustedKey};
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const EXPECTED: &str = "expected";

/// Name, code, and what is done to the files of the valid case.
type Attack = (&'static str, &'static str, fn(&mut Files));

const VALID: Attack = ("valid", "ok", |_| {});

const SIGNATURES: [Attack; 12] = [
    ("changed-byte", "SIGNATURE_UNKNOWN", |files| files.statement[20] ^= 1),
    ("hexadecimal-signature", "SIGNATURE_LENGTH", |files| {
        let hex: String = files.signature.iter().map(|byte| format!("{byte:02x}")).collect();
        files.signature = hex.into_bytes();
    }),
    ("key-expired", "SIGNING_KEY_EXPIRED", |files| {
        let window = window("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z");
        files.trust_only(TrustedKey { window, ..trusted(KEY, Purpose::MigrateTarget) });
    }),
    ("key-not-yet-valid", "SIGNING_KEY_NOT_YET_VALID", |files| {
        let window = window("9998-01-01T00:00:00Z", "9999-01-01T00:00:00Z");
        files.trust_only(TrustedKey { window, ..trusted(KEY, Purpose::MigrateTarget) });
    }),
    ("other-key", "SIGNATURE_UNKNOWN", |files| files.sign(STRANGER)),
    ("other-payload-type", "SIGNATURE_OTHER_PURPOSE", |files| {
        files.sign_as(KEY, "application/vnd.mosaic.review.v1+json");
    }),
    ("other-purpose", "SIGNATURE_OTHER_PURPOSE", |files| files.sign(REVIEWER)),
    ("revoked-key", "SIGNING_KEY_REVOKED", |files| {
        files.trust(|store| store.without_key(public(KEY).id()).expect("the key is there"));
    }),
    ("signature-without-type", "SIGNATURE_UNKNOWN", |files| files.sign_as(KEY, "")),
    ("swapped-halves", "SIGNATURE_UNKNOWN", |files| {
        let signature = files.signature.clone();
        files.say(|document| document["nonce"] = json!("ff0102030405060708090a0b0c0d0e0f"));
        files.signature = signature;
    }),
    ("trailing-signature", "SIGNATURE_LENGTH", |files| files.signature.push(b'\n')),
    ("truncated-signature", "SIGNATURE_LENGTH", |files| files.signature.truncate(63)),
];

const STORES: [Attack; 8] = [
    ("key-off-curve-in-store", "TRUST_STORE_KEY_INVALID", |files| {
        files.spell_trust(&public(REVIEWER).to_string(), &format!("02{}", "00".repeat(31)));
    }),
    ("low-order-key-in-store", "TRUST_STORE_KEY_WEAK", |files| {
        files.spell_trust(&public(REVIEWER).to_string(), &format!("01{}", "00".repeat(31)));
    }),
    ("non-canonical-key-in-store", "TRUST_STORE_KEY_INVALID", |files| {
        files.spell_trust(&public(REVIEWER).to_string(), &format!("ee{}7f", "ff".repeat(30)));
    }),
    ("repeated-key-in-store", "TRUST_STORE_KEY_REPEATED", |files| {
        files.spell_trust(&public(REVIEWER).to_string(), &public(KEY).to_string());
    }),
    ("store-missing", "FILE_UNREADABLE", |files| files.trust = None),
    ("store-of-another-version", "TRUST_STORE_INVALID", |files| files.spell_trust("store/v1", "store/v2")),
    ("store-older", "TRUST_STORE_OLDER", |files| files.expectations["memory"]["highest_serial"] = json!(3)),
    ("store-with-newline", "TRUST_STORE_INVALID", |files| {
        files.trust.as_mut().expect("a store").push(b'\n');
    }),
];

const SPELLINGS: [Attack; 22] = [
    ("array-for-object", "ATTESTATION_NOT_AN_OBJECT", as_list),
    ("byte-order-mark", "ATTESTATION_NOT_AN_OBJECT", |files| files.spell("{", "\u{feff}{")),
    ("duplicate-key", "ATTESTATION_DUPLICATE_KEY", |files| {
        files.spell(r#""port":5432"#, r#""port":5432,"port":5433"#);
    }),
    ("duplicate-key-escaped", "ATTESTATION_ESCAPE", |files| {
        files.spell(r#""port":5432"#, r#""port":5432,"\u0070ort":5433"#);
    }),
    ("escape", "ATTESTATION_ESCAPE", |files| files.spell("\"mosaic\"", r#""\u006dosaic""#)),
    ("float", "ATTESTATION_NUMBER", |files| files.spell(":5432", ":5432.0")),
    ("list-unsorted", "ATTESTATION_LIST_ORDER", |files| {
        let digests = ["ff".repeat(32), "00".repeat(32)];
        files.say(|document| document["ca_sha256"] = json!(digests));
    }),
    ("missing-field", "ATTESTATION_MISSING_FIELD", |files| {
        files.say(|document| drop(document.as_object_mut().expect("an object").remove("timeline")));
    }),
    ("not-ascii", "ATTESTATION_NOT_PRINTABLE", |files| files.spell("\"mosaic\"", "\"mösaic\"")),
    ("null-for-a-value", "ATTESTATION_VALUE", |files| files.say(|document| document["image"] = Value::Null)),
    ("number-above-2-53", "ATTESTATION_NUMBER", |files| {
        files.spell("\"secret_version\":7", "\"secret_version\":9007199254740993");
    }),
    ("number-for-text", "ATTESTATION_NUMBER", |files| {
        files.spell("\"7345678901234567891\"", "7345678901234567891");
    }),
    ("number-in-private-form", "ATTESTATION_VALUE", |files| {
        let private = json!({ "$serde_json::private::Number": "7" });
        files.say(|document| document["secret_version"] = private);
    }),
    ("oversized", "ATTESTATION_TOO_LARGE", |files| files.say(oversized)),
    ("reordered", "ATTESTATION_KEY_ORDER", |files| {
        files.spell(r#""port":5432,"#, "");
        files.spell("{", r#"{"port":5432,"#);
    }),
    ("trailing-byte", "ATTESTATION_TRAILING_BYTES", |files| files.spell("\"1\"}", "\"1\"} ")),
    ("trailing-newline", "ATTESTATION_TRAILING_BYTES", |files| files.spell("\"1\"}", "\"1\"}\n")),
    ("truncated", "ATTESTATION_BROKEN", |files| files.spell("\"1\"}", "\"1\"")),
    ("two-documents", "ATTESTATION_TRAILING_BYTES", |files| files.spell("\"1\"}", "\"1\"}{}")),
    ("unknown-field", "ATTESTATION_UNKNOWN_FIELD", |files| {
        files.say(|document| document["zone"] = json!("a"));
    }),
    ("wrong-value", "ATTESTATION_VALUE", |files| {
        files.say(|document| document["nonce"] = json!("000102030405060708090A0B0C0D0E0F"));
    }),
    ("whitespace", "ATTESTATION_WHITE_SPACE", |files| files.spell(",", ", ")),
];

const MEANINGS: [Attack; 13] = [
    ("clock-gone-back", "CLOCK_WENT_BACK", |files| {
        files.expectations["memory"]["highest_time"] = json!("9998-01-01T00:00:00Z");
    }),
    ("development-key", "ATTESTATION_DEVELOPMENT", |files| {
        let key = trusted(DEVELOPMENT, Purpose::MigrateTarget);
        files.trust_only(TrustedKey { grade: Grade::Development, ..key });
        files.say(|document| {
            document["key_id"] = json!(public(DEVELOPMENT).id());
            document["grade"] = json!("development");
        });
        files.sign(DEVELOPMENT);
    }),
    ("development-key-as-production", "ATTESTATION_GRADE", |files| {
        let key = trusted(DEVELOPMENT, Purpose::MigrateTarget);
        files.trust_only(TrustedKey { grade: Grade::Development, ..key });
        files.say(|document| document["key_id"] = json!(public(DEVELOPMENT).id()));
        files.sign(DEVELOPMENT);
    }),
    ("expired", "ATTESTATION_EXPIRED", |files| {
        files.say(|document| document["expires_at"] = json!("2020-06-01T00:15:00Z"));
    }),
    ("issued-before-its-key", "ATTESTATION_OUTSIDE_KEY", |files| {
        let window = window("2021-01-01T00:00:00Z", "9999-01-01T00:00:00Z");
        files.trust_only(TrustedKey { window, ..trusted(KEY, Purpose::MigrateTarget) });
    }),
    ("issued-in-the-future", "ATTESTATION_FROM_THE_FUTURE", |files| {
        files.say(|document| document["issued_at"] = json!("9998-01-01T00:00:00Z"));
    }),
    ("lifetime-too-long", "ATTESTATION_LIFETIME", |files| {
        files.expectations["max_lifetime_seconds"] = json!(900);
    }),
    ("other-key-named", "ATTESTATION_KEY_ID", |files| {
        files.say(|document| document["key_id"] = json!(public(STRANGER).id()));
    }),
    ("other-schema", "ATTESTATION_SCHEMA", |files| {
        files.say(|document| document["schema"] = json!("mosaic.migrate-target/v2"));
    }),
    ("replayed", "ATTESTATION_REPLAYED", |files| {
        let used = format!("{}-000102030405060708090a0b0c0d0e0f", public(KEY).id());
        files.expectations["memory"]["used"] = json!([used]);
    }),
    ("revoked-secret-version", "SECRET_VERSION_REVOKED", |files| {
        let version = SecretVersion::new(7).expect("a version");
        files.trust(|store| store.without_versions([version]).expect("a serial"));
    }),
    ("weak-password", "TARGET_PASSWORD_WEAK", |files| {
        files.url("not-a-password-of-any-server", "only-21-characters-xx");
    }),
    ("wrong-audience", "ATTESTATION_AUDIENCE", |files| {
        files.say(|document| document["audience"] = json!("mosaic_runtime"));
    }),
];

const BINDINGS: [Attack; 16] = [
    ("url-of-another-host", "TARGET_HOST_DIFFERS", |files| files.url("db.test", "db2.test")),
    ("url-of-another-port", "TARGET_PORT_DIFFERS", |files| files.url("db.test", "db.test:5433")),
    ("url-of-another-database", "TARGET_DATABASE_DIFFERS", |files| files.url("/mosaic?", "/mosaic2?")),
    ("url-of-another-user", "TARGET_USER_DIFFERS", |files| {
        files.url("mosaic_data_importer", "mosaic_runtime");
    }),
    ("url-of-another-password", "TARGET_SECRET_DIFFERS", |files| files.url("not-a-password", "another-word")),
    ("other-secret-version", "TARGET_SECRET_VERSION_DIFFERS", |files| {
        files.expectations["secret_version"] = json!(8);
    }),
    ("further-authority", "TARGET_AUTHORITIES_DIFFER", |files| {
        let further = Digest::of(b"further").to_string();
        files.expectations["ca_sha256"].as_array_mut().expect("a list").push(json!(further));
    }),
    ("other-manifest", "TARGET_MANIFEST_DIFFERS", |files| other(&mut files.expectations["manifest_sha256"])),
    ("other-bundle", "TARGET_BUNDLE_DIFFERS", |files| other(&mut files.expectations["bundle_sha256"])),
    ("other-receipt", "TARGET_RECEIPT_DIFFERS", |files| other(&mut files.expectations["receipt_sha256"])),
    ("other-server-key", "TARGET_SERVER_KEY_DIFFERS", |files| {
        other(&mut files.expectations["observed"]["leaf_spki_sha256"]);
    }),
    ("other-cluster", "TARGET_CLUSTER_DIFFERS", |files| {
        // Equal to the attested one as a 64-bit float.
        files.expectations["observed"]["system_identifier"] = json!("7345678901234567892");
    }),
    ("other-timeline", "TARGET_TIMELINE_DIFFERS", |files| {
        files.expectations["observed"]["timeline"] = json!("2");
    }),
    ("other-database-oid", "TARGET_DATABASE_OID_DIFFERS", |files| {
        files.expectations["observed"]["database_oid"] = json!("16385");
    }),
    ("copied-database", "TARGET_DATABASE_ID_DIFFERS", |files| {
        files.expectations["observed"]["database_id"] = json!("0b6a3bd1-6d8e-4a57-9f0a-6b7a2a5f3c12");
    }),
    ("other-catalog", "TARGET_SCHEMA_DIFFERS", |files| {
        other(&mut files.expectations["observed"]["schema_sha256"]);
    }),
];

fn other(digest: &mut Value) {
    *digest = json!(Digest::of(b"other"));
}

fn attacks() -> Vec<Attack> {
    [&[VALID][..], &SIGNATURES, &STORES, &SPELLINGS, &MEANINGS, &BINDINGS].concat()
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/attest")
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect()
}

#[test]
fn the_directories_are_what_the_table_makes() {
    let overwrite = std::env::var_os("ATTACKS").is_some_and(|value| value == "overwrite");
    for (name, code, attack) in attacks() {
        let mut files = Files::valid();
        attack(&mut files);
        let mut named: BTreeMap<&str, Vec<u8>> = files.named();
        named.insert(EXPECTED, format!("{code}\n").into_bytes());
        let directory = fixtures().join(name);
        if overwrite {
            let _absent = fs::remove_dir_all(&directory);
            fs::create_dir_all(&directory).expect("a directory");
            for (file, bytes) in &named {
                fs::write(directory.join(file), bytes).expect("written");
            }
        }
        let found = names(&directory);
        assert!(found.iter().map(String::as_str).eq(named.keys().copied()), "{name} holds {found:?}");
        for (file, bytes) in named {
            assert!(fs::read(directory.join(file)).expect("read") == bytes, "{name}/{file}");
        }
    }
    let tabled: BTreeSet<String> = attacks().iter().map(|(name, ..)| (*name).to_owned()).collect();
    assert_eq!(names(&fixtures()), tabled);
}

#[test]
fn every_attack_is_refused_by_its_code() {
    let mut wrong = Vec::new();
    for name in names(&fixtures()) {
        let expected = fs::read_to_string(fixtures().join(&name).join(EXPECTED)).expect("a code");
        let ended = ending(&fixtures().join(&name));
        if ended != expected.trim_end() {
            wrong.push(format!("{name}: expected {}, found {ended}", expected.trim_end()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The code `attest check` ends with, or `ok`; the exit status is the one the catalogue gives the code.
fn ending(fixture: &Path) -> String {
    // Modes are not kept in a repository, and who may write to a working tree is not known.
    let place = tempfile::tempdir().expect("a temporary directory");
    for name in names(fixture) {
        let mode = if name == TARGET_URL { 0o400 } else { 0o444 };
        write(place.path(), &name, &fs::read(fixture.join(&name)).expect("read"), mode);
    }
    let file = |name| place.path().join(name);
    let (statement, store, expect) = (file(STATEMENT), file(TRUST_STORE), file(EXPECTATIONS));
    let url = file(TARGET_URL);
    let mut arguments =
        vec!["check", text(&statement), "--trust-store", text(&store), "--expect", text(&expect)];
    if url.exists() {
        arguments.extend(["--target-url-file", text(&url)]);
    }
    let answer = run(&arguments).json();
    let Some(code) = answer["code"].as_str() else {
        assert_eq!(answer["status"], 0, "{answer}");
        return "ok".to_owned();
    };
    let known = Code::ALL.iter().find(|known| known.entry().code == code).expect("a code of the catalogue");
    assert_eq!(answer["status"], known.entry().status.number(), "{answer}");
    code.to_owned()
}

/// Whoever adds a refusal to `src/attest` adds the attack that it is for.
#[test]
fn every_code_of_the_module_has_an_attack() {
    let mut named = BTreeSet::new();
    codes_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/attest"), &mut named);
    assert!(named.len() > 50, "the walk found {named:?}");
    // A change to a trust store is refused with this one; `revoking_names_what_is_there` sees it.
    named.remove("TrustStoreKeyUnknown");
    let attacked: BTreeSet<&str> = attacks().iter().map(|(_, code, _)| *code).collect();
    let unattacked: Vec<_> = Code::ALL
        .iter()
        .filter(|code| named.contains(&format!("{code:?}")) && !attacked.contains(code.entry().code))
        .collect();
    assert!(unattacked.is_empty(), "{unattacked:?}");
}

/// Every `Code::Name` in the sources of a directory, without their tests.
fn codes_in(directory: &Path, into: &mut BTreeSet<String>) {
    for name in names(directory) {
        let path = directory.join(&name);
        if path.is_dir() {
            codes_in(&path, into);
        } else if name != "tests.rs" {
            let source = fs::read_to_string(&path).expect("a source file");
            let code = source.split("#[cfg(test)]").next().unwrap_or_default();
            for found in code.split("Code::").skip(1) {
                into.insert(found.chars().take_while(char::is_ascii_alphanumeric).collect());
            }
        }
    }
}
