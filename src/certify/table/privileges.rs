//! Privileges: nobody passes on what he holds, or takes what others hold. Where a login holds something without the right
//! to pass it on, PostgreSQL completes the GRANT with a warning and does nothing (GRANT, manual); the guard, which does
//! not look at what a GRANT did, then ends it.

use super::super::probe::{Probe, denied, guarded};
use super::{EVERYONE, LOGINS, MIGRATOR, OWNER, SERVING};

pub(super) const PROBES: &[Probe] = &[
    guarded(SERVING, "privilege.pass_on", "GRANT SELECT ON {ledger} TO PUBLIC", "let everybody read"),
    denied(MIGRATOR, "privilege.pass_on", "GRANT SELECT ON {ledger} TO PUBLIC", "let everybody read"),
    denied(
        SERVING,
        "privilege.give",
        "GRANT ALL ON mosaic_control.progress TO {login}",
        "hold more than was given",
    ),
    denied(
        LOGINS,
        "privilege.pass_on_connect",
        "GRANT CONNECT ON DATABASE {database} TO PUBLIC",
        "let everybody in",
    )
    .only_warned("01007"),
    denied(
        LOGINS,
        "privilege.take_connect",
        "REVOKE CONNECT ON DATABASE {database} FROM mosaic_migrator",
        "keep others out",
    )
    .only_warned("01006"),
    denied(
        OWNER,
        "privilege.database",
        "GRANT CREATE ON DATABASE {database} TO mosaic_schema_owner",
        "own schemas",
    ),
    denied(
        EVERYONE,
        "privilege.parameter",
        "GRANT SET ON PARAMETER session_replication_role TO {login}",
        "switch foreign keys off",
    ),
    denied(
        EVERYONE,
        "privilege.large_object",
        "GRANT EXECUTE ON FUNCTION pg_catalog.lo_create(oid) TO {login}",
        "own large objects",
    ),
    guarded(
        SERVING,
        "default_privileges.own",
        "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",
        "change privileges outside a run",
    ),
    denied(
        LOGINS,
        "default_privileges.owner",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT SELECT ON TABLES TO PUBLIC",
        "let everybody read what a run makes",
    ),
    denied(
        OWNER,
        "default_privileges.extension_owner",
        "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_extension_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
        "let everybody run what extensions bring",
    ),
];
