-- Privileges on rows beyond SELECT and INSERT that the session's login has in any way, outside the system's schemas.
-- Its checkpoints are its own to correct.
SELECT p.name, format('%I.%I', n.nspname, c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace,
    (VALUES ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('REFERENCES'), ('TRIGGER'){maintain}) p (name)
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND NOT (n.nspname = 'mosaic_control' AND c.relname = 'import_checkpoint' AND p.name = 'UPDATE')
    AND (has_table_privilege(c.oid, p.name)
        OR p.name IN ('UPDATE', 'REFERENCES') AND has_any_column_privilege(c.oid, p.name))
ORDER BY 2, 1
