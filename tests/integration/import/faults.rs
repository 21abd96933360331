//! Killed, refused, interrupted, out of room: the target is empty, or everything is in it and was compared.

use super::cuts::{is_filled, scattered};
use super::ground::{Ground, TIER};
use super::refusals::reached;
use super::{ROWS, TASKS};
use crate::support::{Database, Ended};
use mosaic_lab::postgres::Major;
use mosaic_lab::proxy::Proxy;
use rustix::process::Signal;

#[test]
fn a_signal_ends_it_and_says_so() {
    for jobs in [&["--yes"][..], &["--yes", "--jobs", "2"]] {
        let ground = Ground::new(Major::V17, TASKS);
        ground.source(&[TASKS, ROWS]);
        for signal in [Signal::INT, Signal::TERM] {
            let held = ground.hold("tasks");
            let run = ground.import(jobs).start();
            ground.until_it_waits();
            run.signal(signal);
            let ended = run.wait();
            ended.assert_failed(130, "IMPORT_INTERRUPTED");
            let whole = jobs.len() == 1;
            assert_eq!(reached(&ended), if whole { "rolled_back" } else { "by_table" });
            held.let_go();
            assert_eq!((ground.count("projects"), ground.count("tasks")), (if whole { 0 } else { 20 }, 0));
        }
        // With jobs, what was finished is there and is not copied twice.
        ground.import(jobs).run().assert_reached();
        assert!(is_filled(&ground));
    }
}

#[test]
fn killed_between_two_tables_and_run_again() {
    let ground = Ground::new(Major::V16, TASKS);
    ground.source(&[TASKS, ROWS]);
    let held = ground.hold("tasks");
    let run = ground.import(&["--yes", "--jobs", "1"]).start();
    ground.until_it_waits();
    run.kill();
    held.let_go();
    ground.until_no_importer();
    assert_eq!((ground.count("projects"), ground.count("tasks")), (20, 0));
    // Finished, and changed in the source since: the next run finds that.
    ground.on_source("UPDATE public.projects SET name = 'renamed' WHERE id = 3");
    ground.import(&["--yes", "--jobs", "2"]).run().assert_failed(8, "IMPORT_DIFFERS");
    ground.on_source("UPDATE public.projects SET name = 'project 3' WHERE id = 3");
    ground.import(&["--yes", "--jobs", "2"]).run().assert_reached();
    assert!(is_filled(&ground));
}

#[test]
fn the_server_goes_down_at_once() {
    let mut ground = Ground::new(Major::V17, TASKS);
    // A server of its own: the other comes back on another port.
    let _source = ground.source_beside(&[TASKS, ROWS]);
    let proxy = Proxy::to(ground.target.cluster().port()).expect("a proxy");
    for (jobs, how_far, projects) in
        [(&["--yes"][..], "rolled_back", 0), (&["--yes", "--jobs", "1"], "by_table", 20)]
    {
        // Its end is the end of the session that holds the lock, too.
        let _held = ground.hold("tasks");
        let run = ground.import_through(proxy.port(), jobs).start();
        ground.until_it_waits();
        ground.target.crash();
        let ended = run.wait();
        ended.assert_failed(8, "IMPORT_LOST");
        assert_eq!(reached(&ended), how_far);
        proxy.retarget(ground.target.cluster().port());
        assert_eq!((ground.count("projects"), ground.count("tasks")), (projects, 0), "{how_far}");
    }
    ground.import_through(proxy.port(), &["--yes", "--jobs", "2"]).run().assert_reached();
    assert!(is_filled(&ground));
}

/// An import that the target refuses in between, and after which there is nothing.
fn refused(ground: &Ground, what: &str) -> Ended {
    let ended = ground.import(&["--yes"]).run();
    ended.assert_failed(8, "IMPORT_REFUSED");
    assert_eq!(reached(&ended), "rolled_back", "{what}");
    assert_eq!((ground.count("projects"), ground.count("tasks")), (0, 0), "{what}");
    ended
}

#[test]
fn a_row_that_the_target_refuses_ends_it_wherever_it_stands() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    ground.on_source(
        "ALTER TABLE public.tasks DROP CONSTRAINT tasks_title_check, DROP CONSTRAINT tasks_project_fkey;
         ALTER TABLE public.projects DROP CONSTRAINT projects_pkey",
    );
    for seed in 1..=3 {
        let id = 1 + scattered(seed) % 1000;
        ground.on_source(&format!("UPDATE public.tasks SET title = '' WHERE id = {id}"));
        refused(&ground, &format!("a check in row {id}"));
        ground.on_source(&format!("UPDATE public.tasks SET title = 'task', project = 0 WHERE id = {id}"));
        refused(&ground, &format!("a foreign key in row {id}"));
        ground.on_source(&format!("UPDATE public.tasks SET project = 1 WHERE id = {id}"));
        let id = 1 + scattered(seed) % 20;
        ground.on_source(&format!("INSERT INTO public.projects VALUES ({id}, 'twice')"));
        refused(&ground, &format!("a key twice, {id}"));
        ground.on_source("DELETE FROM public.projects WHERE name = 'twice'");
    }
    // Table by table, what came before is finished, and is what a rerun goes on from.
    ground.on_source("UPDATE public.tasks SET title = '' WHERE id = 321");
    let ended = ground.import(&["--yes", "--jobs", "2"]).run();
    ended.assert_failed(8, "IMPORT_REFUSED");
    assert_eq!(
        (reached(&ended).as_str(), ground.count("projects"), ground.count("tasks")),
        ("by_table", 20, 0)
    );
    ground.on_source("UPDATE public.tasks SET title = 'task' WHERE id = 321");
    ground.import(&["--yes", "--jobs", "2"]).run().assert_reached();
    assert!(is_filled(&ground));
}

#[test]
fn a_table_that_another_keeps_locked() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let held = ground.hold("tasks");
    let ended = refused(&ground, "a lock");
    assert!(ended.stdout().contains("55P03"), "{}", ended.stdout());
    held.let_go();
    ground.import(&["--yes"]).run().assert_reached();
}

#[test]
fn a_table_of_the_source_that_another_keeps_locked() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let mut holder = ground.target.cluster().admin(TIER).expect("a session");
    holder.batch_execute("BEGIN; LOCK TABLE public.tasks IN ACCESS EXCLUSIVE MODE").expect("a lock");
    let ended = ground.import(&["--yes"]).run();
    ended.assert_failed(8, "SOURCE_REFUSED");
    assert!(ended.stdout().contains("55P03"), "{}", ended.stdout());
    assert_eq!(ground.count("projects"), 0);
}

#[test]
fn no_timeout_of_the_server_ends_it() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let held = ground.hold("tasks");
    let short = [
        "statement_timeout = '1s'",
        "transaction_timeout = '1s'",
        "idle_in_transaction_session_timeout = '1s'",
        "lock_timeout = '1s'",
    ];
    ground.target.cluster().configure(&short).expect("a server that takes it");
    let run = ground.import(&["--yes"]).start();
    ground.until_it_waits();
    ground.target.until(
        "more than any of these timeouts",
        "(SELECT clock_timestamp() - min(query_start) > '1500 ms' FROM pg_stat_activity \
         WHERE usename = 'mosaic_data_importer')",
    );
    held.let_go();
    run.wait().assert_reached();
    assert!(is_filled(&ground));
}

#[test]
fn a_timeout_of_the_login_is_found_before() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let import = ground.import(&["--yes"]);
    ground.target.execute("ALTER ROLE mosaic_data_importer SET statement_timeout = '1ms'");
    let ended = import.run();
    ended.assert_failed(77, "IMPORTER_EXCESS");
    assert_eq!((reached(&ended).as_str(), ground.count("projects")), ("zero_dml", 0));
}

#[test]
fn a_disk_without_room() {
    // Imported in the order of their names, where nothing else says which comes first.
    const FILES: &str = "CREATE TABLE {S}.empty_room (id integer PRIMARY KEY);
        CREATE TABLE {S}.files (id integer PRIMARY KEY, content bytea);";
    // A server whose files may not grow beyond a segment of its log.
    let ground = Ground::on(Database::cramped(Major::V17, 16 << 20), FILES);
    let source = ground.source_beside(&[
        FILES,
        "INSERT INTO {S}.empty_room SELECT generate_series(1, 10);
         INSERT INTO {S}.files SELECT n, string_agg(sha256((n * 100000 + m)::text::bytea), '')
            FROM generate_series(1, 20) n, generate_series(1, 32768) m GROUP BY n;",
    ]);
    let ended = ground.import(&["--yes"]).run();
    ended.assert_failed(8, "IMPORT_REFUSED");
    assert_eq!(reached(&ended), "rolled_back");
    assert_eq!((ground.count("empty_room"), ground.count("files")), (0, 0));
    // What has room arrives: it was the room.
    let mut admin = source.admin(TIER).expect("a session");
    admin.batch_execute("DELETE FROM public.files WHERE id > 1").expect("the superuser may");
    ground.target.execute("VACUUM mosaic.files");
    ground.import(&["--yes"]).run().assert_reached();
    assert_eq!((ground.count("empty_room"), ground.count("files")), (10, 1));
}
