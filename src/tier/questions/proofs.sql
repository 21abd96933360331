-- What proves each foreign key of one schema's tables at once: a statement that counts the rows that refer to nothing, by
-- the operators the server itself compares with. One row for each constraint; a partition's own is read through its root,
-- whose privileges count, and held to the partition. What is declared not to be enforced is left out.
SELECT o.conname, child.relname, parent.source, has_table_privilege(parent.oid, 'SELECT'), {period},
    format('SELECT count(*) FROM %s c WHERE (%s)%s AND NOT EXISTS (SELECT FROM %s p WHERE %s%s)',
        child.rows, key.given, replace(child.within, '{row}', 'c'),
        parent.rows, key.equal, replace(parent.within, '{row}', 'p'))
FROM pg_constraint o
    CROSS JOIN LATERAL (
        SELECT r.oid, r.relname, r.relnamespace, format('%I.%I', n.nspname, r.relname) AS source,
            -- What inherits from a plain table is a table of its own.
            CASE r.relkind WHEN 'p' THEN '' ELSE 'ONLY ' END || format('%I.%I', n.nspname, r.relname) AS rows,
            CASE WHEN r.oid = o.conrelid THEN '' ELSE format(' AND {row}.tableoid IN (%s)', (
                SELECT coalesce(string_agg(t.relid::oid::text, ', '), '0') FROM pg_partition_tree(o.conrelid) t
                WHERE t.isleaf)) END AS within
        FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
        WHERE r.oid = coalesce(pg_partition_root(o.conrelid), o.conrelid)
    ) child
    CROSS JOIN LATERAL (
        SELECT r.oid, format('%I.%I', n.nspname, r.relname) AS source,
            CASE r.relkind WHEN 'p' THEN '' ELSE 'ONLY ' END || format('%I.%I', n.nspname, r.relname) AS rows,
            CASE WHEN r.oid = o.confrelid THEN '' ELSE format(' AND {row}.tableoid IN (%s)', (
                SELECT coalesce(string_agg(t.relid::oid::text, ', '), '0') FROM pg_partition_tree(o.confrelid) t
                WHERE t.isleaf)) END AS within
        FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
        WHERE r.oid = coalesce(pg_partition_root(o.confrelid), o.confrelid)
    ) parent
    CROSS JOIN LATERAL (
        -- MATCH SIMPLE asks nothing of a row with one value missing, MATCH FULL of one with all of them missing. A composite
        -- value with fields missing is not missing: IS NOT NULL would say so.
        SELECT string_agg(format('c.%I IS DISTINCT FROM NULL', ca.attname),
                CASE o.confmatchtype WHEN 'f' THEN ' OR ' ELSE ' AND ' END ORDER BY k.place) AS given,
            string_agg(format('p.%I%s OPERATOR(%I.%s) c.%I%s%s', pa.attname,
                CASE WHEN pa.atttypid <> op.oprleft THEN format('::%I.%I', ln.nspname, l.typname) END,
                opn.nspname, op.oprname, ca.attname,
                CASE WHEN ca.atttypid <> op.oprright THEN format('::%I.%I', rn.nspname, r.typname) END,
                -- Between two collations, the key's decides what is equal.
                CASE WHEN co.oid IS NOT NULL THEN format(' COLLATE %I.%I', con.nspname, co.collname) END),
                ' AND ' ORDER BY k.place) AS equal
        FROM unnest(o.conkey, o.confkey, o.conpfeqop) WITH ORDINALITY k (child, parent, operator, place)
            JOIN pg_attribute ca ON ca.attrelid = o.conrelid AND ca.attnum = k.child
            JOIN pg_attribute pa ON pa.attrelid = o.confrelid AND pa.attnum = k.parent
            JOIN pg_operator op ON op.oid = k.operator
            JOIN pg_namespace opn ON opn.oid = op.oprnamespace
            JOIN pg_type l ON l.oid = op.oprleft JOIN pg_namespace ln ON ln.oid = l.typnamespace
            JOIN pg_type r ON r.oid = op.oprright JOIN pg_namespace rn ON rn.oid = r.typnamespace
            LEFT JOIN pg_collation co ON co.oid = pa.attcollation AND pa.attcollation <> ca.attcollation
            LEFT JOIN pg_namespace con ON con.oid = co.collnamespace
    ) key
WHERE o.contype = 'f' AND o.conparentid = 0 AND {enforced}
    AND child.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = {schema})
ORDER BY 2, 1
