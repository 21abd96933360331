SELECT 'writers', format('%s by %s', p.oid::regprocedure, CASE e.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(e.grantee) END)
FROM pg_proc AS p
CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS e
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND e.grantee <> p.proowner
  AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_export', 'lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite')
