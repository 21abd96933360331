//! What can be read in more than one way, or in none, is left alone, with the reason.

use super::ground::{self, backfill};
use mosaic_lab::legacy::Legacy;
use serde_json::Value;
use std::collections::BTreeSet;

/// Every reason that rows of a real platform give.
const REASONS: [(&str, &str); 29] = [
    ("agents", "role_unknown"),
    ("agents", "tools_malformed"),
    ("backlog", "claimed"),
    ("backlog_edges", "parent_unmapped"),
    ("backlog_edges", "waits_for_each_other"),
    ("backlog_edges", "waits_for_itself"),
    ("milestones", "milestone_due_invalid"),
    ("milestones", "milestone_name_repeated"),
    ("milestones", "milestone_not_an_object"),
    ("milestones", "milestone_status_unknown"),
    ("milestones", "milestone_without_name"),
    ("milestones", "milestones_not_a_list"),
    ("mission_tasks", "mission_without_project"),
    ("mission_tasks", "parent_unmapped"),
    ("mission_tasks", "task_in_other_mission"),
    ("mission_tasks", "title_missing"),
    ("missions", "project_missing"),
    ("projects", "owner_inactive"),
    ("projects", "owner_missing"),
    ("projects", "owner_type_unknown"),
    ("tasks", "assignee_ambiguous"),
    ("tasks", "assignee_inactive"),
    ("tasks", "assignee_unknown"),
    ("tasks", "assignee_without_role"),
    ("tasks", "mission_in_other_project"),
    ("tasks", "owner_missing"),
    ("tasks", "project_missing"),
    ("tasks", "tags_not_a_list"),
    ("tasks", "tags_not_text"),
];

#[test]
fn every_reason_is_named_nothing_is_guessed_and_what_is_mended_leaves() {
    let database = ground::expanded(Legacy { tasks: 800, seed: 5 });
    let unnamed = database.shipped(&["backfill", "run"]).run();
    unnamed.assert_failed(3, "BACKFILL_QUARANTINE");
    let open = "SELECT count(*) FROM mosaic.backfill_quarantine WHERE resolved_at IS NULL";
    let of = |reason: &str| format!("{open} AND reason_code = '{reason}'");
    assert_ne!(database.value(&of("project_not_named")), "0");
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
    assert_eq!(database.value(&of("project_not_named")), "0");

    let status = database.shipped(&["backfill", "status"]).env("MOSAIC_OUTPUT", "json").run();
    let status = status.assert_reached().json();
    let groups = status["result"]["quarantine"].as_array().expect("groups");
    let word = |group: &Value, key: &str| group[key].as_str().expect("a word").to_owned();
    let found: BTreeSet<_> =
        groups.iter().map(|group| (word(group, "step"), word(group, "reason"))).collect();
    for (step, reason) in REASONS {
        assert!(found.contains(&(step.to_owned(), reason.to_owned())), "{step} {reason}: {found:?}");
    }

    // Whoever could be meant by an assignee that means two is not made to answer for the task.
    let guessed = "SELECT count(*) FROM mosaic.tasks t JOIN mosaic.backfill_quarantine q ON q.source_key = t.id::text \
        WHERE q.resolved_at IS NULL AND q.step = 'tasks' AND q.reason_code LIKE 'assignee%' \
        AND num_nonnulls(t.canonical_status, t.owner_user_id, t.owner_team_id) > 0";
    assert_eq!(database.value(guessed), "0");
    let elsewhere = "SELECT count(*) FROM mosaic.tasks t JOIN mosaic.missions m ON m.id = t.mission_id \
        WHERE t.workspace_id IS NOT NULL AND t.project_id <> m.project_id";
    assert_eq!(database.value(elsewhere), "0");
    let claimed = "SELECT count(*) FROM mosaic.backlog b JOIN mosaic.tasks t ON t.source_key = b.id::text WHERE b.claimed_by IS NOT NULL";
    assert_eq!(database.value(claimed), "0");
    // What is sound about a mission with an unreadable list is there all the same.
    let missions =
        "SELECT count(*) FROM mosaic.missions WHERE canonical_status IS NULL AND project_id IS NOT NULL";
    assert_eq!(database.value(missions), "0");

    // A row that is gone needs no decision.
    database.execute(
        "DELETE FROM mosaic.mission_tasks WHERE task_id IS NULL AND coalesce(btrim(description), '') = ''",
    );
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
    assert_eq!(database.value(&of("title_missing")), "0");
    ground::mend(&database);
    backfill(&database).run().assert_reached();
    assert_eq!(database.value(open), "0");
}

/// Reasons that are rare: each with what gives one row of the ground such a reason.
const RARE: [(&str, &str, &str); 5] = [
    (
        "agents",
        "config_malformed",
        "UPDATE mosaic.agents SET config = '[]' WHERE id = (SELECT id FROM mosaic.agents ORDER BY id LIMIT 1)",
    ),
    (
        "agents",
        "skills_malformed",
        "UPDATE mosaic.agents SET skills = '{}' WHERE id = (SELECT id FROM mosaic.agents ORDER BY id LIMIT 1)",
    ),
    (
        "teams",
        "owner_inactive",
        "UPDATE mosaic.teams SET owner_id = (SELECT id FROM mosaic.users WHERE banned_at IS NOT NULL ORDER BY id LIMIT 1) \
         WHERE slug = 'team-2'",
    ),
    (
        "mission_tasks",
        "owner_inactive",
        "UPDATE mosaic.mission_tasks SET task_id = NULL, description = 'Look after it', \
         user_id = (SELECT id FROM mosaic.users WHERE banned_at IS NOT NULL ORDER BY id LIMIT 1) \
         WHERE id = (SELECT t.id FROM mosaic.mission_tasks t JOIN mosaic.missions m ON m.id = t.mission_id \
         WHERE m.project_id IS NOT NULL ORDER BY t.id LIMIT 1)",
    ),
    (
        "tasks",
        "reference_taken",
        "UPDATE mosaic.tasks SET project_id = NULL, external_ref = 'TWICE-1', \
         mission_id = (SELECT id FROM mosaic.missions WHERE project_id IS NOT NULL ORDER BY id LIMIT 1) \
         WHERE id IN (SELECT id FROM mosaic.tasks ORDER BY id LIMIT 2)",
    ),
];

#[test]
fn what_is_rarely_wrong_is_named_too() {
    let database = ground::expanded(Legacy { tasks: 200, seed: 7 });
    for (_, _, damage) in RARE {
        database.execute(damage);
    }
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
    for (step, reason, _) in RARE {
        let held = format!(
            "SELECT count(*) FROM mosaic.backfill_quarantine WHERE step = '{step}' AND reason_code = '{reason}'"
        );
        assert_ne!(database.value(&held), "0", "{step} {reason}");
    }
}

#[test]
fn names_that_mean_one_are_followed() {
    let database = ground::expanded(Legacy { tasks: 400, seed: 6 });
    backfill(&database).run().assert_failed(3, "BACKFILL_QUARANTINE");
    for (assignee, owner) in [
        (
            "person8@example.org",
            "t.owner_user_id = (SELECT id FROM mosaic.users WHERE email = 'person8@example.org')",
        ),
        ("team-2", "t.owner_team_id = (SELECT id FROM mosaic.teams WHERE slug = 'team-2')"),
        (
            "",
            "EXISTS (SELECT FROM mosaic.projects p WHERE p.id = t.project_id AND (p.owner_user_id, p.owner_team_id) IS NOT DISTINCT FROM (t.owner_user_id, t.owner_team_id))",
        ),
    ] {
        let all = format!(
            "SELECT format('%s %s', count(*) > 0, bool_and({owner})) FROM mosaic.tasks t WHERE assignee = '{assignee}' AND canonical_status IS NOT NULL"
        );
        assert_eq!(database.value(&all), "t t", "{assignee:?}");
    }
    let agents = "SELECT format('%s %s', count(*) > 0, bool_and(x.principal_agent_id = a.id AND x.specialist_role = a.roles[1])) \
        FROM mosaic.tasks t JOIN mosaic.agents a ON a.name = t.assignee \
        JOIN mosaic.task_assignments x ON x.task_id = t.id WHERE t.canonical_status IS NOT NULL";
    assert_eq!(database.value(agents), "t t");
    let labelled = "SELECT string_agg(DISTINCT g.normalized_name, ',' ORDER BY g.normalized_name) FROM mosaic.tasks t \
        JOIN mosaic.task_tags x ON x.task_id = t.id JOIN mosaic.tags g ON g.id = x.tag_id WHERE t.tags @> '[\" backend \"]'";
    assert_eq!(database.value(labelled), "api,backend");
}
