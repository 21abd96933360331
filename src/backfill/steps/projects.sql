-- owner_type says which of the two columns counts; the other one is history.
batch AS MATERIALIZED (
    SELECT p.id AS k1, p.status, p.owner_type, p.owner_id, p.team_id FROM mosaic.projects AS p
    WHERE {after} ORDER BY p.id LIMIT {rows} FOR NO KEY UPDATE
),
judged AS MATERIALIZED (
    SELECT
        b.*,
        CASE b.owner_type WHEN 'user' THEN b.owner_id END AS user_id,
        CASE b.owner_type WHEN 'team' THEN b.team_id END AS owner_team,
        CASE
            WHEN b.owner_type NOT IN ('user', 'team') THEN 'owner_type_unknown'
            WHEN b.owner_type = 'user' AND b.owner_id IS NULL OR b.owner_type = 'team' AND b.team_id IS NULL THEN 'owner_missing'
            WHEN b.owner_type = 'user' AND w.status IS DISTINCT FROM 'active' THEN 'owner_inactive'
            WHEN b.owner_type = 'team' AND g.workspace_id IS NULL THEN 'parent_unmapped'
        END AS reason
    FROM batch AS b
    LEFT JOIN mosaic.workspace_members AS w ON w.workspace_id = {workspace} AND w.user_id = b.owner_id
    LEFT JOIN mosaic.teams AS g ON g.id = b.team_id
),
faults AS (
    SELECT k1::text AS key, reason, coalesce(user_id, owner_team::text, owner_type) AS detail
    FROM judged WHERE reason IS NOT NULL
),
mapped AS (
    UPDATE mosaic.projects AS p
    SET workspace_id = {workspace}, canonical_status = j.status::text::mosaic.project_lifecycle, owner_user_id = j.user_id, owner_team_id = j.owner_team
    FROM judged AS j
    WHERE p.id = j.k1 AND j.reason IS NULL
        AND (p.workspace_id, p.canonical_status, p.owner_user_id, p.owner_team_id)
            IS DISTINCT FROM ({workspace}, j.status::text::mosaic.project_lifecycle, j.user_id, j.owner_team)
    RETURNING 1
),
-- Of which workspace it is does not depend on who answers for it, and what belongs to it need not wait.
placed AS (
    UPDATE mosaic.projects AS p SET workspace_id = {workspace}
    FROM judged AS j WHERE p.id = j.k1 AND j.reason IS NOT NULL AND p.workspace_id IS NULL RETURNING 1
),
written AS (SELECT (SELECT count(*) FROM mapped) + (SELECT count(*) FROM placed) AS n)
