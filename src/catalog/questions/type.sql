SELECT t.typname AS name,
  t.typrelid AS oid,
  t.typnamespace AS of,
  CASE t.typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN 'domain' WHEN 'c' THEN 'composite' WHEN 'r' THEN 'range'
    WHEN 'm' THEN 'multirange' ELSE 'base' END AS kind,
  pg_get_userbyid(t.typowner) AS owner,
  {acl t.typacl T t.typowner},
  CASE WHEN t.typtype = 'e' THEN (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumlabel COLLATE "C")
    FROM pg_enum e WHERE e.enumtypid = t.oid) END AS labels,
  CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) END AS base,
  CASE WHEN t.typtype = 'd' THEN t.typdefault END AS "default",
  CASE WHEN t.typtype = 'd' AND t.typnotnull THEN 'yes' END AS not_null,
  CASE WHEN t.typtype = 'd' THEN (SELECT string_agg(pg_get_constraintdef(o.oid), ', ' ORDER BY pg_get_constraintdef(o.oid) COLLATE "C")
    FROM pg_constraint o WHERE o.contypid = t.oid AND o.contype = 'c') END AS constraints,
  CASE WHEN t.typtype = 'r' THEN (SELECT format_type(r.rngsubtype, NULL) FROM pg_range r WHERE r.rngtypid = t.oid) END AS subtype
FROM pg_type t
-- Of a table's own type the table tells everything, and the array of a type comes and goes with it: alone of all that is
-- defined, it has no array.
WHERE t.typnamespace = ANY {namespaces} AND t.typtype <> 'm' AND (t.typarray <> 0 OR NOT t.typisdefined)
  AND (t.typrelid = 0 OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))
  AND {own pg_type t.oid}
