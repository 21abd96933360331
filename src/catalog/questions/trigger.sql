SELECT t.tgname::text AS name,
  t.tgrelid AS of,
  pg_get_triggerdef(t.oid) AS definition,
  CASE t.tgenabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END AS enabled
FROM pg_trigger t
WHERE t.tgrelid = ANY {relations} AND NOT t.tgisinternal
UNION ALL
-- The triggers behind a foreign key can be switched off, and the key with them.
SELECT pg_get_constraintdef(t.tgconstraint) || ' (' || t.tgtype || ')', t.tgrelid,
  'foreign key', CASE t.tgenabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'replica' WHEN 'A' THEN 'always' END
FROM pg_trigger t
WHERE t.tgrelid = ANY {relations} AND t.tgisinternal AND t.tgconstraint <> 0 AND t.tgenabled <> 'O'
