-- As it was before the script ran, there is nothing to take back.
SELECT current_setting('mosaic_bootstrap.standing') = 'taken over' AS taken_over \gset
\if :taken_over
\else
ROLLBACK;
\echo database :database is as in the snapshot; nothing to take back
\quit
\endif

-- Only what is as the script left it goes back to what the snapshot says: nothing was migrated, made or dropped since.
DO $before$
DECLARE
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb;
    snapshot jsonb := current_setting('mosaic_bootstrap.snapshot')::jsonb;
    sessions text;
    stray text;
BEGIN
    SELECT string_agg(format('%s (%s)', pid, usename), ', ') INTO sessions
    FROM pg_stat_activity
    WHERE datname = current_database() AND usename IN ('mosaic_migrator', 'mosaic_runtime', 'mosaic_data_importer');
    IF sessions IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_IN_USE: database % is in use by %', current_database(), sessions
            USING HINT = 'Stop what uses the new logins, then run the script again.';
    END IF;
    -- Nothing in what goes away may hold anything, or it would be lost.
    IF to_regclass('mosaic_control.progress') IS NOT NULL THEN
        SELECT string_agg(held.what, ', ') INTO stray FROM (
            SELECT 'mosaic_control.progress' AS what FROM mosaic_control.progress
            UNION SELECT 'mosaic_control.import_checkpoint' FROM mosaic_control.import_checkpoint
        ) AS held;
        IF stray IS NOT NULL THEN
            RAISE EXCEPTION 'BOOTSTRAP_SNAPSHOT_STALE: there are rows in %', stray
                USING HINT = 'A migration or an import has begun: finish it, or restore the backup.';
        END IF;
    END IF;
END
$before$;
