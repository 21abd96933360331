//! The table behind `explain CODE` and the man page. A code is added here and nowhere else; the macro gives it
//! its variant, and the exhaustive matches elsewhere stop compiling until it is used.

use super::{Entry, Status};

macro_rules! catalogue {
    ($( $variant:ident $code:literal $status:ident { what: $what:literal, database: $database:literal, next: $next:literal } )*) => {
        /// A stable error code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each variant is documented by its catalogue entry")]
        pub enum Code { $( $variant, )* }

        impl Code {
            /// Every code, in catalogue order.
            pub const ALL: &[Self] = &[ $( Self::$variant, )* ];

            /// The code of this word.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.entry().code == word)
            }

            /// What the catalogue says about this code.
            #[must_use]
            pub const fn entry(self) -> &'static Entry {
                match self {
                    $( Self::$variant => &Entry {
                        code: $code,
                        status: Status::$status,
                        what: $what,
                        database: $database,
                        next: $next,
                    }, )*
                }
            }
        }
    };
}

catalogue! {
    // ---- usage and configuration -----------------------------------------------------------------------------
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

    // ---- reaching and authenticating the server --------------------------------------------------------------
    CaFileInvalid "CA_FILE_INVALID" Config {
        what: "The CA file does not hold one or more readable PEM certificates.",
        database: "No connection was opened.",
        next: "openssl storeutl -noout -text -certs FILE shows what is in it; DATABASE_TLS_CA_CERT_PATH names it."
    }
    ServerUnreachable "SERVER_UNREACHABLE" Unavailable {
        what: "No session could be opened within the connect timeout: name, route, port, firewall or a server that is down.",
        database: "Nothing was sent to the database.",
        next: "pg_isready -h HOST -p PORT, then try again; MOSAIC_CONNECT_TIMEOUT_MS sets the bound."
    }
    ServerNotReady "SERVER_NOT_READY" Temporary {
        what: "The server is starting up, shutting down, or has no free connection.",
        database: "Nothing was changed.",
        next: "Run the same command again in a moment."
    }
    TlsNotOffered "TLS_NOT_OFFERED" Unavailable {
        what: "The server does not offer TLS. Sessions without it do not exist here.",
        database: "Nothing was sent, not even a user name.",
        next: "Set ssl = on with a certificate on the server, and only hostssl lines in pg_hba.conf."
    }
    TlsCertificateRefused "TLS_CERTIFICATE_REFUSED" Unavailable {
        what: "The server's certificate was refused: another issuer, another host name, expired, or an incomplete chain.",
        database: "Nothing was sent, not even a user name.",
        next: "openssl s_client -starttls postgres -connect HOST:PORT -CAfile CA -verify_hostname HOST names the failing check."
    }
    TlsHandshakeFailed "TLS_HANDSHAKE_FAILED" Unavailable {
        what: "The TLS handshake failed before a certificate was judged: no common protocol version or cipher, or the connection ended in the middle.",
        database: "Nothing was sent, not even a user name.",
        next: "openssl s_client -starttls postgres -connect HOST:PORT shows what the server offers; TLS 1.2 is the oldest that is used."
    }
    TlsSanMissing "TLS_SAN_MISSING" Unavailable {
        what: "The server's certificate names its host in the Common Name only; a subject alternative name is required.",
        database: "Nothing was sent, not even a user name.",
        next: "Issue the server's certificate again with subjectAltName=DNS:HOST (or IP:ADDRESS)."
    }
    TlsNoChannelBinding "TLS_NO_CHANNEL_BINDING" Unavailable {
        what: "The server's certificate gives no channel binding value, as with Ed25519 signatures, so SCRAM cannot be tied to this TLS session.",
        database: "Nothing was sent, not even a user name.",
        next: "Issue the server's certificate from an RSA or ECDSA authority with SHA-2."
    }
    TlsKeyMismatch "TLS_KEY_MISMATCH" Unavailable {
        what: "The server showed another public key than the one expected.",
        database: "Nothing was sent, not even a user name.",
        next: "Find out whether the certificate was rotated or this is another server, before anything else."
    }
    AuthenticationWeak "AUTHENTICATION_WEAK" Unavailable {
        what: "The server asked for trust, password or MD5 authentication, or SCRAM without channel binding.",
        database: "No session was opened; the password was not sent.",
        next: "Use scram-sha-256 on the hostssl line of pg_hba.conf and set the login's password again."
    }
    AuthenticationFailed "AUTHENTICATION_FAILED" Unavailable {
        what: "The server refused the session: wrong password, no pg_hba.conf line, no such database, or no CONNECT privilege.",
        database: "Nothing was changed.",
        next: "The server's log names the reason. Before bootstrap there is neither the database nor the login: see bootstrap render. After it, bootstrap check compares the login's password with its file."
    }
    SessionNotTls "SESSION_NOT_TLS" Unavailable {
        what: "The server itself sees this session as plaintext: a proxy ends TLS before it.",
        database: "Nothing was changed.",
        next: "Connect to the server itself, or through a proxy that passes TLS on."
    }
    ConnectionLost "CONNECTION_LOST" Unavailable {
        what: "The connection ended while a statement ran.",
        database: "The open transaction is rolled back by the server; earlier entries stay applied.",
        next: "mosaic-db-migrator status, then run again."
    }

    // ---- who and where this session is -----------------------------------------------------------------------
    ServerVersionUnsupported "SERVER_VERSION_UNSUPPORTED" Refused {
        what: "The server is older than PostgreSQL 16, where a grant cannot say INHERIT FALSE or SET FALSE for itself.",
        database: "Nothing was changed.",
        next: "Upgrade the server to PostgreSQL 16, 17 or 18."
    }
    ServerInRecovery "SERVER_IN_RECOVERY" Temporary {
        what: "The server is a standby or has not finished recovery.",
        database: "Nothing was changed; a standby cannot be.",
        next: "Point the URL at the primary, or wait until this server is promoted."
    }
    DatabaseEncoding "DATABASE_ENCODING" Refused {
        what: "The database is not encoded in UTF8.",
        database: "Nothing was changed.",
        next: "Create the database with ENCODING 'UTF8' TEMPLATE template0 and bootstrap it."
    }
    LoginWrong "LOGIN_WRONG" Refused {
        what: "The URL logs in as another role than the one this command acts as.",
        database: "Nothing was changed.",
        next: "Use the URL of the login that the message says it must be."
    }
    LoginPrivileged "LOGIN_PRIVILEGED" Refused {
        what: "The login holds an attribute that no login here may hold.",
        database: "Nothing was changed. What the role did before is not known.",
        next: "bootstrap check names every deviation; a superuser session takes the attribute away."
    }
    LoginMemberships "LOGIN_MEMBERSHIPS" Refused {
        what: "The login's memberships are not exactly the one that bootstrap grants.",
        database: "Nothing was changed.",
        next: "bootstrap check names every deviation; REVOKE … GRANTED BY removes a grant made by somebody else."
    }
    LoginStoredSettings "LOGIN_STORED_SETTINGS" Refused {
        what: "Settings are stored with ALTER ROLE … SET or ALTER DATABASE … SET, for the login or for everybody in the database. They would apply behind this program's back.",
        database: "Nothing was changed.",
        next: "ALTER ROLE mosaic_migrator RESET ALL (and IN DATABASE …), ALTER DATABASE … RESET ALL or ALTER ROLE ALL RESET ALL, as a superuser."
    }
    BootstrapMissing "BOOTSTRAP_MISSING" Refused {
        what: "This database has not been bootstrapped: a role, schema or table that bootstrap makes is not there.",
        database: "Nothing was changed.",
        next: "mosaic-db-migrator bootstrap render, and run its output through psql as a superuser."
    }

    // ---- bundle ----------------------------------------------------------------------------------------------
    BundleUnreadable "BUNDLE_UNREADABLE" Io {
        what: "A file or directory of the bundle could not be read.",
        database: "No connection was opened.",
        next: "Check that the path exists and that this user may read it; MOSAIC_BUNDLE_DIR names the directory."
    }
    BundleTooLarge "BUNDLE_TOO_LARGE" BadInput {
        what: "A file of the bundle is larger than this program reads.",
        database: "No connection was opened.",
        next: "Split the entry, or load bulk data with migrate-tier."
    }
    BundleNoEntries "BUNDLE_NO_ENTRIES" BadInput {
        what: "The directory is not a Drizzle-kit folder: it has neither a journal nor migration folders.",
        database: "No connection was opened.",
        next: "Point MOSAIC_BUNDLE_DIR at the folder that holds meta/_journal.json."
    }
    BundleTwoForms "BUNDLE_TWO_FORMS" BadInput {
        what: "The directory holds both the classic journal and migration folders, so its order is not known.",
        database: "No connection was opened.",
        next: "Finish or undo the conversion with drizzle-kit up, so that one form is left."
    }
    BundleNotAFile "BUNDLE_NOT_A_FILE" BadInput {
        what: "A path of the bundle is a link, a directory or a device where a regular file must be.",
        database: "No connection was opened.",
        next: "Replace it with the file itself: its bytes must not depend on anything outside the directory."
    }
    BundleJournal "BUNDLE_JOURNAL" BadInput {
        what: "meta/_journal.json is not the JSON that drizzle-kit writes.",
        database: "No connection was opened.",
        next: "Restore it from version control; a byte order mark at its start is a common cause."
    }
    BundleDialect "BUNDLE_DIALECT" BadInput {
        what: "The journal is for another database than PostgreSQL.",
        database: "No connection was opened.",
        next: "Point MOSAIC_BUNDLE_DIR at the PostgreSQL folder."
    }
    BundleBadTag "BUNDLE_BAD_TAG" BadInput {
        what: "An entry's name could lead out of the directory, or a migration folder's name does not begin with its time.",
        database: "No connection was opened.",
        next: "Rename the entry: letters, digits, underscore, dot and minus, without two dots in a row; folders as YYYYMMDDHHMMSS_name."
    }
    BundleRepeatedTag "BUNDLE_REPEATED_TAG" BadInput {
        what: "The journal lists one entry twice; Drizzle would run it twice.",
        database: "No connection was opened.",
        next: "Remove the second mention from meta/_journal.json."
    }
    BundleRepeatedIndex "BUNDLE_REPEATED_IDX" BadInput {
        what: "Two entries of the journal have the same idx, mostly after a merge of two branches.",
        database: "No connection was opened.",
        next: "Give the later one a new idx, and check that both were meant to stay."
    }
    BundleIndexOrder "BUNDLE_IDX_ORDER" BadInput {
        what: "The journal's array order and its idx disagree, so the order of the entries is not known.",
        database: "No connection was opened.",
        next: "Put the entries of meta/_journal.json into the order of their idx; gaps are fine."
    }
    BundleBadWhen "BUNDLE_BAD_WHEN" BadInput {
        what: "The when of an entry is not a whole number of milliseconds; Drizzle could not record it.",
        database: "No connection was opened.",
        next: "Restore the entry's when in meta/_journal.json from version control."
    }
    BundleMissingFile "BUNDLE_MISSING_FILE" BadInput {
        what: "The journal lists an entry whose SQL file is not there.",
        database: "No connection was opened.",
        next: "Restore the file from version control, or the journal if the entry was dropped before any database ran it."
    }
    BundleOrphanFile "BUNDLE_ORPHAN_FILE" BadInput {
        what: "An SQL file belongs to no entry: it would never run, or as a precondition keep nothing from running, and nobody would be told.",
        database: "No connection was opened.",
        next: "Add its entry to meta/_journal.json (a precondition: to the manifest, with --requires), or move the file out of the directory."
    }
    BundleCarriageReturn "BUNDLE_CARRIAGE_RETURN" BadInput {
        what: "An SQL file has a carriage return, so its hash differs from the one on other machines.",
        database: "No connection was opened.",
        next: "Check the file out with LF line ends and add '*.sql -text' to .gitattributes."
    }
    BundleByteOrderMark "BUNDLE_BYTE_ORDER_MARK" BadInput {
        what: "An SQL file begins with a byte order mark, which PostgreSQL rejects as a syntax error.",
        database: "No connection was opened.",
        next: "Save the file as UTF-8 without a byte order mark."
    }
    BundleNul "BUNDLE_NUL" BadInput {
        what: "An SQL file holds a NUL byte, which cannot travel to the server.",
        database: "No connection was opened.",
        next: "Restore the file from version control; UTF-16 text is a common cause."
    }
    BundleNotUtf8 "BUNDLE_NOT_UTF8" BadInput {
        what: "An SQL file is not UTF-8, so Drizzle would record the hash of other bytes.",
        database: "No connection was opened.",
        next: "Convert the file to UTF-8."
    }
    BundleBytesDiffer "BUNDLE_BYTES_DIFFER" BadInput {
        what: "The bytes of an entry are not those its manifest records.",
        database: "No connection was opened.",
        next: "Restore the file from version control; if the change is meant and no database ran the entry: mosaic-db-migrator manifest build DIR."
    }
    BundleUnknownEntry "BUNDLE_UNKNOWN_ENTRY" BadInput {
        what: "An option, or the recorded manifest whose settings are kept, names an entry that the folder does not have.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator manifest show lists the recorded entries; correct the name, or restore the entry."
    }
    BundlePreconditionMissing "BUNDLE_PRECONDITION_MISSING" BadInput {
        what: "An entry requires a precondition whose query is not in the bundle.",
        database: "No connection was opened.",
        next: "Add requires/<name>.sql, or remove the name from the entry's requires."
    }
    BundlePreconditionInvalid "BUNDLE_PRECONDITION_INVALID" BadInput {
        what: "The file of a precondition does not hold exactly one statement.",
        database: "No connection was opened.",
        next: "Make the named file one query that returns the rows that are still in the way; no rows means met."
    }
    SqlBreakpointInside "SQL_BREAKPOINT_INSIDE" BadInput {
        what: "A statement breakpoint stands inside a comment, a string, parentheses or the body of a routine, so the entry would be cut within it.",
        database: "No connection was opened.",
        next: "Remove the breakpoint text from the named line; Drizzle cannot run the entry either."
    }
    SqlNeverClosed "SQL_NEVER_CLOSED" BadInput {
        what: "A comment, string, quoted name or dollar-quoted body of an entry is never closed.",
        database: "No connection was opened.",
        next: "Close it; the named line is where it begins."
    }
    SqlUnnamedIndex "SQL_UNNAMED_INDEX" BadInput {
        what: "An index without a name is built concurrently. Nothing could tell afterwards whether it was built, or which invalid remains are its own.",
        database: "No connection was opened.",
        next: "Give the index a name."
    }
    SqlRefused "SQL_REFUSED" BadInput {
        what: "An entry holds a statement that no entry may hold: it would undo, escape or outlive the transaction, the role or the lock that it runs under.",
        database: "No connection was opened.",
        next: "Remove the statement from the named line, or have an operator run it outside the bundle."
    }
    ManifestMissing "MANIFEST_MISSING" BadInput {
        what: "The directory has no manifest.v1.json.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator manifest build DIR"
    }
    ManifestInvalid "MANIFEST_INVALID" BadInput {
        what: "manifest.v1.json is not a manifest of version 1, or its parts contradict each other.",
        database: "No connection was opened.",
        next: "Restore it from version control; or remove it, then mosaic-db-migrator manifest build DIR with its settings as options."
    }
    ManifestNotCanonical "MANIFEST_NOT_CANONICAL" BadInput {
        what: "manifest.v1.json is not in its one canonical spelling, so it has no fingerprint.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator manifest build DIR writes it anew; an editor\'s final newline is a common cause."
    }
    ManifestDiffers "MANIFEST_DIFFERS" BadInput {
        what: "The folder and its manifest do not list the same entries, or an entry has become one that runs differently.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator manifest diff DIR shows the difference; manifest build DIR records the folder as it is."
    }
    GrantsInvalid "GRANTS_INVALID" BadInput {
        what: "grants.v1.json is not a canonical grants file, or names something unknown.",
        database: "No connection was opened.",
        next: "Restore the file from version control, or correct what the message names."
    }
    GrantsUnknownEntry "GRANTS_UNKNOWN_ENTRY" BadInput {
        what: "grants.v1.json speaks of an entry that the folder does not have.",
        database: "No connection was opened.",
        next: "Correct the entry's name in grants.v1.json."
    }
    GrantsRefused "GRANTS_REFUSED" BadInput {
        what: "grants.v1.json gives a privilege that the object does not have or that the role must never hold.",
        database: "No connection was opened.",
        next: "Remove the privilege from grants.v1.json."
    }

    EffectsInvalid "EFFECTS_INVALID" BadInput {
        what: "effects.v1.json is not the canonical JSON of an effects file.",
        database: "No connection was opened, or nothing was changed.",
        next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again."
    }
    EffectsStale "EFFECTS_STALE" BadInput {
        what: "effects.v1.json was measured of another manifest, grants file or preconditions than those beside it, or does not mark what an entry decides by rows.",
        database: "No connection was opened, or nothing was changed.",
        next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again."
    }
    SchemaFileMissing "SCHEMA_FILE_MISSING" BadInput {
        what: "The bundle was measured, and a file schema/<tag>.v1.json with the catalog it leads to is not there.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again and writes the file."
    }
    SchemaFileDiffers "SCHEMA_FILE_DIFFERS" BadInput {
        what: "A file schema/<tag>.v1.json is not, byte for byte, the catalog that effects.v1.json leads to: it was edited, or is of another measurement.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again and writes the file."
    }
    SchemaFileStray "SCHEMA_FILE_STRAY" BadInput {
        what: "A file schema/<tag>.v1.json stands beside a bundle in which no database stays in the state after that entry, or which was not measured.",
        database: "No connection was opened.",
        next: "Remove the file, or measure the bundle: mosaic-db-migrator manifest build DIR --scratch-url-file FILE."
    }

    // ---- bootstrap -------------------------------------------------------------------------------------------
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

    // ---- taking over a database in use -----------------------------------------------------------------------
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

    // ---- reading and judging the database --------------------------------------------------------------------
    QuestionRefused "QUESTION_REFUSED" Internal {
        what: "The server refused a question that this program asks of every database.",
        database: "Nothing was changed; the open transaction was rolled back.",
        next: "Report the message with the server's version; bootstrap check may name what was altered."
    }
    CheckFailed "CHECK_FAILED" No {
        what: "Roles, privileges, settings, extensions or the DDL guard are not as bootstrap promises, or could not be seen.",
        database: "Nothing was changed.",
        next: "Undo what the named checks observed as a superuser; mosaic-db-migrator bootstrap check shows the same and more."
    }
    ObjectsOfAnotherOwner "OBJECTS_OF_ANOTHER_OWNER" No {
        what: "Objects in a managed schema belong to another role than mosaic_schema_owner.",
        database: "Nothing was changed, but for the entries that this run reports as applied: they stay.",
        next: "bootstrap moves ownership, object by object, in a superuser's session; see mosaic-db-migrator bootstrap render --help."
    }
    PrivilegesUnlisted "PRIVILEGES_UNLISTED" No {
        what: "In a managed schema a role holds a privilege that no grants file lists, or a routine is SECURITY DEFINER.",
        database: "Nothing was changed, but for the entries that this run reports as applied: they stay.",
        next: "REVOKE it as a superuser, or list it in the bundle's grants file in a new entry."
    }
    ExtensionMissing "EXTENSION_MISSING" No {
        what: "An extension that the bundle needs is not installed, or its version is not one the bundle accepts.",
        database: "Nothing was changed.",
        next: "mosaic-db-migrator bootstrap render --bundle DIR renders what installs it; a superuser runs it through psql."
    }

    EffectsPresent "EFFECTS_PRESENT" No {
        what: "Part or all of what an entry does is in the database, and the ledger has no row for it.",
        database: "Nothing was changed. Somebody made these objects by another route, or a restore left the ledger behind.",
        next: "Restore from backup, or have a repair reviewed that takes the named objects away; an entry is never marked as applied."
    }
    SchemaDrift "SCHEMA_DRIFT" No {
        what: "The catalog is not where the applied entries lead: something was changed by another route.",
        database: "Every entry is applied; the named objects differ from what the bundle was measured to make.",
        next: "Undo the named changes as a superuser, or ship them as an entry; then mosaic-db-migrator --verify."
    }

    // ---- running entries -------------------------------------------------------------------------------------
    MigrationLocked "DATABASE_MIGRATION_LOCKED" Locked {
        what: "Another session holds the migration lock of this database.",
        database: "Waiting changed nothing. The holder may be at work, or its client may be gone.",
        next: "Wait and run again; MOSAIC_LOCK_WAIT_MS sets how long a run waits. The message names who can end the holder, and how."
    }
    EntryFailed "ENTRY_FAILED" EntryFailed {
        what: "A statement of an entry failed.",
        database: "A single-transaction entry was rolled back whole; the finished steps of any other stay recorded. Earlier entries stay applied.",
        next: "Mend the cause (data or server; shipped bytes never change), then run again."
    }
    EntryLockTimeout "ENTRY_LOCK_TIMEOUT" Locked {
        what: "An entry could not get a lock that other sessions hold, in several attempts.",
        database: "Each attempt was rolled back. Earlier entries stay applied.",
        next: "mosaic-db-migrator status lists who holds locks; run again when they are done, or raise MOSAIC_LOCK_TIMEOUT_MS."
    }
    EntryChangedRole "ENTRY_CHANGED_ROLE" EntryFailed {
        what: "An entry left the session under another role than the schema owner.",
        database: "The entry was rolled back. Earlier entries stay applied.",
        next: "Correct the bundle: an entry never changes the role."
    }
    EntryEndedTransaction "ENTRY_ENDED_TRANSACTION" EntryFailed {
        what: "An entry ended the transaction that it was to run in, or closed every cursor: one of them stands for that transaction.",
        database: "What the entry committed by itself is there, without its ledger row. Where it held no COMMIT, it was rolled back.",
        next: "Restore from backup or have the difference reviewed; then correct the bundle: manifest build marks such entries."
    }
    EntryReleasedLock "ENTRY_RELEASED_LOCK" EntryFailed {
        what: "The migration lock was no longer held by this session when an entry was to be committed.",
        database: "The entry was rolled back. Earlier entries stay applied.",
        next: "Correct the bundle: an entry never releases advisory locks. If it does not, another session took the lock: run again."
    }
    EntryPrivileges "ENTRY_PRIVILEGES" EntryFailed {
        what: "An entry left an owner, a privilege or a SECURITY DEFINER routine that its grants file does not list.",
        database: "The entry was rolled back. Earlier entries stay applied.",
        next: "Correct the bundle: list the privilege in grants.v1.json, or take the statement out."
    }
    EntryChangedRecords "ENTRY_CHANGED_RECORDS" EntryFailed {
        what: "The ledger or mosaic_control.progress changed while an entry ran, or a trigger or rule altered the entry's own row. Only this program writes there.",
        database: "The entry was rolled back. Earlier entries stay applied.",
        next: "Correct the bundle: an entry never touches the ledger. If it does not, find the other writer and stop it."
    }
    EntryReplacedAudit "ENTRY_REPLACED_AUDIT" EntryFailed {
        what: "An entry removed or replaced a prepared statement with which this program checks it before the commit.",
        database: "The entry was rolled back. Earlier entries stay applied.",
        next: "Correct the bundle: an entry may deallocate what it prepared itself, by name."
    }
    LedgerChangedUnderLock "LEDGER_CHANGED_UNDER_LOCK" No {
        what: "The ledger has other rows than when it was read, although this run held the lock: somebody writes to it by another route.",
        database: "The entry did not run.",
        next: "Find the other writer and stop it; then mosaic-db-migrator status."
    }
    SessionNotAsserted "SESSION_NOT_ASSERTED" Refused {
        what: "Role or search path could not be set as they must be: a schema is missing, or USAGE on it.",
        database: "The entry did not run.",
        next: "mosaic-db-migrator bootstrap check names the missing schema or grant."
    }
    StepNotProved "STEP_NOT_PROVED" EntryFailed {
        what: "A step that cannot run in a transaction did not leave the result that proves it.",
        database: "Earlier steps of the entry are recorded as done; this one is not. Invalid remains of its own are removed by the next run, those of others never.",
        next: "Mend the cause (duplicate keys, a lock holder, an invalid index that somebody else left: drop it; an entry edited after steps of it had run: put its bytes back), then run again: it goes on with this step."
    }
    EntryUnreadable "ENTRY_UNREADABLE" BadInput {
        what: "An entry cannot be cut into the statements its manifest promises.",
        database: "The entry did not run. Earlier entries stay applied.",
        next: "mosaic-db-migrator manifest check names the line; the manifest was not made by manifest build."
    }
    ReceiptDirectory "RECEIPT_DIRECTORY" Io {
        what: "The receipt directory cannot be written to or could be by others, or its last receipt cannot be read, so a new receipt could not be chained to it.",
        database: "No connection was opened.",
        next: "MOSAIC_RECEIPT_DIR names a directory that this user owns and nobody else may write to; receipts have mode 0400."
    }
    ReceiptNotWritten "RECEIPT_NOT_WRITTEN" Io {
        what: "The run reached its state, and its receipt could not be written.",
        database: "Every entry is applied and verified.",
        next: "Mend the directory that MOSAIC_RECEIPT_DIR names; mosaic-db-migrator --verify proves the state again."
    }
    CommitUncertain "COMMIT_UNCERTAIN" Uncertain {
        what: "The connection was lost around a COMMIT, and the server could not be asked or did not know what became of it.",
        database: "The entry is either there with its ledger row, or not at all.",
        next: "mosaic-db-migrator status when the server answers again: the ledger says which."
    }
    Interrupted "INTERRUPTED" Interrupted {
        what: "SIGINT or SIGTERM ended the run.",
        database: "The open transaction was rolled back; committed entries and finished steps stay. What a step outside any transaction left is removed by the next run.",
        next: "mosaic-db-migrator status, then run again: it goes on where it stopped."
    }

    // ---- ledger ----------------------------------------------------------------------------------------------
    LedgerMissing "LEDGER_MISSING" No {
        what: "The ledger table that the manifest names does not exist. It is made by bootstrap, never by a run.",
        database: "Nothing was changed.",
        next: "mosaic-db-migrator bootstrap render, and have a database administrator run its output."
    }
    LedgerCorrupt "LEDGER_CORRUPT" No {
        what: "The ledger is not one that Drizzle or this program wrote: its columns are others, a hash is malformed, or a created_at is NULL or no whole number.",
        database: "Nothing was changed. Drizzle itself would take such rows for others, or run everything again.",
        next: "Restore the ledger from a backup, or have the named column or row corrected under review."
    }
    LedgerEntryEdited "LEDGER_ENTRY_EDITED" No {
        what: "An entry of the bundle has other bytes than those that ran here: a row of the ledger is the entry's by name or time, but not by hash.",
        database: "Nothing was changed. The database holds what the recorded bytes did, not what the bundle says now.",
        next: "Ship the entry with its original bytes and put the change into a new entry. If line ends are named as the cause, put '*.sql -text' into .gitattributes and check the folder out again."
    }
    LedgerRowDuplicate "LEDGER_ROW_DUPLICATE" No {
        what: "The ledger has more rows of one hash, or of one hash and time, than the bundle has entries for them. Migrators that ran in parallel without a lock leave this, and each of them may have run the entry.",
        database: "Nothing was changed. Data that the entry writes may be there more than once.",
        next: "Stop every other migrator. Check what the named entry did, repair it, and have the surplus rows deleted under review."
    }
    LedgerAmbiguous "LEDGER_AMBIGUOUS" No {
        what: "Several entries have the same bytes, some of them have run, and neither name nor time of their rows tells which.",
        database: "Nothing was changed.",
        next: "Find out which of the named entries ran, and have the created_at of their rows set to the journal's times under review."
    }
    LedgerRowUnknown "LEDGER_ROW_UNKNOWN" No {
        what: "The ledger has a row that is no entry of this bundle, while entries of the bundle have not run: the bundle is another branch's, or another project's.",
        database: "Nothing was changed.",
        next: "Run the bundle this database was migrated with, or one that contains all its entries."
    }
    BundleOlderThanDatabase "BUNDLE_OLDER_THAN_DATABASE" No {
        what: "Every entry of this bundle is applied, and the ledger has further rows: a newer bundle ran here before.",
        database: "Nothing was changed. It is ahead of this bundle.",
        next: "Deploy the release that carries the newer bundle."
    }
    HistoryAfterApplication "HISTORY_AFTER_APPLICATION" No {
        what: "An entry of the history phase is pending although an application entry is applied. Its objects would be created in the legacy schema, beside those that have moved.",
        database: "Nothing was changed.",
        next: "Take the late history entry out of the bundle and ship what it does as a new application entry with qualified names."
    }
    EntriesPending "ENTRIES_PENDING" Pending {
        what: "Entries of the bundle have not run on this database.",
        database: "It is in the state before the first pending entry, or between entries.",
        next: "mosaic-db-migrator --run"
    }

    // ---- signatures and whom to trust ------------------------------------------------------------------------
    SignatureLength "SIGNATURE_LENGTH" TargetRefused {
        what: "A signature file is not the 64 raw bytes of an Ed25519 signature.",
        database: "Nothing of the signed document was read, and no connection was opened.",
        next: "Fetch both files of the generation again; a signature is neither hexadecimal nor base64 nor followed by a newline."
    }
    SignatureUnknown "SIGNATURE_UNKNOWN" TargetRefused {
        what: "No key of the trust store made this signature over these bytes: the document was changed, the two files are not of one generation, or another key signed.",
        database: "Nothing of the signed document was read, and no connection was opened.",
        next: "Fetch both files of one generation again. If a new key is in use, distribute the trust store that lists it."
    }
    SignatureOtherPurpose "SIGNATURE_OTHER_PURPOSE" TargetRefused {
        what: "A trusted key made the signature, but for a document of another kind, or it is trusted for another kind only.",
        database: "Nothing of the signed document was read, and no connection was opened.",
        next: "Find out who presented a document of one kind as another. A key signs for one purpose."
    }
    SigningKeyRevoked "SIGNING_KEY_REVOKED" TargetRefused {
        what: "The key that made the signature is revoked, for every time of issue.",
        database: "Nothing of the signed document was read, and no connection was opened.",
        next: "Have the document made again under a key that is not revoked."
    }
    SigningKeyNotYetValid "SIGNING_KEY_NOT_YET_VALID" TargetRefused {
        what: "By the trust store, the time of the key that made the signature has not come, or the clock is behind.",
        database: "Nothing of the signed document was acted on, and no connection was opened.",
        next: "Compare the clock (date -u) with the key's window: mosaic-db-migrator attest inspect TRUST_STORE."
    }
    SigningKeyExpired "SIGNING_KEY_EXPIRED" TargetRefused {
        what: "By the trust store, the time of the key that made the signature is over.",
        database: "Nothing of the signed document was acted on, and no connection was opened.",
        next: "Have the document made again under a key whose window covers today."
    }
    SigningKeyInvalid "SIGNING_KEY_INVALID" Config {
        what: "A signing key file is not the 32 raw bytes of an Ed25519 seed.",
        database: "No connection was opened.",
        next: "mosaic-db-migrator attest keygen --out DIR --purpose PURPOSE makes one."
    }
    TrustStoreInvalid "TRUST_STORE_INVALID" TargetRefused {
        what: "The trust store is not the canonical JSON of one, or what it says cannot be.",
        database: "No signature was checked, and no connection was opened.",
        next: "Distribute the trust store again as it was made; an editor that adds a newline changes it."
    }
    TrustStoreKeyInvalid "TRUST_STORE_KEY_INVALID" TargetRefused {
        what: "The trust store lists a key that is not the canonical encoding of a point of the curve.",
        database: "No signature was checked, and no connection was opened.",
        next: "Find out who wrote the trust store: attest keygen makes no such key."
    }
    TrustStoreKeyRepeated "TRUST_STORE_KEY_REPEATED" TargetRefused {
        what: "The trust store lists a key twice. A key has one purpose and one window.",
        database: "No signature was checked, and no connection was opened.",
        next: "Make a key of its own for each purpose and each window: mosaic-db-migrator attest keygen."
    }
    TrustStoreKeyUnknown "TRUST_STORE_KEY_UNKNOWN" Usage {
        what: "The key to revoke is not in the trust store.",
        database: "The trust store is unchanged, and no connection was opened.",
        next: "mosaic-db-migrator attest inspect TRUST_STORE lists the keys it has."
    }
    TrustStoreKeyWeak "TRUST_STORE_KEY_WEAK" TargetRefused {
        what: "The trust store lists a key of small order, under which anybody can make signatures.",
        database: "No signature was checked, and no connection was opened.",
        next: "Treat this as an attack: find out who wrote the trust store, and replace it by the last good one."
    }

    // ---- allowances --------------------------------------------------------------------------------------------
    AllowancesInvalid "ALLOWANCES_INVALID" TargetRefused {
        what: "The document of allowances is not one that this program makes: not canonical, of another version, out of order, or without an owner or a reason.",
        database: "Nothing was changed. No object counts as allowed.",
        next: "Make it with mosaic-db-migrator allowance draft, and sign what that wrote."
    }
    AllowanceNothing "ALLOWANCE_NOTHING" No {
        what: "There is nothing to allow: what was named is not there beside the bundle, is already as an entry makes it, or is of a kind that cannot be allowed.",
        database: "Nothing was changed.",
        next: "mosaic-db-migrator --verify names what is drift; the notes say what of it cannot be allowed, and why."
    }
    AllowancesTime "ALLOWANCES_TIME" TargetRefused {
        what: "An allowance does not end within 366 days of its document's date, or that date is still to come.",
        database: "Nothing was changed. No object counts as allowed.",
        next: "Draft it again with an earlier --expires; compare the clocks of both machines (date -u)."
    }
    AllowanceRefused "ALLOWANCE_REFUSED" TargetRefused {
        what: "An allowance is for something that can change what the database does: only indexes that are not unique, and extended statistics, over plain columns can be allowed.",
        database: "Nothing was changed. No object counts as allowed.",
        next: "Drop the object, or ship it as an entry of the bundle; take it out of the allowances and sign them again."
    }
    AllowancesOtherDatabase "ALLOWANCES_OTHER_DATABASE" TargetRefused {
        what: "The allowances name another database than this one: they are signed for one database, by its random id.",
        database: "Nothing was changed.",
        next: "Point MOSAIC_ALLOWANCES_FILE at the file that was signed for this database; mosaic-db-migrator allowance check FILE --trust-store S shows which one a file is for."
    }
    AllowancesDevelopmentKey "ALLOWANCES_DEVELOPMENT_KEY" TargetRefused {
        what: "The allowances are signed by a development key.",
        database: "Nothing was changed. No object counts as allowed.",
        next: "Have them signed under a production key for allowances: mosaic-db-migrator attest keygen --out DIR --purpose allowance."
    }

    // ---- attestations ------------------------------------------------------------------------------------------
    AttestationTooLarge "ATTESTATION_TOO_LARGE" TargetRefused {
        what: "The attestation is larger than any that this program makes.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again; find out who wrote the large one."
    }
    ClockWentBack "CLOCK_WENT_BACK" TargetRefused {
        what: "The clock shows an earlier time than one at which something was verified before. With an old clock, expired attestations would count again.",
        database: "No connection was opened, and nothing was changed.",
        next: "Correct the clock (timedatectl status). If it had run ahead before, wait until it has caught up."
    }
    TrustStoreOlder "TRUST_STORE_OLDER" TargetRefused {
        what: "The trust store is older than one that was believed before: what was revoked since then would count again.",
        database: "No connection was opened, and nothing was changed.",
        next: "Distribute the newest trust store; find out who put the old one in its place."
    }
    AttestationNotPrintable "ATTESTATION_NOT_PRINTABLE" TargetRefused {
        what: "The signed document holds a byte that is not printable ASCII.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationNotAnObject "ATTESTATION_NOT_AN_OBJECT" TargetRefused {
        what: "The signed document is not an object: a list in its place would give its values other names.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationWhiteSpace "ATTESTATION_WHITE_SPACE" TargetRefused {
        what: "The signed document holds white space between its parts, so it is not the canonical form.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationEscape "ATTESTATION_ESCAPE" TargetRefused {
        what: "The signed document writes a character as an escape that needs none, so it is not the canonical form.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationTrailing "ATTESTATION_TRAILING_BYTES" TargetRefused {
        what: "The signed document goes on behind its end.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationDuplicateKey "ATTESTATION_DUPLICATE_KEY" TargetRefused {
        what: "The signed document names a field twice: readers differ about which of the two counts.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationKeyOrder "ATTESTATION_KEY_ORDER" TargetRefused {
        what: "The signed document has its fields in another order than the canonical form.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationListOrder "ATTESTATION_LIST_ORDER" TargetRefused {
        what: "The signed document has a list that is not in ascending order, or holds something twice.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationNumber "ATTESTATION_NUMBER" TargetRefused {
        what: "The signed document holds a number that readers may take for another: not whole, 2^53 or more, or not in its shortest form.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationBroken "ATTESTATION_BROKEN" TargetRefused {
        what: "The signed document is cut off, or is no JSON.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationUnknownField "ATTESTATION_UNKNOWN_FIELD" TargetRefused {
        what: "The signed document has a field that this version of it does not have.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationMissingField "ATTESTATION_MISSING_FIELD" TargetRefused {
        what: "The signed document lacks a field.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationValue "ATTESTATION_VALUE" TargetRefused {
        what: "A field of the signed document does not hold what it must.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationSchema "ATTESTATION_SCHEMA" TargetRefused {
        what: "The signed document does not say that it is an attestation of this version.",
        database: "No connection was opened, and nothing was changed.",
        next: "Use the release of this program that made it, or have the target attested by this one."
    }
    AttestationKeyId "ATTESTATION_KEY_ID" TargetRefused {
        what: "The attestation names another key than the one that signed it.",
        database: "No connection was opened, and nothing was changed.",
        next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
    }
    AttestationAudience "ATTESTATION_AUDIENCE" TargetRefused {
        what: "The attestation is made out to another role.",
        database: "No connection was opened, and nothing was changed.",
        next: "Hand each role the generation that was made for it."
    }
    AttestationGrade "ATTESTATION_GRADE" TargetRefused {
        what: "What the attestation says about how its key is kept is not what the trust store says.",
        database: "No connection was opened, and nothing was changed.",
        next: "Correct the trust store, or have the target attested again: mosaic-db-migrator attest inspect shows both."
    }
    AttestationDevelopment "ATTESTATION_DEVELOPMENT" TargetRefused {
        what: "The attestation is signed by a development key, and none is expected here.",
        database: "No connection was opened, and nothing was changed.",
        next: "Have the target attested under a production key, as root."
    }
    AttestationFromTheFuture "ATTESTATION_FROM_THE_FUTURE" TargetRefused {
        what: "The attestation was issued more than 60 seconds from now.",
        database: "No connection was opened, and nothing was changed.",
        next: "Compare the clocks of both machines (date -u), then have the target attested again."
    }
    AttestationExpired "ATTESTATION_EXPIRED" TargetRefused {
        what: "The attestation has expired. What it says was true, and may be no longer.",
        database: "No connection was opened, and nothing was changed.",
        next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
    }
    AttestationLifetime "ATTESTATION_LIFETIME" TargetRefused {
        what: "The attestation is good for longer than is believed here.",
        database: "No connection was opened, and nothing was changed.",
        next: "Have it made with a shorter lifetime."
    }
    AttestationOutsideKey "ATTESTATION_OUTSIDE_KEY" TargetRefused {
        what: "The attestation was issued at a time at which its key was not to sign.",
        database: "No connection was opened, and nothing was changed.",
        next: "Have the target attested under a key whose window covers today; compare the clock of the machine that signs."
    }
    SecretVersionRevoked "SECRET_VERSION_REVOKED" TargetRefused {
        what: "The version of the importer's URL that was attested for is revoked.",
        database: "No connection was opened, and nothing was changed.",
        next: "Render the current version of the secret, and have the target attested for that one."
    }
    AttestationReplayed "ATTESTATION_REPLAYED" TargetRefused {
        what: "The attestation was used before. A dry run uses it too.",
        database: "No connection was opened, and nothing was changed.",
        next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
    }
    TargetPasswordWeak "TARGET_PASSWORD_WEAK" TargetRefused {
        what: "The password of the importer's URL has fewer than 22 characters. The attestation holds a digest of the URL, with which a short one can be guessed.",
        database: "No connection was opened, and nothing was changed.",
        next: "Generate a password of 22 characters or more (openssl rand -hex 16), set it by bootstrap render, and store the new version of the URL."
    }
    TargetHostDiffers "TARGET_HOST_DIFFERS" TargetRefused {
        what: "The importer's URL names another host than the attestation.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetPortDiffers "TARGET_PORT_DIFFERS" TargetRefused {
        what: "The importer's URL names another port than the attestation.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetDatabaseDiffers "TARGET_DATABASE_DIFFERS" TargetRefused {
        what: "The importer's URL names another database than the attestation.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetUserDiffers "TARGET_USER_DIFFERS" TargetRefused {
        what: "The importer's URL names another user than the role the attestation is made out to.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetSecretVersionDiffers "TARGET_SECRET_VERSION_DIFFERS" TargetRefused {
        what: "The importer's URL is of another version than the attested one.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetSecretDiffers "TARGET_SECRET_DIFFERS" TargetRefused {
        what: "The importer's URL file has other bytes than the attested one, although it names the same place.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetAuthoritiesDiffer "TARGET_AUTHORITIES_DIFFER" TargetRefused {
        what: "Other certificate authorities are trusted than the target was attested with.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetManifestDiffers "TARGET_MANIFEST_DIFFERS" TargetRefused {
        what: "The manifest of the bundle at hand is another than the target was attested with.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetBundleDiffers "TARGET_BUNDLE_DIFFERS" TargetRefused {
        what: "The bundle at hand has the attested manifest, but other times, grants, effects or preconditions.",
        database: "No connection was opened, and nothing was changed.",
        next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
    }
    TargetReceiptDiffers "TARGET_RECEIPT_DIFFERS" TargetRefused {
        what: "Another receipt is the last one than when the target was attested: something ran in between.",
        database: "No connection was opened, and nothing was changed.",
        next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
    }
    TargetServerKeyDiffers "TARGET_SERVER_KEY_DIFFERS" TargetRefused {
        what: "The server shows another public key than the attested one.",
        database: "A session was opened, and nothing was changed.",
        next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
    }
    TargetClusterDiffers "TARGET_CLUSTER_DIFFERS" TargetRefused {
        what: "The server has another system identifier than the attested one: it is another cluster.",
        database: "A session was opened, and nothing was changed.",
        next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
    }
    TargetTimelineDiffers "TARGET_TIMELINE_DIFFERS" TargetRefused {
        what: "The server is on another timeline than when it was attested: a standby was promoted, or a backup restored.",
        database: "A session was opened, and nothing was changed.",
        next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
    }
    TargetDatabaseOidDiffers "TARGET_DATABASE_OID_DIFFERS" TargetRefused {
        what: "The database has another OID than the attested one: it was made anew under the same name.",
        database: "A session was opened, and nothing was changed.",
        next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
    }
    TargetDatabaseIdDiffers "TARGET_DATABASE_ID_DIFFERS" TargetRefused {
        what: "The database has another random id than the attested one: it is a copy, or was prepared anew.",
        database: "A session was opened, and nothing was changed.",
        next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
    }
    TargetSchemaDiffers "TARGET_SCHEMA_DIFFERS" TargetRefused {
        what: "The catalog of the managed schemas is not what it was when the target was attested.",
        database: "A session was opened, and nothing was changed.",
        next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
    }
    ExpectationsInvalid "EXPECTATIONS_INVALID" BadInput {
        what: "The file of expectations is not JSON of the form that attest check takes.",
        database: "Nothing was checked, and no connection was opened.",
        next: "Correct the file at the place the message names; the manual lists its fields."
    }
    NothingToInspect "NOTHING_TO_INSPECT" BadInput {
        what: "The file is neither an attestation nor a trust store in canonical form.",
        database: "No connection was opened.",
        next: "Name migrate-target.v1.json or a trust store; an editor that adds a newline changes either."
    }

    ReplayDirectory "REPLAY_DIRECTORY" TargetRefused {
        what: "The directory that remembers which attestations were acted on cannot be read or written, is full, or holds something else. What cannot be remembered is not done.",
        database: "Nothing was changed.",
        next: "Make MOSAIC_REPLAY_DIR a directory that the importer's user alone may write to, and keep nothing else in it. Never empty it: have the target attested again instead."
    }

    // ---- attested verification -------------------------------------------------------------------------------
    AttestationNeedsRoot "ATTESTATION_NEEDS_ROOT" Refused {
        what: "An attestation is signed by a root process, so that whoever talks to the server cannot read the key. This process is not root, and its key is not marked as a development key in the trust store.",
        database: "No connection was opened, and no key was read by anybody else.",
        next: "Run --verify as root, which starts its own unprivileged process for the network; for a laboratory make a development key."
    }
    AttestationDirectory "ATTESTATION_DIRECTORY" Config {
        what: "The directory for attestations cannot be used: it is missing, not writable, or others may write to it or above it.",
        database: "No connection was opened.",
        next: "Make MOSAIC_ATTESTATION_DIR a directory of root's that nobody else may write to."
    }
    AttestationNotWritten "ATTESTATION_NOT_WRITTEN" Io {
        what: "The database was verified, but the attestation could not be written.",
        database: "Verified, and unchanged. The attestation before this one is still the current one, whole.",
        next: "Make room on the file system of MOSAIC_ATTESTATION_DIR; where an operation was not permitted, give root the capability CHOWN back. Then run --verify again."
    }
    AttestationUnwritable "ATTESTATION_UNWRITABLE" Config {
        what: "Something that belongs into the attestation is too long for it or not printable ASCII, such as the name of a database or the value of MOSAIC_IMAGE.",
        database: "Nothing was changed, and nothing was signed.",
        next: "Shorten what the message names, or give it a name in ASCII."
    }
    SigningKeyNotListed "SIGNING_KEY_NOT_LISTED" Config {
        what: "The trust store does not list the signing key for attestations, so that nobody would believe what it signs.",
        database: "No connection was opened.",
        next: "Name the key that belongs to MOSAIC_TRUST_STORE_FILE, or add the key to it: mosaic-db-migrator attest keygen --trust-store FILE"
    }
    WitnessNotStarted "WITNESS_NOT_STARTED" Refused {
        what: "The unprivileged process that verifies over the network could not be started, or was started with a privilege it must not have.",
        database: "No connection was opened.",
        next: "Let root keep the capabilities SETUID, SETGID and CHOWN, and mount /proc."
    }
    WitnessFailed "WITNESS_FAILED" Internal {
        what: "The unprivileged process that verifies over the network ended without a report that can be used.",
        database: "Nothing was changed: it only reads. Nothing was signed.",
        next: "Run --verify again; if it stays so, run it without the attestation variables and report what it says."
    }
    WitnessDisagrees "WITNESS_DISAGREES" TargetRefused {
        what: "The process that verified over the network says it was somewhere else, or compared with something else, than the files that were to be attested say.",
        database: "Nothing was changed, and nothing was signed.",
        next: "Take it for an attack: look at who can change the program's file and its processes, then change the migrator's password."
    }
    TargetMismatch "TARGET_MISMATCH" TargetRefused {
        what: "The importer's URL does not lead to the database that is verified, or not as mosaic_data_importer.",
        database: "No connection was opened, and nothing was signed.",
        next: "Compare host, port and database of MOSAIC_TARGET_URL_FILE with the migrator's URL, letter by letter."
    }

    // ---- handing attestations over ---------------------------------------------------------------------------
    HandoffDescriptor "HANDOFF_DESCRIPTOR" Config {
        what: "The descriptor is not the canonical JSON of one, or is of another version.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Render the generation again: mosaic-db-migrator secrets render. An editor that adds a newline changes the file."
    }
    HandoffMayNotGive "HANDOFF_MAY_NOT_GIVE" Refused {
        what: "This process may not give files to another user, so it could not hand over what it verified. Nothing was looked at.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Run it as root and let it keep the capabilities CHOWN, SETUID and SETGID."
    }
    HandoffTarget "HANDOFF_TARGET" Config {
        what: "The directory to hand over into cannot be used: it is missing, or somebody else than root or this user may write to it or above it.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Make --to a directory of the user that runs handoff, which nobody else may write to: namei -l DIR."
    }
    HandoffBefore "HANDOFF_BEFORE" Config {
        what: "What was handed over before cannot be read, is not there any more, or is not what was written. Without it nobody can say that the new attestation is later.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Find out who changed the directory of --to. Then name a new, empty one, and have the target attested again."
    }
    HandoffBusy "HANDOFF_BUSY" Locked {
        what: "Another process hands over into the same directory at this moment.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Wait for it and run handoff again: what is there already is not written a second time."
    }
    HandoffNotWritten "HANDOFF_NOT_WRITTEN" Io {
        what: "The attestation was verified, but it could not be written for the importer, or could not be given to it.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Make room on the file system of --to, and let it keep owners (user 10002 must exist in the user namespace); then run handoff again."
    }
    HandoffGenerationDiffers "HANDOFF_GENERATION_DIFFERS" TargetRefused {
        what: "The attestation was made for another generation than the descriptor names: MOSAIC_CORRELATION_ID was another one when the target was verified.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Verify again with MOSAIC_CORRELATION_ID set to the generation of the descriptor, or name the descriptor of the generation that was verified."
    }
    HandoffOlder "HANDOFF_OLDER" TargetRefused {
        what: "A later attestation, or one for a later version of the secret, was handed over before. What is older never follows it.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Have the target attested again: mosaic-db-migrator --verify. If nobody put an old attestation in its place by mistake, treat the producer as compromised."
    }
    HandoffSourceAccessList "HANDOFF_SOURCE_ACCESS_LIST" Config {
        what: "A file that the producer offers has an access control list, which lets in users that its mode does not show.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceChanged "HANDOFF_SOURCE_CHANGED" Config {
        what: "A file that the producer offers changed while it was looked at: it grew, was written over, or was replaced.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Run handoff again once the verification has ended. If it stays so, treat the producer as compromised."
    }
    HandoffSourceDirectory "HANDOFF_SOURCE_DIRECTORY" Config {
        what: "The producer's directory, one above it or the one of the generation is not a directory, or others may write to it.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Make --from the directory that MOSAIC_ATTESTATION_DIR names: namei -l DIR shows owners and modes."
    }
    HandoffSourceFileSystem "HANDOFF_SOURCE_FILE_SYSTEM" Config {
        what: "Something in the producer's directory is on another file system, which may answer whatever it likes.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Find out what is mounted there (findmnt -R DIR), then have the target attested again."
    }
    HandoffSourceHardLinks "HANDOFF_SOURCE_HARD_LINKS" Config {
        what: "A file that the producer offers has a second name: it may be another file of the system.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceLink "HANDOFF_SOURCE_LINK" Config {
        what: "Something that the producer offers is a symbolic link.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceMissing "HANDOFF_SOURCE_MISSING" Config {
        what: "The producer's directory, its pointer, or one of the two files of the generation that the pointer names is not there: nothing was attested, or only half of it is there.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Have the target attested: mosaic-db-migrator --verify with the attestation variables set; then run handoff again."
    }
    HandoffSourceMode "HANDOFF_SOURCE_MODE" Config {
        what: "A file that the producer offers has another mode than 0400.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceNotRegular "HANDOFF_SOURCE_NOT_REGULAR" Config {
        what: "Something that the producer offers in place of a file is a FIFO, a directory, a socket or a device.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceOwner "HANDOFF_SOURCE_OWNER" Config {
        what: "Something that the producer offers belongs to somebody else than user and group 10003.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourcePointer "HANDOFF_SOURCE_POINTER" Config {
        what: "The producer's pointer does not hold the name of a generation.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceSize "HANDOFF_SOURCE_SIZE" Config {
        what: "A file that the producer offers is empty, or larger than any attestation.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
    }
    HandoffSourceUnreadable "HANDOFF_SOURCE_UNREADABLE" Config {
        what: "Something that the producer offers is there and may not be read.",
        database: "No connection was opened. The importer has what it had before; do not start it.",
        next: "Run handoff as root and let it keep the capabilities CHOWN, SETUID and SETGID; look for errors of the disk (dmesg)."
    }

    // ---- rehearsal -------------------------------------------------------------------------------------------
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

    // ---- preconditions ---------------------------------------------------------------------------------------
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

    // ---- readiness -------------------------------------------------------------------------------------------
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

    // ---- certificates ----------------------------------------------------------------------------------------
    ProbeNotDenied "PROBE_NOT_DENIED" No {
        what: "A deployed login could do what it must not be able to do, or was stopped by something else than the rule that must stop it.",
        database: "Nothing was changed: each attempt was rolled back, or could not have been carried out by anybody.",
        next: "bootstrap check as a superuser names roles and privileges that are not as they must be; take back what lets the named attempts through, and probe again."
    }
    ProbeNotVerified "PROBE_NOT_VERIFIED" No {
        what: "Everything was denied, but the verification that the migrator's evidence includes found something wrong.",
        database: "Nothing was changed.",
        next: "mosaic-db-migrator --verify"
    }
    ProbeTwoDatabases "PROBE_TWO_DATABASES" Refused {
        what: "Two sessions that were opened one after the other with the same URL reached two databases.",
        database: "Nothing was changed in either.",
        next: "Give the host name of one server: evidence speaks of one database."
    }
    NotCertified "NOT_CERTIFIED" No {
        what: "The documents do not amount to a certificate. Each reason is in the answer; in JSON all of them are in facts.reasons.",
        database: "Not connected to.",
        next: "Clear up every reason: probe again as each login, have the empty slots filled, and have all of it reviewed by somebody else with a review key."
    }
    NotYetCertified "NOT_YET_CERTIFIED" Pending {
        what: "Nothing is wrong with the documents, but what is to be certified is not there yet: relations of later entries, or entries that are pending.",
        database: "Not connected to.",
        next: "Deploy the bundle that brings the named relations, mosaic-db-migrator --run, and probe again."
    }

    // ---- self-test -------------------------------------------------------------------------------------------
    SelfTestServer "SELF_TEST_SERVER" Refused {
        what: "The server is not one for a self-test: it holds roles, databases or settings of somebody's, or the login is no superuser there.",
        database: "Nothing was changed.",
        next: "Name the URL of a superuser on a server that was just set up: roles belong to the whole cluster, and the self-test breaks them on purpose."
    }
    SelfTestRemains "SELF_TEST_REMAINS" Refused {
        what: "What a self-test made is still on the scratch server: it was killed, it is still at work, or the server did not let everything go.",
        database: "Nothing else is on the server, or the self-test would not have begun.",
        next: "Make sure that no self-test is at work, then run the listed statements one by one as the superuser, in the database of the scratch URL; or set the server up anew."
    }
    SelfTestUnprepared "SELF_TEST_UNPREPARED" No {
        what: "The scratch database could not be brought into the state that is then broken, or was not sound in it.",
        database: "Everything that was made is removed.",
        next: "Mend what the message names on the scratch server (pgvector has to be available there), or take another one."
    }
    SelfTestLost "SELF_TEST_LOST" Unavailable {
        what: "The connection to the scratch server ended in the middle of the self-test.",
        database: "What was made is still there.",
        next: "Start the self-test again when the server answers: it lists what is left and how to remove it."
    }
    SelfTestInterrupted "SELF_TEST_INTERRUPTED" Interrupted {
        what: "SIGINT or SIGTERM ended the self-test.",
        database: "Everything that was made is removed.",
        next: "Start it again: it begins anew."
    }
    SelfTestFailed "SELF_TEST_FAILED" No {
        what: "A defect was made and the check that must find it did not, or it was taken back and the check did not pass again.",
        database: "Everything that was made is removed.",
        next: "Do not rely on this program with this server: report the named defects and the server's version."
    }

    // ---- the program mosaic ----------------------------------------------------------------------------------
    TierCopyMoved "TIER_COPY_MOVED" Usage {
        what: "storage migrate no longer copies a tier from one place to another: it brings the database to the state of the bundle.",
        database: "Nothing was connected to.",
        next: "mosaic storage migrate-tier --help: it copies a tier, into an attested database only."
    }
    ProgramMissing "PROGRAM_MISSING" Io {
        what: "The program mosaic becomes mosaic-db-migrator, which it looks for in its own directory, and could not.",
        database: "Nothing was connected to.",
        next: "Install both programs in one directory."
    }

    // ---- tier import -----------------------------------------------------------------------------------------
    ImporterExcess "IMPORTER_EXCESS" Refused {
        what: "The importer's login can do more than read and add rows: the message says what.",
        database: "Nothing was changed: no transaction that could write was begun.",
        next: "mosaic-db-migrator bootstrap check says which grant is too many; REVOKE it as its grantor."
    }
    SourceUnreachable "SOURCE_UNREACHABLE" Unavailable {
        what: "The embedded database cannot be reached at the given address, or serves another connection.",
        database: "The target was looked at; no transaction that could write was begun.",
        next: "Start its socket server, end what else is connected to it, and run the import again."
    }
    SourceUnfit "SOURCE_UNFIT" Refused {
        what: "The source is older than PostgreSQL 14, not encoded in UTF8, or has no schema of the given name.",
        database: "No transaction that could write was begun.",
        next: "Name the schema with --source-schema, or bring the source to a release that can be read."
    }
    SourceRefused "SOURCE_REFUSED" ImportFailed {
        what: "The source refused a question or stopped giving rows, or gave what is not rows.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "Look at the message, mend the source, and run the import again."
    }
    SourceHidden "SOURCE_HIDDEN" ImportFailed {
        what: "The source's login may not read all rows of a table: a privilege is missing, or row-level security would hide some.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "Read the source as the owner of its tables, or as a role with BYPASSRLS."
    }
    SourceLost "SOURCE_LOST" ImportFailed {
        what: "The connection to the source was lost.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "See why the source's connection ended, and run the import again with a new attestation."
    }
    ImportShape "IMPORT_SHAPE" ImportFailed {
        what: "The tables of source and target do not fit: the message says which tables or columns.",
        database: "No transaction that could write was begun.",
        next: "Bring the source to the state of the same bundle, or export what the target does not have."
    }
    ImportCycle "IMPORT_CYCLE" ImportFailed {
        what: "Tables refer to each other in a circle through constraints that are not deferrable, so no order fills them.",
        database: "No transaction that could write was begun.",
        next: "Make one constraint of the circle DEFERRABLE by a migration."
    }
    ImportRowSecurity "IMPORT_ROW_SECURITY" ImportFailed {
        what: "Row-level security is enabled on a table of the target, and would hide rows from the comparison.",
        database: "No transaction that could write was begun.",
        next: "Enable row-level security by a migration that runs after the import."
    }
    ImportItself "IMPORT_ITSELF" ImportFailed {
        what: "The source's URL leads to the target.",
        database: "No transaction that could write was begun.",
        next: "Name the database that holds the tier's data as the source."
    }
    ImportNotEmpty "IMPORT_NOT_EMPTY" ImportFailed {
        what: "Tables of the target have rows already. An import adds to nothing.",
        database: "Nothing was changed.",
        next: "Import into a fresh database, or empty these tables as their owner if their rows may go."
    }
    ImportDiffers "IMPORT_DIFFERS" ImportFailed {
        what: "After the copy, the rows read back from the target are not those of the source: a trigger, a default or another session changed them.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "Stop what writes to the target, or find the trigger, and run the import again."
    }
    ImportRefused "IMPORT_REFUSED" ImportFailed {
        what: "The target refused rows: a key, a check, a foreign key, a lack of space or a timeout. The message has its words.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "Mend the rows in the source, or the server, and run the import again with a new attestation."
    }
    ImportLost "IMPORT_LOST" ImportFailed {
        what: "The connection to the target was lost before anything was committed.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "See why the connection ended, and run the import again with a new attestation."
    }
    ImportInterrupted "IMPORT_INTERRUPTED" Interrupted {
        what: "The import was stopped by a signal.",
        database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
        next: "Run the import again with a new attestation."
    }
    ImportOrphans "IMPORT_ORPHANS" ImportFailed {
        what: "Rows were loaded that refer to nothing: the message names the foreign keys, and how many rows of which table.",
        database: "The target is as it was: everything was rolled back.",
        next: "Mend the rows in the source, where such a constraint is missing or was never validated, and run the import again with a new attestation."
    }
    FastLoadNotGranted "FAST_LOAD_NOT_GRANTED" Refused {
        what: "--constraints validate loads rows without row triggers, and the importer was not granted what that takes.",
        database: "Nothing was changed: no transaction that could write was begun.",
        next: "mosaic-db-migrator bootstrap render --database NAME --importer-fast-load | psql -X -d NAME, as a superuser; or --constraints enforce."
    }
    FastLoadUnfit "FAST_LOAD_UNFIT" Refused {
        what: "Rows cannot be loaded without row triggers and proved afterwards here: the server is older than 17, or the message names the constraint that cannot be proved.",
        database: "Nothing was changed: no transaction that could write was begun.",
        next: "mosaic-db-migrator migrate-tier with --constraints enforce, which is the default."
    }
    ImportUncertain "IMPORT_UNCERTAIN" Uncertain {
        what: "The connection was lost at COMMIT, and the server could not be asked what became of it.",
        database: "Either all rows are there, compared, or none.",
        next: "SELECT count(*) on one of the tables says which; then go on, or run the import again."
    }

    // ---- deployment ------------------------------------------------------------------------------------------
    DeployViolation "DEPLOY_VIOLATION" No {
        what: "A file that deploys the parts does not keep them apart as a rule asks.",
        database: "Nothing was connected to; nothing was started.",
        next: "mosaic-db-migrator deploy rules says of each rule what it asks for and why; correct the places that are listed."
    }
    DeployFileInvalid "DEPLOY_FILE_INVALID" BadInput {
        what: "A file cannot be read as what it is, so nothing can be said of it.",
        database: "Nothing was connected to.",
        next: "Correct the place that is named; for a stack that is put together from several files give what docker compose config prints."
    }
    DeployFileUnreadable "DEPLOY_FILE_UNREADABLE" Config {
        what: "A file that was named is not there, cannot be read, or is no regular file.",
        database: "Nothing was connected to.",
        next: "Name a file that this user may read."
    }
    DeployCertificate "DEPLOY_CERTIFICATE" BadInput {
        what: "A file that was given as a server's certificate begins with none.",
        database: "Nothing was connected to.",
        next: "openssl x509 -in FILE -noout -ext subjectAltName shows what a certificate is good for."
    }

    // ---- secrets ---------------------------------------------------------------------------------------------
    SecretIncomplete "SECRET_INCOMPLETE" Config {
        what: "A secret of the provider has not exactly the values it must have: one is missing or empty, or there are more.",
        database: "No connection was opened to it. What was rendered before is unchanged and still current.",
        next: "Store the secret again with all its values (bao kv put); the message names the secret and the key. secrets render then makes a generation of the new version."
    }
    SecretUserWrong "SECRET_USER_WRONG" Config {
        what: "A database URL of the provider names another user than the role it is for, so a consumer would have somebody else's rights.",
        database: "No connection was opened to it. What was rendered before is unchanged and still current.",
        next: "Store the right URL as a new version of the secret that the message names."
    }
    SecretTargetsDiffer "SECRET_TARGETS_DIFFER" Config {
        what: "The database URLs of one environment lead to different servers or databases.",
        database: "No connection was opened to any of them. What was rendered before is unchanged and still current.",
        next: "Compare the secrets that the message names, and store the wrong one again."
    }
    SecretVersionLower "SECRET_VERSION_LOWER" Refused {
        what: "The provider has a lower version of a secret than was rendered before: it has not caught up (a standby), was restored from a backup, or an old version was asked for.",
        database: "No connection was opened to it. What was rendered before is unchanged and still current.",
        next: "Ask the active node of the provider. To go back to an old value, store it as a new version (bao kv rollback)."
    }
    SecretVersionReused "SECRET_VERSION_REUSED" Refused {
        what: "The provider gives other bytes than before under a version that was rendered already: it was set up anew or restored, and its versions do not count on.",
        database: "No connection was opened to it. What was rendered before is unchanged and still current.",
        next: "Find out what happened to the provider. If what it has now is right, render into a new directory and deploy from there."
    }
    ServerCertificateInvalid "SERVER_CERTIFICATE_INVALID" Config {
        what: "The server's certificate or key in the provider cannot be used: it is not PEM, the key has a passphrase, or the signature (Ed25519) lets no client bind its session to it.",
        database: "The server was given nothing new. What was rendered before is unchanged and still current.",
        next: "Issue the certificate from an RSA or ECDSA authority with SHA-2, and store chain and key in PEM form."
    }
    ServerCertificateKey "SERVER_CERTIFICATE_KEY" Config {
        what: "The server's key in the provider is not the one in its certificate. The server would not start with them.",
        database: "The server was given nothing new. What was rendered before is unchanged and still current.",
        next: "Store certificate and key that belong together, in one write: bao kv put takes both."
    }
    ServerCertificateName "SERVER_CERTIFICATE_NAME" Config {
        what: "The server's certificate is not for the host that the database URLs name, or names no host in its subject alternative names. Every client would refuse the server.",
        database: "The server was given nothing new. What was rendered before is unchanged and still current.",
        next: "Issue the certificate with subjectAltName=DNS:HOST (or IP:ADDRESS), the host of the URLs."
    }
    ServerCertificateTime "SERVER_CERTIFICATE_TIME" Config {
        what: "The server's certificate is not valid yet, or not any more. Every client would refuse the server.",
        database: "The server was given nothing new. What was rendered before is unchanged and still current.",
        next: "Compare the clock (date -u) with the times in the message; then issue and store a new certificate."
    }
    ServerCertificateUntrusted "SERVER_CERTIFICATE_UNTRUSTED" Config {
        what: "The server's certificate leads to none of the authorities that clients are about to be given. Every client would refuse the server.",
        database: "The server was given nothing new. What was rendered before is unchanged and still current.",
        next: "While the authority changes, store both authorities, one after the other, in the secret tls-ca; then the new server certificate."
    }
    GenerationDamaged "GENERATION_DAMAGED" Refused {
        what: "A generation of secrets is not as it was rendered: a file is gone, changed, or has another owner or mode.",
        database: "No connection was opened to it. Nothing was rendered.",
        next: "Find out who changed it. Then remove the directory of that generation, and render again."
    }
    GenerationForeign "GENERATION_FOREIGN" Refused {
        what: "The directory has generations of another environment, or for another orchestrator.",
        database: "No connection was opened to it. Nothing was rendered.",
        next: "Give each environment and each orchestrator a directory of its own (--out)."
    }
    GenerationMissing "GENERATION_MISSING" No {
        what: "The directory has no current generation of secrets.",
        database: "No connection was opened to it.",
        next: "mosaic-db-migrator secrets render"
    }
    GenerationNotWritten "GENERATION_NOT_WRITTEN" Io {
        what: "A generation of secrets could not be written: no space, no permission, or a name that was taken.",
        database: "No connection was opened to it. The generation before is whole and still current.",
        next: "Correct what the message names, and render again; what was left behind is cleaned up then."
    }
    RenderBusy "RENDER_BUSY" Locked {
        what: "Another process renders into the directory right now.",
        database: "No connection was opened to it. Nothing was written by this one.",
        next: "Wait for the other one to end, then render again: it writes nothing if the other one did it all."
    }
    RenderNeedsRoot "RENDER_NEEDS_ROOT" Refused {
        what: "Files are handed to other users, which only root may do.",
        database: "Nothing was read from the provider, and nothing was written.",
        next: "Run it as root."
    }
    SwarmObjectRefused "SWARM_OBJECT_REFUSED" Config {
        what: "Something cannot be a secret or config of a Swarm: its name would have more than 64 characters, or it has 500 KiB or more.",
        database: "No connection was opened to it. Nothing was rendered.",
        next: "Give the environment a shorter name, or store less; the message says which."
    }
    ConsumerBehind "CONSUMER_BEHIND" Pending {
        what: "A consumer has another generation of secrets than the current one: a running container keeps what it was started with.",
        database: "No connection was opened to it. Whether the old credentials still work is for the server to say.",
        next: "Start the consumers that the message names again with the directory of the current generation, then secrets status."
    }

    // ---- the secrets server ----------------------------------------------------------------------------------
    VaultAddressInvalid "VAULT_ADDRESS_INVALID" Config {
        what: "The address of the secrets server is not https://HOST or https://HOST:PORT. There is no connection without TLS, and nothing may follow the port.",
        database: "No connection was opened; nothing was rendered.",
        next: "Correct the address. What it held is never shown; if that was a token, revoke it."
    }
    VaultCredentialInvalid "VAULT_CREDENTIAL_INVALID" Config {
        what: "A token, role id or secret id holds a character that none can have: a space, or one outside ASCII.",
        database: "No connection was opened; nothing was rendered.",
        next: "Write the file again: printf '%s' adds no newline."
    }
    VaultUnreachable "VAULT_UNREACHABLE" Unavailable {
        what: "There was no connection to the secrets server: name, route, port, firewall, or a server that is down. Proxies are not used.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "curl --noproxy '*' --cacert CA https://HOST:PORT/v1/sys/health from this machine."
    }
    VaultNotAuthenticated "VAULT_NOT_AUTHENTICATED" Unavailable {
        what: "What answered at the address of the secrets server could not prove to be it: a certificate that the named CA did not sign, that is for another name or expired, or no TLS 1.2. The system's own authorities do not count.",
        database: "The token was not sent; what was rendered before stays in use.",
        next: "openssl s_client -connect HOST:PORT -CAfile CA -verify_hostname HOST names the failing check."
    }
    VaultTimeout "VAULT_TIMEOUT" Unavailable {
        what: "The secrets server did not give a whole answer in time.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "Look at the server's load and at what is between; then run again."
    }
    VaultFailed "VAULT_FAILED" Unavailable {
        what: "The secrets server answered with an error of its own, with something that is not HTTP, or hung up in the middle of its answer.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "The server's log names the reason. If a proxy stands before it, ask the server itself."
    }
    VaultSealed "VAULT_SEALED" Temporary {
        what: "The secrets server is sealed, or not ready to answer yet.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "bao status (vault status) says whether it is sealed. Unseal it, then run again."
    }
    VaultBusy "VAULT_BUSY" Temporary {
        what: "The secrets server asks to come back later: a quota is used up, or a replica has not caught up yet.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "Run again in a minute; if it stays so, give the address of the active node."
    }
    VaultRedirect "VAULT_REDIRECT" Refused {
        what: "The secrets server sent this client elsewhere. A redirect is not followed: the token would go to a host that nobody named.",
        database: "The token went to the named server alone; what was rendered before stays in use.",
        next: "Give the address of the active node. If the named server should have answered itself, find out who answered."
    }
    VaultLoginRefused "VAULT_LOGIN_REFUSED" Refused {
        what: "The secrets server gave the AppRole no token: an unknown role id, or a secret id that is wrong, expired or used up.",
        database: "No record was read; what was rendered before stays in use.",
        next: "Issue a new secret id: bao write -f auth/approle/role/ROLE/secret-id, and put it in its file with mode 0400."
    }
    VaultForbidden "VAULT_FORBIDDEN" Refused {
        what: "The token may not read this record: its policy does not allow the path, or the token was revoked or has expired. The server does not say which.",
        database: "The record was not read; what was rendered before stays in use.",
        next: "bao token lookup with this token; if it is alive, its policy needs read on MOUNT/data/PATH."
    }
    VaultAnswerTooLarge "VAULT_ANSWER_TOO_LARGE" BadInput {
        what: "The secrets server's answer is larger than a record can be. The rest was not read.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "Find out what answers at this address; if the record itself is that large, write it again with its own keys alone."
    }
    VaultAnswerMalformed "VAULT_ANSWER_MALFORMED" BadInput {
        what: "The answer is not what the KV secrets engine, version 2, says: another service, an engine of version 1, or a proxy's own page.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "bao secrets list -detailed shows whether the mount secret-ENV is of type kv with version 2."
    }
    VaultRecordMissing "VAULT_RECORD_MISSING" Config {
        what: "There is no such record, or it never had the version that was asked for.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "bao kv metadata get MOUNT/PATH lists the versions; bao kv put writes the first."
    }
    VaultRecordDeleted "VAULT_RECORD_DELETED" Config {
        what: "The version was deleted and can still be brought back. The version before it is not taken in its place.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "bao kv undelete -versions=N MOUNT/PATH, or write a new version."
    }
    VaultRecordDestroyed "VAULT_RECORD_DESTROYED" Config {
        what: "The data of this version was destroyed and does not come back.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "Write a new version with bao kv put, after the credential itself has been rotated."
    }
    VaultRecordInvalid "VAULT_RECORD_INVALID" Config {
        what: "A value of the record is not a text: a number, a list, or nothing.",
        database: "No database was connected to; what was rendered before stays in use.",
        next: "Write a new version with bao kv put, whose values are texts."
    }
    VaultVersionMismatch "VAULT_VERSION_MISMATCH" BadInput {
        what: "The secrets server answered with another version than the one that was asked for.",
        database: "The answer was not used; what was rendered before stays in use.",
        next: "Ask the active node of the server itself: something between answers from memory."
    }

    // ---- TLS posture and activation --------------------------------------------------------------------------
    TlsCheckFailed "TLS_CHECK_FAILED" No {
        what: "Something of the server's TLS is not as it must be, or could not be seen. The answer lists every check.",
        database: "Nothing was changed.",
        next: "Mend what each failed check names, and run tls check again; mosaic-db-migrator tls plan cut-over gives the order."
    }
    TlsCheckBlind "TLS_CHECK_BLIND" Refused {
        what: "The login does not see every session, every setting and the access rules. A check by somebody who sees less would find less.",
        database: "Nothing was changed.",
        next: "As a superuser: GRANT pg_monitor TO the login; GRANT SELECT ON pg_hba_file_rules TO the login; GRANT EXECUTE ON FUNCTION pg_hba_file_rules() TO the login."
    }
    CertificateFileInvalid "CERTIFICATE_FILE_INVALID" Config {
        what: "A file that must hold a server's certificate in PEM form does not.",
        database: "No connection was opened.",
        next: "openssl x509 -in FILE -noout -subject shows what it holds. The server's own certificate comes first."
    }
    PlanOpen "PLAN_OPEN" Pending {
        what: "Steps of the plan are not done, or no document proves that they are.",
        database: "Nothing was connected to.",
        next: "Do the step that the message names, keep its answer among the documents, and ask for the plan again."
    }
    PlanContradictory "PLAN_CONTRADICTORY" No {
        what: "The documents cannot all be true: they are of several databases, of the future, of one run and different, or of another bundle or schema after the same run.",
        database: "Nothing was connected to.",
        next: "Take away the documents that do not belong here, or find out which of the named two is wrong, and make it again."
    }

    // ---- routes ----------------------------------------------------------------------------------------------
    RoutesUnreadable "ROUTES_UNREADABLE" Io {
        what: "A file or directory of the tree, or the inventory, cannot be read, so nothing can be said of the tree.",
        database: "Nothing was connected to.",
        next: "Run the scan as a user who may read every file of the tree."
    }
    RoutesOpen "ROUTES_OPEN" No {
        what: "Something leads to DDL past the runner, or shows a credential, and no record of an inventory permits it; or a record is not in order.",
        database: "Nothing was connected to.",
        next: "mosaic-db-migrator routes explain RULE says of each rule why and what to do instead; correct the places that are listed."
    }
    RoutesInventoryInvalid "ROUTES_INVENTORY_INVALID" BadInput {
        what: "The inventory cannot be read, so nothing is permitted by it.",
        database: "Nothing was connected to.",
        next: "Correct the place that is named; mosaic-db-migrator routes init drafts an inventory of the right form."
    }
    RoutesSelfTestFailed "ROUTES_SELF_TEST_FAILED" No {
        what: "A rule of this program does not find what it is there to find, or finds what it has to leave alone.",
        database: "Nothing was connected to.",
        next: "Use another build of the program: what this one says of a repository proves nothing."
    }
    RoutesUnknownRule "ROUTES_UNKNOWN_RULE" Usage {
        what: "There is no rule of this name.",
        database: "Nothing was connected to.",
        next: "mosaic-db-migrator routes explain"
    }

    // ---- internal --------------------------------------------------------------------------------------------
    Internal "INTERNAL" Internal {
        what: "This program reached a state it should not be able to reach.",
        database: "Unknown from here; the database itself is always left at a transaction boundary.",
        next: "mosaic-db-migrator status, then report the message."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_are_unique_stable_words() {
        let mut seen = HashSet::new();
        for code in Code::ALL {
            let entry = code.entry();
            assert!(seen.insert(entry.code), "{} appears twice", entry.code);
            assert!(entry.code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'));
            assert!(entry.status != Status::Reached, "{} is an error, it cannot exit 0", entry.code);
            for text in [entry.what, entry.database, entry.next] {
                assert!(!text.is_empty(), "{} has an empty part", entry.code);
            }
        }
    }
}
