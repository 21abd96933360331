-- Row by row: options of several grantors add up, and each is revoked by its own. A superuser's grant is recorded as
-- made by the bootstrap superuser, whose OID is 10.
SELECT substr(pg_get_userbyid(member), 8),
    format('%s ADMIN %s, INHERIT %s, SET %s by %s', pg_get_userbyid(roleid), upper(admin_option::text), upper(inherit_option::text),
        upper(set_option::text), CASE WHEN grantor = 10 THEN 'the bootstrap superuser' ELSE pg_get_userbyid(grantor)::text END)
FROM pg_auth_members
WHERE pg_get_userbyid(member) IN ({roles})
