DO $check$
DECLARE
    bad text;
BEGIN
    SELECT string_agg(wanted->>'name', ', ') INTO bad
    FROM jsonb_array_elements(current_setting('mosaic_bootstrap.extensions')::jsonb) AS wanted
    WHERE NOT EXISTS (
        SELECT FROM pg_extension AS e
        JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = wanted->>'name' AND n.nspname = 'mosaic_extensions' AND pg_get_userbyid(e.extowner) = 'mosaic_extension_owner');
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: extensions that are not where they must be: %', bad;
    END IF;

    SELECT string_agg(pg_describe_object(d.classid, d.objid, 0), ', ') INTO bad
    FROM pg_shdepend AS d
    WHERE d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND d.refclassid = 'pg_authid'::regclass AND d.refobjid = 'mosaic_extension_owner'::regrole AND d.deptype = 'o'
      AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid = 'mosaic_extensions'::regnamespace)
      AND NOT (d.classid = 'pg_extension'::regclass)
      AND NOT EXISTS (
        SELECT FROM pg_depend AS member
        WHERE member.classid = d.classid AND member.objid = d.objid AND member.deptype = 'e');
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_OWNER_UNKNOWN: mosaic_extension_owner owns more than its schema and extensions: %', bad;
    END IF;

    IF current_user <> session_user THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: the session still acts as %', current_user;
    END IF;
END
$check$;
