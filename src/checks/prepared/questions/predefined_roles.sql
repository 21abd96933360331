-- Predefined roles reach past every privilege and leave no entry in an ACL. Those that PostgreSQL itself puts into
-- each other are part of it.
SELECT 'members', format('%s in %s', pg_get_userbyid(member), pg_get_userbyid(roleid))
FROM pg_auth_members
WHERE pg_get_userbyid(roleid) LIKE 'pg\_%' AND pg_get_userbyid(member) NOT LIKE 'pg\_%'
