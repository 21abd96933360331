-- Functions that run with their owner's rights, by who may call them. A superuser needs none.
SELECT caller.rolname, d.oid::regprocedure::text, pg_get_userbyid(d.proowner)
FROM pg_catalog.pg_proc AS d
JOIN pg_catalog.pg_roles AS caller ON caller.oid <> d.proowner AND NOT caller.rolsuper
    AND has_function_privilege(caller.oid, d.oid, 'EXECUTE') AND has_schema_privilege(caller.oid, d.pronamespace, 'USAGE')
WHERE d.prosecdef AND d.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
ORDER BY 1, 2
