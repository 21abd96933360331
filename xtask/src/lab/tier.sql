-- Rows of a tier that one team used for a while.
INSERT INTO users (id, name, email) SELECT 'user-' || n, 'User ' || n, 'user' || n || '@tier.test' FROM generate_series(1, 50) n;
INSERT INTO teams (name, slug, owner_id) SELECT 'Team ' || n, 'team-' || n, 'user-' || n FROM generate_series(1, 5) n;
INSERT INTO projects (name, owner_id, metadata)
    SELECT 'Project ' || n, 'user-' || n, jsonb_build_object('number', n) FROM generate_series(1, 20) n;
INSERT INTO tasks (title, project_id, tags)
    SELECT format('Task %s of %s', n, p.name), p.id, '["tier"]' FROM projects p, generate_series(1, 100) n;
INSERT INTO events (type, subject_type, payload)
    SELECT 'task.changed', 'task', jsonb_build_object('number', n) FROM generate_series(1, 5000) n;
INSERT INTO insights (user_id, content, embedding)
    SELECT 'user-1', 'Insight ' || n, (SELECT array_agg(sin(n * d)) FROM generate_series(1, 1536) d)::vector
    FROM generate_series(1, 100) n;
