-- A mission's list becomes rows of its project, all of it or nothing: a list with one unreadable item stays as it is.
batch AS MATERIALIZED (
    SELECT m.id AS k1, m.workspace_id, m.project_id, m.milestones, m.milestones_digest,
        encode(sha256(convert_to(m.milestones::text, 'UTF8')), 'hex') AS digest
    FROM mosaic.missions AS m
    WHERE {after} ORDER BY m.id LIMIT {rows} FOR NO KEY UPDATE
),
items AS MATERIALIZED (
    SELECT
        b.k1, i.place, i.item,
        CASE WHEN jsonb_typeof(i.item -> 'name') = 'string' THEN nullif(btrim(i.item ->> 'name'), '') END AS name,
        coalesce(i.item ->> 'status', 'planned') AS status,
        i.item ->> 'dueDate' AS due
    FROM batch AS b
    CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(b.milestones) WHEN 'array' THEN b.milestones END)
        WITH ORDINALITY AS i (item, place)
),
faults AS (
    SELECT k1::text AS key, 'milestones_not_a_list' AS reason, jsonb_typeof(milestones) AS detail
    FROM batch WHERE jsonb_typeof(milestones) <> 'array'
    UNION ALL
    SELECT k1::text, 'parent_unmapped', NULL FROM batch
    WHERE milestones NOT IN ('[]', 'null') AND (project_id IS NULL OR workspace_id IS NULL)
    UNION ALL
    SELECT k1::text, reason, 'item ' || min(place)
    FROM items CROSS JOIN LATERAL (VALUES
        ('milestone_not_an_object', jsonb_typeof(item) <> 'object'),
        ('milestone_without_name', jsonb_typeof(item) = 'object' AND name IS NULL),
        ('milestone_status_unknown', NOT status = ANY (enum_range(NULL::mosaic.milestone_lifecycle)::text[])),
        -- The words that the server takes for a time as well (now, infinity) are none.
        ('milestone_due_invalid', NOT coalesce(due ~ '^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$' AND pg_input_is_valid(due, 'timestamptz'), due IS NULL))
    ) AS found (reason, holds)
    WHERE holds GROUP BY k1, reason
    UNION ALL
    SELECT DISTINCT k1::text, 'milestone_name_repeated', NULL FROM items GROUP BY k1, lower(name) HAVING count(*) > 1 AND lower(name) IS NOT NULL
),
fresh AS MATERIALIZED (
    SELECT b.* FROM batch AS b
    WHERE b.milestones_digest IS DISTINCT FROM b.digest AND b.project_id IS NOT NULL AND b.workspace_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM faults AS f WHERE f.key = b.k1::text)
),
wanted AS MATERIALIZED (
    SELECT
        f.k1, f.project_id, f.digest, i.place, i.name, i.status,
        f.k1 || ':' || i.place AS source_key,
        coalesce(known.id, md5(f.k1 || ' milestone ' || i.place)::uuid) AS id,
        i.due::timestamptz AS due_at
    FROM fresh AS f
    JOIN items AS i ON i.k1 = f.k1
    LEFT JOIN mosaic.milestones AS known
        ON known.workspace_id = {workspace} AND known.project_id = f.project_id AND known.source_key = f.k1 || ':' || i.place
),
made AS (
    INSERT INTO mosaic.milestones AS s (id, workspace_id, project_id, name, status, rank, due_at, source_digest, source_key)
    SELECT id, {workspace}, project_id, name, status::mosaic.milestone_lifecycle, place, due_at, digest, source_key FROM wanted
    ON CONFLICT (workspace_id, project_id, source_key) DO UPDATE
    SET name = excluded.name, status = excluded.status, rank = excluded.rank, due_at = excluded.due_at,
        source_digest = excluded.source_digest, version = s.version + 1, updated_at = now()
    RETURNING 1
),
joined AS (
    INSERT INTO mosaic.mission_milestones (workspace_id, project_id, mission_id, milestone_id, position)
    SELECT {workspace}, project_id, k1, id, place::integer FROM wanted
    ON CONFLICT DO NOTHING RETURNING 1
),
-- What an older list had beyond the end of this one.
parted AS (
    DELETE FROM mosaic.mission_milestones AS j USING fresh AS f
    WHERE j.workspace_id = {workspace} AND j.mission_id = f.k1
        AND NOT EXISTS (SELECT FROM wanted AS w WHERE w.k1 = j.mission_id AND w.id = j.milestone_id)
    RETURNING j.milestone_id
),
ended AS (
    UPDATE mosaic.milestones AS s SET status = 'cancelled', version = s.version + 1, updated_at = now()
    FROM parted WHERE s.id = parted.milestone_id AND s.status <> 'cancelled' RETURNING 1
),
marked AS (
    UPDATE mosaic.missions AS m SET milestones_digest = f.digest FROM fresh AS f WHERE m.id = f.k1 RETURNING 1
),
written AS (
    SELECT (SELECT count(*) FROM made) + (SELECT count(*) FROM joined) + (SELECT count(*) FROM parted)
        + (SELECT count(*) FROM ended) + (SELECT count(*) FROM marked) AS n
)
