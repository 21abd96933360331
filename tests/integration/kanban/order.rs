//! What depends on a key comes after it, and goes before it.

use super::{inhabited, migrated};
use crate::support::{Database, NAME};
use mosaic_db::bundle::Bundle;
use mosaic_lab::postgres::Major;

/// The number of the entry that says this, which is the only one.
fn place(words: &str) -> usize {
    let bundle = Bundle::shipped().expect("the bundle");
    let saying: Vec<usize> =
        (0..bundle.entries().len()).filter(|at| bundle.entries()[*at].body().contains(words)).collect();
    let [at] = saying[..] else { panic!("{words}: {saying:?}") };
    at
}

#[test]
fn keys_come_before_what_refers_to_them() {
    let project_key = place("CREATE UNIQUE INDEX CONCURRENTLY missions_workspace_project_id_uidx");
    let key = place("CREATE UNIQUE INDEX CONCURRENTLY missions_workspace_id_uidx");
    let artifacts = place("ADD CONSTRAINT artifacts_workspace_mission_fk");
    let approvals = place("ADD CONSTRAINT approval_decisions_workspace_mission_fk");
    let validation = place("VALIDATE CONSTRAINT missions_workspace_project_fk");
    assert!([project_key, key, artifacts, approvals, validation].is_sorted_by(|one, next| one < next));

    let events = place("CREATE UNIQUE INDEX task_events_workspace_id_uidx");
    let submitted = place("ADD CONSTRAINT change_proposals_workspace_submitted_event_fk");
    let accepted = place("ADD CONSTRAINT change_proposals_workspace_accepted_command_event_fk");
    let enforced = place("CREATE CONSTRAINT TRIGGER change_proposals_submitted_event");
    assert!(events < submitted && submitted == accepted && accepted < enforced);
}

#[test]
fn nothing_is_dropped_renamed_or_narrowed() {
    let bundle = Bundle::shipped().expect("the bundle");
    for entry in bundle.entries().iter().skip(18) {
        let body = entry.body().to_uppercase();
        for word in [
            "DROP TABLE",
            "DROP COLUMN",
            "DROP CONSTRAINT",
            "DROP INDEX",
            "RENAME",
            "CASCADE",
            " TYPE MOSAIC.TEXT",
            "SET DATA TYPE",
        ] {
            assert!(!body.contains(word), "{}: {word}", entry.tag());
        }
    }
}

#[test]
fn both_foreign_keys_are_proved_and_refer_to_the_key() {
    let database = migrated(Major::V17);
    let question = "SELECT string_agg(format('%s %s %s', conname, pg_get_constraintdef(c.oid), convalidated), E'\\n' ORDER BY conname) \
        FROM pg_constraint c JOIN pg_class key ON key.oid = conindid WHERE key.relname = 'missions_workspace_id_uidx'";
    let shown = |table: &str| {
        format!(
            "{table}_workspace_mission_fk FOREIGN KEY (workspace_id, mission_id) REFERENCES mosaic.missions(workspace_id, id) ON DELETE RESTRICT t"
        )
    };
    assert_eq!(database.value(question), format!("{}\n{}", shown("approval_decisions"), shown("artifacts")));
    let key = "SELECT indisunique AND indisvalid AND indpred IS NULL FROM pg_index WHERE indexrelid = 'mosaic.missions_workspace_id_uidx'::regclass";
    assert_eq!(database.value(key), "true");
}

#[test]
fn going_back_takes_what_depends_on_the_key_first() {
    let database = migrated(Major::V17);
    let keys = "SELECT string_agg(indexname, ' ' ORDER BY indexname) FROM pg_indexes WHERE tablename = 'missions' AND indexdef LIKE 'CREATE UNIQUE%'";
    assert_eq!(
        database.value(keys),
        "missions_pkey missions_workspace_id_uidx missions_workspace_project_id_uidx"
    );
    let dependent = database.admin().batch_execute("DROP INDEX mosaic.missions_workspace_id_uidx");
    assert_eq!(super::refusal(dependent).0, "2BP01", "the key alone does not go");
    let run = |database: &Database| {
        let rollback = include_str!("../../../docs/kanban-rollback.sql");
        database.cluster().run_psql(NAME, rollback, &[]).expect("psql runs").status.success()
    };
    database
        .execute("INSERT INTO mosaic.kanban_switch (backlog_frozen_at, switched_at) VALUES (now(), now())");
    assert!(!run(&database), "after the switch");
    database.execute("DELETE FROM mosaic.kanban_switch");
    assert!(!run(&inhabited(Major::V17)), "with evidence");
    assert!(run(&database));
    assert_eq!(database.value(keys), "missions_pkey missions_workspace_project_id_uidx");
    let gone =
        "SELECT to_regclass('mosaic.artifacts') IS NULL AND to_regclass('mosaic.approval_decisions') IS NULL";
    assert_eq!(database.value(gone), "true");
}
