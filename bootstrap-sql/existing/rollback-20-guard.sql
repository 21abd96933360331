-- What bootstrap added, and the snapshot does not have. Each name is written out; nothing takes with it what depends on it.
DROP EVENT TRIGGER IF EXISTS mosaic_guard_command_start;
DROP EVENT TRIGGER IF EXISTS mosaic_guard_command_end;
DROP EVENT TRIGGER IF EXISTS mosaic_guard_drop;
SELECT format('DROP FUNCTION mosaic_control.%I()', p.proname)
FROM pg_proc AS p
WHERE p.pronamespace = to_regnamespace('mosaic_control')
  AND p.proname IN ('guard_command_start', 'guard_command_end', 'guard_drop')
\gexec
DROP TABLE IF EXISTS mosaic_control.import_checkpoint;
DROP TABLE IF EXISTS mosaic_control.progress;
DROP TABLE IF EXISTS mosaic_control.identity;
