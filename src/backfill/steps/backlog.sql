-- What nobody has claimed becomes a task of the project that was named for it, and stays in that. A claim is work in somebody's hands: it stays
-- where it is until it ends.
batch AS MATERIALIZED (
    SELECT b.id AS k1, b.title, b.body, b.status, b.priority, b.repository, b.labels, b.claimed_by, b.claim_attempts, b.created_at, b.updated_at
    FROM mosaic.backlog AS b
    WHERE {after} ORDER BY b.id LIMIT {rows} FOR SHARE
),
judged AS MATERIALIZED (
    SELECT
        b.*, p.id AS project_id, p.owner_user_id, p.owner_team_id,
        coalesce(made.id, md5('task of backlog ' || b.k1)::uuid) AS target,
        CASE
            WHEN b.claimed_by IS NOT NULL THEN 'claimed'
            WHEN coalesce(made.project_id, {backlog_project}) IS NULL THEN 'project_not_named'
            WHEN p.canonical_status IS NULL THEN 'parent_unmapped'
        END AS reason
    FROM batch AS b
    LEFT JOIN mosaic.tasks AS made ON made.workspace_id = {workspace} AND made.source_kind = 'backlog' AND made.source_key = b.k1::text
    LEFT JOIN mosaic.projects AS p ON p.id = coalesce(made.project_id, {backlog_project})
),
faults AS (SELECT k1::text AS key, reason, claimed_by AS detail FROM judged WHERE reason IS NOT NULL),
-- The mirror of tags makes their rows, as for every task that comes with a list of them.
made AS (
    INSERT INTO mosaic.tasks AS t (
        id, title, description, status, priority, project_id, tags, metadata, created_at, updated_at,
        workspace_id, canonical_status, owner_user_id, owner_team_id, rank, source_kind, source_key)
    SELECT
        target, title, body, status, priority, project_id, to_jsonb(labels),
        jsonb_build_object('backlog', jsonb_build_object('id', k1, 'repository', repository, 'claimAttempts', claim_attempts)),
        created_at, updated_at, {workspace},
        (CASE status WHEN 'not-started' THEN 'backlog' WHEN 'in-progress' THEN 'in_progress' ELSE status::text END)::mosaic.task_lifecycle,
        owner_user_id, owner_team_id, extract(epoch FROM created_at), 'backlog', k1::text
    FROM judged WHERE reason IS NULL
    ON CONFLICT (workspace_id, source_kind, source_key) WHERE source_kind IS NOT NULL DO UPDATE
    SET title = excluded.title, description = excluded.description, status = excluded.status, priority = excluded.priority,
        tags = excluded.tags, metadata = excluded.metadata, canonical_status = excluded.canonical_status
    WHERE (t.title, t.description, t.status, t.priority, t.tags, t.metadata)
        IS DISTINCT FROM (excluded.title, excluded.description, excluded.status, excluded.priority, excluded.tags, excluded.metadata)
    RETURNING 1
),
written AS (SELECT count(*) AS n FROM made)
