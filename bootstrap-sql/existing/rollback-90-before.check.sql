-- The database is what the snapshot says, to the last privilege.
SET LOCAL mosaic_bootstrap.found = :'found';
DO $check$
DECLARE
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb - 'roles';
    snapshot jsonb := current_setting('mosaic_bootstrap.snapshot')::jsonb - 'roles';
BEGIN
    IF found <> snapshot THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: the database differs from the snapshot in %',
            (SELECT string_agg(key, ', ') FROM jsonb_object_keys(snapshot) AS key WHERE found->key IS DISTINCT FROM snapshot->key);
    END IF;
END
$check$;
COMMIT;
\echo database :database is as it was in the snapshot
