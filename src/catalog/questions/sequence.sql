SELECT c.relname AS name,
  c.relnamespace AS of,
  pg_get_userbyid(c.relowner) AS owner,
  {acl c.relacl s c.relowner},
  format_type(s.seqtypid, NULL) AS type,
  s.seqstart::text AS start,
  s.seqincrement::text AS increment,
  s.seqmin::text AS minimum,
  s.seqmax::text AS maximum,
  s.seqcache::text AS cache,
  CASE WHEN s.seqcycle THEN 'yes' END AS cycle,
  CASE WHEN c.relpersistence = 'u' THEN 'unlogged' END AS persistence,
  (SELECT array_to_string((pg_identify_object_as_address(d.refclassid, d.refobjid, d.refobjsubid)).object_names, '.')
     || CASE d.deptype WHEN 'i' THEN ' (identity)' ELSE '' END
   FROM pg_depend d
   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_class'::regclass
     AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')) AS owned_by
FROM pg_sequence s
JOIN pg_class c ON c.oid = s.seqrelid
WHERE c.relnamespace = ANY {namespaces} AND {own pg_class c.oid}
