-- The database, and what PUBLIC may do in it by default.
DO $owner$
DECLARE
    owner name := (SELECT rolname FROM pg_database JOIN pg_authid ON pg_authid.oid = datdba WHERE datname = current_database());
BEGIN
    IF owner <> 'mosaic_platform_database_owner' AND NOT (SELECT rolsuper FROM pg_authid WHERE rolname = owner) THEN
        RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: database % belongs to %', current_database(), owner;
    END IF;
END
$owner$;

ALTER DATABASE :"database" OWNER TO mosaic_platform_database_owner;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO mosaic_migrator, mosaic_runtime, mosaic_data_importer;

SELECT format('GRANT CREATE ON DATABASE %I TO mosaic_schema_owner', :'database') WHERE :'database_create'::boolean \gexec

-- Whoever makes a large object owns it, and no login owns anything. Reading stays as it is.
REVOKE EXECUTE ON FUNCTION
    lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea), lo_import(text), lo_import(text, oid), lo_export(oid, text),
    lo_put(oid, bigint, bytea), lo_truncate(integer, integer), lo_truncate64(integer, bigint), lo_unlink(oid), lowrite(integer, bytea)
FROM PUBLIC;

-- For all schemas at once: the IN SCHEMA form can only add to this default, never take from it.
ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
