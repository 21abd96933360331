-- What the session's login can do and must not, as (in which way, what). Catalogs that every login may read, and nothing
-- else: a check that needed more would fail here and pass elsewhere.
WITH login AS MATERIALIZED (SELECT oid, rolname FROM pg_roles WHERE rolname = session_user),
own AS MATERIALIZED (SELECT oid, rolname FROM pg_roles WHERE rolname IN (session_user, {capability})),
here AS MATERIALIZED (SELECT oid, datname FROM pg_database WHERE datname = current_database())
SELECT 'assumes', r.rolname::text FROM pg_roles r, login
WHERE r.oid <> login.oid AND pg_has_role(login.oid, r.oid, 'SET')
UNION ALL
SELECT 'inherits', r.rolname::text FROM pg_roles r, login
WHERE r.oid NOT IN (SELECT oid FROM own) AND pg_has_role(login.oid, r.oid, 'USAGE')
UNION ALL
SELECT 'owns', CASE WHEN d.dbid IN (0, here.oid) THEN pg_describe_object(d.classid, d.objid, d.objsubid)
  ELSE 'objects in database ' || (SELECT datname FROM pg_database WHERE oid = d.dbid) END
FROM pg_shdepend d JOIN own ON own.oid = d.refobjid, here
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
UNION ALL
SELECT 'creates', 'database ' || here.datname FROM login, here WHERE has_database_privilege(login.oid, here.oid, 'CREATE')
UNION ALL
SELECT 'creates', 'schema ' || n.nspname FROM login, pg_namespace n WHERE has_schema_privilege(login.oid, n.oid, 'CREATE')
UNION ALL
SELECT 'creates', 'tablespace ' || t.spcname FROM login, pg_tablespace t
WHERE has_tablespace_privilege(login.oid, t.oid, 'CREATE')
UNION ALL
SELECT 'temporary', 'database ' || here.datname FROM login, here
WHERE has_database_privilege(login.oid, here.oid, 'TEMPORARY')
UNION ALL
SELECT 'setting', split_part(entry.text, '=', 1) || ' for ' || CASE
  WHEN s.setrole <> 0 THEN login.rolname WHEN s.setdatabase <> 0 THEN 'database ' || here.datname ELSE 'every role' END
FROM pg_db_role_setting s, login, here, LATERAL unnest(s.setconfig) entry (text)
WHERE s.setrole IN (0, login.oid) AND s.setdatabase IN (0, here.oid)
