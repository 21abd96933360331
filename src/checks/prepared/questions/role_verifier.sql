SELECT rolname, rolpassword
FROM pg_authid
WHERE rolname IN ({roles}) AND rolpassword IS NOT NULL
