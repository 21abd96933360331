-- From the login that made the installation to the roles, object by object in the order of the list. What is theirs already is left
-- alone, so that a second run changes nothing. Names come from the catalog at the moment they are used.
DO $owners$
DECLARE
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb;
    item jsonb;
    name text;
    held record;
BEGIN
    IF found->'database'->>'owner' <> 'mosaic_platform_database_owner' THEN
        FOR held IN SELECT DISTINCT value->>'grantee' AS grantee FROM jsonb_array_elements(found->'database'->'privileges') LOOP
            EXECUTE format('REVOKE ALL ON DATABASE %I FROM %s', current_database(), coalesce(quote_ident(held.grantee), 'PUBLIC'));
        END LOOP;
        EXECUTE format('ALTER DATABASE %I OWNER TO mosaic_platform_database_owner', current_database());
    END IF;
    IF EXISTS (SELECT FROM jsonb_array_elements(found->'settings') AS s WHERE NOT (s->'everywhere')::boolean) THEN
        EXECUTE format('ALTER DATABASE %I RESET ALL', current_database());
    END IF;

    FOR item IN
        SELECT value FROM jsonb_array_elements(found->'schemas')
        WHERE current_setting('mosaic_bootstrap.owned_schemas')::jsonb ? (value->>'name') AND value->>'owner' <> 'mosaic_schema_owner'
    LOOP
        FOR held IN SELECT DISTINCT value->>'grantee' AS grantee FROM jsonb_array_elements(item->'privileges') LOOP
            EXECUTE format('REVOKE ALL ON SCHEMA %I FROM %s', item->>'name', coalesce(quote_ident(held.grantee), 'PUBLIC'));
        END LOOP;
        EXECUTE format('ALTER SCHEMA %I OWNER TO mosaic_schema_owner', item->>'name');
    END LOOP;

    FOR item IN
        SELECT value FROM jsonb_array_elements(found->'objects') WITH ORDINALITY AS o (value, place)
        WHERE value->>'owner' <> 'mosaic_schema_owner' ORDER BY place
    LOOP
        SELECT identity INTO STRICT name FROM pg_identify_object((item->>'class')::regclass, (item->>'oid')::oid, 0);
        -- Everybody may use a type unless it is said otherwise, also of those that migrations make.
        FOR held IN
            SELECT DISTINCT value->>'grantee' AS grantee FROM jsonb_array_elements(item->'privileges')
            WHERE NOT (item->>'kind' IN ('TYPE', 'DOMAIN') AND value->>'grantee' IS NULL)
        LOOP
            EXECUTE format('REVOKE ALL ON %s %s FROM %s',
                CASE WHEN item->>'kind' IN ('VIEW', 'MATERIALIZED VIEW') THEN 'TABLE' ELSE item->>'kind' END,
                name, coalesce(quote_ident(held.grantee), 'PUBLIC'));
        END LOOP;
        IF NOT (item->'follows')::boolean THEN
            EXECUTE format('ALTER %s %s OWNER TO mosaic_schema_owner', item->>'kind', name);
        END IF;
    END LOOP;
END
$owners$;

-- Default privileges would open what migrations make. A row of them goes away when it says what the server does by itself.
DO $defaults$
DECLARE
    found jsonb := current_setting('mosaic_bootstrap.found')::jsonb;
    item jsonb;
    held record;
BEGIN
    FOR item IN SELECT value FROM jsonb_array_elements(found->'default_privileges') WHERE value->>'role' = current_setting('mosaic_bootstrap.owner') LOOP
        FOR held IN
            WITH stored (grantee, privilege) AS (
                SELECT p->>'grantee', p->>'privilege' FROM jsonb_array_elements(item->'privileges') AS p
            ), by_itself (grantee, privilege) AS (
                SELECT r.rolname, e.privilege_type
                FROM pg_authid AS o
                CROSS JOIN LATERAL aclexplode(acldefault(CASE item->>'class' WHEN 'S' THEN 's' ELSE item->>'class' END::"char", o.oid)) AS e
                LEFT JOIN pg_authid AS r ON r.oid = e.grantee
                WHERE o.rolname = item->>'role' AND item->>'schema' IS NULL
            )
            SELECT 'REVOKE' AS verb, s.privilege, 'FROM' AS preposition, s.grantee
            FROM (TABLE stored EXCEPT TABLE by_itself) AS s
            UNION ALL
            SELECT 'GRANT', s.privilege, 'TO', s.grantee FROM (TABLE by_itself EXCEPT TABLE stored) AS s
        LOOP
            EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I %s %s %s ON %s %s %s',
                item->>'role', 'IN SCHEMA ' || quote_ident(item->>'schema'), held.verb, held.privilege,
                CASE item->>'class'
                    WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'f' THEN 'FUNCTIONS' WHEN 'T' THEN 'TYPES'
                    WHEN 'n' THEN 'SCHEMAS' WHEN 'L' THEN 'LARGE OBJECTS' END,
                held.preposition, coalesce(quote_ident(held.grantee), 'PUBLIC'));
        END LOOP;
    END LOOP;
END
$defaults$;
