SELECT n.nspname || '.' || c.relname || '.' || t.tgname AS name,
  pg_get_triggerdef(t.oid) AS definition,
  CASE t.tgenabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END AS enabled
FROM pg_trigger t
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ({managed}) AND NOT t.tgisinternal AND {own pg_class c.oid}
UNION ALL
-- The triggers behind a foreign key can be switched off, and the key with them.
SELECT n.nspname || '.' || c.relname || '.' || pg_get_constraintdef(t.tgconstraint) || ' (' || t.tgtype || ')',
  'foreign key', CASE t.tgenabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END
FROM pg_trigger t
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ({managed}) AND t.tgisinternal AND t.tgconstraint <> 0 AND t.tgenabled <> 'O'
