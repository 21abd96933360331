SELECT n.nspname || '.' || c.relname || '.' || CASE
    WHEN o.conname ~ ('^' || regexp_replace(left(c.relname, 29), '([^a-zA-Z0-9_])', '\\\1', 'g') || '.*_(pkey|key|fkey|check|excl)[0-9]*$')
    THEN pg_get_constraintdef(o.oid) ELSE o.conname::text END AS name,
  CASE o.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' WHEN 'p' THEN 'primary key' WHEN 'u' THEN 'unique'
    WHEN 'x' THEN 'exclusion' ELSE o.contype::text END AS kind,
  pg_get_constraintdef(o.oid) AS definition,
  CASE WHEN NOT o.convalidated THEN 'no' END AS validated,
  {enforced} AS enforced,
  CASE WHEN o.connoinherit AND o.contype = 'c' THEN 'no' END AS inherited,
  CASE WHEN o.contype IN ('p', 'u', 'x') AND NOT (i.indisvalid AND i.indisready) THEN 'no' END AS index_valid
FROM pg_constraint o
JOIN pg_class c ON c.oid = o.conrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_index i ON i.indexrelid = o.conindid AND o.contype IN ('p', 'u', 'x')
WHERE n.nspname IN ({managed}) AND o.contype IN ('c', 'f', 'p', 'u', 'x') AND {own pg_class c.oid}
