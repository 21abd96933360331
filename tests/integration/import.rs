//! A tier's rows, copied into an attested database: what arrives, what is refused, and what is left behind.

mod changes;
pub mod cuts;
mod embedded;
mod faults;
mod ground;
mod memory;
mod refusals;
mod swaps;
mod types;
mod validate;

use ground::Ground;
use mosaic_lab::postgres::Major;

/// Two tables, the second of which refers to the first and to itself, and a sequence.
pub const TASKS: &str = "
    CREATE TABLE {S}.projects (id integer PRIMARY KEY, name text NOT NULL);
    CREATE TABLE {S}.tasks (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        project integer NOT NULL REFERENCES {S}.projects,
        parent integer REFERENCES {S}.tasks,
        title text NOT NULL CHECK (title <> ''),
        length integer GENERATED ALWAYS AS (length(title)) STORED
    );";

/// Some rows, children before their parents.
pub const ROWS: &str = "
    INSERT INTO {S}.projects SELECT n, 'project ' || n FROM generate_series(1, 20) n;
    INSERT INTO {S}.tasks OVERRIDING SYSTEM VALUE
        SELECT n, 1 + n % 20, CASE WHEN n < 1000 THEN n + 1 END, 'task ' || n FROM generate_series(1, 1000) n;
    SELECT setval(pg_get_serial_sequence('{S}.tasks', 'id'), 1000);";

#[test]
fn rows_arrive_whole_and_in_order() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let shown = ground.import(&[]).run();
    shown.assert_reached();
    assert_eq!(shown.json()["result"]["reached"], "zero_dml");
    assert_eq!(ground.count("tasks"), 0, "without --yes nothing moves");

    let done = ground.import(&["--yes"]).run();
    done.assert_reached();
    let result = &done.json()["result"];
    assert_eq!((&result["reached"], &result["tables"][1]["rows"]), (&"committed".into(), &1000.into()));
    assert_eq!(ground.count("tasks"), 1000);
    let next = "nextval('mosaic.tasks_id_seq')";
    assert_eq!(ground.target.value(next), "1001", "the next id is not one that is taken");

    ground.import(&["--yes"]).run().assert_failed(8, "IMPORT_NOT_EMPTY");
    assert_eq!(ground.count("tasks"), 1000);
}

#[test]
fn several_at_a_time_and_again() {
    let ground = Ground::new(Major::V16, TASKS);
    ground.source(&[TASKS, ROWS]);
    ground.import(&["--yes", "--jobs", "3"]).run().assert_reached();
    let again = ground.import(&["--yes", "--jobs", "3"]).run();
    again.assert_reached();
    let json = again.json();
    let tables = json["result"]["tables"].as_array().expect("tables");
    assert!(tables.iter().all(|table| table["done"] == "compared"), "{tables:?}");
    assert_eq!(ground.count("tasks"), 1000);
}
