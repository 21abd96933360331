//! The table of every variable this program reads. A variable is added here and nowhere else; help, man page and
//! the near-miss check are made from it.

/// What a variable holds, which decides how it is kept and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A path to a file or directory.
    Path,
    /// A credential: never shown, kept in memory that is wiped.
    Secret,
    /// Text or a number.
    Text,
}

macro_rules! variables {
    ($( $variant:ident $name:literal $kind:ident $used_by:literal $meaning:literal )*) => {
        /// A variable this program reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Variable { $( $variant, )* }

        impl Variable {
            /// Every variable, in the order of the manual.
            pub const ALL: &[Self] = &[ $( Self::$variant, )* ];

            /// Its name in the environment.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )* }
            }

            /// What it holds.
            pub const fn kind(self) -> Kind {
                match self { $( Self::$variant => Kind::$kind, )* }
            }

            /// The commands that read it.
            pub const fn used_by(self) -> &'static str {
                match self { $( Self::$variant => $used_by, )* }
            }

            /// What it means, in one sentence of the manual.
            pub const fn meaning(self) -> &'static str {
                match self { $( Self::$variant => $meaning, )* }
            }
        }
    };
}

variables! {
    MigrationUrl "DATABASE_MIGRATION_URL" Secret "run, rehearse, verify, status, backfill, certify probe"
        "The migrator's database URL. Its absence is an error; there is no fallback to any other variable."
    MigrationUrlFile "DATABASE_MIGRATION_URL_FILE" Path "run, rehearse, verify, status, backfill, certify probe"
        "File of mode 0400 that holds the migrator's database URL. Never together with DATABASE_MIGRATION_URL."
    RuntimeUrl "DATABASE_URL" Secret "readiness, certify probe"
        "The runtime's database URL. Refused by every process of another identity."
    RuntimeUrlFile "DATABASE_URL_FILE" Path "readiness, certify probe"
        "File of mode 0400 that holds the runtime's database URL. Never together with DATABASE_URL."
    CaCertPath "DATABASE_TLS_CA_CERT_PATH" Path "every command that connects"
        "PEM file with the certificate authorities that may sign the server's certificate; no other is trusted."
    Tier "MOSAIC_TIER" Text "every command that connects"
        "standalone (default) or federated. local means the embedded database and is refused together with any database URL."
    BundleDir "MOSAIC_BUNDLE_DIR" Path "run, rehearse, verify, status, backfill, readiness, certify probe"
        "A bundle directory. Absent: the bundle compiled into the program."
    Output "MOSAIC_OUTPUT" Text "every command that has an answer; --output wins"
        "text (default) or json."
    LockWait "MOSAIC_LOCK_WAIT_MS" Text "run, rehearse, backfill run"
        "How long to wait for the migration lock, in milliseconds. Default 10000."
    LockTimeout "MOSAIC_LOCK_TIMEOUT_MS" Text "run, rehearse, backfill run"
        "How long a statement may wait for a lock on a relation, in milliseconds. Default 2000, for a rehearsal 500, for a backfill 50; 0 is no limit."
    StatementTimeout "MOSAIC_STATEMENT_TIMEOUT_MS" Text "run, rehearse, backfill run"
        "How long a statement may take, in milliseconds. Default 0, no limit. A batch of a backfill has a bound of its own."
    ConnectTimeout "MOSAIC_CONNECT_TIMEOUT_MS" Text "every command that connects"
        "How long connecting, TLS and authentication may take together, in milliseconds. Default 10000."
    ReceiptDir "MOSAIC_RECEIPT_DIR" Path "run, verify"
        "Directory for the hash-chained receipts. Absent: the receipt is part of the answer, and an attestation binds none."
    AttestationDir "MOSAIC_ATTESTATION_DIR" Path "verify"
        "Directory in which the attestation is published: a new directory for each, and a file current with its name. Set together with the next three, it makes --verify sign what it proved."
    SigningKeyFile "MOSAIC_ATTESTATION_SIGNING_KEY_FILE" Path "verify"
        "File of mode 0400 with the Ed25519 private key that signs the attestation."
    TargetUrlFile "MOSAIC_TARGET_URL_FILE" Path "verify, certify probe"
        "File of mode 0400 that holds the importer's database URL. Verification hashes and compares it and never connects; certify probe --as importer connects with it."
    Image "MOSAIC_IMAGE" Text "verify"
        "The container image the program came in, by digest, for the attestation. Absent: none."
    CorrelationId "MOSAIC_CORRELATION_ID" Text "verify"
        "What the whole undertaking is called, for the attestation. Absent: the invocation."
    TargetCredentialVersionFile "MOSAIC_TARGET_CREDENTIAL_VERSION_FILE" Path "verify, migrate-tier"
        "File with the secret version of the importer's URL."
    TrustStoreFile "MOSAIC_TRUST_STORE_FILE" Path "verify, migrate-tier; with allowances also run, rehearse, status, backfill, readiness"
        "The public keys an attestation or allowances may be signed with. --verify signs with a key that is not listed only where this is not set, and takes the key for a production key then."
    AllowancesFile "MOSAIC_ALLOWANCES_FILE" Path "run, rehearse, verify, status, backfill, readiness, certify probe, allowance draft"
        "Signed allowances for objects beside the bundle's; the signature is the file of the same name with .sig. Absent: every such object is drift."
    ReplayDir "MOSAIC_REPLAY_DIR" Path "migrate-tier"
        "Directory that remembers which attestations were used."
    NoColor "NO_COLOR" Text "every command"
        "Set to anything but the empty text: no colour, unless --color says otherwise."
}

impl Variable {
    /// The variable of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|variable| variable.name() == name)
    }
}

/// The variable that an unknown name probably means: at most two edits away, or the name without its last word
/// (`MOSAIC_LOCK_WAIT`). Other programs of the platform share the prefix, so an unknown name as such is theirs.
pub(super) fn resembling(name: &str) -> Option<Variable> {
    if !(name.starts_with("MOSAIC_") || name.starts_with("DATABASE_")) {
        return None;
    }
    Variable::ALL.iter().copied().find(|variable| {
        let known = variable.name();
        known.rsplit_once('_').is_some_and(|(stem, _)| stem == name) || strsim::levenshtein(known, name) <= 2
    })
}
