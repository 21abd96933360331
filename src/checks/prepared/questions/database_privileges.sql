WITH object AS (
    SELECT 'privileges' AS subject, 'd'::"char" AS kind, datdba AS owner, datacl AS acl FROM pg_database WHERE datname = current_database()
)
{privileges}
