-- The target session, and nobody else at work: the runner's own lock keeps migrations out of this database, and the
-- catalog locks (shared across the cluster) keep two bootstraps of different databases from making one role twice.
DO $session$
BEGIN
    IF current_database() <> current_setting('mosaic_bootstrap.database') THEN
        RAISE EXCEPTION 'BOOTSTRAP_TARGET: connected to database %, rendered for %',
            current_database(), current_setting('mosaic_bootstrap.database');
    END IF;
    IF pg_backend_pid()::text <> current_setting('mosaic_bootstrap.backend_pid') THEN
        RAISE EXCEPTION 'BOOTSTRAP_POOLED: statements of this session run on different backends'
            USING HINT = 'Connect to the server itself, not to a transaction pooler.';
    END IF;
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'DATABASE_ENCODING: database % is encoded in %, and UTF8 is required',
            current_database(), current_setting('server_encoding');
    END IF;
    IF NOT pg_try_advisory_xact_lock(1297044289, 1262636593) THEN
        RAISE EXCEPTION 'BOOTSTRAP_LOCKED: a migration of this database is at work'
            USING HINT = 'Run the script again when it has ended.';
    END IF;
END
$session$;

LOCK TABLE pg_authid, pg_auth_members, pg_database IN SHARE ROW EXCLUSIVE MODE;
