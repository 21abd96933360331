SELECT fact FROM (
    SELECT 'role ' || (to_jsonb(a) - 'oid')::text FROM pg_authid AS a
    UNION ALL
    SELECT format('member %s %s %s %s %s %s', roleid::regrole, member::regrole, grantor::regrole, admin_option, inherit_option, set_option)
    FROM pg_auth_members
    UNION ALL
    SELECT format('database %s %s %s', datname, datdba::regrole, datacl) FROM pg_database
    UNION ALL
    SELECT format('schema %s %s %s', nspname, nspowner::regrole, nspacl) FROM pg_namespace
    UNION ALL
    SELECT format('relation %s %s %s', oid::regclass, relowner::regrole, relacl) FROM pg_class WHERE oid >= 16384
    UNION ALL
    SELECT format('column %s %s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull) FROM pg_attribute WHERE attrelid >= 16384
    UNION ALL
    SELECT format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE oid >= 16384
    UNION ALL
    SELECT format('function %s %s %s %s', oid::regprocedure, proowner::regrole, proacl, md5(prosrc)) FROM pg_proc
    UNION ALL
    SELECT format('default %s %s %s %s', defaclrole::regrole, defaclnamespace, defaclobjtype, defaclacl) FROM pg_default_acl
    UNION ALL
    SELECT format('extension %s %s %s %s', extname, extowner::regrole, extnamespace::regnamespace, extversion) FROM pg_extension
    UNION ALL
    SELECT format('event trigger %s %s %s %s', evtname, evtevent, evtfoid::regproc, evtenabled) FROM pg_event_trigger
    UNION ALL
    SELECT format('identity %s', i) FROM mosaic_control.identity AS i
    UNION ALL
    SELECT format('setting %s %s %s', setdatabase, setrole, setconfig) FROM pg_db_role_setting
) AS facts (fact)
ORDER BY fact COLLATE "C"
