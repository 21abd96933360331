-- What the session's login can do beyond the managed schemas, as (in which way, what). Catalogs that every login may
-- read, and nothing else: a check that needed more would fail here and pass elsewhere.
WITH login AS MATERIALIZED (SELECT oid, rolname FROM pg_roles WHERE rolname = session_user),
own AS MATERIALIZED (SELECT oid, rolname FROM pg_roles WHERE rolname IN (session_user, {capability})),
here AS MATERIALIZED (SELECT oid, datname FROM pg_database WHERE datname = current_database()),
known AS MATERIALIZED (
  SELECT oid, nspname FROM pg_namespace WHERE nspname IN ({schemas}, 'mosaic_control', 'mosaic_extensions')
)
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
-- Every privilege that was granted by name, on whatever class of object, leaves a row in pg_shdepend. Other databases
-- are theirs to close; default privileges and what is in managed schemas are judged for all roles together.
SELECT 'holds', 'privileges on ' || pg_describe_object(d.classid, d.objid, d.objsubid)
FROM pg_shdepend d JOIN own ON own.oid = d.refobjid, here,
LATERAL pg_identify_object(d.classid, d.objid, d.objsubid) object
WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'a'
  AND (d.dbid = here.oid OR d.dbid = 0 AND d.classid <> 'pg_database'::regclass)
  AND d.classid <> 'pg_default_acl'::regclass
  AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid IN (SELECT oid FROM known))
  AND coalesce(object.schema, '') NOT IN (SELECT nspname FROM known)
UNION ALL
-- The control tables are bootstrap's own and in no grants file: reading the database's id, and nothing else.
SELECT 'holds', privilege.kind || ' on mosaic_control.' || c.relname
FROM login, pg_class c, (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('REFERENCES'), ('TRIGGER'))
  privilege (kind)
WHERE c.relnamespace = (SELECT oid FROM known WHERE nspname = 'mosaic_control') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND CASE WHEN privilege.kind IN ('DELETE', 'TRUNCATE', 'TRIGGER') THEN has_table_privilege(login.oid, c.oid, privilege.kind)
    ELSE has_any_column_privilege(login.oid, c.oid, privilege.kind) END
  AND NOT (c.relname = 'identity' AND privilege.kind = 'SELECT')
UNION ALL
-- Whoever makes a large object owns it.
SELECT 'holds', 'EXECUTE on ' || p.oid::regprocedure
FROM login, pg_proc p
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege(login.oid, p.oid, 'EXECUTE')
  AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_export', 'lo_put', 'lo_truncate',
    'lo_truncate64', 'lo_unlink', 'lowrite')
UNION ALL
SELECT 'holds', privilege.kind || ' on parameter ' || p.parname
FROM login, pg_parameter_acl p, (VALUES ('SET'), ('ALTER SYSTEM')) privilege (kind)
WHERE has_parameter_privilege(login.oid, p.parname, privilege.kind)
UNION ALL
SELECT 'setting', split_part(entry.text, '=', 1) || ' for ' || CASE
  WHEN s.setrole <> 0 THEN login.rolname WHEN s.setdatabase <> 0 THEN 'database ' || here.datname ELSE 'every role' END
FROM pg_db_role_setting s, login, here, LATERAL unnest(s.setconfig) entry (text)
WHERE s.setrole IN (0, login.oid) AND s.setdatabase IN (0, here.oid)
