-- Number n of a kind has the id md5('SEED KIND n'): scattered as random ones are, and always the same.
INSERT INTO mosaic.users (id, name, email, email_verified, role, banned_at, created_at, updated_at)
SELECT
    'user_' || md5('{seed} user ' || n),
    CASE n
        WHEN 3 THEN 'Alex Kim'
        WHEN 4 THEN 'Alex Kim'
        WHEN 6 THEN 'Platform'
        ELSE (ARRAY['Zoë Müller', 'Łukasz Żak', '山田 太郎', 'Ana', 'Bo', 'Chidi', 'Dara', 'Eli'])[1 + n % 8] || ' ' || n
    END,
    CASE WHEN n % 7 = 0 THEN 'Person' ELSE 'person' END || n || '@example.org',
    n % 9 > 0,
    CASE WHEN n = 1 THEN 'admin' ELSE 'member' END,
    CASE WHEN n % 12 = 5 THEN timestamptz '2026-01-10 08:00Z' END,
    timestamptz '2024-01-01 00:00Z' + n * interval '3 hours',
    timestamptz '2025-01-01 00:00Z' + n * interval '5 hours'
FROM generate_series(1, {users}) AS n;

INSERT INTO mosaic.teams (id, name, slug, owner_id, created_at, updated_at)
SELECT
    md5('{seed} team ' || n)::uuid,
    CASE n WHEN 1 THEN 'Platform' ELSE 'Équipe ' || n END,
    'team-' || n,
    'user_' || md5('{seed} user ' || 1 + n % 4),
    timestamptz '2024-01-05 00:00Z' + n * interval '1 day',
    timestamptz '2025-01-05 00:00Z' + n * interval '1 day'
FROM generate_series(1, {teams}) AS n;

-- The owner of every fourth team is no member of it.
INSERT INTO mosaic.team_members (id, team_id, user_id, role, invited_by, joined_at)
SELECT
    md5('{seed} membership ' || n || ' ' || place)::uuid,
    md5('{seed} team ' || n)::uuid,
    'user_' || md5('{seed} user ' || member),
    CASE WHEN place = 0 THEN 'owner' ELSE 'member' END,
    CASE WHEN place > 0 THEN 'user_' || md5('{seed} user ' || 1 + n % 4) END,
    timestamptz '2024-01-05 00:00Z' + n * interval '1 day'
FROM generate_series(1, {teams}) AS n
CROSS JOIN generate_series(0, 6) AS place
CROSS JOIN LATERAL (SELECT CASE place WHEN 0 THEN 1 + n % 4 ELSE 5 + (n * 6 + place) % ({users} - 4) END AS member)
WHERE place > 0 OR n % 4 > 0;

INSERT INTO mosaic.agents (
    id, name, provider, model, status, owner_id, project_id, system_prompt, allowed_tools, skills, config, is_system,
    created_at, updated_at)
SELECT
    md5('{seed} agent ' || n)::uuid,
    CASE WHEN n IN (2, 3) THEN 'scribe' ELSE 'agent-' || n END,
    (ARRAY['anthropic', 'openai', 'local'])[1 + n % 3],
    'model-' || n % 5,
    (enum_range(NULL::mosaic.agent_status))[1 + n % 4],
    CASE WHEN n % 5 > 0 THEN 'user_' || md5('{seed} user ' || 1 + {pick 1} % 4) END,
    NULL,
    CASE WHEN n % 6 > 0 THEN 'You are agent ' || n || E'.\n\tBe brief – be “right”.' END,
    CASE n % 10
        WHEN 0 THEN NULL
        WHEN 3 THEN '"everything"'::jsonb
        ELSE jsonb_build_array('read', 'write', 'tool-' || n % 7)
    END,
    CASE WHEN n % 4 > 0 THEN jsonb_build_array(jsonb_build_object('name', 'skill-' || n % 6, 'level', n % 3)) END,
    CASE n % 8
        WHEN 0 THEN NULL
        WHEN 1 THEN jsonb_build_object('role', 'wizard', 'runtime', 'container')
        WHEN 2 THEN jsonb_build_object('temperature', 0.2)
        ELSE jsonb_build_object(
            'role', (ARRAY['planning', 'enhance', 'coder', 'review', 'security-review', 'pr-monitor', 'certifier'])[1 + n % 7],
            'runtime', (ARRAY['container', 'process'])[1 + n % 2],
            'temperature', n * 0.01)
    END,
    n = 1,
    timestamptz '2024-03-01 00:00Z' + n * interval '1 hour',
    timestamptz '2025-03-01 00:00Z' + n * interval '1 hour'
FROM generate_series(1, {agents}) AS n;
