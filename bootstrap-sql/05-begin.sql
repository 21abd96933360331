SELECT pg_catalog.pg_backend_pid() AS backend_pid \gset
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL client_min_messages = warning;
SET LOCAL row_security = off;
SET LOCAL session_replication_role = origin;
SET LOCAL lock_timeout = '30s';
SET LOCAL statement_timeout = 0;
SET LOCAL mosaic_bootstrap.roles = '{mosaic_platform_database_owner,mosaic_schema_owner,mosaic_migrator,mosaic_runtime_capability,mosaic_runtime,mosaic_extension_owner,mosaic_data_importer}';
SET LOCAL mosaic_bootstrap.database = :'database';
SET LOCAL mosaic_bootstrap.backend_pid = :'backend_pid';
SET LOCAL mosaic_bootstrap.database_create = :'database_create';
SET LOCAL mosaic_bootstrap.owned_schemas = :'owned_schemas';
SET LOCAL mosaic_bootstrap.made_schemas = :'made_schemas';
SET LOCAL mosaic_bootstrap.usage_schemas = :'usage_schemas';
SET LOCAL mosaic_bootstrap.extensions = :'extensions';
SET LOCAL mosaic_bootstrap.ledger_schema = :'ledger_schema';
SET LOCAL mosaic_bootstrap.ledger_table = :'ledger_table';
