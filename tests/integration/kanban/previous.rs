//! The release before this schema: its recorded statements have the same answers in every phase.

use super::{refused, runtime};
use crate::support::{Database, Folder};
use mosaic_db::bundle::Bundle;
use mosaic_lab::postgres::Major;
use postgres::{Client, SimpleQueryMessage};
use serde_json::{Value, json};

const RELOCATION: &str = "0017_relocate_to_mosaic";

/// What was there when the release before was the newest.
pub fn relocated_folder() -> Folder {
    let grants: Value = serde_json::from_str(include_str!("../../../manifest/grants.v1.json")).expect("JSON");
    let bundle = Bundle::shipped().expect("the bundle");
    let entries = bundle.entries().iter().take(18);
    let folder = entries.fold(Folder::new(), |folder, entry| match entry.tag().as_str() {
        RELOCATION => folder.with_application(RELOCATION, entry.body()),
        tag => folder.with(tag, entry.body()),
    });
    folder.with_grants(json!({ RELOCATION: grants["entries"][RELOCATION] }))
}

/// A database as the release before has it.
pub fn relocated() -> Database {
    let database = Database::bootstrapped();
    let folder = relocated_folder();
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    database
}

/// The answers to every recorded statement, in a transaction that leaves nothing.
fn answers(client: &mut Client) -> Vec<String> {
    let mut transaction = client.transaction().expect("a transaction");
    let mut answers = Vec::new();
    for statement in
        include_str!("previous.sql").split_inclusive(";\n").filter(|statement| !statement.trim().is_empty())
    {
        let messages = transaction
            .simple_query(statement)
            .unwrap_or_else(|error| panic!("{statement}: {:?}", error.as_db_error()));
        for message in &messages {
            match message {
                SimpleQueryMessage::Row(row) => {
                    let cells: Vec<&str> = (0..row.len()).map(|at| row.get(at).unwrap_or("NULL")).collect();
                    answers.push(cells.join(" | "));
                }
                SimpleQueryMessage::CommandComplete(rows) => answers.push(format!("{rows} rows")),
                _ => {}
            }
        }
    }
    answers
}

/// Rows from before, which the backfill has not seen.
const ROWS: &str = "
    INSERT INTO mosaic.users (id, name, email) VALUES ('old', 'Old', 'old@n1');
    INSERT INTO mosaic.teams (name, slug, owner_id) VALUES ('Elders', 'elders', 'old');
    INSERT INTO mosaic.team_members (team_id, user_id) SELECT id, 'old' FROM mosaic.teams;
    INSERT INTO mosaic.projects (name, owner_id) VALUES ('Old', 'old');
    INSERT INTO mosaic.missions (name, description, project_id) SELECT 'Old', 'd', id FROM mosaic.projects;
    INSERT INTO mosaic.missions (name) VALUES ('Old and free');
    INSERT INTO mosaic.tasks (title, project_id, mission_id, status, tags) SELECT 'Old', project_id, id, 'in-progress', '[\"X\"]' FROM mosaic.missions;
    INSERT INTO mosaic.tasks (title, project_id, mission_id) SELECT 'Stray', p.id, m.id FROM mosaic.projects p, mosaic.missions m WHERE m.name = 'Old and free';
    INSERT INTO mosaic.agents (name, provider, model) VALUES ('Old', 'p', 'm');";

/// What the release before does to such rows; what refers to nothing that fits waits for the backfill.
const TOUCHED: &str = "UPDATE mosaic.tasks SET status = 'blocked'; UPDATE mosaic.missions SET phase = 'x'; \
    UPDATE mosaic.projects SET description = 'x'; UPDATE mosaic.agents SET status = 'active'; \
    UPDATE mosaic.teams SET name = 'x'; UPDATE mosaic.team_members SET role = 'admin'";

#[test]
fn the_release_before_works_in_every_phase() {
    let database = relocated();
    let mut client = runtime(&database);
    client.batch_execute(ROWS).expect("rows from before");
    let before = answers(&mut client);
    assert!(before.len() > 60, "{}", before.len());

    let expanded = database.shipped(&["--run"]).env("MOSAIC_OUTPUT", "json").run();
    assert_eq!(expanded.assert_reached().json()["result"]["held"]["tag"], "0031_kanban_tenant_checks");
    assert_eq!(answers(&mut client), before, "after expand");
    {
        let mut transaction = client.transaction().expect("a transaction");
        transaction.batch_execute(TOUCHED).expect("rows from before are changed");
        let question = "SELECT string_agg(format('%s %s %s', title, workspace_id IS NOT NULL, canonical_status), ', ' ORDER BY title, project_id) FROM mosaic.tasks";
        let touched: String = transaction.query_one(question, &[]).expect("one row").get(0);
        assert_eq!(touched, "Old t blocked, Old t , Stray f ");
    }

    // In place of the backfill: what has a place comes to it, and the rest is given one.
    client
        .batch_execute(
            "UPDATE mosaic.missions SET project_id = (SELECT id FROM mosaic.projects) WHERE name = 'Old and free'",
        )
        .expect("a project");
    client.batch_execute(TOUCHED).expect("touched");
    database.execute("INSERT INTO mosaic.backfill_progress (step, state, finished_at) VALUES ('verify', 'complete', now())");
    assert_eq!(answers(&mut client), before, "after the backfill");
    let validated = database.shipped(&["--run"]).env("MOSAIC_OUTPUT", "json").run();
    assert_eq!(validated.assert_reached().json()["result"]["held"], Value::Null);
    assert_eq!(answers(&mut client), before, "after validation");
    database.shipped(&["--verify"]).run().assert_reached();
}

/// The old status of a mission's task is kept for readers: of a linked one it is that of the task, and none is changed.
#[test]
fn the_status_of_a_mission_task_is_not_written() {
    let database = super::migrated(Major::V17);
    let mut client = runtime(&database);
    let world = "INSERT INTO mosaic.users (id, name, email) VALUES ('u', 'U', 'u@n1');
        INSERT INTO mosaic.projects (name, owner_id) VALUES ('P', 'u');
        INSERT INTO mosaic.missions (name, project_id) SELECT 'M', id FROM mosaic.projects;
        INSERT INTO mosaic.tasks (title, mission_id, status) SELECT 'T', id, 'blocked' FROM mosaic.missions;
        INSERT INTO mosaic.mission_tasks (mission_id, task_id, user_id, status) SELECT mission_id, id, 'u', 'done' FROM mosaic.tasks";
    client.batch_execute(world).expect("rows");
    assert_eq!(database.value("SELECT status FROM mosaic.mission_tasks"), "blocked");
    let write = refused(&mut client, "UPDATE mosaic.mission_tasks SET status = 'done'");
    assert_eq!(write, ("23001".to_owned(), "mission_tasks_n1_status_read_only".to_owned()));
    client
        .batch_execute("UPDATE mosaic.mission_tasks SET status = 'blocked', notes = 'x'")
        .expect("the same status");
}

/// What either side writes, the other reads in the same transaction.
#[test]
fn both_sides_say_the_same() {
    let database = super::migrated(Major::V17);
    let mut client = runtime(&database);
    let world = "INSERT INTO mosaic.users (id, name, email) VALUES ('u', 'U', 'u@n1'), ('v', 'V', 'v@n1'), ('w', 'V', 'w@n1');
        INSERT INTO mosaic.projects (name, owner_id) VALUES ('P', 'u');
        INSERT INTO mosaic.tasks (title, project_id, assignee) SELECT 'T', id, 'v@n1' FROM mosaic.projects;
        INSERT INTO mosaic.workspace_members (workspace_id, user_id, status) SELECT id, 'w', 'active' FROM mosaic.workspaces";
    client.batch_execute(world).expect("rows");
    let shown = "SELECT concat_ws(' ', status, canonical_status, owner_user_id, assignee, due_date::date, due_at::date, tags, \
        (SELECT string_agg(normalized_name, '+' ORDER BY normalized_name) FROM mosaic.task_tags JOIN mosaic.tags ON tags.id = tag_id), \
        version) FROM mosaic.tasks";
    assert_eq!(database.value(shown), "not-started backlog v v@n1 [] 1");
    for (sql, after) in [
        ("status = 'in-progress'", "in-progress in_progress v v@n1 [] 2"),
        ("canonical_status = 'done', version = version + 1", "done done v v@n1 [] 3"),
        ("due_date = '2026-01-01'", "done done v v@n1 2026-01-01 2026-01-01 [] 4"),
        ("due_at = '2026-02-02', version = version + 1", "done done v v@n1 2026-02-02 2026-02-02 [] 5"),
        ("due_at = NULL, version = version + 1", "done done v v@n1 [] 6"),
        (r#"tags = '["B", " b", "A", 7]'"#, r#"done done v v@n1 ["B", " b", "A", 7] a+b 7"#),
        // Two are called V, so that the name says nothing; one is called U.
        ("assignee = 'V'", r#"done done v V ["B", " b", "A", 7] a+b 8"#),
        ("owner_user_id = 'u', version = version + 1", r#"done done u U ["B", " b", "A", 7] a+b 9"#),
        ("owner_user_id = 'w', version = version + 1", r#"done done w U ["B", " b", "A", 7] a+b 10"#),
    ] {
        client.batch_execute(&format!("UPDATE mosaic.tasks SET {sql}")).expect("a change");
        assert_eq!(database.value(shown), after, "{sql}");
    }
    let one_less = "DELETE FROM mosaic.task_tags WHERE tag_id = (SELECT id FROM mosaic.tags WHERE normalized_name = 'b')";
    client.batch_execute(one_less).expect("a tag less");
    assert_eq!(database.value(shown), r#"done done w U ["A"] a 11"#);

    let project = "SELECT concat_ws(' ', status, canonical_status, owner_type, owner_id, owner_user_id, version) FROM mosaic.projects";
    assert_eq!(database.value(project), "active active user u u 1");
    for (sql, after) in [
        ("owner_id = 'v'", "active active user v v 2"),
        ("owner_id = NULL", "active active user v 2"),
        ("owner_user_id = 'u', version = version + 1", "active active user u u 3"),
        ("status = 'paused'", "paused paused user u u 4"),
        ("canonical_status = 'completed', version = version + 1", "completed completed user u u 5"),
    ] {
        client.batch_execute(&format!("UPDATE mosaic.projects SET {sql}")).expect("a change");
        assert_eq!(database.value(project), after, "{sql}");
    }
}
