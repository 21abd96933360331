SELECT i.type || ' ' || i.identity AS name, 'present' AS state
FROM pg_namespace n
JOIN pg_depend d ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = n.oid
CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) i
WHERE n.nspname IN ({managed})
  AND d.classid NOT IN ('pg_class'::regclass, 'pg_type'::regclass, 'pg_proc'::regclass, 'pg_statistic_ext'::regclass,
    'pg_default_acl'::regclass, 'pg_extension'::regclass)
  AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = d.classid AND e.objid = d.objid AND e.deptype = 'e')
