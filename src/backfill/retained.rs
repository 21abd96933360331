//! That what was brought over is what was there: one read-only question for each kind of fact, over all rows at once.
//!
//! The mirrors keep both sides equal in every transaction, so one snapshot shows them equal whoever is writing.

/// A fact that must hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retained {
    pub(super) name: &'static str,
    /// A query for one boolean.
    pub(super) question: &'static str,
}

pub(super) const RETAINED: [Retained; 7] = [
    Retained {
        name: "statuses",
        question: "SELECT NOT EXISTS (SELECT FROM mosaic.projects WHERE status::text <> canonical_status::text) \
            AND NOT EXISTS (SELECT FROM mosaic.missions WHERE replace(status::text, 'planning', 'draft') <> canonical_status::text) \
            AND NOT EXISTS (SELECT FROM mosaic.tasks WHERE canonical_status::text <> \
            CASE status WHEN 'not-started' THEN 'backlog' WHEN 'in-progress' THEN 'in_progress' ELSE status::text END)",
    },
    Retained {
        name: "due dates",
        question: "SELECT NOT EXISTS (SELECT FROM mosaic.tasks WHERE rank IS NOT NULL AND due_at IS DISTINCT FROM due_date)",
    },
    Retained {
        name: "tenants",
        question: "SELECT NOT EXISTS (SELECT FROM mosaic.tasks AS t JOIN mosaic.missions AS m ON m.id = t.mission_id \
            WHERE t.canonical_status IS NOT NULL \
            AND (t.workspace_id, t.project_id) IS DISTINCT FROM (m.workspace_id, m.project_id))",
    },
    Retained {
        name: "owners",
        question: "SELECT NOT EXISTS (SELECT FROM mosaic.projects WHERE canonical_status IS NOT NULL AND num_nonnulls(owner_user_id, owner_team_id) <> 1) \
            AND NOT EXISTS (SELECT FROM mosaic.tasks WHERE canonical_status IS NOT NULL AND num_nonnulls(owner_user_id, owner_team_id) <> 1)",
    },
    Retained {
        name: "tags",
        question: "WITH listed AS (\
            SELECT DISTINCT t.id, lower(btrim(e.item #>> '{}')) AS name FROM mosaic.tasks AS t \
            CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(t.tags) WHEN 'array' THEN t.tags END) AS e (item) \
            WHERE t.tags_digest IS NOT NULL AND btrim(e.item #>> '{}') <> ''), \
            held AS (\
            SELECT t.id, g.normalized_name AS name FROM mosaic.tasks AS t \
            JOIN mosaic.task_tags AS x ON x.workspace_id = t.workspace_id AND x.task_id = t.id \
            JOIN mosaic.tags AS g ON g.workspace_id = x.workspace_id AND g.id = x.tag_id WHERE t.tags_digest IS NOT NULL) \
            SELECT (SELECT (count(*), sum(hashtextextended(name, hashtextextended(id::text, 0))::numeric)) FROM listed) \
            IS NOT DISTINCT FROM (SELECT (count(*), sum(hashtextextended(name, hashtextextended(id::text, 0))::numeric)) FROM held)",
    },
    Retained {
        name: "milestones",
        question: "SELECT NOT EXISTS (SELECT FROM mosaic.missions AS m \
            WHERE m.milestones_digest = encode(sha256(convert_to(m.milestones::text, 'UTF8')), 'hex') \
            AND jsonb_array_length(m.milestones) <> \
            (SELECT count(*) FROM mosaic.mission_milestones AS j WHERE j.workspace_id = m.workspace_id AND j.mission_id = m.id))",
    },
    Retained {
        name: "backlog",
        question: "SELECT NOT EXISTS (SELECT FROM mosaic.backlog AS b JOIN mosaic.tasks AS t \
            ON t.source_kind = 'backlog' AND t.source_key = b.id::text WHERE b.claimed_by IS NOT NULL AND t.canonical_status IS NULL)",
    },
];
