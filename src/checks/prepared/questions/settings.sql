SELECT coalesce(substr(role.rolname, 8), CASE WHEN s.setdatabase = 0 THEN 'every_role' ELSE 'database' END), entry.text
FROM pg_db_role_setting AS s
LEFT JOIN pg_roles AS role ON role.oid = s.setrole
CROSS JOIN LATERAL unnest(s.setconfig) AS entry (text)
WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
  AND (s.setrole = 0 OR role.rolname IN ({roles}))
