//! Cut off, killed, interrupted: the target is empty, or everything is in it and was compared. Nothing in between.

use super::ground::Ground;
use super::{ROWS, TASKS};
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;
use rustix::process::Signal;

/// How many cuts. The seeds are fixed: a failure can be looked at again.
const CUTS: u64 = 20;

/// A number from 0 to 2^64 that looks like chance (splitmix64).
const fn scattered(seed: u64) -> u64 {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// How much the target holds: nothing, or all.
fn is_filled(ground: &Ground) -> bool {
    match (ground.count("projects"), ground.count("tasks")) {
        (0, 0) => false,
        (20, 1000) => true,
        other => panic!("{other:?} rows"),
    }
}

#[test]
fn wherever_the_connection_is_cut() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let proxy = Proxy::to(ground.target.cluster().port()).expect("a proxy");
    // What passes before the first row may be written, and in all.
    ground.import_through(proxy.port(), &[]).run().assert_reached();
    let before = proxy.passed();
    let mut filled = 0;
    let mut whole = before + 200_000;
    for seed in 1..=CUTS {
        let at = before / 2 + scattered(seed) % (whole - before / 2);
        let cuts = proxy.cuts();
        let passed = proxy.passed();
        proxy.cut_after(at);
        let ended = ground.import_through(proxy.port(), &["--yes"]).run();
        let was_cut = proxy.cuts() > cuts;
        ground.target.until(
            "the end of the importer's session",
            "NOT EXISTS (SELECT FROM pg_stat_activity \
            WHERE usename = 'mosaic_data_importer')",
        );
        let is_filled = is_filled(&ground);
        // The status tells the truth about what is there.
        assert_eq!(ended.status() == 0, is_filled, "cut at {at}: {}{}", ended.stdout(), ended.stderr());
        assert!(was_cut || is_filled, "cut at {at}: {}", ended.stdout());
        if is_filled {
            filled += 1;
            whole = whole.min(proxy.passed() - passed);
            ground.target.execute("TRUNCATE mosaic.tasks, mosaic.projects");
        }
        // The next attempt is not cut by what was planned for this one.
        proxy.cut_after(u64::MAX / 2);
    }
    assert!(filled < CUTS, "no cut met an import");
}

#[test]
fn a_signal_ends_it_and_says_so() {
    for jobs in [&["--yes"][..], &["--yes", "--jobs", "2"]] {
        let ground = Ground::new(Major::V17, TASKS);
        ground.source(&[TASKS, ROWS]);
        let mut holder = ground.target.admin();
        let mut held = holder.transaction().expect("a transaction");
        held.batch_execute("LOCK TABLE mosaic.tasks IN EXCLUSIVE MODE").expect("a lock");
        let run = ground.import(jobs).start();
        ground.target.until(
            "an importer that waits for a lock",
            "EXISTS (SELECT FROM pg_stat_activity \
            WHERE usename = 'mosaic_data_importer' AND wait_event_type = 'Lock')",
        );
        run.signal(Signal::TERM);
        let ended = run.wait();
        ended.assert_failed(130, "IMPORT_INTERRUPTED");
        held.rollback().expect("the end of the lock");
        assert_eq!(ground.count("tasks"), 0);
        // With jobs, what was finished is there and is not copied twice.
        ground.import(jobs).run().assert_reached();
        assert!(is_filled(&ground));
    }
}

#[test]
fn killed_between_two_tables_and_run_again() {
    let ground = Ground::new(Major::V16, TASKS);
    ground.source(&[TASKS, ROWS]);
    let mut holder = ground.target.admin();
    let mut held = holder.transaction().expect("a transaction");
    held.batch_execute("LOCK TABLE mosaic.tasks IN EXCLUSIVE MODE").expect("a lock");
    let run = ground.import(&["--yes", "--jobs", "1"]).start();
    ground.target.until(
        "an importer that waits for a lock",
        "EXISTS (SELECT FROM pg_stat_activity \
        WHERE usename = 'mosaic_data_importer' AND wait_event_type = 'Lock')",
    );
    run.kill();
    held.rollback().expect("the end of the lock");
    ground.target.until(
        "the end of the importer's session",
        "NOT EXISTS (SELECT FROM pg_stat_activity \
        WHERE usename = 'mosaic_data_importer')",
    );
    assert_eq!((ground.count("projects"), ground.count("tasks")), (20, 0));
    // Finished, and changed in the source since: the next run finds that.
    ground.on_source("UPDATE public.projects SET name = 'renamed' WHERE id = 3");
    ground.import(&["--yes", "--jobs", "2"]).run().assert_failed(8, "IMPORT_DIFFERS");
    ground.on_source("UPDATE public.projects SET name = 'project 3' WHERE id = 3");
    ground.import(&["--yes", "--jobs", "2"]).run().assert_reached();
    assert!(is_filled(&ground));
}
