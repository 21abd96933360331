DO $check$
DECLARE
    ledger regclass := format('%I.%I', current_setting('mosaic_bootstrap.ledger_schema'), current_setting('mosaic_bootstrap.ledger_table'))::regclass;
    bad text;
BEGIN
    WITH actual (grantee, privilege, grantable) AS (
        SELECT coalesce(r.rolname, 'PUBLIC'), e.privilege_type, e.is_grantable
        FROM pg_class AS c
        CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) AS e
        LEFT JOIN pg_authid AS r ON r.oid = e.grantee
        WHERE c.oid = ledger AND e.grantee <> c.relowner
    ), wanted (grantee, privilege, grantable) AS (
        VALUES ('mosaic_runtime_capability', 'SELECT', false), ('mosaic_data_importer', 'SELECT', false)
    )
    SELECT string_agg(format('%s for %s', x.privilege, x.grantee), ', ') INTO bad
    FROM ((TABLE actual EXCEPT TABLE wanted) UNION ALL (TABLE wanted EXCEPT TABLE actual)) AS x;
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: privileges on the ledger that are not to be there: %', bad;
    END IF;
END
$check$;
