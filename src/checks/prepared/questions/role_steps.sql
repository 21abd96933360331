-- From each role to the next: memberships with their options, and functions that run with their owner's rights. A
-- superuser needs no step, and one to itself leads nowhere. ADMIN on a superuser's role is no step either: only a
-- superuser may grant one (PostgreSQL manual, "GRANT"). All steps there are: which of them lead anywhere is found out by
-- who follows them.
SELECT pg_get_userbyid(m.member), step.kind, '', pg_get_userbyid(m.roleid)
FROM pg_auth_members AS m
CROSS JOIN LATERAL (VALUES ('inherit', m.inherit_option), ('set', m.set_option), ('admin', m.admin_option)) AS step (kind, held)
WHERE step.held AND NOT (step.kind = 'admin' AND (SELECT rolsuper FROM pg_roles WHERE oid = m.roleid))
UNION ALL
SELECT caller.rolname, 'execute', d.oid::regprocedure::text, pg_get_userbyid(d.proowner)
FROM pg_proc AS d
JOIN pg_roles AS caller ON caller.oid <> d.proowner AND NOT caller.rolsuper
    AND has_function_privilege(caller.oid, d.oid, 'EXECUTE') AND has_schema_privilege(caller.oid, d.pronamespace, 'USAGE')
WHERE d.prosecdef AND d.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
