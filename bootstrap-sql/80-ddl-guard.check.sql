DO $check$
DECLARE
    bad text;
BEGIN
    SELECT string_agg(wanted.name, ', ') INTO bad
    FROM (VALUES
        ('mosaic_guard_command_start', 'ddl_command_start', 'guard_command_start'),
        ('mosaic_guard_command_end',   'ddl_command_end',   'guard_command_end'),
        ('mosaic_guard_drop',          'sql_drop',          'guard_drop')
    ) AS wanted (name, event, function)
    WHERE NOT EXISTS (
        SELECT FROM pg_event_trigger AS t
        JOIN pg_proc AS p ON p.oid = t.evtfoid
        JOIN pg_authid AS trigger_owner ON trigger_owner.oid = t.evtowner
        JOIN pg_authid AS function_owner ON function_owner.oid = p.proowner
        WHERE t.evtname = wanted.name AND t.evtevent = wanted.event AND t.evtenabled = 'A' AND t.evttags IS NULL
          AND p.pronamespace = 'mosaic_control'::regnamespace AND p.proname = wanted.function AND NOT p.prosecdef
          AND trigger_owner.rolsuper AND function_owner.rolsuper);
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GUARD_UNKNOWN: event triggers of these names are something else: %', bad;
    END IF;

    SELECT string_agg(p.oid::regprocedure::text, ', ') INTO bad
    FROM pg_proc AS p
    CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS e
    WHERE p.pronamespace = 'mosaic_control'::regnamespace
      AND (e.grantee <> p.proowner OR p.proname NOT IN ('guard_command_start', 'guard_command_end', 'guard_drop'));
    IF bad IS NOT NULL THEN
        RAISE EXCEPTION 'BOOTSTRAP_GRANT_UNKNOWN: functions in the control schema that are not its own or can be called: %', bad;
    END IF;
END
$check$;
