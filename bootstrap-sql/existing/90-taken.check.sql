-- Looked at again from the start: every object of the list, and no other, belongs to the schema owner, and nobody else has anything
-- in the managed schemas but what this script gives.
SET LOCAL mosaic_bootstrap.taken = :'found';
DO $taken$
DECLARE
    taken jsonb := current_setting('mosaic_bootstrap.taken')::jsonb;
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb;
    bad text;
BEGIN
    SELECT string_agg(coalesce(f.object->>'described', t.object->>'described'), ', ') INTO bad
    FROM jsonb_array_elements(found->'objects') AS f (object)
    FULL JOIN jsonb_array_elements(taken->'objects') AS t (object)
        ON f.object->'class' = t.object->'class' AND f.object->'oid' = t.object->'oid'
    WHERE f.object IS NULL OR t.object->>'owner' IS DISTINCT FROM 'mosaic_schema_owner';
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: not taken over, or made meanwhile: %', bad;
    END IF;
    SELECT string_agg(format('%s on %s for %s', p->>'privilege', object->>'described', coalesce(p->>'grantee', 'PUBLIC')), ', ') INTO bad
    FROM jsonb_array_elements(taken->'objects') AS object
    CROSS JOIN LATERAL jsonb_array_elements(object->'privileges') AS p
    WHERE NOT (object->>'kind' IN ('TYPE', 'DOMAIN') AND p->>'grantee' IS NULL)
      AND NOT (object->>'schema' = current_setting('mosaic_bootstrap.ledger_schema')
        AND object->>'name' = current_setting('mosaic_bootstrap.ledger_table'));
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: %', bad;
    END IF;
    SELECT string_agg(pg_describe_object(d.classid, d.objid, d.objsubid), ', ') INTO bad
    FROM pg_shdepend AS d
    WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = (SELECT oid FROM pg_authid WHERE rolname = current_setting('mosaic_bootstrap.owner'))
      AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database());
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: % still has to do with %', current_setting('mosaic_bootstrap.owner'), bad;
    END IF;
END
$taken$;
