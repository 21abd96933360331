-- Foreign keys within one schema, between the tables that are filled: a partition's own counts for its root.
SELECT o.conname, child.relname, parent.relname, o.condeferrable
FROM pg_constraint o
    JOIN pg_class child ON child.oid = coalesce(pg_partition_root(o.conrelid), o.conrelid)
    JOIN pg_class parent ON parent.oid = coalesce(pg_partition_root(o.confrelid), o.confrelid)
    JOIN pg_namespace n ON n.oid = child.relnamespace AND n.oid = parent.relnamespace
WHERE n.nspname = {schema} AND o.contype = 'f' AND o.conparentid = 0
ORDER BY 2, 1
