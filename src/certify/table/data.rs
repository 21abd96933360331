//! Rows: the ledger, the control tables, what is immutable, and what a login has no business with. Each statement is of
//! no row, so that it asks for the privilege alone.

use super::super::probe::{Probe, denied};
use super::{EVERYONE, IMPORTER, LOGINS, MIGRATOR, OWNER, SERVING};

pub(super) const PROBES: &[Probe] = &[
    denied(
        LOGINS,
        "ledger.insert",
        "INSERT INTO {ledger} (hash) SELECT '' WHERE false",
        "say that an entry has run",
    ),
    denied(
        LOGINS,
        "ledger.update",
        "UPDATE {ledger} SET hash = DEFAULT WHERE false",
        "say that another entry has run",
    ),
    denied(LOGINS, "ledger.delete", "DELETE FROM {ledger} WHERE false", "have an entry run again"),
    denied(LOGINS, "ledger.truncate", "TRUNCATE {ledger}", "have every entry run again"),
    denied(
        LOGINS,
        "ledger.lock",
        "LOCK TABLE {ledger} IN ACCESS EXCLUSIVE MODE",
        "keep every service from being ready",
    ),
    denied(LOGINS, "immutable.update", "UPDATE {*immutable_column} = DEFAULT WHERE false", "change evidence"),
    denied(LOGINS, "immutable.delete", "DELETE FROM {*immutable} WHERE false", "remove evidence"),
    denied(LOGINS, "immutable.truncate", "TRUNCATE {*immutable}", "remove all evidence"),
    denied(
        LOGINS,
        "sequence.set",
        "SELECT pg_catalog.setval({sequence_literal}, 0)",
        "give numbers out twice",
    ),
    denied(SERVING, "rows.truncate", "TRUNCATE {*managed}", "remove every row of a table"),
    denied(
        IMPORTER,
        "rows.update",
        "UPDATE {*managed_column} = DEFAULT WHERE false",
        "change rows that are there",
    ),
    denied(IMPORTER, "rows.delete", "DELETE FROM {*managed} WHERE false", "remove rows that are there"),
    denied(MIGRATOR, "rows.read", "SELECT FROM {*managed} LIMIT 0", "read without becoming the schema owner"),
    denied(
        MIGRATOR,
        "rows.insert",
        "INSERT INTO {table} SELECT WHERE false",
        "write without becoming the schema owner",
    ),
    denied(EVERYONE, "control.truncate", "TRUNCATE {*control}", "forget what was done here"),
    denied(LOGINS, "control.delete", "DELETE FROM {*control} WHERE false", "forget what was done here"),
    denied(
        LOGINS,
        "control.progress_insert",
        "INSERT INTO mosaic_control.progress (tag) SELECT '' WHERE false",
        "say that a step has run",
    ),
    denied(
        LOGINS,
        "control.progress_update",
        "UPDATE mosaic_control.progress SET state = DEFAULT WHERE false",
        "say that a step has run",
    ),
    denied(
        EVERYONE,
        "control.identity_insert",
        "INSERT INTO mosaic_control.identity (database_id) SELECT NULL WHERE false",
        "pass for another database",
    ),
    denied(
        EVERYONE,
        "control.identity_update",
        "UPDATE mosaic_control.identity SET database_id = DEFAULT WHERE false",
        "pass for another database",
    ),
    denied(
        OWNER,
        "control.identity_delete",
        "DELETE FROM mosaic_control.identity WHERE false",
        "pass for another database",
    ),
    denied(
        OWNER,
        "control.import_delete",
        "DELETE FROM mosaic_control.import_checkpoint WHERE false",
        "have a table imported twice",
    ),
    denied(
        EVERYONE,
        "control.alter",
        "ALTER TABLE {*control} ADD COLUMN mosaic_probe integer",
        "change what the control plane rests on",
    ),
    denied(
        EVERYONE,
        "control.drop",
        "DROP TABLE {*control} CASCADE",
        "remove what the control plane rests on",
    ),
    denied(EVERYONE, "catalog.delete", "DELETE FROM {*catalog} WHERE false", "change the catalog itself"),
    denied(
        EVERYONE,
        "passwords.read",
        "SELECT FROM pg_catalog.pg_authid LIMIT 0",
        "read the verifiers of passwords",
    ),
];
