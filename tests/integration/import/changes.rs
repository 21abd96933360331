//! Rows that others change meanwhile, on either side, and rows that are changed on their way: what was read in one
//! snapshot is what arrives, or nothing is.

use super::ground::Ground;
use super::refusals::reached;
use super::{ROWS, TASKS};
use mosaic_lab::postgres::Major;

#[test]
fn a_source_that_changes_is_read_as_it_was() {
    for jobs in [&["--yes"][..], &["--yes", "--jobs", "2"]] {
        let ground = Ground::new(Major::V17, TASKS);
        ground.source(&[TASKS, ROWS]);
        let held = ground.hold("tasks");
        let run = ground.import(jobs).start();
        ground.until_it_waits();
        ground.on_source(
            "UPDATE public.tasks SET title = 'changed' WHERE id <= 500; DELETE FROM public.tasks WHERE id = 1;
             INSERT INTO public.projects VALUES (21, 'new'); INSERT INTO public.tasks (project, title) VALUES (21, 'new')",
        );
        held.let_go();
        run.wait().assert_reached();
        assert_eq!((ground.count("projects"), ground.count("tasks")), (20, 1000));
        let changed = "(SELECT count(*) FROM mosaic.tasks WHERE title <> 'task ' || id)";
        assert_eq!(ground.target.value(changed), "0");
    }
}

#[test]
fn a_row_that_another_session_adds_is_found() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    // The first table is copied and not yet read back when the second has to be waited for.
    let held = ground.hold("tasks");
    let run = ground.import(&["--yes"]).start();
    ground.until_it_waits();
    ground.target.execute("INSERT INTO mosaic.projects VALUES (21, 'injected')");
    held.let_go();
    let ended = run.wait();
    ended.assert_failed(8, "IMPORT_DIFFERS");
    assert_eq!(reached(&ended), "rolled_back");
    // What the other one committed is not ours to take back.
    assert_eq!((ground.count("projects"), ground.count("tasks")), (1, 0));
}

#[test]
fn a_row_that_is_changed_after_its_table_was_finished_is_found() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let held = ground.hold("tasks");
    let run = ground.import(&["--yes", "--jobs", "1"]).start();
    ground.until_it_waits();
    run.kill();
    held.let_go();
    ground.until_no_importer();
    ground.target.execute("UPDATE mosaic.projects SET name = 'corrupted' WHERE id = 7");
    let ended = ground.import(&["--yes", "--jobs", "1"]).run();
    ended.assert_failed(8, "IMPORT_DIFFERS");
    assert_eq!((reached(&ended).as_str(), ground.count("tasks")), ("by_table", 0));
}

/// A trigger that does this to every row of a table on its way in. Bound into the attestation, a trigger may be there.
fn meddle(ground: &Ground, table: &str, body: &str) {
    ground.target.execute(&format!(
        "CREATE FUNCTION mosaic.meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$;
         ALTER FUNCTION mosaic.meddle() OWNER TO mosaic_schema_owner;
         REVOKE EXECUTE ON FUNCTION mosaic.meddle() FROM PUBLIC;
         CREATE TRIGGER meddle BEFORE INSERT ON mosaic.{table} FOR EACH ROW EXECUTE FUNCTION mosaic.meddle()"
    ));
}

#[test]
fn a_row_that_is_changed_on_its_way_is_found() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let body = "NEW.title := NEW.title || CASE WHEN NEW.id = 500 THEN '!' ELSE '' END; RETURN NEW;";
    meddle(&ground, "tasks", body);
    let ended = ground.import(&["--yes"]).run();
    ended.assert_failed(8, "IMPORT_DIFFERS");
    assert_eq!((reached(&ended).as_str(), ground.count("tasks")), ("rolled_back", 0));
}

#[test]
fn pairs_do_not_cancel_each_other() {
    const NOTES: &str = "CREATE TABLE {S}.notes (body text);";
    // Every row twice: whatever is added up without carrying comes to nothing on both sides, and the numbers agree.
    const PAIRS: &str = "INSERT INTO {S}.notes SELECT 'note ' || n / 2 FROM generate_series(0, 99) n;";
    let bodies = [
        "NEW.body := translate(NEW.body, '0123456789', '1234567890'); RETURN NEW;",
        "NEW.body := 'note 1'; RETURN NEW;",
        "RETURN CASE WHEN NEW.body <> 'note 1' THEN NEW END;",
    ];
    for body in bodies {
        let ground = Ground::new(Major::V17, NOTES);
        ground.source(&[NOTES, PAIRS]);
        meddle(&ground, "notes", body);
        let ended = ground.import(&["--yes"]).run();
        ended.assert_failed(8, "IMPORT_DIFFERS");
        assert_eq!((reached(&ended).as_str(), ground.count("notes")), ("rolled_back", 0), "{body}");
    }
}
