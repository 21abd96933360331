-- Predefined roles reach past every privilege and leave no entry in an ACL. Those that PostgreSQL itself puts into
-- each other are part of it.
SELECT 'members', format('%s in %s', member.rolname, role.rolname)
FROM pg_auth_members AS m
JOIN pg_roles AS role ON role.oid = m.roleid
JOIN pg_roles AS member ON member.oid = m.member
WHERE role.rolname LIKE 'pg\_%' AND member.rolname NOT LIKE 'pg\_%'
