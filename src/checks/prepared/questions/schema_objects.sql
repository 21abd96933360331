-- What no migration may leave behind, whatever its grants file says: foreign owners, routines with their owner's rights,
-- and privileges of anybody but the runtime and the importer. Members of extensions are judged with their extension,
-- and the constructors of a range type, which the server gives to the bootstrap superuser, with the type.
WITH schema AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname IN ({schemas}) AND nspname <> 'mosaic_control'),
object (catalog, id, schema, owner, acl, kind, definer) AS (
    SELECT 'pg_class'::regclass, oid, relnamespace, relowner, relacl, CASE relkind WHEN 'S' THEN 's' ELSE 'r' END, false
    FROM pg_class WHERE relkind NOT IN ('i', 'I', 't')
    UNION ALL
    SELECT 'pg_class'::regclass, c.oid, c.relnamespace, c.relowner, a.attacl, 'c', false
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid WHERE a.attacl IS NOT NULL
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, pronamespace, proowner, proacl, 'f', prosecdef FROM pg_proc
    UNION ALL
    -- Everybody may use a type by default, which gives nobody anything.
    SELECT 'pg_type'::regclass, oid, typnamespace, typowner, typacl, 'T', false
    FROM pg_type WHERE typrelid = 0 AND typelem = 0
), own AS (
    SELECT o.*, s.nspname, s.nspowner
    FROM object AS o
    JOIN schema AS s ON s.oid = o.schema
    WHERE NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = o.catalog AND d.objid = o.id
        AND (d.deptype = 'e' OR d.deptype = 'i' AND o.kind = 'f'))
)
SELECT nspname, format('%s owned by %s', pg_describe_object(catalog, id, 0), pg_get_userbyid(owner))
FROM own
WHERE owner <> nspowner
UNION
SELECT nspname, pg_describe_object(catalog, id, 0) || ' is SECURITY DEFINER'
FROM own
WHERE definer
UNION
SELECT nspname, format('%s on %s for %s%s', e.privilege_type, pg_describe_object(catalog, id, 0), coalesce(r.rolname, 'PUBLIC'),
    CASE WHEN e.is_grantable THEN ' WITH GRANT OPTION' END)
FROM own
CROSS JOIN LATERAL aclexplode(coalesce(acl, acldefault(kind::"char", owner))) AS e
LEFT JOIN pg_roles AS r ON r.oid = e.grantee
WHERE e.grantee <> owner
  AND (e.is_grantable OR coalesce(r.rolname, '') NOT IN ('mosaic_runtime_capability', 'mosaic_data_importer')
    AND NOT (kind = 'T' AND e.grantee = 0 AND e.privilege_type = 'USAGE'))
