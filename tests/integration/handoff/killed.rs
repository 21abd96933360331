//! Killed, or refused by the kernel, at every step of writing: the importer finds what it had before, or the new one.

use super::site::{Files, SIGNATURE, STATEMENT, Site, attestation};
use crate::support::traced;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;

/// Everything that changes a file, a directory or what is durable.
const STEPS: [&str; 8] =
    ["mkdirat", "write", "fchmod", "fchown", "fsync", "renameat2", "renameat", "unlinkat"];

/// Where one attestation was handed over, and a later one is offered.
struct Waiting {
    site: Site,
    before: Files,
    next: Files,
}

impl Waiting {
    fn new() -> Self {
        let waiting = Self { site: Site::new(), before: attestation(1), next: attestation(2) };
        waiting.site.offer(&waiting.before);
        waiting.site.handoff().run().assert_reached();
        waiting.site.offer(&waiting.next);
        waiting
    }

    /// Whether the importer finds the later one, whole; it finds the earlier one, whole, otherwise.
    fn is_handed_over(&self) -> bool {
        let directory = self.site.current().expect("a generation");
        let read = |name| fs::read(directory.join(name)).expect("a file of the current generation");
        let found = (read(STATEMENT), read(SIGNATURE));
        let is = |files: &Files| found == (files.statement.clone(), files.signature.clone());
        assert!(is(&self.before) || is(&self.next), "half of something");
        is(&self.next)
    }

    fn temporary(&self) -> usize {
        let names = fs::read_dir(self.site.to()).expect("a directory");
        names
            .filter(|entry| entry.as_ref().expect("an entry").file_name().to_string_lossy().starts_with('.'))
            .count()
    }
}

#[test]
fn an_importer_finds_a_whole_attestation_whenever_the_carrier_is_killed() {
    let (mut killed, mut handed_over) = (0, 0);
    for step in STEPS {
        for occurrence in 1.. {
            let waiting = Waiting::new();
            let fault = format!("--inject={step}:signal=KILL:when={occurrence}");
            let ended = traced(waiting.site.handoff(), &[&format!("--trace={step}"), &fault]);
            let reached = waiting.is_handed_over();
            if ended.signal() != Some(rustix::process::Signal::KILL.as_raw()) {
                assert!(ended.success() && reached, "{step} {occurrence}: {ended}");
                break;
            }
            killed += 1;
            handed_over += usize::from(reached);
            // The next run finishes it, and takes away what the killed one left.
            waiting.site.handoff().run().assert_reached();
            assert!(waiting.is_handed_over(), "{step} {occurrence}");
        }
    }
    assert!(killed > 15, "it was killed {killed} times");
    assert!(handed_over > 0, "it was never killed after the pointer was replaced");
}

#[test]
fn a_file_system_that_refuses_leaves_what_was_there_and_nothing_else() {
    for step in STEPS.into_iter().filter(|step| !matches!(*step, "write" | "unlinkat")) {
        let waiting = Waiting::new();
        let faults = [format!("--trace={step}"), format!("--inject={step}:error=ENOSPC:when=1")];
        let options = ["--quiet=all", "--output=/dev/null", &faults[0], &faults[1]];
        let ended = waiting.site.handoff().through("strace", &options).run();
        ended.assert_failed(74, "HANDOFF_NOT_WRITTEN");
        assert!(!waiting.is_handed_over(), "{step}");
        assert_eq!(waiting.temporary(), 0, "{step}");
        waiting.site.handoff().run().assert_reached();
        assert!(waiting.is_handed_over(), "{step}");
    }
}
