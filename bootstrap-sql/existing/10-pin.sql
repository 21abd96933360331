-- How the server prints values and names, so that two sessions say the same of the same.
SET LOCAL quote_all_identifiers = off;
SET LOCAL timezone = 'UTC';
SET LOCAL datestyle = 'ISO, YMD';
SET LOCAL extra_float_digits = 1;
SET LOCAL bytea_output = 'hex';
SET LOCAL mosaic_bootstrap.owner = :'owner';

-- The login that made the installation, and a digest of the ledger's rows: a database that was migrated meanwhile is another one.
DO $ledger$
DECLARE
    ledger regclass := to_regclass(format('%I.%I',
        current_setting('mosaic_bootstrap.ledger_schema'), current_setting('mosaic_bootstrap.ledger_table')));
    digest text := '';
BEGIN
    IF NOT EXISTS (SELECT FROM pg_authid WHERE rolname = current_setting('mosaic_bootstrap.owner')) THEN
        RAISE EXCEPTION 'BOOTSTRAP_EXISTING_REFUSED: there is no role %', current_setting('mosaic_bootstrap.owner')
            USING HINT = 'Name the login that made the installation: --owner.';
    END IF;
    IF ledger IS NOT NULL THEN
        EXECUTE format('SELECT encode(sha256(convert_to(coalesce(string_agg(l::text, E''\n'' ORDER BY l::text COLLATE "C"), ''''), ''UTF8'')), ''hex'') FROM %s AS l', ledger)
        INTO digest;
    END IF;
    PERFORM set_config('mosaic_bootstrap.ledger_digest', digest, true);
END
$ledger$;
