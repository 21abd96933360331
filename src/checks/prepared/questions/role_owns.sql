-- What a role owns beyond what bootstrap made for it. Objects in other databases have no description here.
SELECT substr(role.rolname, 8),
    CASE WHEN d.dbid IN (0, here.oid) THEN pg_describe_object(d.classid, d.objid, d.objsubid)
        ELSE 'objects in database ' || (SELECT datname FROM pg_database WHERE oid = d.dbid) END
FROM pg_shdepend AS d
JOIN pg_roles AS role ON role.oid = d.refobjid
CROSS JOIN (SELECT oid FROM pg_database WHERE datname = current_database()) AS here
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o' AND role.rolname IN ({roles})
  AND CASE role.rolname
    WHEN 'mosaic_schema_owner' THEN false
    WHEN 'mosaic_platform_database_owner' THEN d.dbid = here.oid
        AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid IN (SELECT oid FROM pg_namespace WHERE nspname = 'mosaic_control'))
        AND NOT (d.classid = 'pg_class'::regclass
            AND d.objid IN (SELECT oid FROM pg_class WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = 'mosaic_control')))
    WHEN 'mosaic_extension_owner' THEN d.dbid = here.oid AND d.classid <> 'pg_extension'::regclass
        AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid IN (SELECT oid FROM pg_namespace WHERE nspname = 'mosaic_extensions'))
        AND NOT EXISTS (SELECT FROM pg_depend AS member
            WHERE member.classid = d.classid AND member.objid = d.objid AND member.deptype = 'e')
    ELSE true
    END
