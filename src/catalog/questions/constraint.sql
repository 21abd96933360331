SELECT CASE
    WHEN starts_with(o.conname, left(c.relname, 29))
      AND substr(o.conname, length(left(c.relname, 29)) + 1) ~ '_(pkey|key|fkey|check|excl)[0-9]*$'
    THEN o.definition ELSE o.conname::text END AS name,
  o.conrelid AS of,
  CASE o.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' WHEN 'p' THEN 'primary key' WHEN 'u' THEN 'unique'
    WHEN 'x' THEN 'exclusion' ELSE o.contype::text END AS kind,
  o.definition,
  CASE WHEN NOT o.convalidated THEN 'no' END AS validated,
  {enforced} AS enforced,
  CASE WHEN o.connoinherit AND o.contype = 'c' THEN 'no' END AS inherited,
  CASE WHEN o.contype IN ('p', 'u', 'x') AND NOT (i.indisvalid AND i.indisready) THEN 'no' END AS index_valid
-- Printed once: OFFSET 0 keeps it out of the expressions that use it.
FROM (SELECT *, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE connamespace = ANY {namespaces} AND conrelid <> 0 AND contype IN ('c', 'f', 'p', 'u', 'x') OFFSET 0) o
JOIN pg_class c ON c.oid = o.conrelid
LEFT JOIN pg_index i ON i.indexrelid = o.conindid AND o.contype IN ('p', 'u', 'x')
