-- The function's text is compared as a digest: what runs is what was shipped, or it is not the guard.
SELECT substr(t.evtname, 14), format('%s, %s, %s() sha256 %s%s%s', t.evtevent,
    CASE t.evtenabled WHEN 'A' THEN 'always' WHEN 'O' THEN 'origin only' WHEN 'R' THEN 'replica only' ELSE 'disabled' END,
    p.oid::regproc, encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'),
    CASE WHEN p.proconfig IS DISTINCT FROM ARRAY['search_path=pg_catalog, pg_temp'] THEN ', settings ' || coalesce(p.proconfig::text, 'none') END,
    CASE WHEN p.prosecdef OR t.evttags IS NOT NULL OR NOT trigger_owner.rolsuper OR NOT function_owner.rolsuper
        OR EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS e WHERE e.grantee <> p.proowner)
    THEN ', with another owner, privilege, tag or right than it was made with' END)
FROM pg_event_trigger AS t
JOIN pg_proc AS p ON p.oid = t.evtfoid
JOIN pg_roles AS trigger_owner ON trigger_owner.oid = t.evtowner
JOIN pg_roles AS function_owner ON function_owner.oid = p.proowner
WHERE t.evtname LIKE 'mosaic\_guard\_%'
