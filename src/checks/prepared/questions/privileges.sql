SELECT o.subject, format('%s for %s%s%s', e.privilege_type, coalesce(grantee.rolname, 'PUBLIC'),
    CASE WHEN e.is_grantable THEN ' WITH GRANT OPTION' END,
    CASE WHEN e.grantor <> o.owner THEN ' by ' || pg_get_userbyid(e.grantor) END)
FROM object AS o
CROSS JOIN LATERAL aclexplode(coalesce(o.acl, acldefault(o.kind, o.owner))) AS e
LEFT JOIN pg_roles AS grantee ON grantee.oid = e.grantee
WHERE e.grantee <> o.owner
UNION ALL
-- An owner's full set reads as ALL. MAINTAIN came with 17, so a table that came from 16 may be without it.
SELECT o.subject, format('%s for owner %s', CASE WHEN full_set.kinds <@ held.kinds THEN 'ALL' ELSE coalesce(array_to_string(held.kinds, ', '), 'nothing') END,
    pg_get_userbyid(o.owner))
FROM object AS o
CROSS JOIN LATERAL (SELECT coalesce(array_agg(privilege_type), '{}') AS kinds
    FROM aclexplode(coalesce(o.acl, acldefault(o.kind, o.owner))) WHERE grantee = o.owner) AS held
CROSS JOIN LATERAL (SELECT coalesce(array_agg(privilege_type), '{}') AS kinds
    FROM aclexplode(acldefault(o.kind, o.owner)) WHERE grantee = o.owner AND privilege_type <> 'MAINTAIN') AS full_set
WHERE o.kind <> 'c'
