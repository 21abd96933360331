SELECT c.relname, format('%s %s%s', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' NOT NULL' END)
FROM pg_class AS c
JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE c.relnamespace = to_regnamespace('mosaic_control') AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
