//! Killed, or refused by the kernel, at every step of rendering: a reader finds the generation before or the new one,
//! whole, and the next run completes or cleans up.

use super::site::Site;
use crate::support::traced;
use std::os::unix::process::ExitStatusExt as _;

/// Everything that changes a file, a directory or what is durable.
const STEPS: [&str; 8] =
    ["mkdirat", "write", "fchmod", "fchown", "fsync", "renameat2", "renameat", "unlinkat"];

/// The version that all of the current generation is of.
fn whole(site: &Site) -> u32 {
    let version = site.file("importer/mosaic-migrate-target-version").parse().expect("a number");
    assert_eq!(site.file("importer/mosaic-migrate-target-url"), site.url("importer", version));
    assert_eq!(site.file("migrator/mosaic-migrate-target-url"), site.url("importer", version));
    assert_eq!(site.file("migrator/mosaic-migrate-target-version"), version.to_string());
    let description = site.file("generation.v1.json");
    assert!(description.contains(&format!("\"importer\":{version},")), "{description}");
    for consumer in ["gateway", "handoff", "importer", "migrator", "server"] {
        assert_eq!(site.file(&format!("{consumer}/generation.v1.json")), description, "{consumer}");
    }
    version
}

#[test]
fn a_reader_finds_a_whole_generation_whenever_the_renderer_is_killed() {
    let site = Site::new();
    site.render().run().assert_reached();
    let mut version = 1;
    let (mut killed, mut replaced) = (0, 0);
    for step in STEPS {
        // Each fifth time: a generation has some twenty files, which are all made alike.
        for occurrence in (1..).step_by(5) {
            let rendered = whole(&site);
            if rendered == version {
                version += 1;
                site.rotate("importer", version);
            }
            let fault = format!("--inject={step}:signal=KILL:when={occurrence}");
            let ended = traced(site.render(), &[&format!("--trace={step}"), &fault]);
            let found = whole(&site);
            assert!(found == rendered || found == version, "{step} {occurrence}");
            if ended.signal() != Some(rustix::process::Signal::KILL.as_raw()) {
                assert!(ended.success() && found == version, "{step} {occurrence}: {ended}");
                break;
            }
            killed += 1;
            replaced += u32::from(found == version);
        }
    }
    assert!(killed > 20, "it was killed {killed} times");
    assert!(replaced > 0, "it was never killed after the pointer was replaced");
    site.render().run().assert_reached();
    let left = site.generations();
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
}

#[test]
fn a_file_system_that_refuses_leaves_the_generation_before_and_nothing_else() {
    let site = Site::new();
    site.render().run().assert_reached();
    site.rotate("importer", 2);
    let before = site.current();
    for step in STEPS.into_iter().filter(|step| !matches!(*step, "write" | "unlinkat")) {
        for occurrence in [1, 2, 30] {
            let faults =
                [format!("--trace={step}"), format!("--inject={step}:error=ENOSPC:when={occurrence}")];
            let options = ["--quiet=all", "--output=/dev/null", &faults[0], &faults[1]];
            let ended = site.render().through("strace", &options).run();
            if ended.status() == 0 {
                // There are not as many of these.
                site.rotate("importer", whole(&site) + 1);
                break;
            }
            ended.assert_failed(74, "GENERATION_NOT_WRITTEN");
            site.require_no_secret(&ended);
            let left = site.generations();
            assert!(left.iter().all(|name| !name.starts_with('.')), "{step} {occurrence}: {left:?}");
            whole(&site);
        }
    }
    assert_ne!(site.current(), before);
}
