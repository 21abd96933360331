INSERT INTO mosaic.projects (
    id, name, description, status, owner_id, team_id, owner_type, metadata, created_at, updated_at)
SELECT
    md5('{seed} project ' || n)::uuid,
    'Project ' || n,
    CASE WHEN n % 5 > 0 THEN 'What project ' || n || ' is about: größer, schneller' END,
    (ARRAY['active', 'active', 'active', 'paused', 'completed', 'archived'])[1 + n % 6]::mosaic.project_status,
    CASE
        WHEN n % 24 IN (10, 12) THEN NULL
        WHEN n % 24 = 11 THEN 'user_' || md5('{seed} user 5')
        ELSE 'user_' || md5('{seed} user ' || 1 + {pick 1} % 4)
    END,
    CASE WHEN n % 24 BETWEEN 1 AND 8 THEN md5('{seed} team ' || 1 + {pick 2} % {teams})::uuid END,
    CASE
        WHEN n % 24 BETWEEN 1 AND 9 THEN 'team'
        WHEN n % 24 = 12 THEN 'robot'
        ELSE 'user'
    END,
    CASE WHEN n % 3 > 0 THEN jsonb_build_object('colour', n % 8, 'note', repeat('ü', n % 5), 'n', n * 0.5) END,
    timestamptz '2024-02-01 00:00Z' + n * interval '2 hours',
    timestamptz '2025-02-01 00:00Z' + n * interval '2 hours'
FROM generate_series(1, {projects}) AS n;

UPDATE mosaic.agents AS a SET project_id = md5('{seed} project ' || 1 + {pick 3} % {projects})::uuid
FROM generate_series(1, {agents}) AS n WHERE a.id = md5('{seed} agent ' || n)::uuid AND n % 3 = 0;

-- Of forty missions one has no project, and ten have milestones that are not what they should be.
INSERT INTO mosaic.missions (
    id, name, description, status, project_id, user_id, phase, milestones, config, metadata, created_at, updated_at)
SELECT
    md5('{seed} mission ' || n)::uuid,
    'Mission ' || n,
    CASE n % 10 WHEN 7 THEN NULL WHEN 8 THEN '  ' ELSE 'Reach ' || n || ': 目標 größer' END,
    (enum_range(NULL::mosaic.mission_status))[1 + n % 5],
    CASE WHEN n % 40 <> 39 THEN md5('{seed} project ' || 1 + n % {projects})::uuid END,
    CASE WHEN n % 4 > 0 THEN 'user_' || md5('{seed} user ' || 1 + {pick 1} % {users}) END,
    CASE WHEN n % 3 = 0 THEN 'phase ' || n % 4 END,
    CASE n % 40
        WHEN 1 THEN '{"name": "no list"}'
        WHEN 2 THEN '"Alpha, Beta"'
        WHEN 3 THEN '["Alpha", "Beta"]'
        WHEN 4 THEN '[{"status": "planned"}]'
        WHEN 5 THEN '[{"name": "Alpha", "dueDate": "next week"}]'
        WHEN 6 THEN '[{"name": "Alpha", "status": "someday"}]'
        WHEN 7 THEN '[{"name": "Beta"}, {"name": " beta"}]'
        WHEN 8 THEN '[{"name": 5}, null]'
        WHEN 9 THEN 'null'
        WHEN 10 THEN '[{"name": "  "}]'
        WHEN 11 THEN '[]'
        ELSE jsonb_build_array(
            jsonb_build_object('name', 'Alpha ' || n, 'status', 'completed', 'dueDate', '2026-03-01'),
            jsonb_build_object('name', 'Bêta ' || n, 'status', 'active', 'dueDate', '2026-05-01T12:00:00Z'),
            jsonb_build_object('name', 'Launch ' || n))::text
    END::jsonb,
    CASE WHEN n % 3 > 0 THEN jsonb_build_object('retry', jsonb_build_object('max', n % 4), 'ünknown', n) END,
    CASE WHEN n % 2 > 0 THEN jsonb_build_object('source', 'import ' || n, 'weight', 1.50) END,
    timestamptz '2024-04-01 00:00Z' + n * interval '40 minutes',
    timestamptz '2025-04-01 00:00Z' + n * interval '40 minutes'
FROM generate_series(1, {missions}) AS n;
