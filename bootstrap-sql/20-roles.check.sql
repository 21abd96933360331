DO $check$
DECLARE
    bad text;
BEGIN
    SELECT string_agg(format('%s=%s', setting.role, setting.config), ', ') INTO bad
    FROM (
        SELECT coalesce(a.rolname, 'every role') AS role, s.setconfig AS config
        FROM pg_db_role_setting AS s
        LEFT JOIN pg_authid AS a ON a.oid = s.setrole
        WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
          AND (s.setrole = 0 OR a.rolname = ANY (current_setting('mosaic_bootstrap.roles')::name[]))
    ) AS setting;
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_SETTING_UNKNOWN: %', bad
            USING HINT = 'Settings attached to roles or the database override what the sessions rely on. ALTER ROLE or DATABASE … RESET ALL.';
    END IF;

    SELECT string_agg(DISTINCT format('%I in database %s', a.rolname, coalesce(d.datname, '(shared)')), ', ') INTO bad
    FROM pg_shdepend AS s
    JOIN pg_authid AS a ON a.oid = s.refobjid AND s.refclassid = 'pg_authid'::regclass
    LEFT JOIN pg_database AS d ON d.oid = s.dbid
    WHERE s.deptype = 'o' AND a.rolname IN ('mosaic_migrator', 'mosaic_runtime', 'mosaic_data_importer', 'mosaic_runtime_capability');
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: a role that may own nothing owns something: %', bad;
    END IF;

    IF (SELECT count(*) FROM pg_auth_members AS m
        WHERE m.roleid IN (SELECT oid FROM pg_authid WHERE rolname = ANY (current_setting('mosaic_bootstrap.roles')::name[]))) <> 2
       OR NOT pg_has_role('mosaic_migrator', 'mosaic_schema_owner', 'SET')
       OR pg_has_role('mosaic_migrator', 'mosaic_schema_owner', 'USAGE')
       OR NOT pg_has_role('mosaic_runtime', 'mosaic_runtime_capability', 'USAGE')
       OR pg_has_role('mosaic_runtime', 'mosaic_runtime_capability', 'SET')
    THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: the memberships do not have the effect they must have';
    END IF;
END
$check$;
