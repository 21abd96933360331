//! The command line, variables and files.

macro_rules! usage {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            Usage "USAGE" Usage {
                what: "The command line is not one this program accepts.",
                database: "Nothing was read or connected to.",
                next: "mosaic-db-migrator --help"
            }
            CredentialInArguments "CREDENTIAL_IN_ARGUMENTS" Usage {
                what: "An argument looks like a database URL. Arguments are visible to every user of the machine.",
                database: "Nothing was connected to. Treat the credential as exposed and rotate it.",
                next: "Put the URL in a file of mode 0400 and name it with DATABASE_MIGRATION_URL_FILE."
            }
            MigrationUrlMissing "DATABASE_MIGRATION_URL_MISSING" Config {
                what: "Neither DATABASE_MIGRATION_URL nor DATABASE_MIGRATION_URL_FILE is set. There is no fallback to any other variable.",
                database: "No connection was opened.",
                next: "Set DATABASE_MIGRATION_URL_FILE to a file of mode 0400 that holds the migrator's URL."
            }
            RuntimeUrlMissing "DATABASE_URL_MISSING" Config {
                what: "Neither DATABASE_URL nor DATABASE_URL_FILE is set. There is no fallback to any other variable.",
                database: "No connection was opened.",
                next: "Set DATABASE_URL_FILE to a file of mode 0400 that holds the runtime's URL."
            }
            ForeignCredential "FOREIGN_CREDENTIAL" Config {
                what: "The environment holds the database URL of another identity beside, or instead of, the one this command uses.",
                database: "No connection was opened.",
                next: "Unset the named variable: a process gets the credential of exactly one identity."
            }
            LocalTier "LOCAL_TIER" Config {
                what: "MOSAIC_TIER is local: the embedded database, which has no server, no TLS and no roles to prove.",
                database: "No connection was opened.",
                next: "Unset MOSAIC_TIER to work on a PostgreSQL server, or unset the database URL."
            }
            VariableConflict "VARIABLE_CONFLICT" Config {
                what: "A variable and its _FILE form are both set; which of the two counts would be a guess.",
                database: "No connection was opened.",
                next: "Unset one of the two named variables."
            }
            VariableInvalid "VARIABLE_INVALID" Config {
                what: "A variable holds something it does not take.",
                database: "No connection was opened.",
                next: "Correct the named variable; mosaic-db-migrator man lists what each one takes."
            }
            VariableMisspelt "VARIABLE_MISSPELT" Config {
                what: "A variable looks like a misspelt one of this program; ignoring it would silently drop a limit or a directory.",
                database: "No connection was opened.",
                next: "Rename or unset the named variable."
            }
            VariableMissing "VARIABLE_MISSING" Config {
                what: "A variable this command needs is not set.",
                database: "No connection was opened.",
                next: "Set the named variable; mosaic-db-migrator man says what it holds."
            }
            DsnInvalid "DSN_INVALID" Config {
                what: "The database URL is not of the one accepted form, postgresql://user:password@host:port/database?sslmode=verify-full with everything else percent-encoded.",
                database: "No connection was opened.",
                next: "Correct the URL at the byte the message names; its text is never shown. printf, unlike echo, adds no newline."
            }
            FileContent "FILE_CONTENT" Config {
                what: "A file this program was pointed at is empty, too large, or not the plain text it has to be.",
                database: "No connection was opened.",
                next: "Write the file again. printf '%s' adds no newline; echo and most editors do."
            }
            FileNotWritten "FILE_NOT_WRITTEN" Io {
                what: "A file could not be written, or its name was taken. Nothing is left under its name that was not there before.",
                database: "What the command did to the database before it wrote the file stands; the message says which file is missing.",
                next: "Make room or correct the directory, then mosaic-db-migrator status."
            }
            FileUnreadable "FILE_UNREADABLE" Config {
                what: "A file this program was pointed at does not exist or may not be read by this user.",
                database: "No connection was opened.",
                next: "Put the file there, or mount the directory that has it, or run this as the user whom the file belongs to; root without capabilities reads it with SETUID and SETGID. namei -l FILE shows every directory on the way with its owner and mode."
            }
            FileUnsafe "FILE_UNSAFE" Config {
                what: "A file or a directory on its way could have been chosen or changed by another user: a link, a foreign owner, a mode that is too wide.",
                database: "No connection was opened. If the file holds a credential, treat it as exposed.",
                next: "namei -l FILE shows owners and modes. A secret is a regular file of mode 0400, its directories belong to root or to this user and nobody else may write to them."
            }
            OutputFailed "OUTPUT_FAILED" Io {
                what: "The answer could not be written to standard output.",
                database: "What the command did to the database stands; only its report was lost.",
                next: "Make room or fix the destination, then mosaic-db-migrator status."
            }
        }
    };
}
