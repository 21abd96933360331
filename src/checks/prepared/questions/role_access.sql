-- What the grants come to, through every chain of them.
SELECT substr(login.rolname, 8), access.kind || ' ' || role.rolname
FROM pg_roles AS login, pg_roles AS role, (VALUES ('USAGE'), ('SET')) AS access (kind)
WHERE login.rolname IN ({roles}) AND NOT login.rolsuper AND role.oid <> login.oid AND pg_has_role(login.oid, role.oid, access.kind)
  -- The database's owner has this one by owning the database (PostgreSQL manual, "Predefined Roles").
  AND NOT (login.rolname = 'mosaic_platform_database_owner' AND role.rolname = 'pg_database_owner')
