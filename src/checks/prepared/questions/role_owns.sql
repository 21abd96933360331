-- What a role owns beyond what bootstrap made for it. Objects in other databases have no description here.
SELECT substr(pg_get_userbyid(d.refobjid), 8),
    CASE WHEN d.dbid IN (0, here.oid) THEN pg_describe_object(d.classid, d.objid, d.objsubid)
        ELSE 'objects in database ' || (SELECT datname FROM pg_database WHERE oid = d.dbid) END
FROM pg_shdepend AS d
CROSS JOIN (SELECT oid FROM pg_database WHERE datname = current_database()) AS here
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
  AND d.refobjid = ANY (ARRAY(SELECT oid FROM pg_roles WHERE rolname IN ({roles}) AND rolname <> 'mosaic_schema_owner'))
  AND CASE pg_get_userbyid(d.refobjid)
    WHEN 'mosaic_platform_database_owner' THEN d.dbid = here.oid
        AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid = to_regnamespace('mosaic_control'))
        AND NOT (d.classid = 'pg_class'::regclass
            AND d.objid IN (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace('mosaic_control')))
    WHEN 'mosaic_extension_owner' THEN d.dbid = here.oid AND d.classid <> 'pg_extension'::regclass
        AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid = to_regnamespace('mosaic_extensions'))
        AND (d.classid, d.objid) NOT IN (SELECT member.classid, member.objid FROM pg_depend AS member
            WHERE member.refclassid = 'pg_extension'::regclass AND member.deptype = 'e')
    ELSE true
    END
UNION ALL
-- The schema owner owns much, but in its own schemas, where it is judged with them: only what lies elsewhere is looked up.
SELECT 'schema_owner', 'schema ' || n.nspname
FROM pg_namespace AS n
WHERE n.nspowner = to_regrole('mosaic_schema_owner') AND n.nspname NOT IN ({schemas})
UNION ALL
SELECT 'schema_owner', pg_describe_object(inside.classid, inside.objid, 0)
FROM pg_namespace AS n
JOIN pg_depend AS inside ON inside.refclassid = 'pg_namespace'::regclass AND inside.refobjid = n.oid
JOIN pg_shdepend AS d ON d.classid = inside.classid AND d.objid = inside.objid AND d.deptype = 'o'
    AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
WHERE n.nspname NOT IN ({schemas}) AND n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema')
  AND d.refclassid = 'pg_authid'::regclass AND d.refobjid = to_regrole('mosaic_schema_owner')
UNION ALL
SELECT 'schema_owner', 'database ' || datname FROM pg_database WHERE datdba = to_regrole('mosaic_schema_owner')
