//! Extensions: they belong to a superuser that nobody can become.

use super::super::probe::{Probe, denied};
use super::EVERYONE;

pub(super) const PROBES: &[Probe] = &[
    denied(
        EVERYONE,
        "extension.create",
        "CREATE EXTENSION {available} WITH SCHEMA {home}",
        "run an extension's script",
    ),
    denied(EVERYONE, "extension.update", "ALTER EXTENSION {*extension} UPDATE", "run an extension's script"),
    denied(
        EVERYONE,
        "extension.move",
        "ALTER EXTENSION {*extension} SET SCHEMA {home}",
        "put an extension's names elsewhere",
    ),
    denied(
        EVERYONE,
        "extension.add_member",
        "ALTER EXTENSION {*extension} ADD TABLE {table}",
        "tie a table to an extension",
    ),
    denied(
        EVERYONE,
        "extension.drop_member",
        "ALTER EXTENSION {*member}",
        "set a function free from its extension",
    ),
    denied(
        EVERYONE,
        "extension.drop",
        "DROP EXTENSION {*extension} CASCADE",
        "remove every column of its types",
    ),
    denied(
        EVERYONE,
        "extension.comment",
        "COMMENT ON EXTENSION {*extension} IS 'mosaic_probe'",
        "change what operators read",
    ),
    denied(
        EVERYONE,
        "extension.member_definer",
        "ALTER FUNCTION {*member_function} SECURITY DEFINER",
        "act as the extension's owner",
    ),
    denied(
        EVERYONE,
        "extension.member_own",
        "ALTER FUNCTION {*member_function} OWNER TO {login}",
        "own a part of an extension",
    ),
    denied(
        EVERYONE,
        "extension.member_rename",
        "ALTER FUNCTION {*member_function} RENAME TO mosaic_probe",
        "break what rests on an extension",
    ),
];
