-- Row by row: options of several grantors add up, and each is revoked by its own. A superuser's grant is recorded as
-- made by the bootstrap superuser, whose OID is 10.
SELECT substr(member.rolname, 8),
    format('%s ADMIN %s, INHERIT %s, SET %s by %s', role.rolname, upper(m.admin_option::text), upper(m.inherit_option::text),
        upper(m.set_option::text), CASE WHEN m.grantor = 10 THEN 'the bootstrap superuser' ELSE grantor.rolname::text END)
FROM pg_auth_members AS m
JOIN pg_roles AS role ON role.oid = m.roleid
JOIN pg_roles AS member ON member.oid = m.member
LEFT JOIN pg_roles AS grantor ON grantor.oid = m.grantor
WHERE member.rolname IN ({roles})
