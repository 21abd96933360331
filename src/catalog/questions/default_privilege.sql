SELECT pg_get_userbyid(d.defaclrole) || coalesce(' in ' || n.nspname, '') || ' on ' || CASE d.defaclobjtype
    WHEN 'r' THEN 'tables' WHEN 'S' THEN 'sequences' WHEN 'f' THEN 'routines' WHEN 'T' THEN 'types' WHEN 'n' THEN 'schemas'
    ELSE d.defaclobjtype::text END AS name,
  d.defaclacl AS acl, '{}' AS acl_built_in, pg_get_userbyid(d.defaclrole) AS acl_owner
FROM pg_default_acl d
LEFT JOIN pg_namespace n ON n.oid = d.defaclnamespace
WHERE n.nspname IN ({managed}) OR n.oid IS NULL AND pg_get_userbyid(d.defaclrole) = 'mosaic_schema_owner'
