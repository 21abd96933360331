-- One session, in an encoding that will do. The catalog locks (shared across the cluster) keep two bootstraps of different
-- databases from making one role twice.
DO $session$
BEGIN
    IF pg_backend_pid()::text <> current_setting('mosaic_bootstrap.backend_pid') THEN
        RAISE EXCEPTION 'BOOTSTRAP_POOLED: statements of this session run on different backends'
            USING HINT = 'Connect to the server itself, not to a transaction pooler.';
    END IF;
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'DATABASE_ENCODING: database % is encoded in %, and UTF8 is required',
            current_database(), current_setting('server_encoding');
    END IF;
END
$session$;

LOCK TABLE pg_authid, pg_auth_members, pg_database IN SHARE ROW EXCLUSIVE MODE;
