DO $check$
DECLARE
    bad text;
BEGIN
    WITH managed AS (
        SELECT n.*
        FROM pg_namespace AS n
        WHERE n.nspname IN ('mosaic_extensions', 'mosaic_control')
           OR current_setting('mosaic_bootstrap.owned_schemas')::jsonb ? n.nspname
    ), actual (schema, grantee, privilege, grantable) AS (
        SELECT n.nspname, coalesce(r.rolname, 'PUBLIC'), e.privilege_type, e.is_grantable
        FROM managed AS n
        CROSS JOIN LATERAL aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) AS e
        LEFT JOIN pg_authid AS r ON r.oid = e.grantee
        WHERE e.grantee <> n.nspowner
          -- What a bundle's grants file may open later.
          AND NOT (n.nspowner = 'mosaic_schema_owner'::regrole AND e.privilege_type = 'USAGE' AND NOT e.is_grantable
            AND coalesce(r.rolname, 'PUBLIC') IN ('mosaic_runtime_capability', 'mosaic_data_importer')
            AND NOT current_setting('mosaic_bootstrap.usage_schemas')::jsonb ? n.nspname)
    ), wanted (schema, grantee, privilege, grantable) AS (
        SELECT schema, grantee, 'USAGE', false
        FROM (VALUES ('mosaic_extensions'), ('mosaic_control')) AS s (schema),
             (VALUES ('mosaic_schema_owner'), ('mosaic_runtime_capability'), ('mosaic_data_importer')) AS g (grantee)
        UNION ALL
        SELECT value, grantee, 'USAGE', false
        FROM jsonb_array_elements_text(current_setting('mosaic_bootstrap.usage_schemas')::jsonb),
             (VALUES ('mosaic_runtime_capability'), ('mosaic_data_importer')) AS g (grantee)
    )
    SELECT string_agg(format('%s on %I for %s', x.privilege, x.schema, x.grantee), ', ') INTO bad
    FROM ((TABLE actual EXCEPT TABLE wanted) UNION ALL (TABLE wanted EXCEPT TABLE actual)) AS x;
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: privileges on schemas that are not to be there: %', bad;
    END IF;

    -- What is in a managed schema belongs to its owner. Members of extensions belong to the extension's owner.
    SELECT string_agg(format('%s owned by %I', x.object, pg_get_userbyid(x.owner)), ', ') INTO bad
    FROM (
        SELECT oid::regclass::text AS object, relnamespace AS namespace, relowner AS owner FROM pg_class WHERE relkind <> 't'
        UNION ALL
        SELECT oid::regprocedure::text, pronamespace, proowner FROM pg_proc
        UNION ALL
        SELECT oid::regtype::text, typnamespace, typowner FROM pg_type
    ) AS x
    JOIN pg_namespace AS n ON n.oid = x.namespace
    WHERE x.owner <> n.nspowner
      AND (n.nspname = 'mosaic_extensions' OR current_setting('mosaic_bootstrap.owned_schemas')::jsonb ? n.nspname);
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: objects in a managed schema that do not belong to its owner: %', bad
            USING HINT = 'A database that is already in use is taken over from a snapshot of it, not with this script.';
    END IF;
END
$check$;
