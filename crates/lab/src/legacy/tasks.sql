-- What is odd about a task follows from its number alone, each way for itself: n % 100 where it belongs, n % 83 who does
-- it, n % 61 its tags. So the odd meet each other as well.
INSERT INTO mosaic.tasks (
    id, title, description, status, priority, project_id, mission_id, assignee, due_date, metadata, tags, external_ref,
    created_at, updated_at)
SELECT
    md5('{seed} task ' || n)::uuid,
    CASE WHEN n % 397 = 0 THEN '   ' ELSE 'Task ' || n || ': naïve Größe' END,
    CASE WHEN n % 6 > 0 THEN repeat('What is to be done, part ' || n || E'.\n', 1 + n % 4) END,
    (ARRAY['not-started', 'not-started', 'in-progress', 'blocked', 'done', 'done', 'done', 'cancelled'])[1 + {pick 1} % 8]::mosaic.task_status,
    (enum_range(NULL::mosaic.task_priority))[1 + {pick 2} % 4],
    CASE
        WHEN n % 100 IN (11, 12) OR n % 100 BETWEEN 20 AND 31 THEN NULL
        -- Of the next mission's project: two missions in a row never share one.
        WHEN n % 100 = 13 THEN md5('{seed} project ' || 1 + (mission + 1) % {projects})::uuid
        WHEN with_mission THEN CASE WHEN mission % 40 <> 39 THEN md5('{seed} project ' || 1 + mission % {projects})::uuid END
        ELSE md5('{seed} project ' || 1 + {pick 4} % {projects})::uuid
    END,
    CASE WHEN with_mission THEN md5('{seed} mission ' || mission)::uuid END,
    CASE n % 83
        WHEN 1 THEN 'the night shift'
        WHEN 2 THEN 'Alex Kim'
        WHEN 3 THEN 'Platform'
        WHEN 4 THEN 'scribe'
        WHEN 5 THEN 'user_' || md5('{seed} user 5')
        WHEN 6 THEN '  '
        WHEN 7 THEN ' PERSON1@Example.org '
        WHEN 8 THEN ''
        ELSE CASE
            WHEN n % 83 BETWEEN 9 AND 40 THEN 'user_' || md5('{seed} user ' || 1 + {pick 5} % 4)
            WHEN n % 83 BETWEEN 41 AND 46 THEN 'person' || 8 + {pick 5} % 4 || '@example.org'
            WHEN n % 83 BETWEEN 47 AND 49 THEN 'Chidi 21'
            WHEN n % 83 BETWEEN 50 AND 53 THEN 'team-' || 1 + {pick 5} % {teams}
            WHEN n % 83 BETWEEN 54 AND 57 THEN 'agent-' || 4 + {pick 5} % ({agents} - 3)
        END
    END,
    CASE
        WHEN n % 211 = 1 THEN timestamptz 'infinity'
        WHEN n % 3 > 0 THEN timestamptz '2026-01-01 00:00Z' + {pick 6} * interval '17.000123 seconds'
    END,
    CASE WHEN n % 4 > 0 THEN
        jsonb_build_object('estimate', n * 0.25, 'note', 'ß “' || n || '”', 'nested', jsonb_build_array(n, NULL, n % 2 = 0))
    END,
    CASE n % 61
        WHEN 1 THEN '["Backend", " backend ", "BACKEND", "api"]'
        WHEN 2 THEN '["Ärger", "ärger", "日本語", "naïve"]'
        WHEN 3 THEN '["   ", "", "ok"]'
        WHEN 4 THEN '["ok", 7, null]'
        WHEN 5 THEN '{"labels": ["ok"]}'
        WHEN 6 THEN '"urgent, api"'
        WHEN 7 THEN '["two  words", "Two  Words"]'
        ELSE CASE WHEN n % 61 BETWEEN 8 AND 25 THEN '[]'
            ELSE jsonb_build_array('label-' || {pick 7} % 40, 'label-' || {pick 8} % 40, 'Area ' || {pick 9} % 12)::text END
    END::jsonb,
    CASE WHEN n % 10 = 0 THEN 'REF-' || n END,
    timestamptz '2024-05-01 00:00Z' + n * interval '90 seconds',
    timestamptz '2025-05-01 00:00Z' + n * interval '9 seconds'
FROM generate_series(1, {tasks}) AS n
CROSS JOIN LATERAL (SELECT
    CASE n % 100 WHEN 12 THEN 39 WHEN 13 THEN 1 + {pick 3} % 30 ELSE 1 + {pick 3} % {missions} END AS mission,
    n % 100 <> 11 AND n % 100 < 60 AS with_mission);

-- Half of the tasks that have a mission are listed in it; one of a hundred in another, and ten of a hundred in another state.
INSERT INTO mosaic.mission_tasks (
    id, mission_id, task_id, user_id, status, description, notes, pr, created_at, updated_at)
SELECT
    md5('{seed} listing ' || n)::uuid,
    CASE n % 100 WHEN 1 THEN md5('{seed} mission ' || 1 + n % 30)::uuid ELSE t.mission_id END,
    t.id,
    'user_' || md5('{seed} user ' || 1 + {pick 1} % {users}),
    CASE WHEN n % 10 = 2 THEN 'blocked' ELSE t.status END,
    CASE WHEN n % 3 = 0 THEN 'Listed as ' || n END,
    CASE WHEN n % 4 = 0 THEN E'Nöte:\n' || n END,
    CASE WHEN n % 5 = 0 THEN 'https://git.example.org/mosaic/pulls/' || n END,
    t.created_at,
    t.updated_at
FROM generate_series(1, {tasks} / 2) AS n
JOIN mosaic.tasks AS t ON t.id = md5('{seed} task ' || 2 * n)::uuid
WHERE t.mission_id IS NOT NULL;

INSERT INTO mosaic.mission_tasks (
    id, mission_id, task_id, user_id, status, description, notes, pr, created_at, updated_at)
SELECT
    md5('{seed} loose ' || n)::uuid,
    md5('{seed} mission ' || CASE WHEN n % 10 = 3 THEN 39 ELSE n END)::uuid,
    NULL,
    'user_' || md5('{seed} user ' || 1 + n % 4),
    (enum_range(NULL::mosaic.task_status))[1 + n % 5],
    CASE n % 10 WHEN 1 THEN NULL WHEN 2 THEN ' ' ELSE 'Loose end ' || n || ' – später' END,
    CASE WHEN n % 2 = 0 THEN 'note ' || n END,
    CASE WHEN n % 4 = 0 THEN 'https://git.example.org/mosaic/pulls/loose-' || n END,
    timestamptz '2025-06-01 00:00Z' + n * interval '1 hour',
    timestamptz '2025-07-01 00:00Z' + n * interval '1 hour'
FROM generate_series(1, 20) AS n;
