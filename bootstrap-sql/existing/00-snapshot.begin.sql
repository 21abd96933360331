\pset format unaligned
\pset tuples_only on
\pset pager off
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL client_min_messages = warning;
SET LOCAL row_security = off;
SET LOCAL mosaic_bootstrap.database = :'database';
SET LOCAL mosaic_bootstrap.owned_schemas = :'owned_schemas';
SET LOCAL mosaic_bootstrap.ledger_schema = :'ledger_schema';
SET LOCAL mosaic_bootstrap.ledger_table = :'ledger_table';
