SELECT n.nspname || '.' || c.relname AS name,
  pg_get_userbyid(c.relowner) AS owner,
  {acl c.relacl s c.relowner} AS privileges,
  format_type(s.seqtypid, NULL) AS type,
  s.seqstart::text AS start,
  s.seqincrement::text AS increment,
  s.seqmin::text AS minimum,
  s.seqmax::text AS maximum,
  s.seqcache::text AS cache,
  CASE WHEN s.seqcycle THEN 'yes' END AS cycle,
  CASE WHEN c.relpersistence = 'u' THEN 'unlogged' END AS persistence,
  (SELECT on_.nspname || '.' || oc.relname || '.' || oa.attname || CASE d.deptype WHEN 'i' THEN ' (identity)' ELSE '' END
   FROM pg_depend d JOIN pg_class oc ON oc.oid = d.refobjid JOIN pg_namespace on_ ON on_.oid = oc.relnamespace
   JOIN pg_attribute oa ON oa.attrelid = oc.oid AND oa.attnum = d.refobjsubid
   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_class'::regclass
     AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')) AS owned_by
FROM pg_sequence s
JOIN pg_class c ON c.oid = s.seqrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ({managed}) AND {own pg_class c.oid}
