SELECT s.stxname AS name,
  s.stxnamespace AS of,
  pg_get_userbyid(s.stxowner) AS owner,
  pg_get_statisticsobjdef(s.oid) AS definition
FROM pg_statistic_ext s
WHERE s.stxnamespace = ANY {namespaces}
