SELECT CASE WHEN s.setrole <> 0 THEN substr(pg_get_userbyid(s.setrole), 8) WHEN s.setdatabase = 0 THEN 'every_role' ELSE 'database' END, entry.text
FROM pg_db_role_setting AS s
CROSS JOIN LATERAL unnest(s.setconfig) AS entry (text)
WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
  AND (s.setrole = 0 OR pg_get_userbyid(s.setrole) IN ({roles}))
