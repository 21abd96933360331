REVOKE CREATE ON DATABASE :"database" FROM mosaic_schema_owner;
DO $check$
BEGIN
    IF has_database_privilege('mosaic_schema_owner', current_database(), 'CREATE') THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: mosaic_schema_owner still has CREATE on database %', current_database()
            USING HINT = 'Another role granted it: look at datacl in pg_database and revoke it as that role.';
    END IF;
END
$check$;
COMMIT;
\echo CREATE on database :database is taken back
