-- The schemas, each with its owner. `public` is the legacy one: PUBLIC loses it, its owner becomes the schema owner.
DO $schemas$
DECLARE
    wanted record;
    owner name;
BEGIN
    FOR wanted IN
        SELECT value AS name, 'mosaic_schema_owner' AS owner
        FROM jsonb_array_elements_text(current_setting('mosaic_bootstrap.owned_schemas')::jsonb)
        UNION ALL
        VALUES ('mosaic_extensions', 'mosaic_extension_owner'), ('mosaic_control', 'mosaic_platform_database_owner')
    LOOP
        SELECT rolname INTO owner FROM pg_namespace JOIN pg_authid ON pg_authid.oid = nspowner WHERE nspname = wanted.name;
        IF NOT FOUND THEN
            -- One that an entry creates is that entry's to make.
            CONTINUE WHEN wanted.owner = 'mosaic_schema_owner'
                AND NOT current_setting('mosaic_bootstrap.made_schemas')::jsonb ? wanted.name;
            EXECUTE format('CREATE SCHEMA %I AUTHORIZATION %I', wanted.name, wanted.owner);
        ELSIF wanted.name = 'public' AND (owner = 'pg_database_owner' OR owner = session_user) THEN
            ALTER SCHEMA public OWNER TO mosaic_schema_owner;
        ELSIF owner <> wanted.owner THEN
            RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: schema % belongs to % instead of %', wanted.name, owner, wanted.owner;
        END IF;
        EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', wanted.name);
    END LOOP;
END
$schemas$;

GRANT USAGE ON SCHEMA mosaic_extensions TO mosaic_schema_owner, mosaic_runtime_capability, mosaic_data_importer;
GRANT USAGE ON SCHEMA mosaic_control TO mosaic_schema_owner, mosaic_runtime_capability, mosaic_data_importer;
SELECT format('GRANT USAGE ON SCHEMA %I TO mosaic_runtime_capability, mosaic_data_importer', value)
FROM jsonb_array_elements_text(:'usage_schemas'::jsonb)
\gexec
