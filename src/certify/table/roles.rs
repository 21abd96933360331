//! Roles: a login is nobody else, makes nobody, and cannot raise itself.

use super::super::probe::{Probe, denied};
use super::{EVERYONE, LOGINS, OWNER, RUNTIME, UNINHERITING};

pub(super) const PROBES: &[Probe] = &[
    denied(LOGINS, "role.set", "SET LOCAL ROLE {*role}", "act as another role"),
    denied(
        LOGINS,
        "role.session_authorization",
        "SET LOCAL SESSION AUTHORIZATION {*other}",
        "pass for another login",
    ),
    denied(EVERYONE, "role.create", "CREATE ROLE mosaic_probe", "make a role"),
    denied(EVERYONE, "role.drop", "DROP ROLE {*account}", "remove a role"),
    denied(EVERYONE, "role.raise", "ALTER ROLE {login} {*attribute}", "raise itself"),
    denied(LOGINS, "role.password", "ALTER ROLE {*account} PASSWORD NULL", "shut another login out"),
    denied(OWNER, "role.password", "ALTER ROLE {*stranger} PASSWORD NULL", "shut another login out"),
    denied(
        LOGINS,
        "role.settings",
        "ALTER ROLE {*account} SET work_mem = '4MB'",
        "change another's sessions",
    ),
    denied(
        OWNER,
        "role.settings",
        "ALTER ROLE {*stranger} SET work_mem = '4MB'",
        "change another's sessions",
    ),
    denied(
        EVERYONE,
        "role.settings_of_all",
        "ALTER ROLE ALL SET work_mem = '4MB'",
        "change everybody's sessions",
    ),
    denied(EVERYONE, "role.grant", "GRANT {*group} TO {login}", "become another role"),
    denied(
        EVERYONE,
        "role.revoke",
        "REVOKE mosaic_schema_owner FROM mosaic_migrator",
        "keep the runner from running",
    ),
    denied(
        EVERYONE,
        "role.comment",
        "COMMENT ON ROLE {*account} IS 'mosaic_probe'",
        "change what operators read",
    ),
    denied(
        RUNTIME,
        "role.reassign_owned",
        "REASSIGN OWNED BY {*stranger} TO {login}",
        "own what is another's",
    ),
    denied(
        UNINHERITING,
        "role.reassign_owned",
        "REASSIGN OWNED BY {*account} TO {login}",
        "own what is another's",
    ),
    denied(RUNTIME, "role.drop_owned", "DROP OWNED BY {*stranger}", "remove what is another's"),
    denied(UNINHERITING, "role.drop_owned", "DROP OWNED BY {*account}", "remove what is another's"),
];
