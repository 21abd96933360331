-- Asked for when the script was rendered: PUBLIC may no longer connect to the other databases of the cluster, so that
-- the three logins reach this one only.
SELECT format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', datname)
FROM pg_database
WHERE datname <> :'database' AND datallowconn
\gexec
