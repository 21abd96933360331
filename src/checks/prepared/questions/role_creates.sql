-- Where a login can make something, through whatever grants.
WITH login AS (SELECT oid, rolname FROM pg_roles WHERE rolname IN ({roles}) AND rolcanlogin)
SELECT substr(login.rolname, 8), privilege.kind || ' on database ' || current_database()
FROM login, (VALUES ('CREATE'), ('TEMPORARY')) AS privilege (kind)
WHERE has_database_privilege(login.oid, current_database(), privilege.kind)
UNION ALL
SELECT substr(login.rolname, 8), 'CREATE on schema ' || n.nspname
FROM login, pg_namespace AS n
WHERE has_schema_privilege(login.oid, n.oid, 'CREATE')
UNION ALL
SELECT substr(login.rolname, 8), 'CREATE in tablespace ' || t.spcname
FROM login, pg_tablespace AS t
WHERE has_tablespace_privilege(login.oid, t.oid, 'CREATE')
