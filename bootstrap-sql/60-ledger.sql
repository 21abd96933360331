-- The ledger: Drizzle's own table. One that exists keeps its shape and rows; only its owner is looked at.
DO $ledger$
DECLARE
    ledger text := format('%I.%I', current_setting('mosaic_bootstrap.ledger_schema'), current_setting('mosaic_bootstrap.ledger_table'));
    owner name;
BEGIN
    SELECT rolname INTO owner FROM pg_class JOIN pg_authid ON pg_authid.oid = relowner WHERE pg_class.oid = to_regclass(ledger);
    IF NOT FOUND THEN
        EXECUTE format('CREATE TABLE %s (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)', ledger);
        EXECUTE format('ALTER TABLE %s OWNER TO mosaic_schema_owner', ledger);
    ELSIF owner <> 'mosaic_schema_owner' THEN
        RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: the ledger % belongs to % instead of mosaic_schema_owner', ledger, owner;
    END IF;
    EXECUTE format('GRANT SELECT ON TABLE %s TO mosaic_runtime_capability, mosaic_data_importer', ledger);
END
$ledger$;
