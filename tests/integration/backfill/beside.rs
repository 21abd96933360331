//! The old release goes on writing while its rows are brought over.

use super::ground::{self, backfill};
use mosaic_lab::legacy::Legacy;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A batch lets go of its rows within 200 ms; the rest is for a machine that does other things as well.
const LONGEST: Duration = Duration::from_millis(2_000);

#[test]
fn a_writer_is_neither_held_up_nor_overwritten() {
    let database = ground::expanded(Legacy { tasks: 3_000, seed: 9 });
    let ids = database.value("SELECT string_agg(id::text, ' ' ORDER BY md5(id::text)) FROM mosaic.tasks WHERE assignee IS NULL AND project_id IS NOT NULL AND mission_id IS NULL");
    let ids: Vec<&str> = ids.split(' ').collect();
    let done = AtomicBool::new(false);
    let (written, longest) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut client = database.admin();
            let mut longest = Duration::ZERO;
            let mut written = 0;
            while !done.load(Ordering::Relaxed) && written < ids.len() {
                let (id, number) = (ids[written], written);
                let update = format!(
                    "UPDATE mosaic.tasks SET status = 'blocked', due_date = timestamptz '2030-01-01 00:00Z' + {number} * interval '1 hour', \
                     tags = '[\"Beside {}\"]', updated_at = now() WHERE id = '{id}'",
                    number % 7
                );
                let begun = Instant::now();
                client.batch_execute(&update).expect("the old release may write");
                longest = longest.max(begun.elapsed());
                written += 1;
            }
            (written, longest)
        });
        backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
        done.store(true, Ordering::Relaxed);
        writer.join().expect("a writer that ended well")
    });
    assert!(written > 0, "it wrote meanwhile");
    assert!(longest < LONGEST, "{longest:?}");
    for (number, id) in ids.iter().enumerate().take(written) {
        let kept = format!(
            "SELECT t.status = 'blocked' AND t.canonical_status IS NOT DISTINCT FROM (CASE WHEN t.canonical_status IS NULL THEN NULL ELSE 'blocked' END)::mosaic.task_lifecycle \
             AND t.due_date = timestamptz '2030-01-01 00:00Z' + {number} * interval '1 hour' AND t.due_at IS NOT DISTINCT FROM CASE WHEN t.canonical_status IS NULL THEN t.due_at ELSE t.due_date END \
             AND (t.canonical_status IS NULL OR ARRAY['beside {}'] = ARRAY(SELECT g.normalized_name FROM mosaic.task_tags x JOIN mosaic.tags g ON g.id = x.tag_id WHERE x.task_id = t.id)) \
             FROM mosaic.tasks t WHERE t.id = '{id}'",
            number % 7
        );
        assert_eq!(database.value(&kept), "true", "{number}");
    }
}
