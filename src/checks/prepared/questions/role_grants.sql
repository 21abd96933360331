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
    -- Fast load, which a check of its own tells of.
    WHEN 'pg_parameter_acl'::regclass THEN NOT EXISTS (
        SELECT FROM pg_parameter_acl AS p
        WHERE p.oid = d.objid AND p.parname = 'session_replication_role'
          AND pg_get_userbyid(d.refobjid) = 'mosaic_data_importer'
          AND current_setting('server_version_num')::integer >= 170000
          AND NOT EXISTS (SELECT FROM aclexplode(p.paracl) AS e
            WHERE d.refobjid IN (e.grantee, e.grantor)
              AND (e.grantor, e.privilege_type, e.is_grantable) <> (10, 'SET', false)))
    ELSE true
    END
