SELECT c.relname AS name,
  c.oid,
  c.relnamespace AS of,
  CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' ELSE 'foreign table' END AS kind,
  pg_get_userbyid(c.relowner) AS owner,
  {acl c.relacl r c.relowner},
  CASE c.relpersistence WHEN 'u' THEN 'unlogged' END AS persistence,
  (SELECT amname FROM pg_am am WHERE am.oid = c.relam) AS access_method,
  array_to_string(c.reloptions, ', ') AS options,
  CASE WHEN c.relrowsecurity THEN 'on' END AS row_security,
  CASE WHEN c.relforcerowsecurity THEN 'on' END AS row_security_for_owner,
  CASE c.relreplident WHEN 'f' THEN 'full' WHEN 'n' THEN 'nothing' WHEN 'i' THEN 'index' END AS replica_identity,
  CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS partition_key,
  CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END AS partition_bound,
  (SELECT string_agg(i.inhparent::regclass::text, ', ' ORDER BY i.inhseqno) FROM pg_inherits i WHERE i.inhrelid = c.oid) AS parents
FROM pg_class c
WHERE c.relnamespace = ANY {namespaces} AND c.relkind IN ('r', 'p', 'f') AND {own pg_class c.oid}
