-- What belongs to the bootstrap superuser leaves no row in pg_shdepend. Arrays belong with their elements.
SELECT e.extname, format('in %s owned by %s%s', n.nspname, pg_get_userbyid(e.extowner), (
    SELECT ' with members of other owners: ' || string_agg(pg_describe_object(m.classid, m.objid, 0), ', ')
    FROM pg_depend AS m
    WHERE m.refclassid = 'pg_extension'::regclass AND m.refobjid = e.oid AND m.deptype = 'e'
        AND m.classid IN ('pg_class'::regclass, 'pg_type'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass,
            'pg_opclass'::regclass, 'pg_opfamily'::regclass)
        -- A list that is made once: for a join, a server that has not yet counted its catalogs chooses a slow one.
        AND (m.classid, m.objid, e.extowner) NOT IN (SELECT o.classid, o.objid, o.refobjid FROM pg_shdepend AS o
            WHERE o.refclassid = 'pg_authid'::regclass AND o.refobjid = ANY (ARRAY(SELECT extowner FROM pg_extension))
                AND o.deptype = 'o' AND o.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND NOT (m.classid = 'pg_type'::regclass
            AND EXISTS (SELECT FROM pg_type AS t WHERE t.oid = m.objid AND (t.typelem <> 0 OR t.typrelid <> 0)))))
FROM pg_extension AS e
JOIN pg_namespace AS n ON n.oid = e.extnamespace
WHERE n.nspname IN ({schemas}) OR e.extname IN ({extensions})
