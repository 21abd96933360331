//! A database as the last release before the system of record left it.

use crate::support::{Database, Migrator};
use mosaic_lab::legacy::{BACKLOG_PROJECT, CANONICAL, Legacy, mend as mend_sql, release_before};
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::path::Path;

/// Filled by that release, and brought by this one to where a backfill may begin.
pub fn expanded(rows: Legacy) -> Database {
    let database = legacy(rows);
    let run = database.shipped(&["--run"]).env("MOSAIC_OUTPUT", "json").run();
    assert_ne!(run.assert_reached().json()["result"]["held"], Value::Null, "an entry waits for the backfill");
    database
}

/// A backfill with the project that the old backlog goes to.
pub fn backfill(database: &Database) -> Migrator {
    let project = database.value(BACKLOG_PROJECT);
    database.shipped(&["backfill", "run", "--backlog-project", &project]).env("MOSAIC_OUTPUT", "json")
}

/// What the backfill makes of the rows, without what differs from one database to the next: times, and the id of the
/// workspace with what is derived from it.
pub fn canonical(database: &Database) -> Vec<String> {
    let digest = |rows: &str| {
        database.value(&format!(
            "SELECT format('%s %s', count(*), sum(hashtextextended(r::text, 0)::numeric)) FROM ({rows}) AS s (r)"
        ))
    };
    CANONICAL.map(digest).to_vec()
}

/// Everything that the old release reads, but for the project of a task that had none: it gets its mission's.
pub fn old(database: &Database) -> Vec<String> {
    [
        "ROW(id, name, email, role, banned_at, created_at, updated_at)::text FROM mosaic.users",
        "ROW(id, name, slug, owner_id, updated_at)::text FROM mosaic.teams",
        "ROW(id, team_id, user_id, role, invited_by, joined_at)::text FROM mosaic.team_members",
        "ROW(id, name, description, status, owner_id, team_id, owner_type, metadata, updated_at)::text FROM mosaic.projects",
        "ROW(id, name, provider, model, status, owner_id, project_id, system_prompt, allowed_tools, skills, config, is_system, \
         updated_at)::text FROM mosaic.agents",
        "ROW(id, name, description, status, project_id, user_id, phase, milestones, config, metadata, updated_at)::text FROM mosaic.missions",
        "ROW(id, title, description, status, priority, mission_id, assignee, due_date, metadata, tags, external_ref, updated_at)::text \
         FROM mosaic.tasks WHERE source_kind IS NULL",
        "ROW(m.*)::text FROM mosaic.mission_tasks m",
        "ROW(b.*)::text FROM mosaic.backlog b",
        "ROW(e.*)::text FROM mosaic.backlog_edges e",
    ]
    .map(|rows| database.value(&format!("SELECT md5(string_agg(r, ' ' ORDER BY r)) FROM (SELECT {rows}) AS s (r)")))
    .to_vec()
}

/// Mends what waits in quarantine, as people of the old release would.
pub fn mend(database: &Database) {
    database.execute(&mend_sql());
}

/// Migrated by that release, and filled.
pub fn legacy(rows: Legacy) -> Database {
    let database = empty(Major::V17);
    database.execute(&rows.sql());
    database
}

/// Migrated by that release.
pub fn empty(major: Major) -> Database {
    let database = Database::on(major);
    let bundle = tempfile::tempdir().expect("a directory");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest");
    release_before(&shipped, bundle.path()).expect("the bundle of that release");
    database.migrator(&["--run"], bundle.path()).run().assert_reached();
    database
}
