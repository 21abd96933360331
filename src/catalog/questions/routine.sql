SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name,
  p.pronamespace AS of,
  CASE p.prokind WHEN 'f' THEN 'function' WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' ELSE 'window function' END AS kind,
  pg_get_userbyid(p.proowner) AS owner,
  {acl p.proacl f p.proowner},
  pg_get_function_arguments(p.oid) AS arguments,
  pg_get_function_result(p.oid) AS result,
  l.lanname AS language,
  coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) AS body,
  CASE WHEN p.prosecdef THEN 'yes' END AS security_definer,
  CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' END AS volatility,
  CASE WHEN p.proisstrict THEN 'yes' END AS strict,
  CASE WHEN p.proleakproof THEN 'yes' END AS leakproof,
  CASE p.proparallel WHEN 's' THEN 'safe' WHEN 'r' THEN 'restricted' END AS parallel,
  array_to_string(p.proconfig, ', ') AS settings,
  (SELECT concat_ws(', ', 'state ' || format_type(g.aggtranstype, NULL), 'step ' || g.aggtransfn::regproc,
     'final ' || nullif(g.aggfinalfn, 0)::regproc, 'initially ' || quote_literal(g.agginitval))
   FROM pg_aggregate g WHERE g.aggfnoid = p.oid) AS aggregate
FROM pg_proc p
JOIN pg_language l ON l.oid = p.prolang
-- By pg_depend, which has an index for it: pg_proc is large and has none.
WHERE p.oid = ANY (ARRAY(SELECT d.objid FROM pg_depend d
    WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = ANY {namespaces} AND d.classid = 'pg_proc'::regclass))
  AND {own pg_proc p.oid}
  -- The constructors of a range type come and go with it.
  AND NOT EXISTS (SELECT FROM pg_depend i WHERE i.classid = 'pg_proc'::regclass AND i.objid = p.oid AND i.deptype = 'i')
