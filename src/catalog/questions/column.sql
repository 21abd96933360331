SELECT a.attname AS name,
  a.attrelid AS of,
  format_type(a.atttypid, a.atttypmod) AS type,
  CASE WHEN a.attcollation <> t.typcollation
    THEN (SELECT quote_ident(cn.nspname) || '.' || quote_ident(co.collname) FROM pg_collation co
          JOIN pg_namespace cn ON cn.oid = co.collnamespace WHERE co.oid = a.attcollation)
  END AS collation,
  CASE WHEN a.attgenerated = '' THEN d.expression END AS "default",
  CASE WHEN a.attnotnull THEN {not_null} END AS not_null,
  CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END AS identity,
  CASE a.attgenerated WHEN 's' THEN 'stored' WHEN 'v' THEN 'virtual' END AS generated,
  CASE WHEN a.attgenerated <> '' THEN d.expression END AS expression,
  a.attacl AS acl,
  '{}' AS acl_built_in,
  CASE WHEN a.attacl IS NOT NULL THEN (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = a.attrelid) END AS acl_owner,
  CASE WHEN a.attstorage <> t.typstorage THEN a.attstorage::text END AS storage,
  CASE a.attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' END AS compression,
  -- The two options PostgreSQL has for a column. Patched servers keep notes of their own here.
  CASE WHEN a.attoptions IS NOT NULL
    THEN (SELECT string_agg(x, ', ' ORDER BY x) FROM unnest(a.attoptions) x WHERE x LIKE 'n\_distinct%')
  END AS options
FROM pg_attribute a
JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN (SELECT adrelid, adnum, pg_get_expr(adbin, adrelid) AS expression FROM pg_attrdef WHERE adrelid = ANY {relations} OFFSET 0) d
  ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = ANY {relations} AND a.attnum > 0 AND NOT a.attisdropped
