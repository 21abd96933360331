-- Objects to attempt something on, as (kind, in SQL, name). Catalogs that every login may read. Of a kind whose first is
-- taken, the platform's own come before the server's, so that there always is one.
WITH schemas AS MATERIALIZED (
    SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_(toast|temp_|toast_temp_)'
),
managed AS MATERIALIZED (SELECT oid, nspname FROM schemas WHERE nspname IN ({managed}, {ledger_schema})),
relations AS MATERIALIZED (
    SELECT c.oid, c.relkind, n.nspname || '.' || c.relname AS label, format('%I.%I', n.nspname, c.relname) AS sql,
      (n.nspname, c.relname) = ({ledger_schema}::name, {ledger_table}::name) AS is_ledger,
      n.nspname, c.relname
    FROM pg_class c JOIN managed n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'i', 'S') AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
),
tables AS MATERIALIZED (SELECT * FROM relations WHERE relkind IN ('r', 'p')),
columns AS MATERIALIZED (
    SELECT DISTINCT ON (a.attrelid) a.attrelid, quote_ident(a.attname) AS name FROM pg_attribute a
    WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum
),
roles AS MATERIALIZED (
    SELECT oid, rolname, quote_ident(rolname) AS sql, rolname ~ '^pg_' AS is_predefined FROM pg_roles WHERE rolname <> session_user
),
members AS MATERIALIZED (
    SELECT DISTINCT ON (e.oid) e.extname, p.oid FROM pg_extension e
    JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
      AND d.classid = 'pg_proc'::regclass
    JOIN pg_proc p ON p.oid = d.objid AND p.prokind = 'f' ORDER BY e.oid, p.oid
),
answer (kind, sql, label, preference) AS (
    SELECT 'database', quote_ident(current_database()), current_database()::text, 1
    UNION ALL SELECT 'login', quote_ident(session_user), session_user::text, 1
    UNION ALL SELECT 'other', sql, rolname, 1 FROM roles
    UNION ALL SELECT 'account', sql, rolname, 1 FROM roles WHERE NOT is_predefined
    -- Without those whose rights it has by design.
    UNION ALL SELECT 'stranger', sql, rolname, 1 FROM roles WHERE NOT is_predefined AND (session_user, rolname) NOT IN (
      ('mosaic_migrator', 'mosaic_schema_owner'), ('mosaic_runtime', 'mosaic_runtime_capability'))
    -- That the migrator becomes the schema owner is what it is for.
    UNION ALL SELECT 'role', sql, rolname, 1 FROM roles
      WHERE NOT (session_user = 'mosaic_migrator' AND rolname = 'mosaic_schema_owner')
    -- Nobody can be made a member of pg_database_owner, whatever he may do.
    UNION ALL SELECT 'group', sql, rolname, 1 FROM roles WHERE rolname <> 'pg_database_owner'
    UNION ALL SELECT 'attribute', name, name, 1 FROM (VALUES
      ('SUPERUSER'), ('CREATEDB'), ('CREATEROLE'), ('REPLICATION'), ('BYPASSRLS')) attributes (name)
    UNION ALL SELECT 'schema', quote_ident(nspname), nspname, 1 FROM schemas
    -- Where a superuser can make nothing either.
    UNION ALL SELECT 'making_schema', quote_ident(nspname), nspname, 1 FROM schemas WHERE nspname <> 'pg_catalog'
    UNION ALL SELECT 'foreign_schema', quote_ident(nspname), nspname, 1 FROM schemas
      WHERE pg_get_userbyid(nspowner) <> 'mosaic_schema_owner' AND nspname <> 'pg_catalog'
    UNION ALL SELECT 'home', quote_ident(nspname), nspname, is_ledger::integer FROM tables
    UNION ALL SELECT 'table', sql, label, is_ledger::integer FROM tables
    UNION ALL SELECT 'column', name, label, is_ledger::integer FROM tables JOIN columns ON attrelid = oid
    UNION ALL SELECT 'managed', sql, label, 1 FROM tables WHERE NOT is_ledger
    UNION ALL SELECT 'managed_column', sql || ' SET ' || name, label, 1 FROM tables JOIN columns ON attrelid = oid WHERE NOT is_ledger
    UNION ALL SELECT 'insertable', sql, label, 1 FROM tables WHERE has_table_privilege(oid, 'INSERT')
    UNION ALL SELECT 'immutable', sql, label, 1 FROM tables WHERE nspname = 'mosaic' AND relname IN ({immutable})
    UNION ALL SELECT 'immutable_column', sql || ' SET ' || name, label, 1 FROM tables JOIN columns ON attrelid = oid
      WHERE nspname = 'mosaic' AND relname IN ({immutable})
    UNION ALL SELECT 'ledger', sql, label, 1 FROM tables WHERE is_ledger
    UNION ALL SELECT 'index', sql, label, 1 FROM relations WHERE relkind = 'i'
    UNION ALL SELECT 'sequence', sql, label, 1 FROM relations WHERE relkind = 'S'
    UNION ALL SELECT 'sequence_literal', quote_literal(sql), label, 1 FROM relations WHERE relkind = 'S'
    UNION ALL SELECT 'enum', format('%I.%I', n.nspname, t.typname), n.nspname || '.' || t.typname, 1
      FROM pg_type t JOIN managed n ON n.oid = t.typnamespace WHERE t.typtype = 'e'
    UNION ALL SELECT 'function', oid::regprocedure::text, oid::regprocedure::text, (proname = 'guard_drop')::integer
      FROM pg_proc WHERE pronamespace IN (SELECT oid FROM managed) AND prokind = 'f'
        OR proname = 'guard_drop' AND pronamespace = (SELECT oid FROM schemas WHERE nspname = 'mosaic_control')
    UNION ALL SELECT 'control', format('mosaic_control.%s', name), name, 1 FROM (VALUES
      ('identity'), ('import_checkpoint'), ('progress')) control (name)
    UNION ALL SELECT 'control_column', format('mosaic_control.%s SET %s', name, field), name, 1 FROM (VALUES
      ('identity', 'database_id'), ('import_checkpoint', 'digest'), ('progress', 'state')) control (name, field)
    UNION ALL SELECT 'catalog', format('pg_catalog.%s', name), name, 1 FROM (VALUES
      ('pg_auth_members'), ('pg_authid'), ('pg_class'), ('pg_database'), ('pg_extension'), ('pg_proc')) catalogs (name)
    UNION ALL SELECT 'extension', quote_ident(extname), extname, 1 FROM pg_extension
    UNION ALL SELECT 'available', quote_ident(a.name), a.name, (NOT v.trusted)::integer FROM pg_available_extensions a
      JOIN pg_available_extension_versions v ON v.name = a.name AND v.version = a.default_version
      WHERE a.installed_version IS NULL AND v.requires IS NULL
    UNION ALL SELECT 'member', format('%I DROP FUNCTION %s', extname, oid::regprocedure), extname, 1 FROM members
    UNION ALL SELECT 'member_function', oid::regprocedure::text, oid::regprocedure::text, 1 FROM members
    UNION ALL SELECT 'event_trigger', quote_ident(evtname), evtname, 1 FROM pg_event_trigger
)
SELECT kind, sql, label FROM answer ORDER BY kind, preference, label COLLATE "C"
