SELECT 'writers', format('%s by %s', p.oid::regprocedure, coalesce(r.rolname, 'PUBLIC'))
FROM pg_proc AS p
CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS e
LEFT JOIN pg_roles AS r ON r.oid = e.grantee
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND e.grantee <> p.proowner
  AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_export', 'lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite')
