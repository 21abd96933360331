SELECT 'public', e.privilege_type || ' ' || p.parname
FROM pg_parameter_acl AS p
CROSS JOIN LATERAL aclexplode(p.paracl) AS e
WHERE e.grantee = 0
