INSERT INTO mosaic.backlog (
    id, title, body, status, priority, repository, labels, claimed_by, claimed_at, claim_expires_at, claim_attempts,
    created_at, updated_at)
SELECT
    md5('{seed} backlog ' || n)::uuid,
    'Backlog ' || n || ' – élan',
    CASE WHEN n % 4 > 0 THEN 'Body ' || n END,
    CASE WHEN n % 20 < 2 THEN 'in-progress' ELSE (ARRAY['not-started', 'blocked', 'done', 'cancelled'])[1 + n % 4]::mosaic.task_status END,
    (enum_range(NULL::mosaic.task_priority))[1 + n % 4],
    CASE WHEN n % 3 > 0 THEN 'mosaic/repository-' || n % 5 END,
    CASE WHEN n % 5 = 0 THEN '{}'::text[] ELSE ARRAY['Fleet', ' fleet', 'kind-' || n % 6] END,
    CASE WHEN n % 20 < 2 THEN 'worker-' || n END,
    CASE WHEN n % 20 < 2 THEN timestamptz '2026-05-01 00:00Z' + n * interval '1 minute' END,
    CASE n % 20 WHEN 0 THEN timestamptz '2026-05-02 00:00Z' WHEN 1 THEN timestamptz '2036-01-01 00:00Z' END,
    n % 3,
    timestamptz '2025-08-01 00:00Z' + n * interval '10 minutes',
    timestamptz '2025-09-01 00:00Z' + n * interval '10 minutes'
FROM generate_series(1, {backlog}) AS n;

-- A chain in groups of ten, one that waits for itself, and a pair of which each waits for the other.
INSERT INTO mosaic.backlog_edges (predecessor_id, successor_id, created_at)
SELECT
    md5('{seed} backlog ' || before)::uuid,
    md5('{seed} backlog ' || after)::uuid,
    timestamptz '2025-09-01 00:00Z'
FROM (
    SELECT n, n + 1 FROM generate_series(1, {backlog} - 1) AS n WHERE n % 10 > 0
    UNION ALL SELECT 5, 5
    UNION ALL SELECT 8, 7
) AS edge (before, after);
