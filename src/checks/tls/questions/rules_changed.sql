-- The view shows the files as they are; in force is what they were when the server read them last. The server tells times
-- of files in whole seconds: what was written in the second of the reading, and after it, is not seen.
SELECT coalesce(string_agg(file_name, ', ' ORDER BY file_name), '')
FROM (SELECT DISTINCT file_name FROM pg_catalog.pg_hba_file_rules) f
WHERE (pg_catalog.pg_stat_file(file_name, true)).modification > pg_conf_load_time()
