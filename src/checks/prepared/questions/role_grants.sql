-- Every privilege, on whatever class of object, leaves a row here. What bootstrap gives and what a grants file may give
-- (within the schema owner's schemas) is judged elsewhere; anything else should not be.
WITH schema AS MATERIALIZED (SELECT oid FROM pg_namespace WHERE nspname IN ({schemas}))
SELECT substr(pg_get_userbyid(d.refobjid), 8), pg_describe_object(d.classid, d.objid, d.objsubid)
FROM pg_shdepend AS d
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'a'
  AND d.refobjid = ANY (ARRAY(SELECT oid FROM pg_roles WHERE rolname IN ({roles})))
  AND (d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    OR d.dbid = 0 AND d.classid <> 'pg_database'::regclass)
  AND CASE d.classid
    WHEN 'pg_default_acl'::regclass THEN false
    WHEN 'pg_namespace'::regclass THEN d.objid NOT IN (SELECT oid FROM schema)
    WHEN 'pg_class'::regclass THEN d.objid NOT IN (SELECT oid FROM pg_class WHERE relnamespace IN (SELECT oid FROM schema))
    WHEN 'pg_proc'::regclass THEN (SELECT pronamespace FROM pg_proc WHERE oid = d.objid) NOT IN (SELECT oid FROM schema)
    WHEN 'pg_type'::regclass THEN (SELECT typnamespace FROM pg_type WHERE oid = d.objid) NOT IN (SELECT oid FROM schema)
    ELSE true
    END
