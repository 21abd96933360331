REVOKE SET ON PARAMETER session_replication_role FROM mosaic_data_importer;
DO $revoke$
DECLARE
    lockable record;
    kept text;
BEGIN
    FOR lockable IN
        SELECT c.oid::regclass AS name FROM pg_class c
        WHERE c.relacl IS NOT NULL AND EXISTS (
            SELECT FROM aclexplode(c.relacl) e
            WHERE e.grantee = 'mosaic_data_importer'::regrole AND e.privilege_type = 'MAINTAIN')
        ORDER BY c.oid
    LOOP
        EXECUTE format('REVOKE MAINTAIN ON TABLE %s FROM mosaic_data_importer', lockable.name);
    END LOOP;
    SELECT string_agg(held.what, ', ') INTO kept FROM (
        SELECT format('MAINTAIN on %s', c.oid::regclass) AS what FROM pg_class c, aclexplode(c.relacl) e
        WHERE e.grantee = 'mosaic_data_importer'::regrole AND e.privilege_type = 'MAINTAIN'
        UNION ALL
        SELECT format('SET on parameter %s', p.parname) FROM pg_parameter_acl p, aclexplode(p.paracl) e
        WHERE e.grantee = 'mosaic_data_importer'::regrole AND p.parname = 'session_replication_role'
    ) held;
    IF kept IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: mosaic_data_importer still has %', kept
            USING HINT = 'Another role granted it: revoke it as that role.';
    END IF;
END
$revoke$;
COMMIT;
\echo fast load is taken back from mosaic_data_importer in database :database
