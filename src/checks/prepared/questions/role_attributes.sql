SELECT substr(rolname, 8),
    concat_ws(' ',
        CASE WHEN rolcanlogin THEN 'LOGIN' ELSE 'NOLOGIN' END,
        CASE WHEN rolsuper THEN 'SUPERUSER' ELSE 'NOSUPERUSER' END,
        CASE WHEN rolinherit THEN 'INHERIT' ELSE 'NOINHERIT' END,
        CASE WHEN rolcreatedb THEN 'CREATEDB' ELSE 'NOCREATEDB' END,
        CASE WHEN rolcreaterole THEN 'CREATEROLE' ELSE 'NOCREATEROLE' END,
        CASE WHEN rolreplication THEN 'REPLICATION' ELSE 'NOREPLICATION' END,
        CASE WHEN rolbypassrls THEN 'BYPASSRLS' ELSE 'NOBYPASSRLS' END,
        CASE WHEN rolconnlimit <> -1 THEN 'CONNECTION LIMIT ' || rolconnlimit END,
        'VALID UNTIL ' || nullif(rolvaliduntil, 'infinity'))
FROM pg_roles
WHERE rolname IN ({roles})
