-- From each role to the next: memberships with their options, and functions that run with their owner's rights. A
-- superuser needs no step, and one to itself leads nowhere. ADMIN on a superuser's role is no step either: only a
-- superuser may grant one (PostgreSQL manual, "GRANT").
WITH RECURSIVE definer AS MATERIALIZED (
    SELECT oid, proowner, pronamespace FROM pg_proc
    WHERE prosecdef AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
), reached (oid) AS (
    SELECT oid FROM pg_roles WHERE rolname IN ({roles})
    UNION
    SELECT next.oid
    FROM reached
    CROSS JOIN LATERAL (
        SELECT m.roleid FROM pg_auth_members AS m WHERE m.member = reached.oid
        UNION ALL
        SELECT d.proowner FROM definer AS d WHERE has_function_privilege(reached.oid, d.oid, 'EXECUTE')
    ) AS next (oid)
), role AS MATERIALIZED (SELECT r.oid, r.rolname, r.rolsuper FROM pg_roles AS r WHERE r.oid IN (SELECT oid FROM reached))
SELECT member.rolname, step.kind, '', role.rolname
FROM pg_auth_members AS m
JOIN role AS member ON member.oid = m.member
JOIN role ON role.oid = m.roleid
CROSS JOIN LATERAL (VALUES ('inherit', m.inherit_option), ('set', m.set_option), ('admin', m.admin_option)) AS step (kind, held)
WHERE step.held AND NOT (step.kind = 'admin' AND role.rolsuper)
UNION ALL
SELECT caller.rolname, 'execute', d.oid::regprocedure::text, owner.rolname
FROM definer AS d
JOIN role AS owner ON owner.oid = d.proowner
JOIN role AS caller ON caller.oid <> d.proowner AND NOT caller.rolsuper
    AND has_function_privilege(caller.oid, d.oid, 'EXECUTE') AND has_schema_privilege(caller.oid, d.pronamespace, 'USAGE')
