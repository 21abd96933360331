-- Every privilege, on whatever class of object, leaves a row here. What bootstrap gives and what a grants file may give
-- (within the schema owner's schemas) is judged elsewhere; anything else should not be.
SELECT substr(role.rolname, 8), pg_describe_object(d.classid, d.objid, d.objsubid)
FROM pg_shdepend AS d
JOIN pg_roles AS role ON role.oid = d.refobjid
CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, d.objsubid) AS object
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'a' AND role.rolname IN ({roles})
  AND (d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    OR d.dbid = 0 AND d.classid <> 'pg_database'::regclass)
  AND d.classid <> 'pg_default_acl'::regclass
  AND NOT (d.classid = 'pg_namespace'::regclass
    AND pg_describe_object(d.classid, d.objid, 0) = ANY (SELECT 'schema ' || name FROM unnest(ARRAY[{schemas}]) AS s (name)))
  AND coalesce(object.schema, '') NOT IN ({schemas})
