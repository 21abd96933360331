-- Owners, privileges, settings and places as the snapshot has them. What nothing was changed of is left alone.
DO $extensions$
DECLARE
    now_and_then record;
BEGIN
    FOR now_and_then IN
        SELECT e.extname AS name, s.value->>'schema' AS schema
        FROM pg_extension AS e
        LEFT JOIN jsonb_array_elements(current_setting('mosaic_bootstrap.snapshot')::jsonb->'extensions') AS s ON s.value->>'name' = e.extname
        WHERE e.extnamespace = to_regnamespace('mosaic_extensions') AND s.value->>'schema' IS DISTINCT FROM 'mosaic_extensions'
    LOOP
        SET LOCAL ROLE mosaic_extension_owner;
        IF now_and_then.schema IS NULL THEN
            EXECUTE format('DROP EXTENSION %I', now_and_then.name);
        ELSE
            EXECUTE format('ALTER EXTENSION %I SET SCHEMA %I', now_and_then.name, now_and_then.schema);
        END IF;
        SET LOCAL ROLE NONE;
    END LOOP;
END
$extensions$;

DO $owners$
DECLARE
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb;
    snapshot jsonb := current_setting('mosaic_bootstrap.snapshot')::jsonb;
    item record;
    target text;
    held record;
BEGIN
    -- Objects first, then schemas, then the database: sequences that follow a table have their owner by the time of their grants.
    FOR item IN
        SELECT s.value AS was, f.value AS now, 'OBJECT' AS class, s.place
        FROM jsonb_array_elements(snapshot->'objects') WITH ORDINALITY AS s (value, place)
        JOIN jsonb_array_elements(found->'objects') AS f ON f.value->'class' = s.value->'class' AND f.value->'oid' = s.value->'oid'
        UNION ALL
        SELECT s.value, f.value, 'SCHEMA', 1000000
        FROM jsonb_array_elements(snapshot->'schemas') AS s JOIN jsonb_array_elements(found->'schemas') AS f ON f.value->'oid' = s.value->'oid'
        UNION ALL
        SELECT snapshot->'database', found->'database', 'DATABASE', 1000001
        ORDER BY place
    LOOP
        CONTINUE WHEN (item.was->'owner', item.was->'privileges') = (item.now->'owner', item.now->'privileges');
        IF item.class = 'OBJECT' THEN
            SELECT identity INTO STRICT target FROM pg_identify_object((item.was->>'class')::regclass, (item.was->>'oid')::oid, 0);
            target := format('%s %s', item.was->>'kind', target);
        ELSE
            target := format('%s %I', item.class, item.was->>'name');
        END IF;
        FOR held IN SELECT DISTINCT value->>'grantee' AS grantee FROM jsonb_array_elements(item.now->'privileges') LOOP
            EXECUTE format('REVOKE ALL ON %s FROM %s',
                regexp_replace(target, '^(MATERIALIZED )?VIEW ', 'TABLE '), coalesce(quote_ident(held.grantee), 'PUBLIC'));
        END LOOP;
        IF item.was->'owner' <> item.now->'owner' AND NOT coalesce((item.was->'follows')::boolean, false) THEN
            EXECUTE format('ALTER %s OWNER TO %I', target, item.was->>'owner');
        END IF;
        FOR held IN
            SELECT value->>'privilege' AS privilege, value->>'grantee' AS grantee, value->>'column' AS of_column,
                CASE WHEN (value->'grantable')::boolean THEN ' WITH GRANT OPTION' ELSE '' END AS grantable
            FROM jsonb_array_elements(item.was->'privileges')
        LOOP
            EXECUTE format('GRANT %s%s ON %s TO %s%s', held.privilege, ' (' || quote_ident(held.of_column) || ')',
                regexp_replace(target, '^(MATERIALIZED )?VIEW ', 'TABLE '),
                coalesce(quote_ident(held.grantee), 'PUBLIC'), held.grantable);
        END LOOP;
    END LOOP;
END
$owners$;

DO $settings$
DECLARE
    snapshot jsonb := current_setting('mosaic_bootstrap.snapshot')::jsonb;
    item jsonb;
    name text;
    value text;
    path constant text := current_setting('search_path');
BEGIN
    IF current_setting('mosaic_bootstrap.found')::jsonb->'settings' = snapshot->'settings' THEN
        RETURN;
    END IF;
    FOR item IN SELECT s.value FROM jsonb_array_elements(snapshot->'settings') AS s (value) WHERE NOT (s.value->'everywhere')::boolean LOOP
        name := split_part(item->>'setting', '=', 1);
        value := substr(item->>'setting', length(name) + 2);
        -- A list of quoted names is stored as it was written: taken from a session it stays one.
        IF name IN ('search_path', 'temp_tablespaces', 'session_preload_libraries', 'local_preload_libraries') THEN
            PERFORM set_config(name, value, true);
            EXECUTE format('ALTER DATABASE %I SET %I FROM CURRENT', current_database(), name);
            PERFORM set_config('search_path', path, true);
        ELSE
            EXECUTE format('ALTER DATABASE %I SET %s TO %L', current_database(),
                (SELECT string_agg(quote_ident(part), '.') FROM unnest(string_to_array(name, '.')) AS part), value);
        END IF;
    END LOOP;
END
$settings$;

DO $defaults$
DECLARE
    snapshot jsonb := current_setting('mosaic_bootstrap.snapshot')::jsonb;
    item jsonb;
    held record;
BEGIN
    IF to_regrole('mosaic_schema_owner') IS NOT NULL THEN
        ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC;
    END IF;
    FOR item IN SELECT value FROM jsonb_array_elements(snapshot->'default_privileges') WHERE value->>'role' = current_setting('mosaic_bootstrap.owner') LOOP
        FOR held IN
            WITH stored (grantee, privilege, grantable) AS (
                SELECT p->>'grantee', p->>'privilege', (p->'grantable')::boolean FROM jsonb_array_elements(item->'privileges') AS p
            ), by_itself (grantee, privilege, grantable) AS (
                SELECT r.rolname, e.privilege_type, e.is_grantable
                FROM pg_authid AS o
                CROSS JOIN LATERAL aclexplode(acldefault(CASE item->>'class' WHEN 'S' THEN 's' ELSE item->>'class' END::"char", o.oid)) AS e
                LEFT JOIN pg_authid AS r ON r.oid = e.grantee
                WHERE o.rolname = item->>'role' AND item->>'schema' IS NULL
            )
            SELECT 'REVOKE' AS verb, s.privilege, 'FROM' AS preposition, s.grantee, '' AS grantable
            FROM (TABLE by_itself EXCEPT TABLE stored) AS s
            UNION ALL
            SELECT 'GRANT', s.privilege, 'TO', s.grantee, CASE WHEN s.grantable THEN 'WITH GRANT OPTION' ELSE '' END
            FROM (TABLE stored EXCEPT TABLE by_itself) AS s
        LOOP
            EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I %s %s %s ON %s %s %s %s',
                item->>'role', 'IN SCHEMA ' || quote_ident(item->>'schema'), held.verb, held.privilege,
                CASE item->>'class'
                    WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'f' THEN 'FUNCTIONS' WHEN 'T' THEN 'TYPES'
                    WHEN 'n' THEN 'SCHEMAS' WHEN 'L' THEN 'LARGE OBJECTS' END,
                held.preposition, coalesce(quote_ident(held.grantee), 'PUBLIC'), held.grantable);
        END LOOP;
    END LOOP;
END
$defaults$;

SELECT format('GRANT EXECUTE ON FUNCTION pg_catalog.%s TO PUBLIC', value)
FROM jsonb_array_elements_text(:'snapshot'::jsonb->'large_object_writers')
\gexec
