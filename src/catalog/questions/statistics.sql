SELECT n.nspname || '.' || s.stxname AS name,
  pg_get_userbyid(s.stxowner) AS owner,
  pg_get_statisticsobjdef(s.oid) AS definition
FROM pg_statistic_ext s
JOIN pg_namespace n ON n.oid = s.stxnamespace
WHERE n.nspname IN ({managed})
