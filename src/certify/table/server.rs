//! The server around the database: its files, programs, settings, large objects and other databases.

use super::super::probe::{Probe, denied};
use super::{EVERYONE, LOGINS, SERVING};

pub(super) const PROBES: &[Probe] = &[
    denied(
        EVERYONE,
        "database.create",
        "CREATE DATABASE mosaic_probe TEMPLATE mosaic_probe_absent",
        "make a database",
    )
    .alone(),
    denied(LOGINS, "database.drop", "DROP DATABASE {database}", "remove everything").alone(),
    denied(
        EVERYONE,
        "database.rename",
        "ALTER DATABASE {database} RENAME TO mosaic_probe",
        "keep everybody out",
    ),
    denied(
        EVERYONE,
        "database.own",
        "ALTER DATABASE {database} OWNER TO {login}",
        "do anything with the database",
    ),
    denied(
        EVERYONE,
        "database.settings",
        "ALTER DATABASE {database} SET work_mem = '4MB'",
        "change everybody's sessions",
    ),
    denied(
        EVERYONE,
        "database.comment",
        "COMMENT ON DATABASE {database} IS 'mosaic_probe'",
        "change what operators read",
    ),
    denied(
        EVERYONE,
        "tablespace.create",
        "CREATE TABLESPACE mosaic_probe LOCATION 'mosaic_probe'",
        "write anywhere on the server",
    )
    .alone(),
    denied(
        EVERYONE,
        "tablespace.alter",
        "ALTER TABLESPACE pg_default SET (random_page_cost = 4)",
        "change how queries are planned",
    ),
    denied(
        EVERYONE,
        "system.alter",
        "ALTER SYSTEM SET work_mem = 'mosaic_probe'",
        "change the server's settings",
    )
    .alone(),
    denied(
        EVERYONE,
        "system.reload",
        "SELECT pg_catalog.pg_reload_conf()",
        "have the server read its settings",
    ),
    denied(
        EVERYONE,
        "parameter.replication_role",
        "SET LOCAL session_replication_role = replica",
        "write what no foreign key allows",
    ),
    denied(EVERYONE, "parameter.log", "SET LOCAL log_statement = 'none'", "hide what it does"),
    denied(EVERYONE, "library.load", "LOAD 'mosaic_probe'", "run machine code in the server"),
    denied(EVERYONE, "program.run", "COPY (SELECT 1) TO PROGRAM 'true'", "run programs on the server"),
    denied(SERVING, "program.read", "COPY {insertable} FROM PROGRAM 'true'", "run programs on the server"),
    denied(
        EVERYONE,
        "file.write",
        "COPY (SELECT 1) TO '/proc/mosaic_probe/none'",
        "write files of the server",
    ),
    denied(
        SERVING,
        "file.copy",
        "COPY {insertable} FROM '/proc/mosaic_probe/none'",
        "read files of the server",
    ),
    denied(EVERYONE, "file.read", "SELECT pg_catalog.pg_read_file('PG_VERSION')", "read files of the server"),
    denied(
        EVERYONE,
        "file.read_binary",
        "SELECT pg_catalog.pg_read_binary_file('PG_VERSION')",
        "read files of the server",
    ),
    denied(
        EVERYONE,
        "file.stat",
        "SELECT pg_catalog.pg_stat_file('PG_VERSION')",
        "look at files of the server",
    ),
    denied(EVERYONE, "file.list", "SELECT pg_catalog.pg_ls_dir('.')", "look at files of the server"),
    denied(
        EVERYONE,
        "file.access_rules",
        "SELECT FROM pg_catalog.pg_hba_file_rules LIMIT 0",
        "read who may connect from where",
    ),
    denied(
        EVERYONE,
        "replication.slot",
        "SELECT pg_catalog.pg_create_physical_replication_slot('MOSAIC PROBE')",
        "fill the disk with WAL",
    ),
    denied(EVERYONE, "large_object.creat", "SELECT pg_catalog.lo_creat(-1)", "own something"),
    denied(EVERYONE, "large_object.create", "SELECT pg_catalog.lo_create(0)", "own something"),
    denied(EVERYONE, "large_object.from_bytea", "SELECT pg_catalog.lo_from_bytea(0, '')", "own something"),
    denied(
        EVERYONE,
        "large_object.import",
        "SELECT pg_catalog.lo_import('/proc/mosaic_probe/none')",
        "read files of the server",
    ),
    denied(
        EVERYONE,
        "large_object.export",
        "SELECT pg_catalog.lo_export(0, '/proc/mosaic_probe/none')",
        "write files of the server",
    ),
    denied(EVERYONE, "large_object.put", "SELECT pg_catalog.lo_put(0, 0, '')", "change a large object"),
    denied(EVERYONE, "large_object.write", "SELECT pg_catalog.lowrite(0, '')", "change a large object"),
    denied(EVERYONE, "large_object.truncate", "SELECT pg_catalog.lo_truncate(0, 0)", "change a large object"),
    denied(
        EVERYONE,
        "large_object.truncate64",
        "SELECT pg_catalog.lo_truncate64(0, 0)",
        "change a large object",
    ),
    denied(EVERYONE, "large_object.unlink", "SELECT pg_catalog.lo_unlink(0)", "remove a large object"),
];
