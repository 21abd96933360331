-- The DDL guard. Whoever acts with the schema owner's rights may change a shape only as the migrator, and only while
-- that very backend holds the migration lock; a superuser's session passes. SQLSTATE MG001 is this guard's own.
--
-- The decision falls at the start of a command, because CREATE INDEX CONCURRENTLY and its like have committed work by
-- the time they end. What a command touched is only known at its end, so logins that have no such rights but reach a
-- managed schema all the same are stopped there. GRANT, REVOKE and default privileges name no schema and count as
-- managed, and so does everything else without one. What changes no shape (REFRESH, REINDEX) is left to privileges.
-- The path starts with pg_catalog and names pg_temp last, so that no caller's objects are picked up.
CREATE OR REPLACE FUNCTION mosaic_control.guard_command_start() RETURNS event_trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $guard$
BEGIN
    IF session_user = 'mosaic_migrator' THEN
        -- Does this backend hold the lock? pg_locks knows, but copies every lock of the server, once per command. In
        -- constant time: taking it for the transaction succeeds if it is free or ours, and then releasing the
        -- session's hold succeeds only if there was one. It is taken again at once, and nobody can come in between.
        IF pg_try_advisory_xact_lock(1297044289, 1262636593) THEN
            IF pg_advisory_unlock(1297044289, 1262636593) THEN
                PERFORM pg_try_advisory_lock(1297044289, 1262636593);
                RETURN;
            END IF;
        END IF;
    ELSIF (SELECT rolsuper FROM pg_roles WHERE rolname = session_user)
        OR NOT pg_has_role(current_user, 'mosaic_schema_owner', 'USAGE')
    THEN
        RETURN;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'MG001',
        MESSAGE = format('DDL_GUARD: %s by %s outside the migration runner', tg_tag, session_user),
        HINT = 'Shapes change only through mosaic-db-migrator --run, which holds the migration lock.';
END
$guard$;

CREATE OR REPLACE FUNCTION mosaic_control.guard_command_end() RETURNS event_trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $guard$
BEGIN
    -- The migrator was judged when the command started.
    IF session_user = 'mosaic_migrator' OR tg_tag IN ('REFRESH MATERIALIZED VIEW', 'REINDEX') THEN
        RETURN;
    END IF;
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN
        RETURN;
    END IF;
    IF EXISTS (
        SELECT FROM pg_event_trigger_ddl_commands() AS command
        LEFT JOIN pg_namespace AS n ON n.nspname = command.schema_name
        WHERE command.schema_name IS NULL
           OR pg_get_userbyid(n.nspowner) IN ('mosaic_schema_owner', 'mosaic_extension_owner', 'mosaic_platform_database_owner'))
    THEN
        RAISE EXCEPTION USING ERRCODE = 'MG001',
            MESSAGE = format('DDL_GUARD: %s by %s in a managed schema', tg_tag, session_user),
            HINT = 'Shapes change only through mosaic-db-migrator --run, which holds the migration lock.';
    END IF;
END
$guard$;

CREATE OR REPLACE FUNCTION mosaic_control.guard_drop() RETURNS event_trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $guard$
BEGIN
    IF session_user = 'mosaic_migrator' THEN
        RETURN;
    END IF;
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN
        RETURN;
    END IF;
    -- A dropped schema is no longer in pg_namespace, and has no schema itself. Parts of a table (defaults, triggers)
    -- have none either, but an address that begins with the table's.
    IF EXISTS (
        SELECT FROM pg_event_trigger_dropped_objects() AS dropped
        LEFT JOIN pg_namespace AS n ON n.nspname = coalesce(dropped.schema_name, dropped.address_names[1])
        WHERE NOT dropped.is_temporary
          AND (dropped.original AND dropped.schema_name IS NULL
            OR pg_get_userbyid(n.nspowner) IN ('mosaic_schema_owner', 'mosaic_extension_owner', 'mosaic_platform_database_owner')))
    THEN
        RAISE EXCEPTION USING ERRCODE = 'MG001',
            MESSAGE = format('DDL_GUARD: %s by %s in a managed schema', tg_tag, session_user),
            HINT = 'Shapes change only through mosaic-db-migrator --run, which holds the migration lock.';
    END IF;
END
$guard$;

REVOKE ALL ON FUNCTION mosaic_control.guard_command_start(), mosaic_control.guard_command_end(), mosaic_control.guard_drop() FROM PUBLIC;

SELECT format('CREATE EVENT TRIGGER %I ON %s EXECUTE FUNCTION mosaic_control.%I()', wanted.name, wanted.event, wanted.function)
FROM (VALUES
    ('mosaic_guard_command_start', 'ddl_command_start', 'guard_command_start'),
    ('mosaic_guard_command_end',   'ddl_command_end',   'guard_command_end'),
    ('mosaic_guard_drop',          'sql_drop',          'guard_drop')
) AS wanted (name, event, function)
WHERE NOT EXISTS (SELECT FROM pg_event_trigger WHERE evtname = wanted.name)
\gexec
-- ALWAYS: also in sessions that replay with session_replication_role = replica.
ALTER EVENT TRIGGER mosaic_guard_command_start ENABLE ALWAYS;
ALTER EVENT TRIGGER mosaic_guard_command_end ENABLE ALWAYS;
ALTER EVENT TRIGGER mosaic_guard_drop ENABLE ALWAYS;
