batch AS MATERIALIZED (
    SELECT g.id AS k1, g.owner_id FROM mosaic.teams AS g
    WHERE {after} ORDER BY g.id LIMIT {rows} FOR NO KEY UPDATE
),
faults AS (
    SELECT b.k1::text AS key, 'owner_inactive' AS reason, b.owner_id AS detail
    FROM batch AS b LEFT JOIN mosaic.workspace_members AS w ON w.workspace_id = {workspace} AND w.user_id = b.owner_id
    WHERE w.status IS DISTINCT FROM 'active'
),
placed AS (
    UPDATE mosaic.teams AS g SET workspace_id = {workspace}
    FROM batch AS b WHERE g.id = b.k1 AND g.workspace_id IS NULL RETURNING 1
),
written AS (SELECT count(*) AS n FROM placed)
