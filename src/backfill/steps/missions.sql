batch AS MATERIALIZED (
    SELECT m.id AS k1, m.project_id, m.description, m.status, m.config FROM mosaic.missions AS m
    WHERE {after} ORDER BY m.id LIMIT {rows} FOR NO KEY UPDATE
),
judged AS MATERIALIZED (
    SELECT
        b.k1,
        CASE WHEN b.project_id IS NULL THEN 'project_missing' WHEN p.workspace_id IS NULL THEN 'parent_unmapped' END AS reason,
        (CASE b.status WHEN 'planning' THEN 'draft' ELSE b.status::text END)::mosaic.mission_lifecycle AS canonical_status,
        CASE WHEN btrim(b.description) <> '' THEN b.description END AS objective,
        -- Of the configuration the one part that has a known type.
        CASE WHEN jsonb_typeof(b.config #> '{retry,max}') = 'number'
            THEN jsonb_build_object('retry', jsonb_build_object('max', b.config #> '{retry,max}')) END AS policy
    FROM batch AS b LEFT JOIN mosaic.projects AS p ON p.id = b.project_id
),
faults AS (SELECT k1::text AS key, reason, NULL::text AS detail FROM judged WHERE reason IS NOT NULL),
mapped AS (
    UPDATE mosaic.missions AS m
    SET workspace_id = {workspace}, canonical_status = j.canonical_status, objective = j.objective, policy = j.policy
    FROM judged AS j
    WHERE m.id = j.k1 AND reason IS NULL
        AND (m.workspace_id, m.canonical_status, m.objective, m.policy)
            IS DISTINCT FROM ({workspace}, j.canonical_status, j.objective, j.policy)
    RETURNING 1
),
written AS (SELECT count(*) AS n FROM mapped)
