-- What an agent is and may do stands in free JSON. What is of the known form is derived; the JSON stays as it is.
batch AS MATERIALIZED (
    SELECT a.id AS k1, a.project_id, a.config, a.allowed_tools, a.skills FROM mosaic.agents AS a
    WHERE {after} ORDER BY a.id LIMIT {rows} FOR NO KEY UPDATE
),
read AS MATERIALIZED (
    SELECT
        b.k1,
        b.project_id IS NULL OR p.workspace_id IS NOT NULL AS ready,
        coalesce(jsonb_typeof(b.config), 'object') IN ('object', 'null') AS has_config,
        coalesce(jsonb_typeof(b.allowed_tools), 'array') IN ('array', 'null') AS has_tools,
        coalesce(jsonb_typeof(b.skills), 'array') IN ('array', 'null') AS has_skills,
        b.config -> 'role' IS NULL OR b.config ->> 'role' = ANY (enum_range(NULL::mosaic.specialist_role)::text[]) AS has_role,
        CASE WHEN jsonb_typeof(b.config -> 'runtime') = 'string' THEN nullif(btrim(b.config ->> 'runtime'), '') END AS runtime,
        b.config, b.allowed_tools, b.skills
    FROM batch AS b LEFT JOIN mosaic.projects AS p ON p.id = b.project_id
),
derived AS MATERIALIZED (
    SELECT
        k1, ready, runtime,
        CASE WHEN has_role AND config ->> 'role' IS NOT NULL
            THEN ARRAY[(config ->> 'role')::mosaic.specialist_role] ELSE '{}'::mosaic.specialist_role[] END AS roles,
        CASE WHEN has_tools AND has_skills AND num_nonnulls(allowed_tools, skills) > 0
            THEN jsonb_strip_nulls(jsonb_build_object('tools', allowed_tools, 'skills', skills)) END AS capabilities,
        has_config AND has_role AND has_tools AND has_skills AS sound
    FROM read
),
faults AS (
    SELECT k1::text AS key, reason, NULL::text AS detail
    FROM read CROSS JOIN LATERAL (VALUES
        ('parent_unmapped', NOT ready), ('config_malformed', NOT has_config), ('role_unknown', NOT has_role),
        ('tools_malformed', NOT has_tools), ('skills_malformed', NOT has_skills)
    ) AS found (reason, holds)
    WHERE holds
),
mapped AS (
    UPDATE mosaic.agents AS a SET workspace_id = {workspace}, runtime = d.runtime, roles = d.roles, capabilities = d.capabilities
    FROM derived AS d
    WHERE a.id = d.k1 AND d.ready AND (
        a.workspace_id IS NULL
        OR d.sound AND (a.runtime, a.roles, a.capabilities) IS DISTINCT FROM (d.runtime, d.roles, d.capabilities)
    )
    RETURNING 1
),
written AS (SELECT count(*) AS n FROM mapped)
