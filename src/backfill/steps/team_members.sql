batch AS MATERIALIZED (
    SELECT tm.id AS k1, tm.team_id, tm.user_id FROM mosaic.team_members AS tm
    WHERE {after} ORDER BY tm.id LIMIT {rows} FOR NO KEY UPDATE
),
judged AS MATERIALIZED (
    SELECT b.k1, g.workspace_id IS NOT NULL AND w.user_id IS NOT NULL AS ready
    FROM batch AS b
    JOIN mosaic.teams AS g ON g.id = b.team_id
    LEFT JOIN mosaic.workspace_members AS w ON w.workspace_id = {workspace} AND w.user_id = b.user_id
),
faults AS (SELECT k1::text AS key, 'parent_unmapped' AS reason, NULL::text AS detail FROM judged WHERE NOT ready),
placed AS (
    UPDATE mosaic.team_members AS tm SET workspace_id = {workspace}
    FROM judged AS j WHERE tm.id = j.k1 AND j.ready AND tm.workspace_id IS NULL RETURNING 1
),
written AS (SELECT count(*) AS n FROM placed)
