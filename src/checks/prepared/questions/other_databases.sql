SELECT 'public_connect', d.datname
FROM pg_database AS d
WHERE d.datname <> current_database() AND d.datallowconn
  AND EXISTS (SELECT FROM aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) AS e WHERE e.grantee = 0 AND e.privilege_type = 'CONNECT')
