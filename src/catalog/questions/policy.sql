SELECT p.polname AS name,
  p.polrelid AS of,
  CASE WHEN p.polpermissive THEN 'permissive' ELSE 'restrictive' END AS kind,
  CASE p.polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'all' END AS command,
  (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(r) END, ', ' ORDER BY 1) FROM unnest(p.polroles) r) AS roles,
  pg_get_expr(p.polqual, p.polrelid) AS "using",
  pg_get_expr(p.polwithcheck, p.polrelid) AS "check"
FROM pg_policy p
WHERE p.polrelid = ANY {relations}
