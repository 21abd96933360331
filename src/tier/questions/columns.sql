-- The tables of one schema that hold rows of their own, with their columns: one row for each column, and one for a
-- table without any. Partitions are read and filled through their root.
SELECT c.relname, format('%I.%I', n.nspname, c.relname),
    CASE c.relkind WHEN 'p' THEN 'partitioned' WHEN 'r' THEN 'plain' WHEN 'f' THEN 'foreign' END,
    CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint END,
    (SELECT coalesce(sum(pg_table_size(p.relid)), 0) FROM pg_partition_tree(c.oid) p WHERE c.relkind = 'p')
        + CASE c.relkind WHEN 'r' THEN pg_table_size(c.oid) ELSE 0 END,
    c.relrowsecurity,
    (SELECT string_agg(g.tgname, ', ' ORDER BY g.tgname) FROM pg_trigger g
        WHERE g.tgrelid = c.oid AND NOT g.tgisinternal),
    a.attname, quote_ident(a.attname), a.attgenerated <> '',
    -- A name for the type that means the same on another server, where schemas and object ids differ.
    CASE WHEN t.typtype = 'd' THEN 'domain ' || t.typname || ' of ' ELSE '' END
        || CASE WHEN bn.nspname = 'pg_catalog' THEN format_type(coalesce(nullif(t.typbasetype, 0), t.oid), a.atttypmod)
            ELSE coalesce(e.extname || ' ', '') || b.typname
                || coalesce(substring(format_type(a.atttypid, a.atttypmod) FROM '\([0-9, ]+\)'), '')
                || CASE WHEN base.through_array THEN '[]' ELSE '' END END
        || CASE WHEN e.extname IS NULL THEN coalesce((
            SELECT ' of ' || string_agg(quote_literal(l.enumlabel), ', ' ORDER BY l.enumsortorder)
            FROM pg_enum l WHERE l.enumtypid = b.oid), (
            SELECT ' of ' || string_agg(quote_ident(f.attname), ', ' ORDER BY f.attnum)
            FROM pg_attribute f WHERE b.typtype = 'c' AND f.attrelid = b.typrelid AND f.attnum > 0
                AND NOT f.attisdropped), '') ELSE '' END,
    -- The binary form of a composite holds object ids, that of an array the one of its elements, which is the same on
    -- every server for built-in types only.
    CASE WHEN b.typsend = 0 OR b.typreceive = 0 OR b.typtype = 'c' THEN 'text'
        WHEN b.typreceive::text ~ '^(pg_catalog\.)?reg' THEN 'text'
        WHEN bn.nspname = 'pg_catalog' THEN 'binary'
        WHEN base.through_array THEN 'text'
        WHEN b.typtype = 'e' THEN 'binary'
        WHEN e.extname = 'vector' AND b.typname IN ('vector', 'halfvec', 'sparsevec') THEN 'binary'
        ELSE 'text' END
FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_type t ON t.oid = a.atttypid
    -- Through domains to what they are of, through arrays to their elements.
    LEFT JOIN LATERAL (
        WITH RECURSIVE under AS (
            SELECT t.oid AS oid, 0 AS depth, false AS through_array
            UNION ALL
            SELECT CASE WHEN u.typtype = 'd' THEN u.typbasetype ELSE u.typelem END, under.depth + 1,
                under.through_array OR u.typtype <> 'd'
            FROM under JOIN pg_type u ON u.oid = under.oid
            WHERE u.typtype = 'd' OR u.typcategory = 'A' AND u.typlen = -1 AND u.typelem <> 0
        ) SELECT oid, through_array FROM under ORDER BY depth DESC LIMIT 1
    ) base ON true
    LEFT JOIN pg_type b ON b.oid = base.oid
    LEFT JOIN pg_namespace bn ON bn.oid = b.typnamespace
    LEFT JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = b.oid AND d.deptype = 'e'
    LEFT JOIN pg_extension e ON e.oid = d.refobjid
WHERE n.nspname = {schema} AND c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition
ORDER BY c.relname COLLATE "C", a.attnum
