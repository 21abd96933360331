SELECT c.relname AS name,
  c.relnamespace AS of,
  pg_get_indexdef(i.indexrelid) AS definition,
  CASE WHEN NOT i.indisvalid THEN 'no' END AS valid,
  CASE WHEN NOT i.indisready THEN 'no' END AS ready,
  CASE WHEN i.indisclustered THEN 'yes' END AS clustered,
  CASE WHEN i.indisreplident THEN 'yes' END AS replica_identity
FROM pg_index i
JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relnamespace = ANY {namespaces} AND {own pg_class i.indrelid}
  AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.contype IN ('p', 'u', 'x'))
