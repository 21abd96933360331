//! `handoff`: what the importer gets was verified byte by byte, whatever whoever offers it tries.
#![allow(clippy::disallowed_methods, reason = "a test writes the files it attacks with")]

mod attacks;
mod killed;
mod privileges;
mod raced;
pub mod site;

use crate::attested;
use mosaic_db::attest::{Grade, SecretVersion, Text};
use mosaic_db::digest::Digest;
use mosaic_db::handoff::Descriptor;
use site::{IMPORTER, PRODUCER, Site, attestation};
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

fn facts(path: &Path) -> (u32, u32, u32) {
    let found = fs::metadata(path).expect("a file");
    (found.mode() & 0o7777, found.uid(), found.gid())
}

#[test]
fn what_was_verified_lies_in_the_importers_hands() {
    let site = Site::new();
    let offered = attestation(1);
    site.offer(&offered);
    let answer = site.handoff().run().assert_reached().json();
    assert_eq!(answer["result"]["done"], "written");
    assert_eq!(answer["result"]["secret_version"], 7);
    let directory = site.current().expect("a generation");
    assert_eq!(answer["result"]["file"], directory.join(site::STATEMENT).to_str().expect("a path"));
    assert_eq!(fs::read(directory.join(site::STATEMENT)).expect("read"), offered.statement);
    assert_eq!(fs::read(directory.join(site::SIGNATURE)).expect("read"), offered.signature);
    assert_eq!(facts(&directory), (0o500, IMPORTER, IMPORTER));
    for name in [site::STATEMENT, site::SIGNATURE] {
        assert_eq!(facts(&directory.join(name)), (0o400, IMPORTER, IMPORTER));
    }
    // The digest is an oracle for the password.
    let digest = String::from_utf8(offered.statement).expect("ASCII");
    let digest = digest.split("\"target_sha256\":\"").nth(1).expect("a digest").get(..64).expect("a digest");
    assert!(!answer.to_string().contains(digest));
}

#[test]
fn what_is_there_is_not_written_again() {
    let site = Site::new();
    site.offer(&attestation(1));
    site.handoff().run().assert_reached();
    let written = site.written();
    let answer = site.handoff().run().assert_reached().json();
    assert_eq!(answer["result"]["done"], "nothing");
    assert_eq!(site.written(), written, "not even a time has changed");
}

#[test]
fn a_run_completes_what_one_that_was_killed_left_without_a_pointer() {
    let site = Site::new();
    site.offer(&attestation(1));
    site.handoff().run().assert_reached();
    let directory = site.current().expect("a generation");
    fs::remove_file(site.to().join("current")).expect("a pointer");
    let answer = site.handoff().run().assert_reached().json();
    assert_eq!(answer["result"]["done"], "completed");
    assert_eq!(site.current(), Some(directory));
}

#[test]
fn a_later_one_follows_and_the_one_before_stays() {
    let site = Site::new();
    site.offer(&attestation(1));
    site.handoff().run().assert_reached();
    let first = site.current().expect("a generation");
    site.offer(&attestation(2));
    site.handoff().run().assert_reached();
    let second = site.current().expect("a generation");
    assert_ne!(first, second);
    assert!(first.join(site::STATEMENT).exists(), "whoever has it mounted keeps it");
}

#[test]
fn two_do_not_hand_over_at_once() {
    let site = Site::new();
    site.offer(&attestation(1));
    let held = fs::File::open(site.to()).expect("a directory");
    rustix::fs::flock(&held, rustix::fs::FlockOperation::LockExclusive).expect("a lock");
    site.handoff().run().assert_failed(4, "HANDOFF_BUSY");
    drop(held);
    site.handoff().run().assert_reached();
}

/// From the verification of a real database.
#[test]
fn what_a_verification_signed_is_handed_over() {
    let verified = attested::site::Site::migrated();
    verified.verify().env("MOSAIC_CORRELATION_ID", "rollout 7").run().assert_reached();
    let url = verified.database().reveal("mosaic_data_importer.url");
    let descriptor = |grade| Descriptor {
        generation: Text::new("rollout 7").expect("a text"),
        grade,
        secret_version: SecretVersion::parse(attested::site::VERSION).expect("a version"),
        target_sha256: Digest::of(url.as_bytes()),
    };
    let site = Site::new();
    let handoff = |descriptor: Descriptor| {
        site.describe(&descriptor.to_bytes().expect("a descriptor"));
        site.handoff_of(&verified.trust_store(), &verified.directory()).run()
    };
    handoff(descriptor(Grade::Production)).assert_failed(5, "ATTESTATION_DEVELOPMENT");
    let other = Text::new("rollout 8").expect("a text");
    let wrong = Descriptor { generation: other, ..descriptor(Grade::Development) };
    handoff(wrong).assert_failed(5, "HANDOFF_GENERATION_DIFFERS");
    handoff(descriptor(Grade::Development)).assert_reached();
    let handed = site.current().expect("a generation");
    let current = verified.current().expect("an attestation");
    assert_eq!(fs::read(handed.join(site::STATEMENT)).expect("read"), current.statement);
    assert_eq!(
        facts(&current.path(site::STATEMENT)),
        (0o400, PRODUCER, PRODUCER),
        "the producer keeps its own"
    );
    assert_eq!(fs::metadata(site.to()).expect("a directory").permissions().mode() & 0o777, 0o755);
}
