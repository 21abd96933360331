//! Rehearsal, preconditions and readiness.

macro_rules! readiness {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- rehearsal ----
            RehearsalIncomplete "REHEARSAL_INCOMPLETE" Pending {
                what: "Not every pending entry can run in one transaction with those before it. The answer tells of the entries before the named one.",
                database: "Everything the rehearsal did was rolled back. Sequences that entries drew from may have moved on.",
                next: "mosaic-db-migrator --run on a copy of the database shows the rest; on the database itself, rehearse again once the entries before the named one are applied."
            }
            RehearsalLeftTraces "REHEARSAL_LEFT_TRACES" No {
                what: "After the rehearsal was rolled back, catalog or ledger are not what they were before it.",
                database: "The rehearsal committed nothing; whoever changed the database did so while the migration lock was held.",
                next: "mosaic-db-migrator --verify, and find out who changes this database by another route."
            }

            // ---- preconditions ----
            PreconditionRefused "PRECONDITION_REFUSED" No {
                what: "The server refused the query of a precondition, so it is not known whether the entry that requires it may run.",
                database: "Entries before the named one are applied; of that entry, nothing has run.",
                next: "Correct requires/<name>.sql: it runs as mosaic_schema_owner under the entry's search path, after every entry before it."
            }
            PreconditionWrites "PRECONDITION_WRITES" BadInput {
                what: "The query of a precondition tries to write, or to lock rows.",
                database: "Entries before the named one are applied; of that entry, nothing has run, and the query changed nothing.",
                next: "Make requires/<name>.sql a query that only reads."
            }

            // ---- readiness ----
            RuntimeCanAssumeRole "RUNTIME_CAN_ASSUME_ROLE" Refused {
                what: "The runtime's login can SET ROLE to another role. It acts through what it inherits, and as nobody else.",
                database: "Nothing was changed. What was done as the other role is not known.",
                next: "REVOKE the role from mosaic_runtime as a superuser; bootstrap check names every deviation."
            }
            RuntimeInheritsRole "RUNTIME_INHERITS_ROLE" Refused {
                what: "The runtime's login has the rights of a role beside its capability role.",
                database: "Nothing was changed. What was done with those rights is not known.",
                next: "REVOKE the role as a superuser, from mosaic_runtime or from mosaic_runtime_capability; bootstrap check says which."
            }
            RuntimeTemporary "RUNTIME_TEMPORARY" Refused {
                what: "The runtime's login may make temporary tables, which stand before every other name and belong to it.",
                database: "Nothing was changed.",
                next: "REVOKE TEMPORARY ON DATABASE … FROM PUBLIC, and from whoever else the message leads to."
            }
            RuntimeCanCreate "RUNTIME_CAN_CREATE" Refused {
                what: "The runtime's login may create something: in the database, a schema or a tablespace.",
                database: "Nothing was changed.",
                next: "REVOKE CREATE from mosaic_runtime, mosaic_runtime_capability and PUBLIC on what the message names."
            }
            RuntimeOwns "RUNTIME_OWNS" Refused {
                what: "The runtime's login or its capability role owns something, and an owner may do anything with it.",
                database: "Nothing was changed.",
                next: "ALTER … OWNER TO as a superuser, object by object, or drop what was not meant to be."
            }
            RuntimeStoredSettings "RUNTIME_STORED_SETTINGS" Refused {
                what: "Settings are stored for the runtime's login, for this database or for every role. They would apply to each new connection.",
                database: "Nothing was changed.",
                next: "SELECT * FROM pg_db_role_setting shows them; ALTER ROLE or DATABASE … RESET ALL as a superuser."
            }
            RuntimeSearchPath "RUNTIME_SEARCH_PATH" Refused {
                what: "The session does not look names up in pg_catalog and mosaic alone: another setting, a temporary schema, or no USAGE on mosaic.",
                database: "Nothing was changed.",
                next: "bootstrap check says whether the schema and USAGE on it are there; a pooled connection that says this is to be discarded."
            }
            RuntimeSession "RUNTIME_SESSION" Refused {
                what: "A session of the runtime is not as it was opened: another role, row security, replication role, or an open transaction.",
                database: "Nothing was changed by looking.",
                next: "Discard the connection; find the code that changes the session and returns it."
            }
            ReadinessBusy "READINESS_BUSY" Locked {
                what: "The catalog could not be read because another session holds a lock on it, as a migration does.",
                database: "Nothing was changed. Whether it is ready is not known, and so it is not.",
                next: "Ask again when the migration has ended; readiness --wait does."
            }
            ReadinessTimedOut "READINESS_TIMED_OUT" Temporary {
                what: "The check did not end within its bound.",
                database: "Nothing was changed. Whether it is ready is not known, and so it is not.",
                next: "Ask again; if it stays so, look at the network and at the server's load."
            }
        }
    };
}
