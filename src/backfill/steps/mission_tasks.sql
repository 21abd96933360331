-- What is listed is a member of its mission by the task itself; the list's own state is ignored. What the list has beside
-- that is kept as evidence and links. An item without a task becomes one.
batch AS MATERIALIZED (
    SELECT mt.id AS k1, mt.mission_id, mt.task_id, mt.user_id, mt.status, mt.description, mt.notes, mt.pr, mt.created_at, mt.updated_at
    FROM mosaic.mission_tasks AS mt
    WHERE {after} ORDER BY mt.id LIMIT {rows} FOR SHARE
),
judged AS MATERIALIZED (
    SELECT
        b.*, m.project_id, w.status = 'active' AS active,
        coalesce(b.task_id, made.id, md5('task of mission task ' || b.k1)::uuid) AS target,
        CASE
            WHEN b.task_id IS NOT NULL THEN CASE
                WHEN t.mission_id IS DISTINCT FROM b.mission_id THEN 'task_in_other_mission'
                WHEN t.workspace_id IS NULL THEN 'parent_unmapped'
            END
            WHEN coalesce(btrim(b.description), '') = '' THEN 'title_missing'
            WHEN m.project_id IS NULL THEN 'mission_without_project'
            WHEN m.workspace_id IS NULL THEN 'parent_unmapped'
            WHEN w.status IS DISTINCT FROM 'active' THEN 'owner_inactive'
        END AS reason
    FROM batch AS b
    JOIN mosaic.missions AS m ON m.id = b.mission_id
    LEFT JOIN mosaic.tasks AS t ON t.id = b.task_id
    LEFT JOIN mosaic.workspace_members AS w ON w.workspace_id = {workspace} AND w.user_id = b.user_id
    LEFT JOIN mosaic.tasks AS made ON made.workspace_id = {workspace} AND made.source_kind = 'mission_task' AND made.source_key = b.k1::text
),
faults AS (SELECT k1::text AS key, reason, mission_id::text AS detail FROM judged WHERE reason IS NOT NULL),
made AS (
    INSERT INTO mosaic.tasks AS t (
        id, title, status, project_id, mission_id, metadata, created_at, updated_at,
        workspace_id, canonical_status, owner_user_id, rank, source_kind, source_key)
    SELECT
        target, btrim(description), status, project_id, mission_id,
        jsonb_build_object('missionTask', jsonb_build_object('id', k1, 'userId', user_id)), created_at, updated_at,
        {workspace},
        (CASE status WHEN 'not-started' THEN 'backlog' WHEN 'in-progress' THEN 'in_progress' ELSE status::text END)::mosaic.task_lifecycle,
        user_id, extract(epoch FROM created_at), 'mission_task', k1::text
    FROM judged WHERE task_id IS NULL AND reason IS NULL
    ON CONFLICT (workspace_id, source_kind, source_key) WHERE source_kind IS NOT NULL DO UPDATE
    SET title = excluded.title, status = excluded.status, canonical_status = excluded.canonical_status, owner_user_id = excluded.owner_user_id
    WHERE (t.title, t.status, t.owner_user_id) IS DISTINCT FROM (excluded.title, excluded.status, excluded.owner_user_id)
    RETURNING 1
),
noted AS (
    INSERT INTO mosaic.artifacts (id, workspace_id, task_id, kind, title, content, sha256, size_bytes, created_by_service, created_at)
    SELECT
        md5('note of mission task ' || k1 || ' ' || notes)::uuid, {workspace}, target, 'note', 'Notes from a list of tasks',
        jsonb_build_object('text', notes, 'userId', user_id, 'missionId', mission_id, 'missionTaskId', k1),
        encode(sha256(convert_to(notes, 'UTF8')), 'hex'), octet_length(notes), 'backfill', created_at
    FROM judged WHERE reason IS NULL AND btrim(notes) <> ''
    ON CONFLICT DO NOTHING RETURNING 1
),
linked AS (
    INSERT INTO mosaic.external_links AS x (id, workspace_id, task_id, kind, url, created_by_user_id, source_key, created_at)
    SELECT
        md5('link of mission task ' || k1)::uuid, {workspace}, target, 'pull_request', btrim(pr), CASE WHEN active THEN user_id END,
        'mission_task:' || k1, created_at
    FROM judged WHERE reason IS NULL AND btrim(pr) <> ''
    ON CONFLICT (workspace_id, source_key) DO UPDATE SET url = excluded.url WHERE x.url <> excluded.url
    RETURNING 1
),
written AS (SELECT (SELECT count(*) FROM made) + (SELECT count(*) FROM noted) + (SELECT count(*) FROM linked) AS n)
