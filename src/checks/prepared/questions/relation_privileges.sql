-- The ledger and the control schema, columns and sequences included.
WITH relation AS (
    SELECT c.*, CASE WHEN n.nspname = 'mosaic_control' THEN c.relname::text ELSE 'ledger' END AS subject
    FROM pg_class AS c
    JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind NOT IN ('i', 'I', 't', 'c')
      AND (n.nspname = 'mosaic_control' OR (n.nspname, c.relname) = ({ledger_schema}, {ledger_table}))
), object AS (
    SELECT subject, CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char" AS kind, relowner AS owner, relacl AS acl FROM relation
    UNION ALL
    SELECT r.subject || '.' || a.attname, 'c', r.relowner, a.attacl
    FROM relation AS r
    JOIN pg_attribute AS a ON a.attrelid = r.oid
    WHERE a.attacl IS NOT NULL
)
{privileges}
