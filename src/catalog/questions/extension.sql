SELECT e.extname AS name,
  pg_get_userbyid(e.extowner) AS owner,
  n.nspname AS schema
FROM pg_extension e
JOIN pg_namespace n ON n.oid = e.extnamespace
-- Those in pg_catalog come with the server and belong to whoever made it.
WHERE n.nspname <> 'pg_catalog'
