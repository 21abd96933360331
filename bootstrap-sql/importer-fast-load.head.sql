DO $session$
BEGIN
    IF current_setting('server_version_num')::integer < 170000 THEN
        RAISE EXCEPTION 'FAST_LOAD_UNFIT: this is PostgreSQL %, and the right to lock a table without changing it came with 17',
            current_setting('server_version')
            USING HINT = 'Import with --constraints enforce, which needs no grant.';
    END IF;
    -- What another grants is another's to take back, and no audit would know it.
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) OR current_user <> session_user THEN
        RAISE EXCEPTION 'BOOTSTRAP_SESSION_ROLE: this session logged in as % and acts as %, and a superuser is needed',
            session_user, current_user;
    END IF;
END
$session$;

