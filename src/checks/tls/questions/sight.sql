-- Whether this login sees what has to be seen, and whether it may read which database this is.
SELECT session_user,
    (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user),
    pg_has_role('pg_read_all_stats', 'USAGE'),
    pg_has_role('pg_read_all_settings', 'USAGE'),
    has_table_privilege('pg_catalog.pg_hba_file_rules', 'SELECT')
        AND has_function_privilege('pg_catalog.pg_hba_file_rules()', 'EXECUTE'),
    EXISTS (
        SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'mosaic_control' AND c.relname = 'identity'
            AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
    )
