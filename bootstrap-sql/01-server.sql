-- Before the transaction: the server and the session.
DO $server$
BEGIN
    IF current_setting('server_version_num')::integer < 160000 THEN
        RAISE EXCEPTION 'SERVER_VERSION_UNSUPPORTED: this is PostgreSQL %, and 16 is the oldest supported',
            current_setting('server_version')
            USING HINT = 'Memberships carry INHERIT and SET options only since 16. Upgrade the server.';
    END IF;
    IF pg_catalog.pg_is_in_recovery() THEN
        RAISE EXCEPTION 'SERVER_IN_RECOVERY: this server is a standby or still recovering'
            USING HINT = 'Connect to the primary.';
    END IF;
    IF current_user <> session_user THEN
        RAISE EXCEPTION 'BOOTSTRAP_SESSION_ROLE: this session logged in as % and acts as %', session_user, current_user
            USING HINT = 'Connect as the superuser itself, without SET ROLE or a role setting.';
    END IF;
    IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) THEN
        RAISE EXCEPTION 'BOOTSTRAP_PROVIDER_PROFILE_REQUIRED: % is not a superuser, so mosaic_extension_owner (NOLOGIN SUPERUSER) cannot be made',
            session_user
            USING HINT = 'Connect as a superuser. A managed service that has none would need a versioned provider profile; none is shipped.';
    END IF;
END
$server$;

