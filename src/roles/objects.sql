-- Objects in these schemas with an owner or privileges of their own: the schema owner's tables, sequences, views and types
-- only where privileges were ever granted on them.
--
-- What is in the schemas comes from pg_depend, by index: nothing here reads all of pg_proc or pg_attribute, so the price
-- before each commit follows the schemas and not the catalog. Every table, sequence, view, routine and free-standing type
-- has an entry there for its schema; what has none (indexes, row types, arrays) belongs to one that has and shares its owner.
--
-- Objects of extensions are the extension's business. The constructors of a range type are the type's: the server gives
-- them to the bootstrap superuser, whoever makes the type.
WITH o AS MATERIALIZED (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = 'mosaic_schema_owner'),
n AS MATERIALIZED (SELECT oid, nspname, nspowner, nspacl FROM pg_catalog.pg_namespace WHERE nspname IN ({schemas})),
m AS MATERIALIZED (
  SELECT n.nspname, n.nspowner, d.classid, d.objid FROM n JOIN pg_catalog.pg_depend d
  ON d.refclassid = 'pg_catalog.pg_namespace'::regclass AND d.refobjid = n.oid
),
found AS (
  SELECT 'schema' AS class, ''::name AS schema, n.nspname::text AS name, n.nspowner AS owner, n.nspacl AS acl,
    'pg_catalog.pg_namespace'::regclass AS catalog, n.oid AS oid, false AS definer FROM n
  UNION ALL
  SELECT CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' ELSE 'table' END,
    m.nspname, c.relname::text, c.relowner, c.relacl, m.classid, c.oid, false
  FROM m JOIN pg_catalog.pg_class c ON m.classid = 'pg_catalog.pg_class'::regclass AND c.oid = m.objid
  WHERE c.relacl IS NOT NULL OR c.relowner <> m.nspowner OR c.relowner <> (SELECT oid FROM o)
  UNION ALL
  SELECT 'routine', m.nspname, p.proname::text, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner)), m.classid, p.oid,
    p.prosecdef
  FROM m JOIN pg_catalog.pg_proc p ON m.classid = 'pg_catalog.pg_proc'::regclass AND p.oid = m.objid
  UNION ALL
  SELECT 'type', m.nspname, t.typname::text, t.typowner, t.typacl, m.classid, t.oid, false
  FROM m JOIN pg_catalog.pg_type t ON m.classid = 'pg_catalog.pg_type'::regclass AND t.oid = m.objid
  WHERE t.typacl IS NOT NULL OR t.typowner <> m.nspowner OR t.typowner <> (SELECT oid FROM o)
  UNION ALL
  SELECT 'column', m.nspname, c.relname || '.' || a.attname, c.relowner, a.attacl, m.classid, c.oid, false
  FROM m JOIN pg_catalog.pg_class c ON m.classid = 'pg_catalog.pg_class'::regclass AND c.oid = m.objid
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
  WHERE a.attacl IS NOT NULL AND NOT a.attisdropped
  UNION ALL
  SELECT 'default', coalesce(s.nspname, '')::name, d.defaclobjtype::text, d.defaclrole, d.defaclacl,
    'pg_catalog.pg_default_acl'::regclass, d.oid, false
  FROM pg_catalog.pg_default_acl d LEFT JOIN pg_catalog.pg_namespace s ON s.oid = d.defaclnamespace
  WHERE d.defaclrole = (SELECT oid FROM o)
)
SELECT f.class, f.schema, CASE f.class WHEN 'routine' THEN f.name || '(' || (
    SELECT coalesce(string_agg(pg_catalog.format_type(t.oid, NULL), ', ' ORDER BY t.place), '')
    FROM pg_catalog.pg_proc p, unnest(p.proargtypes) WITH ORDINALITY t(oid, place) WHERE p.oid = f.oid) || ')' ELSE f.name END,
  pg_catalog.pg_get_userbyid(f.owner), coalesce(f.acl, '{}'), f.definer
FROM found f
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_depend e
  WHERE e.classid = f.catalog AND e.objid = f.oid AND (e.deptype = 'e' OR e.deptype = 'i' AND f.class = 'routine') OFFSET 0)
