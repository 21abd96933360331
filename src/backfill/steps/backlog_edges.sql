batch AS MATERIALIZED (
    SELECT e.predecessor_id AS k1, e.successor_id AS k2, e.created_at FROM mosaic.backlog_edges AS e
    WHERE {after} ORDER BY e.predecessor_id, e.successor_id LIMIT {rows} FOR SHARE
),
judged AS MATERIALIZED (
    SELECT
        b.*, before.id AS predecessor, after.id AS successor,
        CASE
            WHEN b.k1 = b.k2 THEN 'waits_for_itself'
            WHEN EXISTS (SELECT FROM mosaic.backlog_edges AS r WHERE r.predecessor_id = b.k2 AND r.successor_id = b.k1) THEN 'waits_for_each_other'
            WHEN before.id IS NULL OR after.id IS NULL THEN 'parent_unmapped'
        END AS reason
    FROM batch AS b
    LEFT JOIN mosaic.tasks AS before ON before.workspace_id = {workspace} AND before.source_kind = 'backlog' AND before.source_key = b.k1::text
    LEFT JOIN mosaic.tasks AS after ON after.workspace_id = {workspace} AND after.source_kind = 'backlog' AND after.source_key = b.k2::text
),
faults AS (SELECT k1 || ' ' || k2 AS key, reason, NULL::text AS detail FROM judged WHERE reason IS NOT NULL),
made AS (
    INSERT INTO mosaic.task_dependencies (workspace_id, predecessor_task_id, successor_task_id, type, created_at)
    SELECT {workspace}, predecessor, successor, 'blocks', created_at FROM judged WHERE reason IS NULL
    ON CONFLICT DO NOTHING RETURNING 1
),
written AS (SELECT count(*) AS n FROM made)
