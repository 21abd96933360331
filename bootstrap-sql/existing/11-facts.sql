-- The database as it is, one JSON document. The object identifiers say which object is meant, whatever it is called later; what
-- is not of a kind that can be given to another owner has none.
WITH managed AS MATERIALIZED (
    SELECT oid FROM pg_namespace WHERE current_setting('mosaic_bootstrap.owned_schemas')::jsonb ? nspname
), owner AS MATERIALIZED (
    SELECT oid, rolname, rolsuper FROM pg_authid WHERE rolname = current_setting('mosaic_bootstrap.owner')
), here AS MATERIALIZED (
    SELECT oid, datname, datdba, datacl FROM pg_database WHERE datname = current_database()
), address AS MATERIALIZED (
    -- What is in a managed schema in its own right. Indexes, constraints, triggers and row types follow their table.
    SELECT d.classid, d.objid FROM pg_depend AS d JOIN managed AS n ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = n.oid
    UNION
    SELECT d.classid, d.objid FROM pg_shdepend AS d, owner, here
    WHERE d.dbid = here.oid AND d.refclassid = 'pg_authid'::regclass AND d.refobjid = owner.oid AND d.deptype = 'o'
    -- What lives in no schema. The first 16384 identifiers are the server's own.
    UNION SELECT 'pg_event_trigger'::regclass, oid FROM pg_event_trigger
        WHERE evtname NOT IN ('mosaic_guard_command_start', 'mosaic_guard_command_end', 'mosaic_guard_drop')
    UNION SELECT 'pg_publication'::regclass, oid FROM pg_publication
    UNION SELECT 'pg_subscription'::regclass, oid FROM pg_subscription WHERE subdbid = (SELECT oid FROM here)
    UNION SELECT 'pg_foreign_data_wrapper'::regclass, oid FROM pg_foreign_data_wrapper
    UNION SELECT 'pg_foreign_server'::regclass, oid FROM pg_foreign_server
    UNION SELECT 'pg_largeobject'::regclass, oid FROM pg_largeobject_metadata
    UNION SELECT 'pg_cast'::regclass, oid FROM pg_cast WHERE oid >= 16384
    UNION SELECT 'pg_language'::regclass, oid FROM pg_language WHERE oid >= 16384
    UNION SELECT 'pg_transform'::regclass, oid FROM pg_transform WHERE oid >= 16384
    UNION SELECT 'pg_am'::regclass, oid FROM pg_am WHERE oid >= 16384
), object AS MATERIALIZED (
    SELECT a.classid, a.objid, i.type || ' ' || i.identity AS described,
        CASE WHEN n.oid IS NOT NULL THEN
            CASE
                WHEN t.typtype IN ('e', 'c') THEN 'TYPE'
                WHEN t.typtype = 'd' THEN 'DOMAIN'
                WHEN l.oid IS NOT NULL THEN 'COLLATION'
                WHEN v.oid IS NOT NULL THEN 'CONVERSION'
                WHEN c.relkind = 'S' THEN 'SEQUENCE'
                WHEN c.relkind IN ('r', 'p') THEN 'TABLE'
                WHEN s.oid IS NOT NULL THEN 'STATISTICS'
                WHEN c.relkind = 'v' THEN 'VIEW'
                WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW'
                WHEN p.oid IS NOT NULL THEN 'ROUTINE'
                WHEN o.oid IS NOT NULL THEN 'OPERATOR'
                WHEN f.oid IS NOT NULL THEN 'OPERATOR FAMILY'
                WHEN k.oid IS NOT NULL THEN 'OPERATOR CLASS'
            END
        END AS kind,
        n.nspname AS schema,
        coalesce(c.relname, t.typname, p.proname, s.stxname, l.collname, o.oprname, f.opfname, k.opcname, v.conname)::text AS name,
        coalesce(c.relowner, t.typowner, p.proowner, s.stxowner, l.collowner, o.oprowner, f.opfowner, k.opcowner, v.conowner) AS owner,
        CASE
            WHEN c.oid IS NOT NULL THEN coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))
            WHEN t.oid IS NOT NULL THEN coalesce(t.typacl, acldefault('T', t.typowner))
            WHEN p.oid IS NOT NULL THEN coalesce(p.proacl, acldefault('f', p.proowner))
        END AS acl,
        -- A sequence that a column owns (serial or identity) belongs to whoever the table belongs to.
        coalesce(c.relkind = 'S', false) AND EXISTS (
            SELECT FROM pg_depend AS column_owns
            WHERE column_owns.classid = a.classid AND column_owns.objid = a.objid AND column_owns.deptype IN ('a', 'i')
              AND column_owns.refclassid = 'pg_class'::regclass AND column_owns.refobjsubid > 0
        ) AS follows,
        coalesce(p.prosecdef, false) AS definer,
        p.oid IS NOT NULL AND p.prokind IN ('f', 'p', 'w') AND p.prosqlbody IS NULL
            AND p.prolang NOT IN (SELECT oid FROM pg_language WHERE lanname IN ('c', 'internal')) AS text_body
    FROM address AS a
    CROSS JOIN LATERAL pg_identify_object(a.classid, a.objid, 0) AS i
    LEFT JOIN pg_class AS c ON a.classid = 'pg_class'::regclass AND c.oid = a.objid
    LEFT JOIN pg_type AS t ON a.classid = 'pg_type'::regclass AND t.oid = a.objid
    LEFT JOIN pg_proc AS p ON a.classid = 'pg_proc'::regclass AND p.oid = a.objid
    LEFT JOIN pg_statistic_ext AS s ON a.classid = 'pg_statistic_ext'::regclass AND s.oid = a.objid
    LEFT JOIN pg_collation AS l ON a.classid = 'pg_collation'::regclass AND l.oid = a.objid
    LEFT JOIN pg_operator AS o ON a.classid = 'pg_operator'::regclass AND o.oid = a.objid
    LEFT JOIN pg_opfamily AS f ON a.classid = 'pg_opfamily'::regclass AND f.oid = a.objid
    LEFT JOIN pg_opclass AS k ON a.classid = 'pg_opclass'::regclass AND k.oid = a.objid
    LEFT JOIN pg_conversion AS v ON a.classid = 'pg_conversion'::regclass AND v.oid = a.objid
    LEFT JOIN pg_namespace AS n ON n.oid IN (SELECT oid FROM managed)
        AND n.oid = coalesce(c.relnamespace, t.typnamespace, p.pronamespace, s.stxnamespace, l.collnamespace,
            o.oprnamespace, f.opfnamespace, k.opcnamespace, v.connamespace)
    WHERE a.classid NOT IN ('pg_extension'::regclass, 'pg_default_acl'::regclass)
      AND NOT (a.classid = 'pg_namespace'::regclass AND a.objid IN (SELECT oid FROM managed))
      AND NOT EXISTS (
        SELECT FROM pg_depend AS member
        WHERE member.classid = a.classid AND member.objid = a.objid AND member.deptype = 'e')
), schema AS MATERIALIZED (
    SELECT n.oid, n.nspname, n.nspowner, coalesce(n.nspacl, acldefault('n', n.nspowner)) AS acl
    FROM pg_namespace AS n
    WHERE n.oid IN (SELECT oid FROM managed) OR n.nspname IN ('mosaic_extensions', 'mosaic_control')
), guarded (class, object, owner, of_column, acl) AS (
    SELECT 'pg_database'::regclass::oid, oid, datdba, NULL::name, coalesce(datacl, acldefault('d', datdba)) FROM here
    UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner, NULL, acl FROM schema
    UNION ALL SELECT classid, objid, owner, NULL, acl FROM object WHERE acl IS NOT NULL
    UNION ALL
    SELECT o.classid, o.objid, o.owner, a.attname, a.attacl
    FROM object AS o JOIN pg_attribute AS a ON o.classid = 'pg_class'::regclass AND a.attrelid = o.objid
    WHERE a.attacl IS NOT NULL AND NOT a.attisdropped
), privileges AS MATERIALIZED (
    SELECT g.class, g.object, jsonb_agg(jsonb_build_object(
        'grantee', r.rolname, 'privilege', e.privilege_type, 'column', g.of_column, 'grantable', e.is_grantable,
        'passed_on_by', CASE WHEN e.grantor <> g.owner THEN pg_get_userbyid(e.grantor) END
    ) ORDER BY r.rolname, e.privilege_type, g.of_column) AS held
    FROM guarded AS g CROSS JOIN LATERAL aclexplode(g.acl) AS e LEFT JOIN pg_authid AS r ON r.oid = e.grantee
    WHERE e.grantee <> g.owner
    GROUP BY g.class, g.object
)
SELECT jsonb_build_object(
    'version', 1,
    'scope', jsonb_build_object(
        'owned_schemas', current_setting('mosaic_bootstrap.owned_schemas')::jsonb,
        'ledger_schema', current_setting('mosaic_bootstrap.ledger_schema'),
        'ledger_table', current_setting('mosaic_bootstrap.ledger_table')),
    'system_identifier', (SELECT system_identifier::text FROM pg_control_system()),
    'owner', (SELECT jsonb_build_object('name', rolname, 'oid', oid::text, 'superuser', rolsuper) FROM owner),
    'database', (SELECT jsonb_build_object(
            'name', h.datname, 'oid', h.oid::text, 'owner', pg_get_userbyid(h.datdba),
            'owner_is_superuser', (SELECT rolsuper FROM pg_authid WHERE oid = h.datdba), 'privileges', coalesce(p.held, '[]'))
        FROM here AS h LEFT JOIN privileges AS p ON p.class = 'pg_database'::regclass AND p.object = h.oid),
    'ledger_digest', current_setting('mosaic_bootstrap.ledger_digest'),
    'roles', (SELECT coalesce(jsonb_agg(rolname ORDER BY rolname), '[]') FROM pg_authid WHERE rolname IN (
        'mosaic_platform_database_owner', 'mosaic_schema_owner', 'mosaic_migrator', 'mosaic_runtime_capability',
        'mosaic_runtime', 'mosaic_extension_owner', 'mosaic_data_importer')),
    'schemas', (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'name', s.nspname, 'oid', s.oid::text, 'owner', pg_get_userbyid(s.nspowner),
            'owner_is_superuser', (SELECT rolsuper FROM pg_authid WHERE oid = s.nspowner), 'privileges', coalesce(p.held, '[]')
        ) ORDER BY s.nspname), '[]')
        FROM schema AS s LEFT JOIN privileges AS p ON p.class = 'pg_namespace'::regclass AND p.object = s.oid),
    'objects', (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'class', o.classid::regclass::text, 'oid', o.objid::text, 'kind', o.kind, 'schema', o.schema, 'name', o.name,
            'described', o.described, 'owner', pg_get_userbyid(o.owner), 'follows', o.follows, 'definer', o.definer,
            'text_body', o.text_body, 'privileges', coalesce(p.held, '[]')
        ) ORDER BY array_position(ARRAY['TYPE', 'DOMAIN', 'COLLATION', 'CONVERSION', 'SEQUENCE', 'TABLE', 'STATISTICS', 'VIEW',
            'MATERIALIZED VIEW', 'ROUTINE', 'OPERATOR', 'OPERATOR FAMILY', 'OPERATOR CLASS'], o.kind), o.described COLLATE "C"), '[]')
        FROM object AS o LEFT JOIN privileges AS p ON p.class = o.classid AND p.object = o.objid),
    'extensions', (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'name', e.extname, 'version', e.extversion, 'schema', n.nspname, 'owner', pg_get_userbyid(e.extowner),
            'relocatable', e.extrelocatable, 'in_managed_schema', n.oid IN (SELECT oid FROM managed),
            'member_owners', (SELECT coalesce(jsonb_agg(DISTINCT pg_get_userbyid(member.owner)), '[]') FROM (
                SELECT coalesce(c.relowner, t.typowner, p.proowner, o.oprowner, f.opfowner, k.opcowner) AS owner
                FROM pg_depend AS d
                LEFT JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
                LEFT JOIN pg_type AS t ON d.classid = 'pg_type'::regclass AND t.oid = d.objid
                LEFT JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
                LEFT JOIN pg_operator AS o ON d.classid = 'pg_operator'::regclass AND o.oid = d.objid
                LEFT JOIN pg_opfamily AS f ON d.classid = 'pg_opfamily'::regclass AND f.oid = d.objid
                LEFT JOIN pg_opclass AS k ON d.classid = 'pg_opclass'::regclass AND k.oid = d.objid
                WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
            ) AS member WHERE member.owner IS NOT NULL)
        ) ORDER BY e.extname), '[]')
        FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace),
    'settings', (SELECT coalesce(jsonb_agg(jsonb_build_object('everywhere', s.setdatabase = 0, 'setting', entry.text)
            ORDER BY s.setdatabase, entry.place), '[]')
        FROM pg_db_role_setting AS s CROSS JOIN LATERAL unnest(s.setconfig) WITH ORDINALITY AS entry (text, place)
        WHERE s.setrole = 0 AND s.setdatabase IN (0, (SELECT oid FROM here))),
    'default_privileges', (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'role', pg_get_userbyid(d.defaclrole), 'schema', n.nspname, 'class', d.defaclobjtype,
            'privileges', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                    'grantee', r.rolname, 'privilege', e.privilege_type, 'grantable', e.is_grantable
                ) ORDER BY r.rolname, e.privilege_type), '[]')
                FROM aclexplode(d.defaclacl) AS e LEFT JOIN pg_authid AS r ON r.oid = e.grantee)
        ) ORDER BY d.defaclrole, n.nspname, d.defaclobjtype), '[]')
        FROM pg_default_acl AS d LEFT JOIN pg_namespace AS n ON n.oid = d.defaclnamespace),
    'large_object_writers', (SELECT coalesce(jsonb_agg(p.oid::regprocedure::text ORDER BY p.oid), '[]')
        FROM pg_proc AS p CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS e
        WHERE p.pronamespace = 'pg_catalog'::regnamespace AND e.grantee = 0
          AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_export', 'lo_put', 'lo_truncate',
            'lo_truncate64', 'lo_unlink', 'lowrite')),
    -- Privileges of the owner, and policies that name it, on what is not taken over.
    'elsewhere', (SELECT coalesce(jsonb_agg(DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid)), '[]')
        FROM pg_shdepend AS d, owner, here
        WHERE d.dbid = here.oid AND d.refclassid = 'pg_authid'::regclass AND d.refobjid = owner.oid AND d.deptype NOT IN ('o', 't')
          AND d.classid <> 'pg_default_acl'::regclass
          AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid IN (SELECT oid FROM schema))
          AND NOT (d.deptype = 'a' AND (d.classid, d.objid) IN (SELECT classid, objid FROM object WHERE kind IS NOT NULL)))
) AS found
