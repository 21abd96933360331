//! The words that states, roles and types are made of, and what must be exactly one.

use super::{id, inhabited, migrated, refused, runtime};
use mosaic_lab::postgres::Major;

#[test]
fn vocabularies_are_exact() {
    let database = migrated(Major::V17);
    for (name, values) in [
        ("task_lifecycle", "backlog ready in_progress blocked in_review done cancelled"),
        (
            "assignment_state",
            "awaiting_approval policy_pre_authorized approved rejected leased released expired superseded",
        ),
        ("specialist_role", "planning enhance coder review security-review pr-monitor certifier"),
        ("project_lifecycle", "planning active paused completed archived"),
        ("mission_lifecycle", "draft active paused completed failed"),
        ("proposal_state", "pending accepted rejected"),
    ] {
        let question = format!(
            "SELECT string_agg(enumlabel, ' ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = 'mosaic.{name}'::regtype"
        );
        assert_eq!(database.value(&question), values, "{name}");
    }
    let bigint = "SELECT format_type(atttypid, NULL) FROM pg_attribute \
        WHERE attrelid = 'mosaic.tasks'::regclass AND attname = 'fencing_counter'";
    assert_eq!(database.value(bigint), "bigint");
}

/// Statements, each refused for the rule it is named with.
#[test]
fn what_must_be_one_is_one() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    let (team, agent, task, alpha) = (id("team a"), id("agent a"), id("alpha task"), id("alpha"));
    let of = |table: &str, set: String, name: &str| {
        format!("UPDATE mosaic.{table} SET {set} WHERE id = {}", id(name))
    };
    let copy = |table: &str, name: &str, changed: &str| {
        format!(
            "INSERT INTO mosaic.{table} OVERRIDING USER VALUE SELECT (jsonb_populate_record(t, \
             jsonb_build_object('id', gen_random_uuid()) || jsonb_build_object({changed}))).* \
             FROM mosaic.{table} AS t WHERE id = {}",
            id(name)
        )
    };
    let cases = [
        (of("projects", format!("owner_team_id = {team}"), "alpha"), "projects_canonical_check"),
        (
            of("projects", format!("owner_team_id = {team}, canonical_status = NULL"), "alpha"),
            "projects_owner_check",
        ),
        (of("projects", "owner_user_id = NULL".to_owned(), "alpha"), "projects_canonical_check"),
        (of("tasks", "owner_user_id = 'ada'".to_owned(), "alpha task"), "tasks_canonical_check"),
        (of("tasks", "parent_task_id = id".to_owned(), "alpha task"), "tasks_parent_check"),
        (of("tasks", "archive_reason = NULL".to_owned(), "alpha task"), "tasks_archive_check"),
        (of("tasks", "archive_reason = ' '".to_owned(), "alpha task"), "tasks_archive_check"),
        (of("tasks", "project_id = NULL, mission_id = NULL, canonical_status = 'done'".to_owned(), "alpha parent"), "tasks_tenant_check"),
        (of("missions", "objective = ''".to_owned(), "alpha mission"), "missions_objective_check"),
        (of("missions", "archived_by_user_id = NULL".to_owned(), "alpha mission"), "missions_archive_check"),
        (of("milestones", "archived_at = NULL".to_owned(), "alpha milestone"), "milestones_archive_check"),
        (copy("task_assignments", "to bob", &format!("'specialist_role', 'enhance', 'principal_team_id', {team}")), "task_assignments_principal_check"),
        (copy("task_assignments", "to bob", "'specialist_role', 'enhance', 'principal_user_id', NULL"), "task_assignments_principal_check"),
        (copy("task_assignments", "to bob", &format!("'specialist_role', 'enhance', 'target_session_id', {}", id("session a"))), "task_assignments_session_check"),
        (copy("task_assignments", "to bob", &format!("'specialist_role', 'enhance', 'principal_agent_id', {agent}")), "task_assignments_principal_check"),
        (copy("task_assignments", "to bob", "'proposed_by_service', 'x', 'specialist_role', 'enhance'"), "task_assignments_proposer_check"),
        // A second that may still lead to a lease.
        (copy("task_assignments", "to bob", "'state', 'approved'"), "task_assignments_open_uidx"),
        (copy("artifacts", "of task a", &format!("'project_id', {alpha}")), "artifacts_target_check"),
        (copy("artifacts", "of task a", "'task_id', NULL"), "artifacts_target_check"),
        (copy("artifacts", "of task a", "'created_by_service', 'x'"), "artifacts_creator_check"),
        (copy("approval_decisions", "for project a", &format!("'task_id', {task}")), "approval_decisions_target_check"),
        (copy("approval_decisions", "for project a", "'project_id', NULL"), "approval_decisions_target_check"),
        (copy("task_events", "seen a", "'actor_service', 'x', 'sequence', 99"), "task_events_actor_check"),
        (copy("tags", "red a", "'name', 'Blue'"), "tags_name_check"),
        (copy("tags", "red a", "'color', 'x'"), "tags_workspace_name_unique"),
        (
            format!("INSERT INTO mosaic.task_dependencies VALUES ({}, {task}, {task})", id("a")),
            "task_dependencies_distinct_check",
        ),
        // Its type is no part of what a dependency is.
        (
            format!("INSERT INTO mosaic.task_dependencies VALUES ({}, {}, {task}, 'relates_to')", id("a"), id("alpha parent")),
            "task_dependencies_pkey",
        ),
        ("INSERT INTO mosaic.workspaces (slug, name, is_bootstrap) VALUES ('c', 'C', true), ('d', 'D', true)".to_owned(), "workspaces_bootstrap_uidx"),
    ];
    for (sql, constraint) in cases {
        let (code, named) = refused(&mut client, &sql);
        assert!(["23514", "23505"].contains(&code.as_str()), "{code}: {sql}");
        assert_eq!(named, constraint, "{sql}");
    }
}

/// What the old columns cannot show is not written before the switch.
#[test]
fn new_statuses_begin_with_the_switch() {
    let database = inhabited(Major::V17);
    let mut client = runtime(&database);
    let write = [
        ("tasks", "ready", "alpha task", "tasks_n1_switch"),
        ("tasks", "in_review", "alpha task", "tasks_n1_switch"),
        ("projects", "planning", "alpha", "projects_n1_switch"),
    ];
    let sql = |table: &str, status: &str, name: &str| {
        format!(
            "UPDATE mosaic.{table} SET canonical_status = '{status}', version = version + 1 WHERE id = {}",
            id(name)
        )
    };
    for (table, status, name, rule) in write {
        let answer = refused(&mut client, &sql(table, status, name));
        assert_eq!(answer, ("23514".to_owned(), rule.to_owned()));
    }
    let frozen = "INSERT INTO mosaic.kanban_switch (backlog_frozen_at) VALUES (now())";
    assert_eq!(refused(&mut client, frozen).0, "42501", "the runtime makes no switch");
    database.execute(frozen);
    let claim = "INSERT INTO mosaic.backlog (title, claimed_by) VALUES ('x', 'y')";
    assert_eq!(refused(&mut client, claim), ("23001".to_owned(), "backlog_n1_frozen".to_owned()));
    database.execute("UPDATE mosaic.kanban_switch SET switched_at = now()");
    for (table, status, name, _) in write {
        client.batch_execute(&sql(table, status, name)).expect("it may be written now");
    }
    let shown = format!("SELECT status FROM mosaic.tasks WHERE id = {}", id("alpha task"));
    assert_eq!(database.value(&shown), "in-progress", "what cannot be shown leaves the old status alone");
}
