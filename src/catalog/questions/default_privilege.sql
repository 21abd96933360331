SELECT pg_get_userbyid(d.defaclrole) || coalesce(' in ' || n.nspname, '') || ' on ' || CASE d.defaclobjtype
    WHEN 'r' THEN 'tables' WHEN 'S' THEN 'sequences' WHEN 'f' THEN 'routines' WHEN 'T' THEN 'types' WHEN 'n' THEN 'schemas'
    ELSE d.defaclobjtype::text END AS name,
  (SELECT string_agg(format('%s=%s%s', CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END,
     a.privilege_type, CASE WHEN a.is_grantable THEN '*' ELSE '' END), ', ' ORDER BY a.grantee::regrole::text COLLATE "C", a.privilege_type)
   FROM aclexplode(d.defaclacl) a WHERE a.grantee <> d.defaclrole) AS privileges
FROM pg_default_acl d
LEFT JOIN pg_namespace n ON n.oid = d.defaclnamespace
WHERE n.nspname IN ({managed}) OR n.oid IS NULL AND pg_get_userbyid(d.defaclrole) = 'mosaic_schema_owner'
