//! Cut off anywhere, it has not happened; run again, it happens.

use super::legacy::Legacy;
use crate::support::Barrier;
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;

/// Where the script comes to late, early and in between, and the roles that it makes first.
const PLACES: [&str; 5] = [
    "LOCK TABLE public.accounts IN ACCESS SHARE MODE",
    "LOCK TABLE public.messages IN ACCESS SHARE MODE",
    "LOCK TABLE public.verifications IN ACCESS SHARE MODE",
    "LOCK TABLE drizzle.__drizzle_migrations IN ACCESS SHARE MODE",
    "LOCK TABLE pg_authid IN ROW EXCLUSIVE MODE",
];

const WAITING: &str =
    "EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'psql' AND wait_event_type = 'Lock')";
const GONE: &str = "NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'psql')";

#[test]
fn psql_is_killed() {
    let legacy = Legacy::new(Major::V17);
    let before = legacy.facts();
    let script = legacy.takeover();
    for place in PLACES {
        let barrier = Barrier::holding(&legacy.database, place);
        let mut psql = legacy.start_script(&script);
        legacy.database.until("a script that waits", WAITING);
        psql.kill().expect("psql is there");
        psql.wait().expect("psql ends");
        barrier.release();
        legacy.database.until("the end of its session", GONE);
        assert_eq!(legacy.facts(), before, "{place}");
    }
    legacy.succeeds(&script);
    legacy.check().assert_reached();
    legacy.database.shipped(&["--run"]).run().assert_reached();
}

#[test]
fn the_server_crashes() {
    let mut legacy = Legacy::new(Major::V18);
    let before = (legacy.facts(), legacy.rows());
    let script = legacy.takeover();
    for place in &PLACES[1..4] {
        let barrier = Barrier::holding(&legacy.database, place);
        let mut psql = legacy.start_script(&script);
        legacy.database.until("a script that waits", WAITING);
        legacy.database.crash();
        assert!(!psql.wait().expect("psql ends").success());
        barrier.release();
        assert_eq!((legacy.facts(), legacy.rows()), before, "{place}");
    }
    legacy.succeeds(&script);
    legacy.check().assert_reached();
    legacy.database.shipped(&["--run"]).run().assert_reached();
    assert_eq!(legacy.rows(), before.1);
}

/// After so many bytes, spread over all of the script: nothing has happened, or all of it.
#[test]
fn the_connection_is_cut() {
    const CUTS: u64 = 24;
    let legacy = Legacy::new(Major::V16);
    let before = legacy.facts();
    let (script, rollback) = legacy.scripts();
    let proxy = Proxy::to(legacy.database.cluster().port()).expect("a proxy");
    let through = || legacy.start_script_at(proxy.port(), &script).wait().expect("psql ends").success();
    assert!(through());
    let (bytes, after) = (proxy.passed(), legacy.catalog());
    legacy.succeeds(&rollback);

    let mut unchanged = 0;
    for part in 1..=CUTS {
        // No two sessions take exactly as many bytes: the last cut is some way before the end.
        proxy.cut_after(bytes * part / (CUTS + 1));
        through();
        assert_eq!(proxy.cuts() as u64, part, "it was cut");
        legacy.database.until("the end of its session", GONE);
        if legacy.facts() == before {
            unchanged += 1;
        } else {
            legacy.check().assert_reached();
            legacy.succeeds(&rollback);
        }
    }
    assert!(unchanged > CUTS / 2, "{unchanged} of {CUTS}");
    proxy.cut_after(u64::MAX / 2);
    assert!(through());
    legacy.check().assert_reached();
    assert_eq!(legacy.catalog().len(), after.len());
}
