SELECT nspname, pg_get_userbyid(nspowner), coalesce(nspacl, acldefault('n', nspowner)), acldefault('n', nspowner)
FROM pg_namespace
WHERE nspname IN ({schemas})
