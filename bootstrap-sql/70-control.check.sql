DO $check$
DECLARE
    bad text;
BEGIN
    WITH actual (relation, grantee, privilege, grantable) AS (
        SELECT c.relname, coalesce(r.rolname, 'PUBLIC'), e.privilege_type, e.is_grantable
        FROM pg_class AS c
        CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) AS e
        LEFT JOIN pg_authid AS r ON r.oid = e.grantee
        WHERE c.relnamespace = 'mosaic_control'::regnamespace AND c.relkind NOT IN ('i', 'c', 't') AND e.grantee <> c.relowner
    ), wanted (relation, grantee, privilege, grantable) AS (
        VALUES ('identity', 'mosaic_schema_owner', 'SELECT', false),
               ('identity', 'mosaic_runtime_capability', 'SELECT', false),
               ('identity', 'mosaic_data_importer', 'SELECT', false),
               ('progress', 'mosaic_schema_owner', 'SELECT', false),
               ('progress', 'mosaic_schema_owner', 'INSERT', false),
               ('progress', 'mosaic_schema_owner', 'UPDATE', false),
               ('progress', 'mosaic_schema_owner', 'DELETE', false),
               ('import_checkpoint', 'mosaic_data_importer', 'SELECT', false),
               ('import_checkpoint', 'mosaic_data_importer', 'INSERT', false),
               ('import_checkpoint', 'mosaic_data_importer', 'UPDATE', false)
    )
    SELECT string_agg(format('%s on mosaic_control.%I for %s', x.privilege, x.relation, x.grantee), ', ') INTO bad
    FROM ((TABLE actual EXCEPT TABLE wanted) UNION ALL (TABLE wanted EXCEPT TABLE actual)) AS x;
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: privileges in the control schema that are not to be there: %', bad;
    END IF;

    SELECT string_agg(format('%I owned by %I', c.relname, pg_get_userbyid(c.relowner)), ', ') INTO bad
    FROM pg_class AS c
    WHERE c.relnamespace = 'mosaic_control'::regnamespace
      AND (c.relowner <> 'mosaic_platform_database_owner'::regrole
        OR (c.relkind <> 'i' AND c.relname NOT IN ('identity', 'progress', 'import_checkpoint')));
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: relations in the control schema that are not its own: %', bad;
    END IF;

    IF (SELECT count(*) FROM mosaic_control.identity WHERE singleton AND control_version = 1) <> 1 THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: mosaic_control.identity does not hold the one row of this version';
    END IF;
END
$check$;
