-- Sequences of one schema, with the column each belongs to.
SELECT s.relname, format('%I.%I', n.nspname, s.relname), t.relname, a.attname
FROM pg_class s
    JOIN pg_namespace n ON n.oid = s.relnamespace
    LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
        AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0
    LEFT JOIN pg_class t ON t.oid = d.refobjid
    LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
WHERE n.nspname = {schema} AND s.relkind = 'S'
ORDER BY 1
