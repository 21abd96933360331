-- SET on the parameter holds in every database of the cluster, MAINTAIN on each table that the importer may fill in this one.
GRANT SET ON PARAMETER session_replication_role TO mosaic_data_importer;
DO $grant$
DECLARE
    filled record;
    granted integer := 0;
BEGIN
    FOR filled IN
        SELECT c.oid::regclass AS name FROM pg_class c
        WHERE c.relkind IN ('r', 'p') AND c.relacl IS NOT NULL AND pg_get_userbyid(c.relowner) = 'mosaic_schema_owner'
          AND c.relacl @> makeaclitem('mosaic_data_importer'::regrole, c.relowner, 'INSERT', false)
        ORDER BY c.oid
    LOOP
        EXECUTE format('GRANT MAINTAIN ON TABLE %s TO mosaic_data_importer', filled.name);
        granted := granted + 1;
    END LOOP;
    IF granted = 0 THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: there is no table that mosaic_data_importer may fill'
            USING HINT = 'The tables and their grants come with the migrations: run this script after them.';
    END IF;
END
$grant$;
COMMIT;
\echo fast load is granted to mosaic_data_importer in database :database
