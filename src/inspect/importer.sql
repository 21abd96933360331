-- Privileges on rows beyond SELECT and INSERT that the session's login has in any way, outside the system's schemas.
-- Its checkpoints are its own to correct. MAINTAIN is no excess in the one form in which fast load grants it.
SELECT p.name, format('%I.%I', n.nspname, c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace,
    (VALUES ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('REFERENCES'), ('TRIGGER'){maintain}) p (name)
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND NOT (n.nspname = 'mosaic_control' AND c.relname = 'import_checkpoint' AND p.name = 'UPDATE')
    AND (has_table_privilege(c.oid, p.name)
        OR p.name IN ('UPDATE', 'REFERENCES') AND has_any_column_privilege(c.oid, p.name))
    -- A word that older servers do not know is looked at by those only that do.
    AND CASE p.name WHEN 'MAINTAIN' THEN (
        SELECT c.relkind NOT IN ('r', 'p') OR pg_get_userbyid(c.relowner) <> 'mosaic_schema_owner' OR c.relacl IS NULL
            OR NOT c.relacl @> makeaclitem(i.oid, c.relowner, 'INSERT, MAINTAIN', false)
            OR c.relacl @> makeaclitem(i.oid, c.relowner, 'MAINTAIN', true)
        FROM pg_roles i WHERE i.rolname = session_user) ELSE true END
ORDER BY 2, 1
