//! What a carrier needs to be allowed, and what it never does.

use super::site::{PRODUCER, Site, attestation};
use crate::support::{Ended, Migrator, traced};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

fn bounded(site: &Site, kept: &str) -> Ended {
    with(site.handoff(), kept).run()
}

fn with(program: Migrator, kept: &str) -> Migrator {
    let keep = format!("--bounding-set=-all{kept}");
    program.through("setpriv", &["--inh-caps=-all", &keep])
}

/// To give away, and either to read everything or to become whoever may.
#[test]
fn two_or_three_capabilities_are_enough() {
    for kept in [",+chown,+dac_read_search", ",+chown,+setuid,+setgid"] {
        let site = Site::new();
        fs::set_permissions(site.path(""), fs::Permissions::from_mode(0o755)).expect("a mode");
        site.offer(&attestation(1));
        bounded(&site, kept).assert_reached();
        // What was handed over is read again before something later follows.
        site.offer(&attestation(2));
        bounded(&site, kept).assert_reached();
        assert_eq!(bounded(&site, kept).json()["result"]["done"], "nothing");
    }
}

/// What was given away already is taken back to be removed.
#[test]
fn what_a_run_left_that_was_killed_is_removed_with_the_same_capabilities() {
    for kept in [",+chown,+dac_read_search", ",+chown,+setuid,+setgid"] {
        let site = Site::new();
        fs::set_permissions(site.path(""), fs::Permissions::from_mode(0o755)).expect("a mode");
        site.offer(&attestation(1));
        let fault = ["--trace=renameat2", "--inject=renameat2:signal=KILL:when=1"];
        assert!(!with(site.handoff().through("strace", &fault), kept).run_on_files().success());
        let names = || fs::read_dir(site.to()).expect("a directory").count();
        assert_eq!(names(), 1, "it was killed before the rename");
        bounded(&site, kept).assert_reached();
        assert_eq!(names(), 2, "the generation and the pointer");
    }
}

#[test]
fn whoever_may_not_give_files_away_writes_none() {
    let site = Site::new();
    site.offer(&attestation(1));
    let before = site.written();
    bounded(&site, "").assert_failed(77, "HANDOFF_MAY_NOT_GIVE");
    bounded(&site, ",+dac_override,+dac_read_search,+fowner").assert_failed(77, "HANDOFF_MAY_NOT_GIVE");
    fs::set_permissions(site.path(""), fs::Permissions::from_mode(0o755)).expect("a mode");
    site.handoff().under(PRODUCER).run().assert_failed(77, "HANDOFF_MAY_NOT_GIVE");
    assert_eq!(site.written(), before);
}

#[test]
fn whoever_may_not_read_what_is_offered_says_so() {
    let site = Site::new();
    site.offer(&attestation(1));
    let before = site.written();
    bounded(&site, ",+chown").assert_failed(78, "HANDOFF_SOURCE_UNREADABLE");
    assert_eq!(site.written(), before);
}

#[test]
fn it_opens_no_socket_and_starts_no_program() {
    let site = Site::new();
    site.offer(&attestation(1));
    let trace = site.path("trace").display().to_string();
    let calls = "--trace=%network,fork,vfork,clone,clone3,execve,renameat2";
    assert!(traced(site.handoff(), &["-f", "--output", &trace, calls]).success());
    let trace = fs::read_to_string(trace).expect("a trace");
    let calls: Vec<&str> = trace.lines().filter(|line| line.contains('(')).collect();
    assert!(calls.iter().any(|line| line.contains("renameat2(")), "the trace sees what is done: {trace}");
    let others = calls.iter().filter(|line| !line.contains("renameat2(")).count();
    assert_eq!(others, 1, "its own start and nothing else: {trace}");
}
