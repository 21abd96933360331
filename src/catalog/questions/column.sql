SELECT n.nspname || '.' || c.relname || '.' || a.attname AS name,
  format_type(a.atttypid, a.atttypmod) AS type,
  CASE WHEN a.attcollation <> t.typcollation
    THEN (SELECT quote_ident(cn.nspname) || '.' || quote_ident(co.collname) FROM pg_collation co
          JOIN pg_namespace cn ON cn.oid = co.collnamespace WHERE co.oid = a.attcollation)
  END AS collation,
  CASE WHEN a.attgenerated = '' AND a.atthasdef THEN pg_get_expr(d.adbin, d.adrelid) END AS "default",
  CASE WHEN a.attnotnull THEN {not_null} END AS not_null,
  CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END AS identity,
  CASE a.attgenerated WHEN 's' THEN 'stored' WHEN 'v' THEN 'virtual' END AS generated,
  CASE WHEN a.attgenerated <> '' THEN pg_get_expr(d.adbin, d.adrelid) END AS expression,
  CASE WHEN a.attacl IS NOT NULL THEN {acl a.attacl c c.relowner} END AS privileges,
  CASE WHEN a.attstorage <> t.typstorage THEN a.attstorage::text END AS storage,
  CASE a.attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' END AS compression,
  -- The two options PostgreSQL has for a column. Patched servers keep notes of their own here.
  (SELECT string_agg(x, ', ' ORDER BY x) FROM unnest(a.attoptions) x WHERE x LIKE 'n\_distinct%') AS options
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE n.nspname IN ({managed}) AND c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c') AND {own pg_class c.oid}
