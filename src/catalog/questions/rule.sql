SELECT n.nspname || '.' || c.relname || '.' || r.rulename AS name,
  pg_get_ruledef(r.oid) AS definition,
  CASE r.ev_enabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END AS enabled
FROM pg_rewrite r
JOIN pg_class c ON c.oid = r.ev_class
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ({managed}) AND r.rulename <> '_RETURN' AND {own pg_class c.oid}
