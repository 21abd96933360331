-- Found just now, beside what the snapshot says: the same database with the same objects, and either as it was or taken over by
-- this script before. Anything else is a database that nobody has looked at.
SET LOCAL mosaic_bootstrap.found = :'found';
SET LOCAL mosaic_bootstrap.snapshot = :'snapshot';
DO $unchanged$
DECLARE
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb;
    snapshot jsonb := current_setting('mosaic_bootstrap.snapshot')::jsonb;
    lasting_of_object constant text[] := '{class,oid,kind,schema,name,follows,definer,text_body}';
    difference text;
BEGIN
    IF found = snapshot THEN
        PERFORM set_config('mosaic_bootstrap.standing', 'as in the snapshot', true);
        RETURN;
    END IF;
    SELECT string_agg(x.what, ', ') INTO difference FROM (
        SELECT format('%s is %s, not %s', key, found->>key, snapshot->>key) AS what
        FROM unnest('{version,scope,system_identifier,owner,ledger_digest}'::text[]) AS key
        WHERE found->key IS DISTINCT FROM snapshot->key
        UNION ALL
        SELECT 'another database' WHERE (found->'database'->'oid', found->'database'->'name')
            IS DISTINCT FROM (snapshot->'database'->'oid', snapshot->'database'->'name')
        UNION ALL
        SELECT format('%s is %s', coalesce(f.object->>'described', s.object->>'described'),
            CASE WHEN s.object IS NULL THEN 'new' WHEN f.object IS NULL THEN 'gone' ELSE 'another' END)
        FROM jsonb_array_elements(found->'objects') AS f (object)
        FULL JOIN jsonb_array_elements(snapshot->'objects') AS s (object)
            ON f.object->'class' = s.object->'class' AND f.object->'oid' = s.object->'oid'
        WHERE (SELECT jsonb_object_agg(key, f.object->key) FROM unnest(lasting_of_object) AS key)
            IS DISTINCT FROM (SELECT jsonb_object_agg(key, s.object->key) FROM unnest(lasting_of_object) AS key)
    ) AS x;
    IF difference IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_SNAPSHOT_STALE: %', difference
            USING HINT = 'Make a snapshot of the database as it is now, read it, and render the script again.';
    END IF;
    -- Half of it cannot be: one transaction took everything over.
    IF found->'database'->>'owner' = 'mosaic_platform_database_owner'
        AND NOT EXISTS (SELECT FROM jsonb_array_elements(found->'objects') AS object WHERE object->>'owner' <> 'mosaic_schema_owner')
    THEN
        PERFORM set_config('mosaic_bootstrap.standing', 'taken over', true);
        RETURN;
    END IF;
    SELECT string_agg(x.what, ', ') INTO difference FROM (
        SELECT key AS what FROM jsonb_object_keys(snapshot) AS key WHERE key <> 'objects' AND found->key IS DISTINCT FROM snapshot->key
        UNION ALL
        SELECT f.object->>'described'
        FROM jsonb_array_elements(found->'objects') AS f (object)
        JOIN jsonb_array_elements(snapshot->'objects') AS s (object)
            ON f.object->'class' = s.object->'class' AND f.object->'oid' = s.object->'oid'
        WHERE f.object <> s.object
    ) AS x;
    RAISE EXCEPTION 'BOOTSTRAP_SNAPSHOT_STALE: there are other owners, privileges or settings than in the snapshot: %', difference
        USING HINT = 'Make a snapshot of the database as it is now, read it, and render the script again.';
END
$unchanged$;
