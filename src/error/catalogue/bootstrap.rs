//! Preparing a database, new or in use.

macro_rules! bootstrap {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- bootstrap ----
            BootstrapCheckFailed "BOOTSTRAP_CHECK_FAILED" No {
                what: "The server is not in the state that bootstrap makes: at least one check found something else or could not see.",
                database: "Nothing was changed.",
                next: "Mend what the named checks say, or run the output of mosaic-db-migrator bootstrap render through psql again."
            }
            BootstrapDatabaseName "BOOTSTRAP_DATABASE_NAME" Usage {
                what: "psql cannot be told this database name safely: it is empty, too long, or would read as a connection string.",
                database: "Nothing was rendered or connected to.",
                next: "Name the database without control characters, '=' and '://', in 1 to 63 bytes."
            }
            PasswordTooShort "PASSWORD_TOO_SHORT" Config {
                what: "A password has fewer than 22 characters. Digests of the files that hold it are offline guessing oracles.",
                database: "Nothing was rendered or connected to.",
                next: "openssl rand -base64 24 makes one; write it to the file without a line end."
            }
            BootstrapTarget "BOOTSTRAP_TARGET" Refused {
                what: "The script runs in another database than the one it was rendered for.",
                database: "Nothing was changed.",
                next: "Connect psql to the named database, or render the script for this one."
            }
            BootstrapSessionRole "BOOTSTRAP_SESSION_ROLE" Refused {
                what: "The session acts as another role than it logged in as, so what it makes would belong to the wrong one.",
                database: "Nothing was changed.",
                next: "Connect as the superuser itself; SELECT * FROM pg_db_role_setting shows a role setting that does this."
            }
            BootstrapPooled "BOOTSTRAP_POOLED" Refused {
                what: "Statements of one session run on different server processes: a transaction pooler is in between.",
                database: "Nothing was changed.",
                next: "Connect psql to the server's own port."
            }
            BootstrapProviderProfileRequired "BOOTSTRAP_PROVIDER_PROFILE_REQUIRED" Refused {
                what: "The session is not a superuser, so the owner of the extensions (NOLOGIN SUPERUSER) cannot exist. A managed service without superusers would need a versioned provider profile, and none is shipped.",
                database: "Nothing was changed.",
                next: "Connect as a real superuser, or use a server that has one."
            }
            BootstrapLocked "BOOTSTRAP_LOCKED" Locked {
                what: "A migration of this database is at work and holds the migration lock.",
                database: "Nothing was changed by the script.",
                next: "Run the script again when the migration has ended."
            }
            BootstrapRoleUnknown "BOOTSTRAP_ROLE_UNKNOWN" Refused {
                what: "A role of this name exists with other attributes. The script makes roles, it does not alter them into shape.",
                database: "Nothing was changed.",
                next: "psql -c '\\du+ mosaic_*' shows it; find out who made it before changing or dropping it."
            }
            BootstrapMembershipUnknown "BOOTSTRAP_MEMBERSHIP_UNKNOWN" Refused {
                what: "A membership exists that must not, or with other options or another grantor than it must have.",
                database: "Nothing was changed.",
                next: "REVOKE role FROM member GRANTED BY grantor, for each one named, then run the script again."
            }
            BootstrapSettingUnknown "BOOTSTRAP_SETTING_UNKNOWN" Refused {
                what: "Settings are stored for the database or one of its roles and would change every later session.",
                database: "Nothing was changed.",
                next: "ALTER ROLE … RESET ALL, ALTER DATABASE … RESET ALL, then run the script again."
            }
            BootstrapOwnerUnknown "BOOTSTRAP_OWNER_UNKNOWN" Refused {
                what: "Something that bootstrap would own belongs to another role, or a role owns more than it may.",
                database: "Nothing was changed.",
                next: "Find out who made the named objects. A database in use is taken over from a snapshot, not with this script."
            }
            BootstrapGrantUnknown "BOOTSTRAP_GRANT_UNKNOWN" Refused {
                what: "A privilege exists that bootstrap does not give, or one that it gives is missing or may be passed on.",
                database: "Nothing was changed.",
                next: "REVOKE what the message names, as its grantor, then run the script again."
            }
            BootstrapExtensionUnknown "BOOTSTRAP_EXTENSION_UNKNOWN" Refused {
                what: "An extension is installed in another schema, by another owner or in another version than the bundle accepts, or one that it does not name is in a managed schema.",
                database: "Nothing was changed.",
                next: "psql -c '\\dx' shows what is there; an extension that is in use is moved by the transition, not by this script."
            }
            BootstrapExtensionUnavailable "BOOTSTRAP_EXTENSION_UNAVAILABLE" Refused {
                what: "The server does not offer a needed extension in an accepted version.",
                database: "Nothing was changed.",
                next: "Install the extension's package for this server's major version, then run the script again."
            }
            BootstrapGuardUnknown "BOOTSTRAP_GUARD_UNKNOWN" Refused {
                what: "An event trigger with the name of the DDL guard is something else.",
                database: "Nothing was changed.",
                next: "psql -c '\\dy+' shows it; find out who made it and drop it."
            }
            BootstrapAssertionFailed "BOOTSTRAP_ASSERTION_FAILED" No {
                what: "The script did what it does, and the result is not what it must be.",
                database: "Everything was rolled back.",
                next: "Something else changes this server at the same time, or the server does not behave as PostgreSQL does: see its log."
            }

            // ---- taking over a database in use ----
            BootstrapSnapshotInvalid "BOOTSTRAP_SNAPSHOT_INVALID" BadInput {
                what: "The file is no snapshot of this database for this bundle: it cannot be read, is of another version, or was made for another database or other schemas.",
                database: "Nothing was rendered or connected to.",
                next: "mosaic-db-migrator bootstrap snapshot, with the same --database and --bundle, prints the SQL that makes one."
            }
            BootstrapSnapshotStale "BOOTSTRAP_SNAPSHOT_STALE" Refused {
                what: "The database is not as in the snapshot that the script was rendered from: something was made, dropped, changed or migrated since.",
                database: "Nothing was changed.",
                next: "Make a new snapshot, read what differs, render again. After --run there is no rollback script: restore the backup."
            }
            BootstrapExistingRefused "BOOTSTRAP_EXISTING_REFUSED" Refused {
                what: "The database holds things that are not taken over as they are. Each is named, with what to do about it.",
                database: "Nothing was rendered or changed.",
                next: "Do what the notes say of each, then make a new snapshot and render again."
            }
            BootstrapExtensionOwner "BOOTSTRAP_EXTENSION_OWNER" Refused {
                what: "An extension belongs to another role than mosaic_extension_owner. PostgreSQL has no statement that gives an extension to another owner, and changing the catalog by hand is not one.",
                database: "Nothing was rendered or changed.",
                next: "mosaic-db-migrator bootstrap shadow-plan prints how such a database is moved: by a second one beside it."
            }
            BootstrapInUse "BOOTSTRAP_IN_USE" Locked {
                what: "Sessions are still at work in the database that is to change hands, or transactions are prepared in it.",
                database: "Nothing was changed.",
                next: "Stop the application, look with SELECT * FROM pg_stat_activity, then run the script again."
            }
        }
    };
}
