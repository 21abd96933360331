-- The login that made the installation must be gone: its sessions would lose what they have in mid-flight, and hold locks.
DO $drained$
DECLARE
    sessions text;
BEGIN
    SELECT string_agg(format('%s (%s)', pid, coalesce(nullif(application_name, ''), 'unnamed')), ', ') INTO sessions
    FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_setting('mosaic_bootstrap.owner') AND pid <> pg_backend_pid();
    IF sessions IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_IN_USE: % still has sessions in database %: %',
            current_setting('mosaic_bootstrap.owner'), current_database(), sessions
            USING HINT = 'Stop the application, wait for its sessions to end, then run the script again.';
    END IF;
    IF EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database()) THEN
        RAISE EXCEPTION 'BOOTSTRAP_IN_USE: database % has prepared transactions', current_database()
            USING HINT = 'SELECT * FROM pg_prepared_xacts shows them: COMMIT PREPARED or ROLLBACK PREPARED each.';
    END IF;
END
$drained$;
