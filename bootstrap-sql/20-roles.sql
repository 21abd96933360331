-- The seven roles. One that exists must be exactly what would have been made; nothing is altered into shape but the
-- password of a login, which is a verifier computed where the script was rendered.
DO $roles$
DECLARE
    wanted record;
    existing pg_authid;
BEGIN
    FOR wanted IN
        SELECT * FROM (VALUES
            ('mosaic_platform_database_owner', 'NOLOGIN', 'NOSUPERUSER', 'INHERIT'),
            ('mosaic_schema_owner',            'NOLOGIN', 'NOSUPERUSER', 'INHERIT'),
            ('mosaic_migrator',                'LOGIN',   'NOSUPERUSER', 'NOINHERIT'),
            ('mosaic_runtime_capability',      'NOLOGIN', 'NOSUPERUSER', 'INHERIT'),
            ('mosaic_runtime',                 'LOGIN',   'NOSUPERUSER', 'INHERIT'),
            ('mosaic_extension_owner',         'NOLOGIN', 'SUPERUSER',   'INHERIT'),
            ('mosaic_data_importer',           'LOGIN',   'NOSUPERUSER', 'NOINHERIT')
        ) AS role (name, login, super, inherit)
    LOOP
        SELECT * INTO existing FROM pg_authid WHERE rolname = wanted.name;
        IF NOT FOUND THEN
            EXECUTE format('CREATE ROLE %I WITH %s %s %s NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT -1',
                wanted.name, wanted.login, wanted.super, wanted.inherit);
        ELSIF (existing.rolcanlogin, existing.rolsuper, existing.rolinherit)
                <> (wanted.login = 'LOGIN', wanted.super = 'SUPERUSER', wanted.inherit = 'INHERIT')
            OR existing.rolcreatedb OR existing.rolcreaterole OR existing.rolreplication OR existing.rolbypassrls
            OR existing.rolconnlimit <> -1 OR existing.rolvaliduntil < 'infinity'
            OR (wanted.login = 'NOLOGIN' AND existing.rolpassword IS NOT NULL)
        THEN
            RAISE EXCEPTION 'BOOTSTRAP_ROLE_UNKNOWN: role % exists with other attributes than % % % and none else',
                wanted.name, wanted.login, wanted.super, wanted.inherit
                USING HINT = 'Find out who made it. The script does not alter a role into shape.';
        END IF;
    END LOOP;
END
$roles$;

DO $members$
DECLARE
    stray text;
BEGIN
    SELECT string_agg(format('%I in %I granted by %I', member.rolname, role.rolname, grantor.rolname), ', ') INTO stray
    FROM pg_auth_members AS m
    JOIN pg_authid AS role ON role.oid = m.roleid
    JOIN pg_authid AS member ON member.oid = m.member
    JOIN pg_authid AS grantor ON grantor.oid = m.grantor
    WHERE current_setting('mosaic_bootstrap.roles')::name[] && ARRAY[role.rolname, member.rolname]
      -- A superuser's grant is recorded as the bootstrap superuser's, whose OID is 10.
      AND (role.rolname, member.rolname, m.grantor, m.admin_option, m.inherit_option, m.set_option) NOT IN (
        ('mosaic_schema_owner', 'mosaic_migrator', 10, false, false, true),
        ('mosaic_runtime_capability', 'mosaic_runtime', 10, false, true, false));
    IF stray IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_MEMBERSHIP_UNKNOWN: %', stray
            USING HINT = 'Revoke it with GRANTED BY its grantor, or find out who needs it.';
    END IF;
END
$members$;

GRANT mosaic_schema_owner TO mosaic_migrator WITH ADMIN FALSE, INHERIT FALSE, SET TRUE;
GRANT mosaic_runtime_capability TO mosaic_runtime WITH ADMIN FALSE, INHERIT TRUE, SET FALSE;

-- A verifier is no password, but it has no business in the server's log or statement statistics either.
SET LOCAL log_statement = 'none';
SET LOCAL log_min_duration_statement = -1;
SET LOCAL log_min_error_statement = 'panic';
SET LOCAL pg_stat_statements.track_utility = off;
ALTER ROLE mosaic_migrator WITH PASSWORD :'mosaic_migrator_verifier';
ALTER ROLE mosaic_runtime WITH PASSWORD :'mosaic_runtime_verifier';
ALTER ROLE mosaic_data_importer WITH PASSWORD :'mosaic_data_importer_verifier';
SET LOCAL log_statement TO DEFAULT;
SET LOCAL log_min_duration_statement TO DEFAULT;
SET LOCAL log_min_error_statement TO DEFAULT;
SET LOCAL pg_stat_statements.track_utility TO DEFAULT;
