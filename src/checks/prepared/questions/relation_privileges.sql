-- The ledger and the control schema, columns and sequences included.
WITH relation AS MATERIALIZED (
    SELECT oid, CASE WHEN relnamespace = to_regnamespace('mosaic_control') THEN relname::text ELSE 'ledger' END AS subject,
        CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char" AS kind, relowner, relacl
    FROM pg_class
    WHERE relkind NOT IN ('i', 'I', 't', 'c') AND (relnamespace = to_regnamespace('mosaic_control')
      OR relname = {ledger_table} AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = {ledger_schema}))
)
SELECT subject, pg_get_userbyid(relowner), coalesce(relacl, acldefault(kind, relowner)), acldefault(kind, relowner)
FROM relation
UNION ALL
SELECT r.subject || '.' || a.attname, pg_get_userbyid(r.relowner), a.attacl, '{}'
FROM relation AS r
JOIN pg_attribute AS a ON a.attrelid = r.oid
WHERE a.attacl IS NOT NULL
