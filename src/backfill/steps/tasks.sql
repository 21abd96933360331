-- A task needs a project and somebody who answers for it: who does it, or whoever answers for the project. Where the old row
-- leaves one of them open, the new columns stay empty.
batch AS MATERIALIZED (
    SELECT t.id AS k1, t.project_id, t.mission_id, t.status, t.assignee, t.tags, t.due_date, t.external_ref, t.tags_digest, t.version,
        t.owner_user_id AS known_user_id, t.owner_team_id AS known_team_id,
        encode(sha256(convert_to(t.tags::text, 'UTF8')), 'hex') AS digest
    FROM mosaic.tasks AS t
    WHERE {after} AND t.source_kind IS NULL ORDER BY t.id LIMIT {rows} FOR NO KEY UPDATE
),
names AS MATERIALIZED (SELECT DISTINCT assignee FROM batch WHERE btrim(assignee) <> ''),
-- Everybody whom the text may mean, each of them once: as the mirror reads it, so that both say the same, but that whoever
-- was banned may be meant as well.
meant AS MATERIALIZED (
    SELECT n.assignee, u.id AS user_id, NULL::uuid AS team_id, NULL::uuid AS agent_id FROM names AS n JOIN mosaic.users AS u ON u.id = n.assignee
    UNION SELECT n.assignee, u.id, NULL, NULL FROM names AS n JOIN mosaic.users AS u ON lower(u.email) = lower(n.assignee)
    UNION SELECT n.assignee, u.id, NULL, NULL FROM names AS n JOIN mosaic.users AS u ON u.name = n.assignee
    UNION SELECT n.assignee, NULL, g.id, NULL FROM names AS n JOIN mosaic.teams AS g ON g.slug = n.assignee
    UNION SELECT n.assignee, NULL, g.id, NULL FROM names AS n JOIN mosaic.teams AS g ON g.name = n.assignee
    UNION SELECT n.assignee, NULL, NULL, a.id FROM names AS n JOIN mosaic.agents AS a ON a.name = n.assignee
),
resolved AS MATERIALIZED (
    SELECT n.assignee, count(m.assignee) AS principals, min(m.user_id) AS user_id, min(m.team_id::text)::uuid AS team_id, min(m.agent_id::text)::uuid AS agent_id
    FROM names AS n LEFT JOIN meant AS m USING (assignee) GROUP BY n.assignee
),
facts AS MATERIALIZED (
    SELECT
        b.*, r.principals, r.user_id, r.team_id, r.agent_id,
        coalesce(b.project_id, m.project_id) AS place,
        m.project_id AS mission_project, m.workspace_id AS mission_workspace,
        p.workspace_id AS project_workspace,
        -- Where the old columns name nobody, the owner that is known stays.
        CASE num_nonnulls(b.known_user_id, b.known_team_id) WHEN 0 THEN p.owner_user_id ELSE b.known_user_id END AS owner_user_id,
        CASE num_nonnulls(b.known_user_id, b.known_team_id) WHEN 0 THEN p.owner_team_id ELSE b.known_team_id END AS owner_team_id,
        w.status AS standing, g.workspace_id AS team_workspace, a.workspace_id AS agent_workspace, a.roles,
        -- Two tasks of one project may not have the same reference, and so far only those with a project were compared.
        b.project_id IS NULL AND b.external_ref IS NOT NULL AND (
            EXISTS (SELECT FROM mosaic.tasks AS x WHERE x.project_id = m.project_id AND x.external_ref = b.external_ref)
            OR count(*) FILTER (WHERE b.project_id IS NULL) OVER (PARTITION BY coalesce(b.project_id, m.project_id), b.external_ref) > 1
        ) AS reference_taken
    FROM batch AS b
    LEFT JOIN resolved AS r USING (assignee)
    LEFT JOIN mosaic.missions AS m ON m.id = b.mission_id
    LEFT JOIN mosaic.projects AS p ON p.id = coalesce(b.project_id, m.project_id)
    LEFT JOIN mosaic.workspace_members AS w ON w.workspace_id = {workspace} AND w.user_id = r.user_id
    LEFT JOIN mosaic.teams AS g ON g.id = r.team_id
    LEFT JOIN mosaic.agents AS a ON a.id = r.agent_id
),
judged AS MATERIALIZED (
    SELECT
        f.*,
        CASE
            WHEN place IS NULL THEN 'project_missing'
            WHEN mission_id IS NOT NULL AND mission_project IS NULL THEN 'mission_without_project'
            WHEN mission_project <> place THEN 'mission_in_other_project'
            WHEN reference_taken THEN 'reference_taken'
            WHEN project_workspace IS NULL OR mission_id IS NOT NULL AND mission_workspace IS NULL THEN 'parent_unmapped'
        END AS misplaced,
        CASE
            WHEN principals = 0 THEN 'assignee_unknown'
            WHEN principals > 1 THEN 'assignee_ambiguous'
            WHEN user_id IS NOT NULL AND standing IS DISTINCT FROM 'active' THEN 'assignee_inactive'
            WHEN agent_id IS NOT NULL AND cardinality(roles) <> 1 THEN 'assignee_without_role'
            WHEN team_id IS NOT NULL AND team_workspace IS NULL OR agent_id IS NOT NULL AND agent_workspace IS NULL THEN 'assignee_unmapped'
            WHEN user_id IS NULL AND team_id IS NULL AND num_nonnulls(owner_user_id, owner_team_id) = 0 THEN 'owner_missing'
        END AS unowned,
        CASE
            WHEN jsonb_typeof(tags) <> 'array' THEN 'tags_not_a_list'
            WHEN EXISTS (SELECT FROM jsonb_array_elements(CASE jsonb_typeof(tags) WHEN 'array' THEN tags END) AS e WHERE jsonb_typeof(e) <> 'string') THEN 'tags_not_text'
        END AS mislabelled
    FROM facts AS f
),
faults AS (
    SELECT k1::text AS key, misplaced AS reason, coalesce(mission_id, place)::text AS detail FROM judged WHERE misplaced IS NOT NULL
    UNION ALL SELECT k1::text, unowned, assignee FROM judged WHERE unowned IS NOT NULL AND (misplaced, unowned) IS DISTINCT FROM ('project_missing', 'owner_missing')
    UNION ALL SELECT k1::text, mislabelled, NULL FROM judged WHERE mislabelled IS NOT NULL
),
decided AS MATERIALIZED (
    SELECT
        k1, place, due_date, agent_id, roles, status, version, tags,
        (CASE status WHEN 'not-started' THEN 'backlog' WHEN 'in-progress' THEN 'in_progress' ELSE status::text END)::mosaic.task_lifecycle AS canonical_status,
        CASE WHEN user_id IS NOT NULL THEN user_id WHEN team_id IS NULL THEN owner_user_id END AS owner_user_id,
        CASE WHEN team_id IS NOT NULL THEN team_id WHEN user_id IS NULL THEN owner_team_id END AS owner_team_id,
        CASE WHEN agent_id IS NOT NULL THEN roles[1] END AS specialist_role,
        CASE WHEN mislabelled IS NULL THEN digest ELSE tags_digest END AS tags_digest,
        mislabelled IS NULL AND tags_digest IS DISTINCT FROM digest AS relabelled
    FROM judged WHERE misplaced IS NULL AND unowned IS NULL
),
mapped AS (
    UPDATE mosaic.tasks AS t
    SET
        workspace_id = {workspace}, project_id = d.place, canonical_status = d.canonical_status,
        owner_user_id = d.owner_user_id, owner_team_id = d.owner_team_id, due_at = d.due_date, tags_digest = d.tags_digest,
        specialist_role = coalesce(d.specialist_role, t.specialist_role),
        rank = coalesce(t.rank, extract(epoch FROM t.created_at))
    FROM decided AS d
    WHERE t.id = d.k1 AND (
        t.rank IS NULL
        OR (t.workspace_id, t.project_id, t.canonical_status, t.owner_user_id, t.owner_team_id, t.due_at, t.tags_digest)
            IS DISTINCT FROM ({workspace}, d.place, d.canonical_status, d.owner_user_id, d.owner_team_id, d.due_date, d.tags_digest)
        OR t.specialist_role IS DISTINCT FROM coalesce(d.specialist_role, t.specialist_role)
    )
    RETURNING t.id, t.version
),
-- What leaves the list later, the mirror of the list takes away.
labels AS MATERIALIZED (
    SELECT DISTINCT ON (d.k1, lower(btrim(e.label))) d.k1, btrim(e.label) AS name, lower(btrim(e.label)) AS normalized_name
    FROM decided AS d
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN d.relabelled THEN d.tags END) WITH ORDINALITY AS e (label, place)
    WHERE btrim(e.label) <> ''
    ORDER BY d.k1, lower(btrim(e.label)), e.place
),
known AS MATERIALIZED (
    SELECT n.normalized_name, n.name, g.id IS NULL AS missing,
        coalesce(g.id, md5({workspace} || ' tag ' || n.normalized_name)::uuid) AS id
    FROM (SELECT DISTINCT ON (normalized_name) normalized_name, name FROM labels ORDER BY normalized_name, name) AS n
    LEFT JOIN mosaic.tags AS g ON g.workspace_id = {workspace} AND g.normalized_name = n.normalized_name
),
new_tags AS (
    INSERT INTO mosaic.tags (id, workspace_id, name, normalized_name)
    SELECT id, {workspace}, name, normalized_name FROM known WHERE missing ORDER BY normalized_name
    ON CONFLICT DO NOTHING RETURNING 1
),
tagged AS (
    INSERT INTO mosaic.task_tags (workspace_id, task_id, tag_id)
    SELECT {workspace}, l.k1, k.id FROM labels AS l JOIN known AS k USING (normalized_name)
    ON CONFLICT DO NOTHING RETURNING 1
),
-- An agent does not answer for a task. It is proposed for it, and somebody has to approve that.
assigned AS (
    INSERT INTO mosaic.task_assignments (
        id, workspace_id, task_id, task_version, specialist_role, principal_agent_id, state, policy_revision,
        proposed_by_service, reason, expires_at)
    SELECT
        md5(d.k1 || ' assigned to ' || d.agent_id)::uuid, {workspace}, d.k1, coalesce(m.version, d.version), d.roles[1], d.agent_id,
        (CASE WHEN d.status IN ('done', 'cancelled') THEN 'released' ELSE 'awaiting_approval' END)::mosaic.assignment_state,
        'backfill', 'backfill', 'assignee before there were assignments', now() + interval '30 days'
    FROM decided AS d LEFT JOIN mapped AS m ON m.id = d.k1
    WHERE d.agent_id IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING 1
),
superseded AS (
    UPDATE mosaic.task_assignments AS s SET state = 'superseded', version = s.version + 1, updated_at = now()
    FROM decided AS d
    WHERE s.workspace_id = {workspace} AND s.task_id = d.k1 AND s.proposed_by_service = 'backfill'
        AND s.state = 'awaiting_approval' AND s.principal_agent_id IS DISTINCT FROM d.agent_id
    RETURNING 1
),
written AS (
    SELECT (SELECT count(*) FROM mapped) + (SELECT count(*) FROM new_tags) + (SELECT count(*) FROM tagged)
        + (SELECT count(*) FROM assigned) + (SELECT count(*) FROM superseded) AS n
)
