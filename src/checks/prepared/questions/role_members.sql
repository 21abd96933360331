SELECT substr(pg_get_userbyid(roleid), 8), pg_get_userbyid(member)
FROM pg_auth_members
WHERE pg_get_userbyid(roleid) IN ({roles})
