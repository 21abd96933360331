# A database, and a login that sees what there is to see.
psql --no-psqlrc --quiet <<'SQL'
CREATE DATABASE mosaic;
\connect mosaic
CREATE ROLE auditor LOGIN PASSWORD 'the-password-of-the-auditor';
GRANT CONNECT ON DATABASE mosaic TO auditor;
GRANT pg_monitor TO auditor;
GRANT SELECT ON pg_hba_file_rules TO auditor;
GRANT EXECUTE ON FUNCTION pg_hba_file_rules() TO auditor;
SQL
{
    printf 'postgresql://auditor:'
    printf 'the-password-of-the-auditor'
    printf '@db.example:5432/mosaic?sslmode=verify-full'
} >/run/secrets/auditor.url
chmod 400 /run/secrets/auditor.url
