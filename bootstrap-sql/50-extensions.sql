-- The extensions, owned by the role made for it. CREATE EXTENSION makes its caller the owner, and there is no
-- statement that changes an extension's owner afterwards; so this part runs as that role and steps back.
DO $known$
DECLARE
    stray text;
BEGIN
    SELECT string_agg(format('%I %s in %I owned by %I', e.extname, e.extversion, n.nspname, pg_get_userbyid(e.extowner)), ', ') INTO stray
    FROM pg_extension AS e
    JOIN pg_namespace AS n ON n.oid = e.extnamespace
    LEFT JOIN jsonb_array_elements(current_setting('mosaic_bootstrap.extensions')::jsonb) AS wanted ON wanted->>'name' = e.extname
    WHERE CASE WHEN wanted IS NOT NULL
        THEN n.nspname <> 'mosaic_extensions' OR pg_get_userbyid(e.extowner) <> 'mosaic_extension_owner'
            OR NOT (wanted->'versions' = '[]' OR wanted->'versions' ? e.extversion)
        ELSE n.nspname IN ('mosaic_extensions', 'mosaic_control')
            OR current_setting('mosaic_bootstrap.owned_schemas')::jsonb ? n.nspname
            OR pg_get_userbyid(e.extowner) = ANY (current_setting('mosaic_bootstrap.roles')::name[])
        END;
    IF stray IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_EXTENSION_UNKNOWN: %', stray
            USING HINT = 'Each needed extension is in mosaic_extensions, owned by mosaic_extension_owner, in an accepted version; no other is in a managed schema.';
    END IF;
END
$known$;

SET ROLE mosaic_extension_owner;
DO $extensions$
DECLARE
    wanted record;
    version text;
BEGIN
    FOR wanted IN
        SELECT element->>'name' AS name, element->'versions' AS versions
        FROM jsonb_array_elements(current_setting('mosaic_bootstrap.extensions')::jsonb) AS element
        WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = element->>'name')
    LOOP
        SELECT v.version INTO version
        FROM pg_available_extension_versions AS v
        JOIN pg_available_extensions AS e USING (name)
        WHERE v.name = wanted.name AND (wanted.versions = '[]' OR wanted.versions ? v.version)
        ORDER BY v.version = e.default_version DESC, string_to_array(v.version, '.') DESC
        LIMIT 1;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'BOOTSTRAP_EXTENSION_UNAVAILABLE: extension % in one of the versions % is not installed on this server',
                wanted.name, wanted.versions
                USING HINT = 'Install the server package that has it; this script only makes what the server offers.';
        END IF;
        EXECUTE format('CREATE EXTENSION %I WITH SCHEMA mosaic_extensions VERSION %L', wanted.name, version);
    END LOOP;
END
$extensions$;
RESET ROLE;
