-- event_triggers exists since 17; before, they cannot be switched off.
SELECT fact.subject, fact.value
FROM (VALUES
    ('version', CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'PostgreSQL 16 or newer' ELSE current_setting('server_version') END),
    ('encoding', current_setting('server_encoding')),
    ('recovery', pg_is_in_recovery()::text),
    ('event_triggers', coalesce(current_setting('event_triggers', true), 'on'))
) AS fact (subject, value)
