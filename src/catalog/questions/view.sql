SELECT c.relname AS name,
  c.oid,
  c.relnamespace AS of,
  CASE c.relkind WHEN 'v' THEN 'view' ELSE 'materialized view' END AS kind,
  pg_get_userbyid(c.relowner) AS owner,
  {acl c.relacl r c.relowner},
  pg_get_viewdef(c.oid) AS definition,
  array_to_string(c.reloptions, ', ') AS options,
  CASE WHEN c.relkind = 'm' AND NOT c.relispopulated THEN 'no' END AS populated
FROM pg_class c
WHERE c.relnamespace = ANY {namespaces} AND c.relkind IN ('v', 'm') AND {own pg_class c.oid}
