SELECT substr(role.rolname, 8), member.rolname
FROM pg_auth_members AS m
JOIN pg_roles AS role ON role.oid = m.roleid
JOIN pg_roles AS member ON member.oid = m.member
WHERE role.rolname IN ({roles})
