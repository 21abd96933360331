-- The extensions of the approved owner move to their schema. There is no statement that gives an extension to another owner, and
-- none is looked for here.
DO $approved$
DECLARE
    stray text;
BEGIN
    SELECT string_agg(format('%I %s in %I owned by %I', e.extname, e.extversion, n.nspname, pg_get_userbyid(e.extowner)), ', ') INTO stray
    FROM pg_extension AS e
    JOIN pg_namespace AS n ON n.oid = e.extnamespace
    JOIN jsonb_array_elements(current_setting('mosaic_bootstrap.extensions')::jsonb) AS wanted ON wanted->>'name' = e.extname
    WHERE pg_get_userbyid(e.extowner) <> 'mosaic_extension_owner' OR NOT (e.extrelocatable OR n.nspname = 'mosaic_extensions');
    IF stray IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_EXTENSION_OWNER: %', stray
            USING HINT = 'mosaic-db-migrator bootstrap shadow-plan says how such a database is moved.';
    END IF;
    IF to_regnamespace('mosaic_extensions') IS NULL THEN
        CREATE SCHEMA mosaic_extensions AUTHORIZATION mosaic_extension_owner;
    END IF;
END
$approved$;

SET ROLE mosaic_extension_owner;
SELECT format('ALTER EXTENSION %I SET SCHEMA mosaic_extensions', e.extname)
FROM pg_extension AS e
JOIN jsonb_array_elements(:'extensions'::jsonb) AS wanted ON wanted->>'name' = e.extname
WHERE e.extnamespace <> 'mosaic_extensions'::regnamespace
\gexec
RESET ROLE;
