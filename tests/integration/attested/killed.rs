//! Killed, or refused by the kernel, at every step of publishing: a reader finds the attestation before or the new one,
//! whole.

use super::site::Site;
use super::{expectations, now, trust};
use crate::support::traced;
use mosaic_db::attest::{Grade, verify_target};
use std::os::unix::process::ExitStatusExt as _;

/// Everything that changes a file, a directory or what is durable.
const STEPS: [&str; 8] =
    ["mkdirat", "write", "fchmod", "fchown", "fsync", "renameat2", "renameat", "unlinkat"];

#[test]
fn a_reader_finds_a_whole_attestation_whenever_the_publisher_is_killed() {
    let site = Site::migrated();
    site.verify().run().assert_reached();
    let expected = expectations(&site, Grade::Development);
    let trust = trust(&site);
    let mut last = site.current().expect("an attestation").statement;
    let (mut killed, mut replaced) = (0, 0);
    for step in STEPS {
        for occurrence in 1.. {
            // The witness is not traced: only who publishes is killed.
            let fault = format!("--inject={step}:signal=KILL:when={occurrence}");
            let ended = traced(site.verify(), &[&format!("--trace={step}"), &fault]);
            let found = site.current().expect("an attestation");
            verify_target(&found.statement, &found.signature, &trust, now(), &expected)
                .unwrap_or_else(|error| panic!("{step} {occurrence}: {error:?}"));
            let changed = found.statement != last;
            last = found.statement;
            if ended.signal() != Some(rustix::process::Signal::KILL.as_raw()) {
                assert!(ended.success() && changed, "{step} {occurrence}: {ended}");
                break;
            }
            killed += 1;
            replaced += usize::from(changed);
        }
    }
    assert!(killed > 20, "it was killed {killed} times");
    assert!(replaced > 0, "it was never killed after the pointer was replaced");
    // The last run was not killed, and what the killed ones left is gone.
    let left = site.generations();
    assert!(left.iter().all(|name| name.starts_with("gen-")), "{left:?}");
}

#[test]
fn a_file_system_that_refuses_leaves_the_attestation_before_and_nothing_else() {
    let site = Site::migrated();
    site.verify().run().assert_reached();
    let before = site.current().expect("an attestation").statement;
    let names = site.generations();
    for step in STEPS.into_iter().filter(|step| !matches!(*step, "write" | "unlinkat")) {
        let faults = [format!("--trace={step}"), format!("--inject={step}:error=ENOSPC:when=1")];
        let options = ["--quiet=all", "--output=/dev/null", &faults[0], &faults[1]];
        let ended = site.verify().through("strace", &options).run();
        ended.assert_failed(74, "ATTESTATION_NOT_WRITTEN");
        let found = site.current().expect("an attestation").statement;
        // The pointer comes last: refused there, the new directory is complete, and nobody is told of it.
        assert_eq!(found, before, "{step}");
        if step != "renameat" {
            assert_eq!(site.generations().len(), names.len(), "{step}");
        }
    }
}
