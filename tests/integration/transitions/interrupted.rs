//! Cut off anywhere, it has not happened; run again, it happens.

use super::legacy::Legacy;
use crate::support::Barrier;
use mosaic_lab::postgres::Major;

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
