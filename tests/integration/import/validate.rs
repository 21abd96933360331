//! Rows loaded without row triggers: what it takes, and that every foreign key is proved before anything is committed.

use super::ground::Ground;
use super::{ROWS, TASKS};
use ::postgres::error::SqlState;
use mosaic_lab::postgres::Major;
use serde_json::json;

const GRANT: &[&str] = &["--importer-fast-load"];
const TAKE_BACK: &[&str] = &["--importer-fast-load=take-back"];
const VALIDATE: &[&str] = &["--yes", "--constraints", "validate"];

/// A foreign key of every form. The partitions have no grants of their own.
const KEYS: &str = r#"
    CREATE TYPE {S}.mood AS ENUM ('good', 'bad');
    CREATE DOMAIN {S}.code AS integer;
    CREATE TABLE {S}.parents (
        a integer PRIMARY KEY, b text COLLATE "C" UNIQUE, c {S}.mood UNIQUE, d integer[] UNIQUE, UNIQUE (a, b)
    );
    CREATE TABLE {S}.events (
        id integer PRIMARY KEY, parent integer CONSTRAINT of_root REFERENCES {S}.parents, other integer
    ) PARTITION BY RANGE (id);
    CREATE TABLE IF NOT EXISTS {S}.events_1 PARTITION OF {S}.events FOR VALUES FROM (0) TO (1000);
    CREATE TABLE IF NOT EXISTS {S}.events_2 PARTITION OF {S}.events FOR VALUES FROM (1000) TO (2000);
    ALTER TABLE {S}.events_1 ADD CONSTRAINT of_partition FOREIGN KEY (other) REFERENCES {S}.parents;
    CREATE TABLE {S}.children (
        id integer PRIMARY KEY,
        simple_a integer, simple_b varchar(10), full_a integer, full_b text,
        CONSTRAINT simple FOREIGN KEY (simple_a, simple_b) REFERENCES {S}.parents (a, b),
        CONSTRAINT whole FOREIGN KEY (full_a, full_b) REFERENCES {S}.parents (a, b) MATCH FULL,
        of_domain {S}.code CONSTRAINT of_domain REFERENCES {S}.parents,
        of_small smallint CONSTRAINT of_small REFERENCES {S}.parents,
        of_enum {S}.mood CONSTRAINT of_enum REFERENCES {S}.parents (c),
        of_array integer[] CONSTRAINT of_array REFERENCES {S}.parents (d),
        of_text text COLLATE "POSIX" CONSTRAINT of_text REFERENCES {S}.parents (b),
        "Of ""self""" integer CONSTRAINT "own ""key""" REFERENCES {S}.children,
        event integer CONSTRAINT to_root REFERENCES {S}.events,
        first integer CONSTRAINT to_partition REFERENCES {S}.events_1
    );"#;

/// Rows that hold all of them, with everything in it that a foreign key does not ask about.
const KEPT: &str = r#"
    INSERT INTO {S}.parents VALUES (1, 'one', 'good', '{1}'), (2, 'two', 'bad', '{2}');
    INSERT INTO {S}.events VALUES (1, 1, 1), (2, NULL, NULL), (1001, 2, 99);
    INSERT INTO {S}.children VALUES (1, 9, NULL, NULL, NULL, 1, 2, 'good', '{1}', 'one', 2, 1001, 1),
        (2, 1, 'one', 2, 'two', NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL);"#;

/// Drops the source's foreign keys: what is injected there is what a tier can hold.
const WITHOUT_KEYS: &str = "DO $$ DECLARE o record; BEGIN
    FOR o IN SELECT conname, conrelid::regclass AS name FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', o.name, o.conname);
    END LOOP; END $$;";

/// What makes an orphan by this key, and what takes it back.
const ORPHANS: [(&str, &str, &str); 12] = [
    ("simple", "children SET simple_a = 2 WHERE id = 2", "children SET simple_a = 1 WHERE id = 2"),
    ("whole", "children SET full_a = NULL WHERE id = 2", "children SET full_a = 2 WHERE id = 2"),
    ("of_domain", "children SET of_domain = 3 WHERE id = 1", "children SET of_domain = 1 WHERE id = 1"),
    ("of_small", "children SET of_small = 3 WHERE id = 1", "children SET of_small = 1 WHERE id = 1"),
    ("of_enum", "parents SET c = NULL WHERE a = 1", "parents SET c = 'good' WHERE a = 1"),
    ("of_array", "children SET of_array = '{3}' WHERE id = 1", "children SET of_array = '{1}' WHERE id = 1"),
    ("of_text", "children SET of_text = 'One' WHERE id = 1", "children SET of_text = 'one' WHERE id = 1"),
    ("own \"key\"", "children SET \"Of \"\"self\"\"\" = 3", "children SET \"Of \"\"self\"\"\" = 3 - id"),
    ("of_root", "events SET parent = 3 WHERE id = 1001", "events SET parent = 2 WHERE id = 1001"),
    ("of_partition", "events SET other = 99 WHERE id = 2", "events SET other = NULL WHERE id = 2"),
    ("to_root", "children SET event = 3 WHERE id = 1", "children SET event = 1001 WHERE id = 1"),
    // There in the table, and not in the partition that the key leads to.
    ("to_partition", "children SET first = 1001 WHERE id = 1", "children SET first = 1 WHERE id = 1"),
];

/// Grants fast load, or takes it back.
fn fast_load(ground: &Ground, options: &[&str]) {
    let psql = ground.fast_load(options);
    assert!(psql.status.success(), "{}", String::from_utf8_lossy(&psql.stderr));
}

fn every_key_is_proved_on(major: Major) {
    let ground = Ground::new(major, KEYS);
    ground.source(&[KEYS, KEPT, WITHOUT_KEYS]);
    let refused = ground.import(VALIDATE).run();
    refused.assert_failed(77, "FAST_LOAD_NOT_GRANTED");
    assert_eq!(refused.json()["result"]["reached"], "zero_dml");
    fast_load(&ground, GRANT);

    let shown = ground.import(&["--constraints", "validate"]).run();
    shown.assert_reached();
    let plan = &shown.json()["result"]["plan"];
    assert_eq!(plan["constraints"], "validate");
    assert_eq!(plan["proves"].as_array().map(Vec::len), Some(ORPHANS.len()), "{plan}");
    assert_eq!(plan["locked"], json!(["mosaic.children", "mosaic.events", "mosaic.parents"]));

    for (key, orphan, kept) in ORPHANS {
        ground.on_source(&format!("UPDATE {{S}}.{orphan}"));
        let ended = ground.import(VALIDATE).run();
        ended.assert_failed(8, "IMPORT_ORPHANS");
        let json = ended.json();
        assert_eq!(json["result"]["reached"], "rolled_back");
        let message = json["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains(key) && message.matches(" rows of ").count() == 1, "{key}: {message}");
        assert_eq!(["parents", "events", "children"].map(|table| ground.count(table)), [0; 3]);
        ground.on_source(&format!("UPDATE {{S}}.{kept}"));
    }
    let done = ground.import(VALIDATE).run();
    done.assert_reached();
    assert_eq!(done.json()["result"]["proved"].as_array().map(Vec::len), Some(ORPHANS.len()));
    let told = |phase: &str| done.stderr().lines().filter(|line| line.starts_with(phase)).count();
    assert_eq!((told("comparing"), told("proving ")), (1, ORPHANS.len()), "{}", done.stderr());
    assert_eq!(["parents", "events", "children"].map(|table| ground.count(table)), [2, 3, 2]);
}

#[test]
fn every_key_is_proved_on_17() {
    every_key_is_proved_on(Major::V17);
}

#[test]
fn every_key_is_proved_on_18() {
    every_key_is_proved_on(Major::V18);
}

#[test]
fn while_it_is_granted_every_audit_says_so_and_the_shape_is_the_same() {
    let ground = Ground::new(Major::V18, TASKS);
    let (schema, found) = (ground.schema(), ground.granted_for_a_while());
    assert_eq!(found, [false; 3]);
    fast_load(&ground, GRANT);
    fast_load(&ground, GRANT);
    assert_eq!(ground.granted_for_a_while(), [true; 3]);
    assert_eq!(ground.schema(), schema);
    // In another form it is no fast load.
    for (wrong, right) in [
        (
            "GRANT MAINTAIN ON mosaic.tasks TO mosaic_data_importer WITH GRANT OPTION",
            "REVOKE GRANT OPTION FOR MAINTAIN ON mosaic.tasks FROM mosaic_data_importer",
        ),
        (
            "GRANT MAINTAIN ON drizzle.__drizzle_migrations TO mosaic_data_importer",
            "REVOKE MAINTAIN ON drizzle.__drizzle_migrations FROM mosaic_data_importer",
        ),
        (
            "REVOKE INSERT ON mosaic.projects FROM mosaic_data_importer",
            "GRANT INSERT ON mosaic.projects TO mosaic_data_importer",
        ),
    ] {
        ground.target.execute(wrong);
        ground.verify().assert_failed(2, "PRIVILEGES_UNLISTED");
        ground.target.execute(right);
        ground.verify().assert_reached();
    }
    ground
        .target
        .execute("GRANT SET ON PARAMETER session_replication_role TO mosaic_data_importer WITH GRANT OPTION");
    ground.verify().assert_failed(2, "CHECK_FAILED");
    ground.target.execute(
        "REVOKE GRANT OPTION FOR SET ON PARAMETER session_replication_role FROM mosaic_data_importer CASCADE",
    );
    fast_load(&ground, TAKE_BACK);
    fast_load(&ground, TAKE_BACK);
    assert_eq!(ground.granted_for_a_while(), [false; 3]);
    assert_eq!(ground.schema(), schema);
    ground.source(&[TASKS, ROWS]);
    ground.import(VALIDATE).run().assert_failed(77, "FAST_LOAD_NOT_GRANTED");
}

#[test]
fn servers_before_17_are_refused() {
    let ground = Ground::new(Major::V16, TASKS);
    ground.source(&[TASKS, ROWS]);
    ground.import(VALIDATE).run().assert_failed(77, "FAST_LOAD_UNFIT");
    for options in [GRANT, TAKE_BACK] {
        let psql = ground.fast_load(options);
        assert_eq!(psql.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&psql.stderr).contains("FAST_LOAD_UNFIT"));
    }
    assert_eq!(ground.count("tasks"), 0);
}

#[test]
fn what_cannot_be_proved_is_refused_before_anything_is_written() {
    let deferrable = "
        CREATE TABLE {S}.numbered (place integer UNIQUE DEFERRABLE);";
    let periods = "
        CREATE TABLE {S}.stays (id int4range, span daterange, PRIMARY KEY (id, span WITHOUT OVERLAPS));
        CREATE TABLE {S}.visits (id int4range, span daterange,
            FOREIGN KEY (id, PERIOD span) REFERENCES {S}.stays (id, PERIOD span));";
    for tables in [deferrable, periods] {
        let ground = Ground::new(Major::V18, tables);
        ground.source(&[tables]);
        fast_load(&ground, GRANT);
        let ended = ground.import(VALIDATE).run();
        ended.assert_failed(77, "FAST_LOAD_UNFIT");
        assert_eq!(ended.json()["result"]["reached"], "zero_dml");
        ground.import(&["--yes"]).run().assert_reached();
    }
    // Rows that nobody lets the importer see are no proof. Its grants name only what is made without IF NOT EXISTS.
    let unseen = TASKS.replace("CREATE TABLE {S}.projects", "CREATE TABLE IF NOT EXISTS {S}.projects");
    let ground = Ground::new(Major::V17, &unseen);
    ground.source(&[TASKS, ROWS, "DROP TABLE {S}.projects CASCADE"]);
    fast_load(&ground, GRANT);
    let ended = ground.import(VALIDATE).run();
    ended.assert_failed(77, "FAST_LOAD_UNFIT");
    assert_eq!(ended.json()["result"]["reached"], "zero_dml");
    ground.import(&[VALIDATE, &["--jobs", "2"]].concat()).run().assert_failed(64, "USAGE");
    assert_eq!(ground.count("tasks"), 0);
}

/// A table that the bundle fills, which the importer may read and nothing else, and two to fill.
const KINDS: &str = "
    CREATE TABLE {S}.kinds ( -- seeded
        id integer PRIMARY KEY
    );
    CREATE TABLE {S}.items (id integer PRIMARY KEY, kind integer NOT NULL REFERENCES {S}.kinds);
    CREATE TABLE {S}.later (id integer PRIMARY KEY);
    INSERT INTO {S}.kinds VALUES (1), (2), (3);";

#[test]
fn what_rows_refer_to_stays_although_the_importer_may_not_lock_it() {
    let ground = Ground::new(Major::V17, KINDS);
    let items = "INSERT INTO {S}.items SELECT n, 1 + n % 2 FROM generate_series(1, 100) n; INSERT INTO {S}.later VALUES (1);";
    ground.source(&[KINDS, items]);
    fast_load(&ground, GRANT);
    for level in ["READ COMMITTED", "REPEATABLE READ"] {
        // Tables are locked in the order of their names: the items are, and the import does not go on.
        let held = ground.hold("later");
        let run = ground.import(VALIDATE).start();
        ground.until_it_waits();
        let mut other = ground.target.admin();
        other.batch_execute(&format!("BEGIN ISOLATION LEVEL {level}; SELECT 1")).expect("a snapshot");
        let deleting =
            std::thread::spawn(move || other.batch_execute("DELETE FROM mosaic.kinds WHERE id = 2"));
        ground.target.until(
            "a session that waits to delete",
            "EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE 'DELETE FROM mosaic.kinds%' \
             AND wait_event_type = 'Lock')",
        );
        held.let_go();
        run.wait().assert_reached();
        let refused = deleting.join().expect("a thread that ends").expect_err("rows refer to it");
        assert_eq!(refused.code(), Some(&SqlState::FOREIGN_KEY_VIOLATION), "{level}");
        ground.target.execute("TRUNCATE mosaic.items, mosaic.later");
    }
    ground.on_source("ALTER TABLE {S}.items DROP CONSTRAINT items_kind_fkey; UPDATE {S}.items SET kind = 4");
    ground.import(VALIDATE).run().assert_failed(8, "IMPORT_ORPHANS");
}

#[test]
fn keys_that_are_not_enforced_are_not_proved() {
    let tables = "
        CREATE TABLE {S}.made (id integer PRIMARY KEY);
        CREATE TABLE {S}.loose (id integer REFERENCES {S}.made NOT ENFORCED);";
    let ground = Ground::new(Major::V18, tables);
    ground.source(&[tables, "INSERT INTO {S}.loose VALUES (1);"]);
    fast_load(&ground, GRANT);
    ground.import(VALIDATE).run().assert_reached();
    assert_eq!(ground.count("loose"), 1);
}

#[test]
fn triggers_stay_silent_and_the_plan_says_which() {
    let tables = "
        CREATE TABLE {S}.noted (id integer PRIMARY KEY, note text);
        CREATE FUNCTION {S}.note() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN NEW.note = 'changed'; RETURN NEW; END $$;
        CREATE TRIGGER notes BEFORE INSERT ON {S}.noted FOR EACH ROW EXECUTE FUNCTION {S}.note();";
    let ground = Ground::new(Major::V17, tables);
    ground.source(&[
        "CREATE TABLE {S}.noted (id integer PRIMARY KEY, note text); INSERT INTO {S}.noted VALUES (1);",
    ]);
    fast_load(&ground, GRANT);
    ground.import(&["--yes"]).run().assert_failed(8, "IMPORT_DIFFERS");
    let done = ground.import(VALIDATE).run();
    done.assert_reached();
    let transfer = &done.json()["result"]["plan"]["waves"][0][0];
    assert_eq!((&transfer["silenced_triggers"], &transfer["triggers"]), (&json!("notes"), &json!(null)));
    assert_eq!(ground.target.value("SELECT count(*) FROM mosaic.noted WHERE note IS NULL"), "1");
}
