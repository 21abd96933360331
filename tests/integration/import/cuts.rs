//! Connections cut wherever chance would have it: the target is empty, or everything is in it and was compared. Nothing in
//! between, and what is told about it is true.

use super::ground::Ground;
use super::{ROWS, TASKS};
use crate::support::Migrator;
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;

/// How many cuts each test makes where this variable does not say another number.
const CUTS_VARIABLE: &str = "MOSAIC_TEST_CUTS";
const CUTS: u64 = 20;

/// A number from 0 to 2^64 that looks like chance (splitmix64).
pub const fn scattered(seed: u64) -> u64 {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[expect(clippy::disallowed_methods, reason = "a test's own variable")]
fn cuts() -> u64 {
    let wanted = std::env::var(CUTS_VARIABLE).ok();
    wanted.map_or(CUTS, |number| number.parse().expect("a number of cuts"))
}

/// How much the target holds: nothing, or all.
pub fn is_filled(ground: &Ground) -> bool {
    match (ground.count("projects"), ground.count("tasks")) {
        (0, 0) => false,
        (20, 1000) => true,
        other => panic!("{other:?} rows"),
    }
}

/// Runs so many imports that a proxy cuts at places that are the same each time, and has each of them judged: how it ended, at
/// which byte it was to be cut, and whether it was.
fn everywhere(
    proxy: &Proxy,
    number: u64,
    command: impl Fn(&[&str]) -> Migrator,
    options: &[&str],
    judge: impl Fn(i32, &str),
) {
    command(&[]).run().assert_reached();
    // What passes before the first row may be written, and then, unless it is known better, in all.
    let before = proxy.passed();
    let mut whole = before + 200_000;
    let mut met = 0;
    for seed in 1..=number {
        let at = before / 2 + scattered(seed) % (whole - before / 2);
        let (cuts, passed) = (proxy.cuts(), proxy.passed());
        let run = command(options);
        let making_it = proxy.passed() - passed;
        proxy.cut_after(at);
        let ended = run.run();
        let was_cut = proxy.cuts() > cuts;
        // The next attempt is not cut by what was planned for this one.
        proxy.cut_after(u64::MAX / 2);
        let told = format!("cut at {at}: {}{}", ended.stdout(), ended.stderr());
        assert!(was_cut || ended.status() == 0, "{told}");
        if was_cut {
            met += 1;
        } else {
            whole = whole.min(proxy.passed() - passed - making_it).max(before / 2 + 1);
        }
        judge(ended.status(), &told);
    }
    assert!(met > 0, "no cut met an import");
}

/// In one transaction it is all or nothing, and the status says which.
fn all_or_nothing(ground: &Ground, status: i32, told: &str) {
    ground.until_no_importer();
    let is_filled = is_filled(ground);
    assert_eq!(status == 0, is_filled, "{told}");
    if is_filled {
        ground.target.execute("TRUNCATE mosaic.tasks, mosaic.projects");
    }
}

#[test]
fn wherever_the_connection_is_cut() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let proxy = Proxy::to(ground.target.cluster().port()).expect("a proxy");
    let command = |more: &[&str]| ground.import_through(proxy.port(), more);
    everywhere(&proxy, cuts(), command, &["--yes"], |status, told| all_or_nothing(&ground, status, told));
}

#[test]
fn wherever_the_source_is_cut() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let proxy = Proxy::to(ground.target.cluster().port()).expect("a proxy");
    let url = ground.source_through(proxy.port());
    let command = |more: &[&str]| ground.import_from(&["--source-url-file", &url], more);
    everywhere(&proxy, cuts(), command, &["--yes"], |status, told| all_or_nothing(&ground, status, told));
}

#[test]
fn wherever_several_at_a_time_are_cut() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let proxy = Proxy::to(ground.target.cluster().port()).expect("a proxy");
    let jobs = ["--yes", "--jobs", "2"];
    let command = |more: &[&str]| ground.import_through(proxy.port(), more);
    // Each is followed by a run that is not cut.
    everywhere(&proxy, cuts() / 2, command, &jobs, |status, told| {
        ground.until_no_importer();
        let (projects, tasks) = (ground.count("projects"), ground.count("tasks"));
        assert!(matches!((projects, tasks), (0 | 20, 0) | (20, 1000)), "{projects} and {tasks} rows, {told}");
        assert!(status != 0 || tasks == 1000, "{told}");
        // Whatever is there, another run makes it whole, without a row twice.
        ground.import(&jobs).run().assert_reached();
        assert!(is_filled(&ground), "{told}");
        ground.target.execute("TRUNCATE mosaic.tasks, mosaic.projects, mosaic_control.import_checkpoint");
    });
}
