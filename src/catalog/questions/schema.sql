SELECT n.nspname AS name,
  pg_get_userbyid(n.nspowner) AS owner,
  {acl n.nspacl n n.nspowner} AS privileges
FROM pg_namespace n
WHERE n.nspname IN ({managed})
