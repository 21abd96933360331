-- Schemas that bootstrap made are empty again, or the transaction ends here.
SELECT format('DROP SCHEMA %I', f.value->>'name')
FROM jsonb_array_elements(:'found'::jsonb->'schemas') AS f
WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(:'snapshot'::jsonb->'schemas') AS s WHERE s.value->'oid' = f.value->'oid')
\gexec

-- A role that another database of the cluster needs stays.
DO $roles$
DECLARE
    spare name;
BEGIN
    FOR spare IN
        SELECT value FROM jsonb_array_elements_text(current_setting('mosaic_bootstrap.found')::jsonb->'roles')
        WHERE NOT current_setting('mosaic_bootstrap.snapshot')::jsonb->'roles' ? value
    LOOP
        BEGIN
            EXECUTE format('DROP ROLE %I', spare);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            RAISE WARNING 'role % stays: another database needs it', spare;
        END;
    END LOOP;
END
$roles$;
