-- The row of the schema owner takes EXECUTE from PUBLIC: in an explicit list, what is missing is what is taken.
SELECT pg_get_userbyid(d.defaclrole), concat_ws(' ', 'on', d.defaclobjtype, 'in', coalesce(n.nspname, 'every schema'), 'for', (
    SELECT string_agg(coalesce(r.rolname, 'PUBLIC'), ', ' ORDER BY r.rolname)
    FROM aclexplode(d.defaclacl) AS e LEFT JOIN pg_roles AS r ON r.oid = e.grantee
    WHERE e.grantee <> d.defaclrole))
FROM pg_default_acl AS d
LEFT JOIN pg_namespace AS n ON n.oid = d.defaclnamespace
