-- Every membership with its options. A role that several grantors gave has a row of each; the options add up.
SELECT pg_get_userbyid(member), pg_get_userbyid(roleid), bool_or(admin_option)::text, bool_or(inherit_option)::text, bool_or(set_option)::text
FROM pg_catalog.pg_auth_members GROUP BY 1, 2 ORDER BY 1, 2
