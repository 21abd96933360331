-- A session over the server's own socket has no address. Background processes have neither.
SELECT a.pid, coalesce(a.usename, ''), coalesce(a.application_name, ''), host(a.client_addr), coalesce(s.ssl, false)
FROM pg_catalog.pg_stat_activity a LEFT JOIN pg_catalog.pg_stat_ssl s ON s.pid = a.pid
WHERE a.client_addr IS NOT NULL AND a.pid <> pg_backend_pid()
ORDER BY a.pid
