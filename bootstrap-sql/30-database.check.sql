DO $check$
DECLARE
    bad text;
BEGIN
    WITH actual (grantee, privilege, grantable) AS (
        SELECT coalesce(r.rolname, 'PUBLIC'), e.privilege_type, e.is_grantable
        FROM pg_database AS d
        CROSS JOIN LATERAL aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) AS e
        LEFT JOIN pg_authid AS r ON r.oid = e.grantee
        WHERE d.datname = current_database() AND e.grantee <> d.datdba
    ), wanted (grantee, privilege, grantable) AS (
        VALUES ('mosaic_migrator', 'CONNECT', false), ('mosaic_runtime', 'CONNECT', false), ('mosaic_data_importer', 'CONNECT', false)
        UNION ALL
        SELECT 'mosaic_schema_owner', 'CREATE', false WHERE current_setting('mosaic_bootstrap.database_create')::boolean
    )
    SELECT string_agg(format('%s %s%s', x.privilege, x.grantee, CASE WHEN x.grantable THEN ' with grant option' END), ', ') INTO bad
    FROM ((TABLE actual EXCEPT TABLE wanted) UNION ALL (TABLE wanted EXCEPT TABLE actual)) AS x;
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: privileges on database % that are not to be there: %', current_database(), bad
            USING HINT = 'CREATE for mosaic_schema_owner is taken back by the script that `bootstrap render --after` prints.';
    END IF;

    SELECT string_agg(p.oid::regprocedure::text, ', ') INTO bad
    FROM pg_proc AS p
    CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS e
    WHERE p.pronamespace = 'pg_catalog'::regnamespace
      AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_export', 'lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite')
      AND e.grantee <> p.proowner;
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: large objects can be written through %', bad;
    END IF;

    SELECT string_agg(format('%s for %s in %s', d.defaclobjtype, pg_get_userbyid(d.defaclrole),
            coalesce(n.nspname, 'every schema')), ', ') INTO bad
    FROM pg_default_acl AS d
    LEFT JOIN pg_namespace AS n ON n.oid = d.defaclnamespace
    WHERE (d.defaclrole::regrole::text, d.defaclobjtype, d.defaclnamespace) <> ('mosaic_schema_owner', 'f', 0)
       OR EXISTS (SELECT FROM aclexplode(d.defaclacl) AS e WHERE e.grantee <> d.defaclrole);
    IF bad IS NOT NULL OR NOT EXISTS (SELECT FROM pg_default_acl) THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: default privileges other than the one this script sets: %', coalesce(bad, 'missing');
    END IF;
END
$check$;
