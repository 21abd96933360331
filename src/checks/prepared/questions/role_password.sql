SELECT substr(rolname, 8),
    CASE WHEN rolpassword IS NULL THEN 'none' WHEN rolpassword LIKE 'SCRAM-SHA-256$%' THEN 'SCRAM-SHA-256' ELSE 'another method' END
FROM pg_authid
WHERE rolname IN ({roles})
