//! Keys are made once, added, and revoked; each change of a trust store raises its serial.

use super::make::Files;
use super::{EXPECTATIONS, SIGNATURE, STATEMENT, TRUST_STORE, run, text, write};
use mosaic_db::attest::{Grade, Purpose, State, TrustStore};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use tempfile::TempDir;

fn store(path: &Path) -> TrustStore {
    TrustStore::parse(&fs::read(path).expect("a trust store")).expect("a trust store")
}

fn keygen(place: &TempDir, name: &str, purpose: &str, more: &[&str]) -> String {
    let out = place.path().join(name);
    let ended = run(&[&["keygen", "--out", text(&out), "--purpose", purpose], more].concat());
    ended.assert_reached();
    ended.json()["result"]["key_id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_key_is_made_with_its_store() {
    let place = tempfile::tempdir().expect("a directory");
    let id = keygen(&place, "first", "migrate-target", &[]);
    let out = place.path().join("first");
    let mode = |path: &Path| fs::metadata(path).expect("metadata").permissions().mode() & 0o7777;
    assert_eq!(mode(&out), 0o700);
    assert_eq!(mode(&out.join("signing-key")), 0o400);
    let seed = fs::read(out.join("signing-key")).expect("a seed");
    assert_eq!(seed.len(), 32);
    let made = store(&out.join(TRUST_STORE));
    assert_eq!((made.serial(), made.keys().len()), (1, 1));
    let key = made.keys()[0];
    assert_eq!(
        (key.purpose, key.state, key.grade),
        (Purpose::MigrateTarget, State::Active, Grade::Production)
    );
    assert_eq!(key.public_key.id().to_string(), id);
    let written = fs::read_to_string(out.join("public-key")).expect("a key");
    assert_eq!(written, key.public_key.to_string());
    let public = ed25519_dalek::SigningKey::from_bytes(&seed.try_into().expect("32 bytes")).verifying_key();
    assert_eq!(public.as_bytes(), key.public_key.bytes());
    // The directory is made once: a key is never written over.
    let again = run(&["keygen", "--out", text(&out), "--purpose", "review"]);
    assert_eq!(again.code(), "FILE_NOT_WRITTEN");
}

#[test]
fn a_store_takes_a_further_key_and_gives_one_up() {
    let place = tempfile::tempdir().expect("a directory");
    let first = keygen(&place, "first", "migrate-target", &[]);
    let path = place.path().join("first").join(TRUST_STORE);
    let more = ["--trust-store", text(&path), "--development", "--not-before", "2030-01-01T00:00:00Z"];
    let second = keygen(&place, "second", "migrate-target", &more);
    assert!(!place.path().join("second").join(TRUST_STORE).exists());
    let both = store(&path);
    assert_eq!((both.serial(), both.keys().len()), (2, 2));
    assert_eq!(both.keys()[1].public_key.id().to_string(), second);
    assert_eq!(both.keys()[1].grade, Grade::Development);
    assert_eq!(both.keys()[1].window.not_after().to_string(), "2031-01-01T00:00:00Z");

    run(&["revoke", "--trust-store", text(&path), "--key", &first]).assert_reached();
    let versions = ["--secret-version", "3", "--secret-version", "17"];
    run(&[&["revoke", "--trust-store", text(&path)], &versions[..]].concat()).assert_reached();
    let left = store(&path);
    assert_eq!(left.serial(), 4);
    assert_eq!((left.keys()[0].state, left.keys()[1].state), (State::Revoked, State::Active));
    let revoked: Vec<u32> = left.revoked_secret_versions().iter().map(|version| (*version).into()).collect();
    assert_eq!(revoked, [3, 17]);
}

#[test]
fn revoking_names_what_is_there() {
    let place = tempfile::tempdir().expect("a directory");
    keygen(&place, "first", "migrate-target", &[]);
    let path = place.path().join("first").join(TRUST_STORE);
    let before = fs::read(&path).expect("a trust store");
    let unknown = "00".repeat(32);
    assert_eq!(
        run(&["revoke", "--trust-store", text(&path), "--key", &unknown]).code(),
        "TRUST_STORE_KEY_UNKNOWN"
    );
    assert_eq!(run(&["revoke", "--trust-store", text(&path)]).code(), "USAGE");
    assert_eq!(run(&["revoke", "--trust-store", text(&path), "--secret-version", "0"]).code(), "USAGE");
    assert_eq!(fs::read(&path).expect("a trust store"), before);
}

#[test]
fn a_window_is_not_empty() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("key");
    let time = "2030-01-01T00:00:00Z";
    let window = ["--not-before", time, "--not-after", time];
    assert_eq!(
        run(&[&["keygen", "--out", text(&out), "--purpose", "review"], &window[..]].concat()).code(),
        "USAGE"
    );
    assert!(!out.exists());
}

#[test]
fn what_is_shown_says_whether_it_was_verified() {
    let place = tempfile::tempdir().expect("a directory");
    for (name, bytes) in Files::valid().named() {
        write(place.path(), name, &bytes, 0o444);
    }
    let (file, trust) = (place.path().join(STATEMENT), place.path().join(TRUST_STORE));
    let shown = run(&["inspect", text(&file)]).json();
    assert_eq!(shown["result"]["verified"], false);
    let shown = run(&["inspect", text(&file), "--trust-store", text(&trust)]).json();
    assert_eq!(shown["result"]["verified"], true);
    assert_eq!(shown["result"]["statement"]["host"], "db.test");
    // The digest of the URL is as secret as the URL's password is short.
    let whole = String::from_utf8(Files::valid().statement).expect("ASCII");
    let digest =
        whole.split("\"target_sha256\":\"").nth(1).and_then(|rest| rest.get(..64)).expect("a digest");
    assert!(!shown.to_string().contains(digest));
    let keys = run(&["inspect", text(&trust)]).json();
    assert_eq!(keys["result"]["keys"].as_array().map(Vec::len), Some(2));
    assert_eq!(run(&["inspect", text(&place.path().join(EXPECTATIONS))]).code(), "NOTHING_TO_INSPECT");
    fs::remove_file(place.path().join(SIGNATURE)).expect("removed");
    write(place.path(), SIGNATURE, &[0; 64], 0o444);
    let forged = run(&["inspect", text(&file), "--trust-store", text(&trust)]);
    assert_eq!(forged.code(), "SIGNATURE_UNKNOWN");
}
