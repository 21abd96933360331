//! What becomes of the rows when they are brought over.

/// The project that the old backlog may go to: a person's own, and the same on every server.
pub const BACKLOG_PROJECT: &str = "SELECT p.id FROM mosaic.projects p JOIN mosaic.users u ON u.id = p.owner_id \
     WHERE p.owner_type = 'user' AND u.banned_at IS NULL ORDER BY p.id LIMIT 1";

/// What a backfill makes of the rows, without what differs from one database to the next: times, and the id of the workspace
/// with what is derived from it.
pub const CANONICAL: [&str; 16] = [
    "SELECT ROW(user_id, role, status) FROM mosaic.workspace_members",
    "SELECT ROW(id, workspace_id IS NOT NULL) FROM mosaic.teams",
    "SELECT ROW(id, workspace_id IS NOT NULL) FROM mosaic.team_members",
    "SELECT ROW(id, workspace_id IS NOT NULL, canonical_status, owner_user_id, owner_team_id) FROM mosaic.projects",
    "SELECT ROW(id, workspace_id IS NOT NULL, runtime, roles, capabilities) FROM mosaic.agents",
    "SELECT ROW(id, workspace_id IS NOT NULL, canonical_status, objective, policy, milestones_digest) FROM mosaic.missions",
    "SELECT ROW(id, project_id, name, status, rank, due_at, source_key) FROM mosaic.milestones",
    "SELECT ROW(mission_id, milestone_id, position) FROM mosaic.mission_milestones",
    "SELECT ROW(id, workspace_id IS NOT NULL, project_id, canonical_status, owner_user_id, owner_team_id, due_at, rank, \
     tags_digest, specialist_role, source_kind, source_key, title, metadata) FROM mosaic.tasks",
    "SELECT ROW(x.task_id, g.normalized_name) FROM mosaic.task_tags x JOIN mosaic.tags g ON g.id = x.tag_id",
    "SELECT ROW(id, task_id, specialist_role, principal_agent_id, state) FROM mosaic.task_assignments",
    "SELECT ROW(id, task_id, kind, content, sha256) FROM mosaic.artifacts",
    "SELECT ROW(id, task_id, url, created_by_user_id) FROM mosaic.external_links",
    "SELECT ROW(predecessor_task_id, successor_task_id) FROM mosaic.task_dependencies",
    "SELECT ROW(step, source_table, source_key, reason_code, detail) FROM mosaic.backfill_quarantine WHERE resolved_at IS NULL",
    "SELECT ROW(step, state) FROM mosaic.backfill_progress",
];

/// Statements that mend what waits in quarantine, as people of the old release would.
#[must_use]
pub fn mend() -> String {
    let waiting = |step: &str| {
        format!(
            "(SELECT source_key FROM mosaic.backfill_quarantine WHERE step = '{step}' AND resolved_at IS NULL AND reason_code <> ALL ('{{owner_inactive,parent_unmapped}}'))"
        )
    };
    let project = "(SELECT id FROM mosaic.projects ORDER BY id LIMIT 1)";
    let person = "(SELECT id FROM mosaic.users WHERE banned_at IS NULL ORDER BY id LIMIT 1)";
    format!(
        "UPDATE mosaic.projects SET owner_type = 'user', owner_id = {person}, team_id = NULL WHERE id::text IN {projects};
         UPDATE mosaic.users SET banned_at = NULL;
         UPDATE mosaic.missions SET project_id = {project} WHERE project_id IS NULL;
         UPDATE mosaic.missions SET milestones = '[]' WHERE id::text IN {milestones};
         UPDATE mosaic.tasks SET project_id = {project} WHERE project_id IS NULL AND mission_id IS NULL;
         UPDATE mosaic.tasks t SET project_id = m.project_id FROM mosaic.missions m
         WHERE m.id = t.mission_id AND t.project_id IS DISTINCT FROM m.project_id;
         UPDATE mosaic.tasks SET assignee = NULL WHERE id::text IN (SELECT source_key FROM mosaic.backfill_quarantine
         WHERE step = 'tasks' AND resolved_at IS NULL AND reason_code LIKE 'assignee%');
         UPDATE mosaic.tasks SET tags = '[]' WHERE id::text IN (SELECT source_key FROM mosaic.backfill_quarantine
         WHERE step = 'tasks' AND resolved_at IS NULL AND reason_code LIKE 'tags%');
         UPDATE mosaic.agents SET config = CASE config ->> 'role' WHEN 'wizard' THEN config - 'role' ELSE config END,
         allowed_tools = CASE jsonb_typeof(allowed_tools) WHEN 'array' THEN allowed_tools END WHERE id::text IN {agents};
         DELETE FROM mosaic.mission_tasks WHERE id::text IN {lists};
         UPDATE mosaic.backlog SET claimed_by = NULL, claimed_at = NULL, claim_expires_at = NULL, status = 'not-started'
         WHERE claimed_by IS NOT NULL;
         DELETE FROM mosaic.backlog_edges WHERE predecessor_id || ' ' || successor_id IN {edges}",
        projects = waiting("projects"),
        milestones = waiting("milestones"),
        agents = waiting("agents"),
        lists = waiting("mission_tasks"),
        edges = waiting("backlog_edges"),
    )
}
