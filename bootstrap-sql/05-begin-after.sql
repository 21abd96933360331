BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL mosaic_bootstrap.database = :'database';
