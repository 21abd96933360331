-- What belongs to the bootstrap superuser leaves no row in pg_shdepend. Arrays belong with their elements.
SELECT e.extname, format('in %s owned by %s%s', n.nspname, pg_get_userbyid(e.extowner), (
    SELECT ' with members of other owners: ' || string_agg(pg_describe_object(m.classid, m.objid, 0), ', ')
    FROM pg_depend AS m
    LEFT JOIN pg_shdepend AS o ON o.classid = m.classid AND o.objid = m.objid AND o.deptype = 'o'
        AND o.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    WHERE m.refclassid = 'pg_extension'::regclass AND m.refobjid = e.oid AND m.deptype = 'e' AND o.refobjid IS DISTINCT FROM e.extowner
        AND m.classid IN ('pg_class'::regclass, 'pg_type'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass,
            'pg_opclass'::regclass, 'pg_opfamily'::regclass)
        AND NOT EXISTS (SELECT FROM pg_type AS t WHERE m.classid = 'pg_type'::regclass AND t.oid = m.objid AND (t.typelem <> 0 OR t.typrelid <> 0))))
FROM pg_extension AS e
JOIN pg_namespace AS n ON n.oid = e.extnamespace
WHERE n.nspname IN ({schemas}) OR e.extname IN ({extensions})
