WITH object AS (
    SELECT nspname::text AS subject, 'n'::"char" AS kind, nspowner AS owner, nspacl AS acl FROM pg_namespace WHERE nspname IN ({schemas})
)
{privileges}
