-- Connected to another database of the cluster: make the target if it is missing, and go there.
SELECT pg_catalog.current_database() = :'database' AS in_target \gset
\if :in_target
\else
SELECT format('CREATE DATABASE %I TEMPLATE template0 ENCODING ''UTF8''', :'database')
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_database WHERE datname = :'database')
\gexec
\connect :"database"
\endif

