//! Killed, ended, told to stop: whatever was committed stays, with the place it got to, and the next backfill ends where
//! an undisturbed one does.

use super::ground::{self, backfill, canonical};
use crate::support::{Barrier, Database, wait_until};
use mosaic_lab::legacy::Legacy;
use rustix::process::Signal;

const ROWS: Legacy = Legacy { tasks: 400, seed: 7 };
/// One batch for each step.
const FEW: Legacy = Legacy { tasks: 60, seed: 7 };

/// A task is canonical if and only if it is recorded as gone through: batch and place are one transaction.
fn assert_consistent(database: &Database) {
    let sound = "SELECT coalesce(bool_and(t.id <= (p.cursor ->> 0)::uuid), true) FROM mosaic.tasks t, mosaic.backfill_progress p \
        WHERE p.step = 'tasks' AND p.state = 'running' AND t.tags_digest IS NOT NULL";
    assert_eq!(database.value(sound), "true");
}

#[test]
fn cut_off_after_every_commit_it_ends_where_an_undisturbed_one_does() {
    let undisturbed = ground::expanded(FEW);
    backfill(&undisturbed).run().assert_failed(3, "BACKFILL_QUARANTINE");
    let database = ground::expanded(FEW);
    let committing = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'mosaic_migrator' AND wait_event = 'SyncRep')";
    let mut admin = database.admin();
    let mut cuts = 0;
    loop {
        database.hold_commits();
        let mut run = backfill(&database).start();
        let mut commits = false;
        wait_until("a commit, or the end", || {
            commits = admin.query_one(committing, &[]).expect("one row").get(0);
            commits || run.has_ended()
        });
        if !commits {
            database.let_commits_go();
            run.wait().assert_failed(3, "BACKFILL_QUARANTINE");
            break;
        }
        cuts += 1;
        if cuts % 2 == 0 {
            run.kill();
        } else {
            let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'mosaic_migrator'";
            admin.query(end, &[]).expect("the superuser may");
            run.wait().assert_failed(7, "BACKFILL_LOST");
        }
        database.let_commits_go();
        database.until_no_runner();
        assert_consistent(&database);
    }
    // Begun, gone through and ended, each of the eleven steps was cut off after each of these.
    assert!(cuts >= 33, "{cuts}");
    assert_eq!(canonical(&database), canonical(&undisturbed));
}

#[test]
fn killed_between_the_rows_of_a_batch_and_their_place() {
    let undisturbed = ground::expanded(ROWS);
    backfill(&undisturbed).run().assert_failed(3, "BACKFILL_QUARANTINE");
    let database = ground::expanded(ROWS);
    // The pass of the first step has begun, so that its row is there to be locked.
    let users = Barrier::holding(&database, "SELECT FROM mosaic.users FOR UPDATE");
    let run = backfill(&database).start();
    database.until("the first pass", "EXISTS (SELECT FROM mosaic.backfill_progress)");
    let place = Barrier::holding(&database, "LOCK TABLE mosaic.backfill_progress IN SHARE MODE");
    users.release();
    database.until(
        "a batch that waits to record its place",
        "EXISTS (SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE a.usename = 'mosaic_migrator' \
         AND l.relation = 'mosaic.backfill_progress'::regclass AND NOT l.granted)",
    );
    run.kill();
    database.until_no_runner();
    place.release();
    assert_eq!(
        database.value("SELECT count(*) FROM mosaic.workspace_members"),
        "0",
        "rows without their place"
    );
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
    assert_eq!(canonical(&database), canonical(&undisturbed));
}

#[test]
fn told_to_stop_it_ends_between_two_batches() {
    let database = ground::expanded(ROWS);
    let barrier = Barrier::holding(
        &database,
        "SELECT FROM mosaic.tasks WHERE id = (SELECT id FROM mosaic.tasks ORDER BY id DESC LIMIT 1) FOR UPDATE",
    );
    let run = backfill(&database).start();
    database.until(
        "the pass over the tasks",
        "EXISTS (SELECT FROM mosaic.backfill_progress WHERE step = 'tasks' AND rows > 0)",
    );
    run.signal(Signal::TERM);
    run.wait().assert_failed(130, "BACKFILL_INTERRUPTED");
    assert_consistent(&database);
    barrier.release();
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
}

#[test]
fn rows_that_stay_locked_end_it_and_nothing_of_their_batch_is_written() {
    let database = ground::expanded(ROWS);
    let barrier = Barrier::holding(&database, "SELECT FROM mosaic.teams FOR UPDATE");
    backfill(&database).run().assert_failed(4, "BACKFILL_IN_THE_WAY");
    assert_eq!(database.value("SELECT count(*) FROM mosaic.teams WHERE workspace_id IS NOT NULL"), "0");
    assert_eq!(
        database.value("SELECT state FROM mosaic.backfill_progress WHERE step = 'members'"),
        "complete"
    );
    barrier.release();
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
}
