-- Everybody who has an account is a member; whoever was banned is a suspended one.
batch AS MATERIALIZED (
    SELECT u.id AS k1, u.role, u.banned_at FROM mosaic.users AS u
    WHERE {after} ORDER BY u.id LIMIT {rows} FOR SHARE
),
faults AS ({no faults}),
members AS (
    INSERT INTO mosaic.workspace_members AS m (workspace_id, user_id, role, status)
    SELECT
        {workspace}, k1,
        (CASE WHEN role = 'admin' THEN 'admin' ELSE 'member' END)::mosaic.workspace_role,
        (CASE WHEN banned_at IS NULL THEN 'active' ELSE 'suspended' END)::mosaic.membership_status
    FROM batch
    -- Invitations and removals are decisions of the new world, and stay.
    ON CONFLICT (workspace_id, user_id) DO UPDATE
    SET status = excluded.status, version = m.version + 1, updated_at = now()
    WHERE m.status IN ('active', 'suspended') AND m.status <> excluded.status
    RETURNING 1
),
written AS (SELECT count(*) AS n FROM members)
