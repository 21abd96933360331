//! The parts of the manual that no table in the program says.

/// A heading and its paragraphs.
pub type Section = (&'static str, &'static [&'static str]);

/// Between the name and the options.
pub const BEFORE: [Section; 2] = [
    (
        "SYNOPSIS",
        &["mosaic-db-migrator --run | --verify | --help | --version", "mosaic-db-migrator COMMAND [OPTIONS]"],
    ),
    (
        "DESCRIPTION",
        &[
            "mosaic-db-migrator applies a bundle, which is a folder of Drizzle-kit migrations with a manifest, to a \
             PostgreSQL database. One session does it, over TLS that is always verified, under one advisory lock. \
             Each entry is committed together with its row in the ledger, or leaves nothing behind.",
            "Before anything is changed the program proves which server and database it talks to, as whom, and that \
             roles, privileges and ledger are what they must be. It proves session, lock and ledger again before each \
             commit, owners and privileges before the commit of every entry that could change them, and all of it when \
             the run ends. What it cannot prove it refuses. No option goes around a check.",
            "An entry can require that a query of its bundle returns no rows. Until then it is held: --run ends before it \
             with exit status 0, --verify accepts the state before it and names it, and nothing after it runs.",
            "A bundle that was measured says what each entry does to the catalog. Where an entry decides by the rows it \
             finds, its text says about which objects: those may be either way, and --verify notes how they are. Of \
             such an entry, and of one that changes rows only, the ledger alone says whether it has run; status \
             names them.",
            "rehearse does what --run would do now, in one transaction that is rolled back, and holds the migration lock \
             meanwhile. It ends with 0 when every entry that would run was rehearsed, and with 3 when one cannot run \
             in one transaction with those before it; what it learned of those is in the answer. Its locks are real \
             until it ends, so it gives up after MOSAIC_LOCK_TIMEOUT_MS, or half a second. Numbers that entries draw \
             from sequences are not given back.",
            "bootstrap snapshot, bootstrap render --existing and bootstrap shadow-plan are for a database that one login made \
             and runs on. The first prints SQL that says what is in it, the second takes that for granted only after it has \
             asked again in the transaction that changes hands, and with --rollback gives it back as long as nothing was \
             migrated. The third is for a database whose extension belongs to that login, which no statement changes.",
            "certify probe attempts as a deployed login what it must be denied, and reports the SQLSTATE of each refusal. \
             Each attempt is rolled back; what PostgreSQL does not let be rolled back is attempted in a form that nobody \
             could carry out. An attempt that is carried out, or fails for another reason, ends it with 2. As the migrator \
             it verifies the database as well, and holds the migration lock while it attempts.",
            "doctor --self-test needs a superuser's URL of a scratch server, one that was just set up and has pgvector \
             available: a server with any role or database of somebody's is refused. It prepares and migrates a \
             database there, makes every known defect in it, one by one, and ends with 0 only if --verify or bootstrap \
             check found each of them and passed again once it was taken back. What it made is removed, also after \
             SIGINT or SIGTERM; if it is killed, the next start says what is left and how to remove it.",
            "--run, --verify, --help and --version are used alone: a deployment that calls them is configured by \
             variables and files only.",
        ],
    ),
];

/// After the commands.
pub const CONFIGURATION: [Section; 4] = [
    (
        "DATABASE URL",
        &[
            "One form is accepted: postgresql://user:password@host:port/database?sslmode=verify-full. The port may \
             be left out (5432). The host is one DNS name, one IPv4 address or one IPv6 address in brackets. In \
             password and database every byte but letters, digits and -._~!$&'()*+,;= is percent-encoded. There is \
             no other query key, no fragment and no newline at the end. What is wrong is said by its place, never by \
             its text.",
            "A URL in an argument is refused: arguments are visible to every user of the machine.",
        ],
    ),
    (
        "FILES",
        &[
            "A secret is a regular file of mode 0400 with one name, owned by root or by the user of this process, at \
             most 4 KiB of UTF-8 without control characters. A file with certificates may be read by everybody and \
             written by nobody else. Paths are absolute and pass through no symbolic link, and every directory on \
             the way belongs to root or to the user of this process and cannot be written to by others (a sticky \
             directory of root's, such as /tmp, is accepted).",
            "No .env, .pgpass or service file is read, and no variable of libpq.",
        ],
    ),
    (
        "ATTESTATIONS",
        &[
            "An attestation is a directory of two files: migrate-target.v1.json, canonical JSON (RFC 8785) of printable \
             ASCII, and migrate-target.v1.json.sig, the 64 raw bytes of an Ed25519 signature over its DSSE \
             pre-authentication encoding. A signing key is a file of mode 0400 with the 32 raw bytes of a seed. A trust \
             store lists public keys, each with one purpose, a window, a state and a grade, and the revoked versions of \
             the importer's URL; its serial rises with every change, and one older than the last that was believed is \
             refused. To rotate a key, add the new one to the trust store with an overlapping window (attest keygen \
             --trust-store), distribute it, sign with the new key, and then revoke the old one.",
            "attest check takes a JSON file of what the attestation must say: audience, grade (production or development), \
             max_lifetime_seconds, secret_version, target (an object of sha256, host, port, database, user), ca_sha256 (a \
             list), manifest_sha256, bundle_sha256, and where they are known receipt_sha256, memory (an object of \
             highest_time, highest_serial, used) and observed (an object of leaf_spki_sha256, system_identifier, \
             timeline, database_oid, database_id, schema_sha256). Digests are 64 lowercase hexadecimal digits, the \
             identifiers of a server are decimal text, times are YYYY-MM-DDTHH:MM:SSZ.",
            "handoff carries an attestation from user 10003, who made it, to user 10002, who acts on it, and runs \
             as root with at least the capabilities CHOWN, SETUID and SETGID. Its descriptor is canonical JSON of schema (mosaic.handoff/v1), \
             generation, grade, secret_version and target_sha256: the attestation must be for this version and digest of \
             the importer's URL, and its correlation id must be the generation. Start the importer only after exit \
             status 0.",
        ],
    ),
    (
        "ALLOWANCES",
        &[
            "An index or extended statistics that an administrator adds to a managed table is drift, as everything else \
             that no entry makes. A signed allowance can name it: class, name and definition, the database it is in, who \
             answers for it, why, and until when, at most 366 days. Until then it is a note of --run, --verify, status, \
             rehearse and readiness, and no part of the schema's fingerprint; from then on it is drift again.",
            "Only what is never more than read can be allowed: indexes that are not unique, and statistics, over plain \
             columns. A unique index refuses rows; an expression or a condition is computed at every write, where it can \
             fail. An allowance for an object whose name an entry uses is of no effect.",
            "allowance draft writes allowances.v1.json: canonical JSON (RFC 8785) of printable ASCII with the keys \
             schema (mosaic.catalog-allowances.v1), database_id, issued and allowances, each with class, name, fields, \
             owner, reason and expires. allowance sign writes the signature beside it, under the same name with .sig: 64 \
             raw bytes, Ed25519 over the DSSE pre-authentication encoding of the file's bytes with the type \
             application/vnd.mosaic.catalog-allowances.v1+json, by a key that the trust store lists for allowances.",
        ],
    ),
];

/// After the variables.
pub const OUTPUT: [Section; 1] = [(
    "OUTPUT",
    &[
        "The answer goes to standard output, diagnostics and progress to standard error. In JSON the answer is one \
         document on one line, with the same keys whether the command succeeded or failed: schema \
         (mosaic.output.v1), command (null when the command line was not understood), invocation, outcome, status, \
         code, message, database, next, notes, result. code, database and next are null when the requested state \
         was reached; result is null when there are no facts to report.",
        "The invocation is a random UUID. It is also part of the application name of every session, so that server \
         logs, receipts and output can be matched.",
    ],
)];

/// At the end.
pub const EXAMPLES: [Section; 1] = [(
    "EXAMPLES",
    &[
        "Bring a database to the state of the compiled-in bundle:",
        "DATABASE_MIGRATION_URL_FILE=/run/secrets/migration-url DATABASE_TLS_CA_CERT_PATH=/etc/mosaic/ca.pem \
         mosaic-db-migrator --run",
        "What does a code mean, and what is to be done?",
        "mosaic-db-migrator explain LEDGER_ENTRY_EDITED",
    ],
)];
