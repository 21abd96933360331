-- The tables of one schema as they are filled without row triggers: whether they may be locked, which triggers stay silent and
-- which fire all the same, and the keys that the server checks by a trigger.
SELECT c.relname, has_table_privilege(c.oid, 'MAINTAIN'),
    (SELECT string_agg(g.tgname, ', ' ORDER BY g.tgname) FROM pg_trigger g
        WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled = 'O'),
    (SELECT string_agg(g.tgname, ', ' ORDER BY g.tgname) FROM pg_trigger g
        WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled IN ('A', 'R')),
    (SELECT string_agg(o.conname, ', ' ORDER BY o.conname) FROM pg_constraint o
        WHERE coalesce(pg_partition_root(o.conrelid), o.conrelid) = c.oid AND o.contype IN ('p', 'u', 'x')
          AND o.condeferrable AND o.conparentid = 0)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = {schema} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
ORDER BY 1
