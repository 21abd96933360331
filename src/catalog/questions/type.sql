SELECT n.nspname || '.' || t.typname AS name,
  CASE t.typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN 'domain' WHEN 'c' THEN 'composite' WHEN 'r' THEN 'range'
    WHEN 'm' THEN 'multirange' ELSE 'base' END AS kind,
  pg_get_userbyid(t.typowner) AS owner,
  -- Everybody may use a type by default, and a list that says the same is the same.
  CASE WHEN t.typacl IS NOT NULL THEN nullif(coalesce({acl t.typacl T t.typowner}, 'nobody'), 'PUBLIC=USAGE') END AS privileges,
  CASE WHEN t.typtype = 'e' THEN (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumlabel COLLATE "C")
    FROM pg_enum e WHERE e.enumtypid = t.oid) END AS labels,
  CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) END AS base,
  CASE WHEN t.typtype = 'd' THEN t.typdefault END AS "default",
  CASE WHEN t.typtype = 'd' AND t.typnotnull THEN 'yes' END AS not_null,
  CASE WHEN t.typtype = 'd' THEN (SELECT string_agg(pg_get_constraintdef(o.oid), ', ' ORDER BY pg_get_constraintdef(o.oid) COLLATE "C")
    FROM pg_constraint o WHERE o.contypid = t.oid AND o.contype = 'c') END AS constraints,
  CASE WHEN t.typtype = 'r' THEN (SELECT format_type(r.rngsubtype, NULL) FROM pg_range r WHERE r.rngtypid = t.oid) END AS subtype
FROM pg_type t
JOIN pg_namespace n ON n.oid = t.typnamespace
LEFT JOIN pg_class c ON c.oid = t.typrelid
WHERE n.nspname IN ({managed}) AND (t.typrelid = 0 OR c.relkind = 'c') AND t.typtype <> 'm'
  AND NOT EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid) AND {own pg_type t.oid}
