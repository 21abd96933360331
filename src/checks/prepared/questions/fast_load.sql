-- What lets the importer load rows without row triggers, in the one form in which it is granted: one line, where there is
-- any of it. Servers before 17 have no MAINTAIN, and are not asked by this word.
WITH i AS (SELECT oid FROM pg_roles WHERE rolname = 'mosaic_data_importer'),
granted AS (
    SELECT (SELECT count(*) FROM pg_parameter_acl p, i
        WHERE p.parname = 'session_replication_role' AND p.paracl @> makeaclitem(i.oid, 10, 'SET', false)) AS parameters,
        (SELECT count(*) FROM pg_class c, i
        WHERE c.relkind IN ('r', 'p') AND c.relacl IS NOT NULL AND pg_get_userbyid(c.relowner) = 'mosaic_schema_owner'
          AND c.relacl @> makeaclitem(i.oid, c.relowner, 'INSERT', false)
          AND CASE WHEN current_setting('server_version_num')::integer >= 170000
            THEN c.relacl @> makeaclitem(i.oid, c.relowner, 'MAINTAIN', false) ELSE false END) AS tables
)
SELECT 'data_importer', concat_ws(' and ', CASE WHEN parameters > 0 THEN 'SET on parameter session_replication_role' END,
        CASE WHEN tables > 0 THEN format('MAINTAIN on tables: %s', tables) END)
    || ', which is fast load; take it back with mosaic-db-migrator bootstrap render --database ' || current_database()
    || ' --importer-fast-load=take-back'
FROM granted
WHERE current_setting('server_version_num')::integer >= 170000 AND parameters + tables > 0
