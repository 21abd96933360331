SELECT r.rulename AS name,
  r.ev_class AS of,
  pg_get_ruledef(r.oid) AS definition,
  CASE r.ev_enabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END AS enabled
FROM pg_rewrite r
WHERE r.ev_class = ANY {relations} AND r.rulename <> '_RETURN'
