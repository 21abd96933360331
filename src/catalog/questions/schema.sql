SELECT n.nspname AS name,
  n.oid,
  pg_get_userbyid(n.nspowner) AS owner,
  {acl n.nspacl n n.nspowner}
FROM pg_namespace n
WHERE n.nspname IN ({managed})
